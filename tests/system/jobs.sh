#!/bin/sh
# With any --jobs a tool writes the same bytes, says the same and ends with the same status:
# on plain text, on gzip of one member, on blocked gzip, on what is half of each, and on gzip
# that is cut or damaged, from files and from pipes.
set -u

# shellcheck source=tests/tap.sh
. "${KIDX_SOURCE:?is set by make check}/tests/tap.sh"

megabytes=4
[ "$KIDX_CHECKER" = none ] || megabytes=1

# Bundles, each with a time of its own; in every 97th a digest is another one.
bundles()
{
    head -n 1 "$KIDX_SOURCE/data/sample/records.ndjson" |
        awk -v megabytes="$1" '{
            split($0, part, "5412109")
            for (bytes = 0; bytes < megabytes * 1000000; bytes += length + 1) {
                line = part[1] (5000000 + ++count) part[2]
                if (count % 97 == 0)
                    sub(/Digest":"sha256:./, "Digest\":\"sha256:x", line)
                print line
            } }'
}

# make_forms NAME: all forms of the text NAME, of which NAME.blocked.gz is there.
make_forms()
{
    gzip -c <"$1" >"$1.one.gz"
    size=$(wc -c <"$1.blocked.gz")
    head -c $((size * 2 / 3)) "$1.blocked.gz" >"$1.cut.gz"
    cp "$1.blocked.gz" "$1.damaged.gz"
    printf '\0\0\0\0\0\0\0\0' |
        dd of="$1.damaged.gz" bs=1 seek=$((size / 2)) conv=notrunc 2>/dev/null
    # The size that the header of the first block tells (its bytes 16 and 17) is one less.
    cp "$1.blocked.gz" "$1.missized.gz"
    low=$(od -A n -t u1 -j 16 -N 1 "$1.blocked.gz" | tr -d ' ')
    # shellcheck disable=SC2059
    printf "\\$(printf %o $(((low + 255) % 256)))" |
        dd of="$1.missized.gz" bs=1 seek=16 conv=notrunc 2>/dev/null
    (cat "$1.blocked.gz" && head -n 3 "$1" | gzip -c && cat "$1.blocked.gz") >"$1.mixed.gz"
    (cat "$1.blocked.gz" && printf 'tail') >"$1.tail.gz"
}

# compare_jobs TEXT WANT FILE COMMAND...: with exit status WANT.
compare_jobs()
{
    text=$1
    want=$2
    file=$3
    shift 3
    tap_run "$@" --jobs=1 "$file"
    tap_status "$want" "$text: exit $want"
    mv out one
    mv err one.err
    # shellcheck disable=SC2154
    one=$status
    for jobs in 2 3 8; do
        tap_run "$@" --jobs=$jobs "$file"
        tap_same one out "$text, --jobs=$jobs: the same bytes"
        tap_same one.err err "$text, --jobs=$jobs: the same messages"
        tap_check "$text, --jobs=$jobs: the same status" test "$status" -eq "$one"
    done
    "$@" --jobs=1 <"$file" >one 2>one.err
    # shellcheck disable=SC2002
    cat "$file" | "$@" --jobs=3 >out 2>err
    tap_same one out "$text, from a pipe: the same bytes"
    tap_same one.err err "$text, from a pipe: the same messages"
}

test_bundles()
{
    bundles $megabytes | kidx-digest --jcs >text
    kidx-digest --jcs --gzip=1 -o text.blocked.gz text
    make_forms text
    for form in text text.one.gz text.blocked.gz text.missized.gz text.mixed.gz; do
        compare_jobs "digest, $form" 1 $form kidx-digest --check
        compare_jobs "stat, $form" 0 $form kidx-stat --stat=median,mean
    done
    compare_jobs "validate" 1 text.blocked.gz kidx-validate
    compare_jobs "compare" 1 text.blocked.gz kidx-compare
    for form in text.cut.gz text.damaged.gz text.tail.gz; do
        compare_jobs "digest, $form" 2 $form kidx-digest --check
        compare_jobs "compare, $form" 2 $form kidx-compare
    done
}

# Rows that are there again are duplicates, which are told in order.
test_rows()
{
    (cat "$KIDX_SOURCE/data/sample/liger-sample.csv" && for _ in 1 2 3 4 5 6; do
        sed 1d "$KIDX_SOURCE/data/sample/liger-sample.csv"
    done) >rows
    if ! command -v bgzip >/dev/null; then
        compare_jobs 'rows' 1 rows kidx-csv2run --objects
        tap_skip 'rows in blocked gzip' 'bgzip is not installed'
        return
    fi
    bgzip -c rows >rows.blocked.gz
    make_forms rows
    for form in rows rows.one.gz rows.blocked.gz rows.missized.gz; do
        compare_jobs "csv2run, $form" 1 $form kidx-csv2run --objects
    done
}

# What we write is read by others, and what they write by us.
test_others()
{
    tap_check 'gzip -t takes what we write' gzip -t text.blocked.gz
    gzip -dc text.blocked.gz >plain
    tap_same text plain 'gzip reads what we write'
    if ! command -v bgzip >/dev/null; then
        tap_skip 'bgzip' 'it is not installed'
        return
    fi
    bgzip -dc text.blocked.gz >plain
    tap_same text plain 'bgzip reads what we write'
    bgzip -c text >theirs.gz
    kidx-digest --jcs --jobs=1 theirs.gz >plain
    tap_same text plain 'we read what bgzip writes'
    kidx-digest --jcs --jobs=4 theirs.gz >plain
    tap_same text plain 'and on threads'
}

test_bundles
test_rows
test_others
tap_done
