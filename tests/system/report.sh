#!/bin/sh
# kidx-report: equal bytes in any order, pictures that are XML, pages that ask nobody, sizes
# that are kept. tests/slow/browser.sh has a look at the pages.
set -u

# shellcheck source=tests/tap.sh
. "${KIDX_SOURCE:?is set by make check}/tests/tap.sh"

cases=$KIDX_SOURCE/tests/cases/kidx-report
cat "$cases/rank-md/in" "$cases/ab-md/in" "$cases/suite-md/in" "$cases/record-md/in" \
    "$cases/labels-md/in" | grep -v kidx.summary >lines
sort -r lines >shuffled

test_order()
{
    kidx-report --format="$1" lines >want 2>err
    tap_check "$1: of all kinds, nothing to say" test ! -s err
    kidx-report --format="$1" -j 3 shuffled >got
    tap_same want got "$1: the same in another order"
}

for format in md html svg csv tsv; do
    test_order "$format"
done

# --- pictures and pages ---

has_xmllint=$(command -v xmllint)
for picture in latency ratio speedup record heat; do
    kidx-report --format=svg --picture="$picture" lines >"$picture.svg"
    tap_check "$picture: something is drawn" grep -q '<path class="marker\|<rect class="\(h0\|bar\)' "$picture.svg"
    tap_check "$picture: has a title and a description" grep -q '<desc id="d1">..' "$picture.svg"
    if [ -n "$has_xmllint" ]; then
        tap_check "$picture: is XML" xmllint --noout "$picture.svg"
    else
        tap_skip "$picture: is XML" 'no xmllint'
    fi
done

kidx-report --format=html lines >page
tap_check 'the page asks no host' sh -c '! sed "s,http://www.w3.org/2000/svg,," page | grep -qi "http:\|https:\|src=\|@import"'
tap_check 'labels are no elements' sh -c '! grep -q "<script>alert" page'
tap_check 'one h1' test "$(grep -c '<h1>' page)" -eq 1
sed -n 's/.*href="#\([^"]*\)".*/\1/p' page | sort >linked
sed -n 's/.*<section id="\([^"]*\)".*/\1/p' page | sort >parts
tap_check 'there are links' test -s linked
tap_same parts linked 'each part is linked, and each link has a part'

# --- labels ---

# bad_names KIND: the lines of a case, their names full of what the formats use themselves.
bad_names()
{
    sed 's/liger/<script>alert(1)<\/script>a|b`*[x](y)/g' "$cases/$1-md/in"
}

# Cells of Markdown: pipes that are not escaped, as many in each row of a table.
is_rectangular()
{
    sed 's/\\|//g' "$1" | awk -F'|' '!/^\|/ { n = 0; next } n && NF != n { exit 1 } { n = NF }'
}

for kind in rank ab record suite; do
    bad_names "$kind" >bad
    kidx-report --format=html bad >page
    tap_check "$kind: names are no elements" sh -c '! grep -q "<script>alert" page'
    tap_check "$kind: names are there" grep -q '&lt;script&gt;alert(1)&lt;/script&gt;a|b' page
    kidx-report bad >page
    tap_check "$kind: names are no cells of Markdown" is_rectangular page
    tap_check "$kind: names are no elements of Markdown" sh -c '! grep -q "<script>alert" page'
    kidx-report --format=svg bad >page
    tap_check "$kind: names are no elements of SVG" sh -c '! grep -q "<script>alert" page'
    [ -z "$has_xmllint" ] || tap_check "$kind: SVG is XML" xmllint --noout page
done

# --- what is missing ---

sed -e '3d;8d' "$cases/rank-md/in" >holes
kidx-report --format=svg --picture=heat holes >page
tap_check 'a hole for each that was not measured' test "$(grep -c 'class="hole"' page)" -eq 2
kidx-report holes >page
tap_check 'a dash for each that was not measured' test "$(grep -o '| – |' page | wc -l)" -eq 2
tap_check 'they are counted' grep -q 'No spread | No competitor | Not measured |$' page
tap_check 'and how many they are' grep -q '| 10 | 2 | 2 |$' page

# --- several metrics ---

for kind in rank ab record; do
    sed 's/"metric":"latency"/"metric":"memory"/; s/"unit":"ns"/"unit":"bytes"/
        s/"cohort":"sha256:..../"cohort":"sha256:0000/' \
        "$cases/$kind-md/in" | cat "$cases/$kind-md/in" - >two
    kidx-report two >page
    tap_check "$kind: each metric has a table in its unit" \
        sh -c 'grep -q "^latency.* in [^b ]*s, " page && grep -q "^memory.* in bytes, " page'
done

# --- CSV ---

kidx-report --format=csv "$cases/rank-md/in" >table
tap_check 'CSV is rectangular' awk -F, 'NR == 1 { n = NF } NF != n { exit 1 }' table
kidx-report --format=tsv lines >table
tap_check 'TSV is rectangular' awk -F'\t' 'NR == 1 { n = NF } NF != n { exit 1 }' table
tap_check 'no cell is a formula' sh -c '! tr "\t" "\n" <table | grep -q "^[=+@]"'
tap_check 'negative numbers are numbers' sh -c 'tr "\t" "\n" <table | grep -q "^-5\$"'

# --- sizes ---

# 5,000 comparisons: those of the case, as of many other kernels.
grep -v kidx.summary "$cases/ab-md/in" >part
awk -v rows="$(wc -l <part)" '{ line[NR] = $0 } END { for (i = 0; i < 5000; i++) {
    text = line[i % rows + 1]; sub(/"workload":"/, "&v" int(i / rows) "-", text); print text } }' \
    part >many
tap_check '5,000 comparisons' test "$(wc -l <many)" -eq 5000
for format in md html; do
    for size in 60000 5000; do
        tap_run kidx-report --format="$format" --max-bytes="$size" many
        if [ "$format-$size" = html-5000 ]; then
            tap_status 2 "$format: $size bytes are too few, and that is said"
            continue
        fi
        tap_status 0 "$format: within $size bytes"
        tap_check "$format: $size are kept" test "$(wc -c <out)" -le "$size"
        tap_check "$format: $size, rows left out are counted" grep -q 'Omitted because of the size limit' out
        tap_check "$format: $size, slower ones stay" grep -q 'slower' out
    done
done
kidx-report --format=html "$cases/rank-md/in" >page
all=$(grep -c 'role="img"' page)
for size in 12000 20000; do
    kidx-report --format=html --max-bytes="$size" "$cases/rank-md/in" >page
    kept=$(grep -c 'role="img"' page)
    tap_check "html: $size bytes, pictures left out are counted" \
        grep -q " $((all - kept)) pictures\." page
done
tap_check 'html: pictures that fit stay' test "$kept" -gt 0
if [ "$KIDX_CHECKER" = none ]; then
    tap_run "$KIDX_BUILD/tests/system/peak" measured kidx-report --format=html many
    tap_status 0 'html: 5,000 comparisons'
    read -r peak seconds <measured
    printf '# %d KiB, %s seconds of the processor\n' "$peak" "$seconds"
    tap_check 'html: 5,000 comparisons, at most 64 MiB' test "$peak" -le 65536
    tap_check 'html: 5,000 comparisons, less than a second' \
        awk -v seconds="$seconds" 'BEGIN { exit !(seconds < 1) }'
else
    tap_skip 'html: 5,000 comparisons' 'a checker takes memory and time of its own'
fi

for format in svg csv tsv; do
    tap_run kidx-report --format="$format" many
    tap_status 0 "$format: 5,000 comparisons"
    [ "$format" = svg ] || tap_check "$format: a line for each, and the header" \
        test "$(wc -l <out)" -eq 5001
done
head -n 1 "$cases/ab-md/in" >one
for format in md html svg csv tsv; do
    tap_run kidx-report --format="$format" /dev/null
    tap_status 0 "$format: no line"
    tap_check "$format: no line, nothing to say" test ! -s err
    tap_run kidx-report --format="$format" one
    tap_status 0 "$format: one line"
    tap_check "$format: one line is shown" grep -q huggingface out
done

# --- options ---

kidx-report --help | sh "$KIDX_SOURCE/data/completions" bash kidx-report >completion
tap_check 'completions offer the formats' grep -q "'md html svg csv tsv'" completion
tap_check 'completions offer the pictures' grep -q "'latency ratio speedup record heat'" completion

tap_done
