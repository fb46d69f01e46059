#!/bin/sh
# kidx-csv2run on real data: the shipped sample, the example of kidx-catalog(5), input that
# is meant to hurt, and, where the shared data is, Liger-Kernel's whole file with the digests
# that its records must have.
set -u

# shellcheck source=tests/tap.sh
. "${KIDX_SOURCE:?is set by make check}/tests/tap.sh"

helpers=$KIDX_BUILD/tests/system
sample=$KIDX_SOURCE/data/sample/liger-sample.csv
example=$KIDX_SOURCE/data/catalog/example-add
liger=$KIDX_SHARED/data/liger/all_benchmark_data.csv

# The external id of each run, and of the objects that were written for it: kind, external
# id and digest, parted by tabs. Standard input is the output of --objects.
list_digests()
{
    tee objects.ndjson | sed -n '
        s/^{"environment".*"externalId":"\([^"]*\)".*/run \1/p
        s/^{"apiVersion".*/object/p' >marks
    kidx-digest objects.ndjson | sed 's/^{"digest":"\([^"]*\)","kind":"\([^"]*\)","name":"\([^"]*\)".*/\2 \1 \3/' |
        awk -v OFS='\t' '
            BEGIN {
                while ((getline mark <"marks") > 0)
                    marks[++count] = mark
                at = 1
            }
            marks[at] == "object" { kinds[++held] = $1; digests[held] = $2; names[held] = $3; at++; next }
            ++role < 3 { next } # environment, protocol, run
            {
                role = 0
                id = substr(marks[at++], 5)
                split(id, part, "/")
                for (i = 1; i <= held; i++) {
                    if (kinds[i] == "OperationSpec") print "operation", part[1], digests[i]
                    if (kinds[i] == "WorkloadCase") print "workload", part[1] "/" part[5], digests[i]
                    if (kinds[i] == "ImplementationRevision")
                        print "implementation", part[1] "/" part[3], digests[i]
                    if (kinds[i] == "SoftwareProject") print "project", names[i], digests[i]
                }
                held = 0
                print "run", id, $2
            }'
}

# --- the sample ---

test_sample()
{
    tap_run kidx-csv2run -v "$sample"
    tap_status 0 'the sample: exit 0'
    tap_said '72 read = 68 passed + 0 rejected + 4 skipped' 'the sample: its closing count'
    cp out runs
    tap_run kidx-csv2run --memory "$sample"
    tap_check 'the sample with --memory: 72 runs' test "$(wc -l <out)" -eq 72
    tap_run kidx-csv2run --objects "$sample"
    cp out all
    tap_check 'the sample with --objects: 137 objects' \
        test "$(grep -c '^{"apiVersion"' all)" -eq 137
    grep '^{"environment"' all >bundles
    tap_same runs bundles 'the sample with --objects: the same bundles'
    tap_run kidx-digest --check all
    tap_status 0 'the sample with --objects: passes --check'
    tap_run kidx-csv2run --bundle=full --memory "$sample"
    cp out full
    tap_run kidx-digest --check full
    tap_status 0 'the sample with --bundle=full: passes --check'
    sed 's/"\(hidden\|seq\|vocab\|tokens\)":1024/"\1":1025/' full >wrong
    tap_run kidx-digest --check wrong
    tap_status 1 'the same with another size: does not'
    for jobs in 0 2 5; do
        tap_run kidx-csv2run --objects --jobs=$jobs "$sample"
        tap_same all out "the sample with --jobs=$jobs: the same bytes"
    done
}

# The same rows in other forms give the same bytes.
test_forms()
{
    sed 's/$/\r/' "$1" >crlf
    gzip -c "$1" >gz
    (printf '\357\273\277' && cat "$1") >bom
    for form in crlf gz bom; do
        tap_run kidx-csv2run --objects "$form"
        tap_same all out "$2, $form: the same bytes"
    done
    status=0
    # shellcheck disable=SC2002
    cat "$1" | kidx-csv2run --objects >out || status=$?
    tap_same all out "$2, from a pipe: the same bytes"
    tap_run "$helpers/feed" 1 "$1" kidx-csv2run --objects
    tap_same all out "$2, byte for byte: the same bytes"
}

# --- the example of the manual page ---

test_example()
{
    sed -n '/^\.Bd -literal$/,/^\.Ed$/p' "$KIDX_SOURCE/man/kidx-catalog.5" |
        sed '/^\.[BE]d/d; s/\\e/\\/g' | sed '/^{$/,/^}$/!d' >page.json
    tap_same page.json "$example.json" 'the example of kidx-catalog(5) is the shipped one'
    tap_check 'the example has 30 lines at most' test "$(wc -l <page.json)" -le 30
    tap_run kidx-csv2run "$example.csv"
    tap_status 1 'the rows of the example without it: exit 1'
    tap_check 'the rows of the example without it: three kernels are not known' \
        test "$(grep -c '\[uncurated_kernel\]$' err)" -eq 3
    tap_check 'the rows of the example without it: one provider is not known' \
        test "$(grep -c '\[unknown_provider\]$' err)" -eq 1
    tap_run kidx-csv2run --objects --add-catalog=page.json "$example.csv"
    tap_status 0 'the rows of the example with it: exit 0'
    tap_check 'the rows of the example with it: four runs, ten objects' \
        test "$(wc -l <out)" -eq 14
    cp out all
    tap_run kidx-digest --check all
    tap_status 0 'the records of the example pass --check'
    kidx-csv2run --print-catalog >printed
    tap_same printed "$KIDX_SOURCE/data/catalog/liger.json" '--print-catalog prints the catalog file'
}

# --- input that is meant to hurt ---

repeat()
{
    head -c "$2" /dev/zero | tr '\0' "$1"
}

make_open_quote()
{
    echo "$header" && echo "$row" && printf '"' && repeat a $gigabyte
}

make_open_quote_over_lines()
{
    echo "$header" && printf '"' && repeat '\n' $gigabyte
}

make_columns()
{
    repeat , 1000000 && echo && echo "$row"
}

make_fields()
{
    echo "$header" && repeat , 1000000 && echo && echo "$row"
}

make_deep()
{
    echo "$header"
    echo "$row" | sed "s/\"{.*}\"/\"{\"\"a\"\":$(repeat '[' 100000)}\"/"
}

make_nul()
{
    echo "$header" && echo "$row" && repeat '\0' 100
}

make_utf16()
{
    (echo "$header" && echo "$row") | sed 's/./&\x00/g'
}

make_latin1()
{
    echo "$header" && echo "$row" && echo "$row" | sed 's/^/\xe4/'
}

# hostile NAME STATUS PATTERN [OPTION]...: run on what make_NAME writes, in 16 MiB.
hostile()
{
    hostile_name=$1
    hostile_status=$2
    hostile_pattern=$3
    shift 3
    rm -f fifo
    mkfifo fifo
    "make_$hostile_name" >fifo 2>/dev/null &
    status=0
    "$helpers/peak" measured kidx-csv2run "$@" <fifo >out 2>err || status=$?
    wait
    tap_status "$hostile_status" "$hostile_name: exit $hostile_status"
    tap_said "$hostile_pattern" "$hostile_name: said"
    if [ "$KIDX_CHECKER" != none ]; then
        tap_skip "$hostile_name: memory" 'a checker needs more'
        return
    fi
    read -r hostile_peak _ <measured
    tap_check "$hostile_name: at most 16 MiB" test "$hostile_peak" -le 16384
}

test_hostile()
{
    header=$(head -n 1 "$sample")
    row=$(sed -n 2p "$sample")
    gigabyte=1000000000
    [ "$KIDX_CHECKER" = none ] || gigabyte=10000000
    hostile open_quote 1 '^kidx-csv2run: -:3: error: .*a quote not closed? \[line_too_long\]$' \
        --max-line=1M
    tap_check 'open_quote: the row before it is there' test "$(wc -l <out)" -eq 1
    hostile open_quote_over_lines 1 '^kidx-csv2run: -:2: error: ' --max-line=1M
    hostile columns 2 '^kidx-csv2run: -:1: error: there is no column "kernel_name"$'
    hostile fields 1 '^kidx-csv2run: -:2: error: 1000001 fields, 15 in the header \[field_count\]$'
    tap_check 'fields: the next row is there' test "$(wc -l <out)" -eq 1
    hostile deep 1 'nested deeper than 256 \[bad_json\]$'
    hostile nul 1 '^kidx-csv2run: -:3:1: error: a NUL byte.* \[bad_csv\]$'
    hostile utf16 2 '^kidx-csv2run: -:1:2: error: the header row: a NUL byte: is this UTF-16'
    hostile latin1 1 '^kidx-csv2run: -:3:1: error: not UTF-8: .* \[bad_utf8\]$'
}

# --- Liger's file ---

test_liger()
{
    tap_run kidx-csv2run -v "$liger"
    tap_status 0 "Liger's file: exit 0"
    tap_said '2448 read = 1649 passed + 0 rejected + 799 skipped (799 memory rows)' "Liger's file: its closing count"
    tap_check "Liger's file: 1,649 lines" test "$(wc -l <out)" -eq 1649
    cp out runs
    tap_run kidx-csv2run --objects "$liger"
    cp out all
    list_digests <all | sort >digests
    tap_check "Liger's file: 361 objects" test "$(grep -vc '^run' digests)" -eq 361
    sort "$KIDX_SHARED/data/golden/objects.tsv" | comm -23 - digests >wrong
    tap_check "Liger's file: all golden digests of objects" test ! -s wrong || tap_show wrong
    sed 's/^/run\t/' "$KIDX_SHARED/data/golden/runs.tsv" | sort | comm -23 - digests >wrong
    tap_check "Liger's file: all golden digests of runs" test ! -s wrong || tap_show wrong
    tap_run kidx-csv2run --memory "$liger"
    tap_check "Liger's file with --memory: 2,448 runs" test "$(wc -l <out)" -eq 2448
    sed 's/.*"externalId":"\([^"]*\)".*/\1/' out | sort -u >ids
    tap_check "Liger's file with --memory: all ids distinct" test "$(wc -l <ids)" -eq 2448
    kidx-csv2run --memory --bundle=full "$liger" >full
    tap_run kidx-digest --check -v full
    tap_status 0 "Liger's file with --memory and --bundle=full: passes --check"
    tap_run kidx-csv2run --objects -j2 "$liger"
    tap_same all out "Liger's file with --jobs=2: the same bytes"
    tr -d '\r' <"$liger" >lf
    test_forms lf "Liger's file"
}

test_seeds()
{
    for seed in "$KIDX_SHARED"/data/seeds/*.json; do
        tr '\n' ' ' <"$seed" | kidx-digest --jcs >line
        tap_check "the seed ${seed##*/} comes out as it is" grep -qxF -f line runs
    done
}

# Columns in reverse order; the configuration is the only field in quotes.
test_order()
{
    tr -d '\r' <"$liger" | awk '
        {
            quoted = match($0, /"[{].*[}]"/) ? substr($0, RSTART, RLENGTH) : ""
            if (quoted != "")
                $0 = substr($0, 1, RSTART - 1) "@" substr($0, RSTART + RLENGTH)
            count = split($0, field, ",")
            for (i = count; i > 0; i--)
                printf "%s%s", (field[i] == "@" ? quoted : field[i]), (i > 1 ? "," : "\n")
        }' >reversed
    tap_run kidx-csv2run --objects reversed
    tap_same all out "Liger's file with its columns reversed: the same bytes"
}

# --- cases from bug reports ---

# suite_case NAME STATUS PASSED CODES: rows that pass, and the codes of the others.
suite_case()
{
    suite_input=$(echo "$KIDX_SHARED"/suites/cases/"$1"-*/input)
    tap_run kidx-csv2run -v --add-catalog="$example.json" "$suite_input"
    suite_found=$(sed -n 's/.*\[\(.*\)\]$/\1/p' err | tr '\n' ' ')
    tap_check "case $1: exit $2, $3 pass, rejected: ${4:-none}" \
        test "$status $(wc -l <out | tr -d ' ') $suite_found" = "$2 $3 ${4:+$4 }" || tap_show err
}

test_suite()
{
    suite_case 36 0 1 ''
    suite_case 37 0 3 ''
    suite_case 39 1 1 'bad_csv duplicate'
    suite_case 40 1 1 'field_count field_count'
    suite_case 42 1 1 'invalid_value invalid_value invalid_value invalid_value invalid_value invalid_value invalid_value duplicate invalid_value'
    suite_case 43 1 1 'invalid_value invalid_value invalid_value duplicate'
    suite_case 44 1 2 'duplicate'
    suite_case 46 1 0 'unknown_config bad_json bad_json bad_json bad_json bad_json bad_json'
    suite_case 48 1 0 'unknown_gpu invalid_value'
}

test_sample
cp "$sample" lf
kidx-csv2run --objects lf >all
test_forms lf 'the sample'
test_example
test_hostile
if [ -r "$liger" ]; then
    test_liger
    test_seeds
    test_order
    test_suite
else
    tap_skip "Liger's file, golden digests, seeds, cases" "no shared data in $KIDX_SHARED"
fi
tap_done
