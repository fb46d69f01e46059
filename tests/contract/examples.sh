#!/bin/sh
# examples/report/Makefile makes the pages, again only what changed, and fails if its gate
# does; with GNU make, and with BSD make if there is one.
set -u

# shellcheck source=tests/tap.sh
. "${KIDX_SOURCE:?is set by make check}/tests/tap.sh"

unset MAKEFLAGS MFLAGS MAKELEVEL GITHUB_STEP_SUMMARY
sample=$KIDX_SOURCE/data/sample/liger-sample.csv

# runs YEARS FACTOR: print the sample as if measured YEARS later, and slower by FACTOR.
runs()
{
    awk -F , -v OFS=, -v factor="$2" \
        'NR > 1 { for (i = 9; i <= 11; i++) $i *= factor } 1' "$sample" |
        sed "1!s/,20\\([0-9][0-9]-[0-9][0-9]-[0-9][0-9] \\)/,2$1\\1/"
}

# report TEXT good|bad ARGUMENT...: run make in the directory site.
report()
{
    text=$1
    want=$2
    shift 2
    tap_run "$make" -j2 -f "$KIDX_SOURCE/examples/report/Makefile" -C site "$@"
    # A make that fails exits with 1 or with 2.
    case $want,$status in
    bad,[12]) status=0 ;;
    bad,*) status=99 ;;
    esac
    tap_status 0 "$make: $text"
}

# The pages exist, and no picture is empty.
have_pages()
{
    for page; do
        tap_check "$make: $page" test -s "site/$page"
        ! grep 'Nothing to draw' "site/$page" >>drawn
    done
    : >want
    tap_same want drawn "$make: nothing empty in $*"
}

test_make()
{
    rm -rf site drawn
    mkdir site
    runs 0 1 >site/one.csv
    runs 1 1 >site/two.csv
    kidx-csv2run --bundle=full -z -o site/three.ndjson.gz "$sample"
    report 'pages of two CSVs and an archive' good
    have_pages report.html report.md latency.svg heat.svg record.svg
    tap_check "$make: speedup.svg" test -s site/speedup.svg
    report 'a second time' good
    grep '^ *kidx-' out >got
    : >want
    tap_same want got "$make: nothing to do a second time"
    sleep 1 # BSD make knows seconds only
    touch site/two.csv
    report 'after one CSV changed' good
    grep -c '^ *kidx-csv2run' out >got
    echo 1 >want
    tap_same want got "$make: only that one is converted again"

    mv site/three.ndjson.gz site/base.ndjson.gz
    sleep 1
    report 'nothing slower than the base' good BASE=base.ndjson.gz
    have_pages ratio.svg speedup.svg
    sleep 1
    runs 2 1.5 >site/four.csv
    report 'a gate that fails' bad BASE=base.ndjson.gz
    cat out >>err # where BSD make puts it
    tap_said 'slower: .*+50.0 %' "$make: it says why"
    tap_check "$make: the page shows it" grep -q -i slower site/report.md
    export GITHUB_STEP_SUMMARY="$PWD/summary"
    : >summary
    report 'the summary of a job fails, too' bad BASE=base.ndjson.gz job-summary
    unset GITHUB_STEP_SUMMARY
    tap_same site/report.md summary "$make: and has been written"
    sleep 1
    report 'another gate passes' good BASE=base.ndjson.gz GATEFLAGS=--fail-on=broke
    kidx-compare --base=site/base.ndjson.gz --gate --write-ack=site/accepted -o /dev/null \
        site/one.verified site/two.verified site/four.verified 2>err
    report 'the gate passes when its failures are accepted' good BASE=base.ndjson.gz \
        ACK=accepted
    sleep 1
    sed 1d site/accepted >fewer && mv fewer site/accepted
    report 'and fails when one of them is not accepted any more' bad BASE=base.ndjson.gz \
        ACK=accepted
    rm site/accepted

    sleep 1
    echo nonsense >>site/one.csv
    report 'a row that is rejected' bad
    report 'it fails again' bad
    sleep 1
    report 'unless that is accepted' good ACCEPT=1
    sleep 1
    report 'clean' good clean
    ls site >got
    printf '%s\n' base.ndjson.gz four.csv one.csv two.csv >want
    tap_same want got "$make: clean leaves what was there" || tap_show got
    rm site/*
    report 'nothing to report on' bad
}

# Files whose names make or the shell would interpret are not read, and run nothing.
test_names()
{
    rm -rf site
    mkdir site
    runs 0 1 >site/-one_2.csv
    cp site/-one_2.csv 'site/a b.csv'
    cp site/-one_2.csv "site/it's.csv"
    # shellcheck disable=SC2016
    cp site/-one_2.csv 'site/$(touch made).csv'
    # shellcheck disable=SC2016
    cp site/-one_2.csv 'site/`touch made`;touch made.csv'
    cp site/-one_2.csv "site/$(printf 'line\nend.csv')"
    cp site/-one_2.csv "site/$(printf 'escape\033.csv')"
    cp site/-one_2.csv site/two.ndjson.csv
    kidx-csv2run --bundle=full -z -o site/two.ndjson.gz site/two.ndjson.csv
    kidx-csv2run --bundle=full -z -o 'site/c d.ndjson.gz' site/two.ndjson.csv
    report 'names of files' good BASE=./two.ndjson.gz
    cat out err | sed -n 's/^left out because of its name: //p' | sort >got
    # shellcheck disable=SC2016
    printf '%s\n' '$(touch made).csv' '`touch made`;touch made.csv' 'a b.csv' 'c d.ndjson.gz' \
        'escape?.csv' "it's.csv" 'line' two.ndjson.csv | sort >want
    tap_same want got "$make: it names the files that it left out" || tap_show got
    tap_check "$make: no name is run" test ! -e site/made
    (cd site && ls ./*.verified) >got
    echo ./-one_2.verified >want
    tap_same want got "$make: other files are not read, and the base is no candidate"
    report 'clean with such names' good clean
    ls site >got
    tap_check "$make: the files are as before" test "$(grep -c . got)" -ge 10
}

# README compares examples/bench.csv with these.
test_base()
{
    grep -e ^kernel_name -e '^\(rms_norm\|embedding\),liger,.*,speed,.*A100' "$sample" |
        kidx-csv2run --objects >want
    tap_same want "$KIDX_SOURCE/examples/main.ndjson" 'examples/main.ndjson is of the sample'
}

test_base
for make in make bmake; do
    if command -v "$make" >/dev/null; then
        test_make
        test_names
    else
        tap_skip "$make: the pages" "$make is not installed"
    fi
done
tap_done
