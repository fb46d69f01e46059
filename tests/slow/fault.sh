#!/bin/sh
# What may fail fails, one call after the other: memory, files, threads (tests/slow/fault). Each
# time a program gives the right answer, or exit status 2 and a message, and leaves neither
# a temporary file nor a part of one under the name of the whole. Signals come before and
# behind these calls, and at any moment. With KIDX_LONG every call of every mode has its
# turn, and so has every call but those for memory of all golden cases that are one command.
set -u

# shellcheck source=tests/tap.sh
. "${KIDX_SOURCE:?is set by make check}/tests/tap.sh"

tools=$KIDX_BUILD/tests/slow/fault
cases=$KIDX_SOURCE/tests/cases
sample=$KIDX_SOURCE/data/sample
faults=$PWD/faults

[ "$KIDX_CHECKER" != valgrind ] ||
    tap_skip_all 'the address sanitizer sees the same as valgrind, and sooner'

# Of how many calls each deed takes its pick (0: all), and how many random moments there
# are. A program with the sanitizer is slow to start.
memory=16
few=6
moments=3
if [ -n "${KIDX_LONG-}" ]; then
    memory=0
    few=0
    moments=50
elif [ "$KIDX_CHECKER" = sanitize ]; then
    memory=2
    few=2
    moments=1
fi

# inject OPTIONS TOOL [ARGUMENT]...: one deed; what was wrong goes to the file wrong.
inject()
{
    options=$1
    tool=$2
    shift 2
    # Options are words.
    # shellcheck disable=SC2086
    "$tools/inject" $options "$tools/$tool" "$@" >said || sed "s/^#/# $options:/" said >>wrong
    echo "$tool $(tail -n 1 said)" >>"$faults"
}

# try TEXT TOOL [ARGUMENT]...: all deeds, in a directory with the inputs.
try()
{
    text=$1
    shift
    : >wrong
    inject "-c memory -n $memory" "$@"
    inject "-c memory -d on -n 4" "$@"
    inject '' "$@"
    inject "-d on -n $few" "$@"
    inject "-d signal -n $few" "$@"
    inject "-d after -n $few -s 2" "$@"
    inject "-d twice -n $few" "$@"
    inject "-d kill -n $moments -s 1" "$@"
    inject '-d trickle' "$@"
    tap_check "$text: right or refused" test ! -s wrong || head -n 40 wrong
}

# begin TOOL/CASE: a new directory with the input of a golden case, or with the samples.
begin()
{
    cd "$tap_directory" || exit 99
    rm -rf inputs
    mkdir inputs
    cd inputs || exit 99
    if [ -n "${1-}" ]; then
        find "$cases/$1" -name 'in*' -exec cp '{}' . ';'
    else
        cp "$sample/records.ndjson" records
        cp "$sample/liger-sample.csv" csv
        (cat records && echo '{' && echo '[1,2]') >mixed
    fi
    chmod -R u+w .
}

# --- the modes of each tool ---

test_digest()
{
    begin
    gzip -c records >records.gz
    try 'digest' kidx-digest records
    try 'digest --check -j2 -o' kidx-digest --check -j2 -o place/result records
    echo old >old
    try 'digest --check --rejects -o over an old file' \
        kidx-digest --check --rejects=place/rejects -o place/result mixed
    try 'digest --canonical -z -o' kidx-digest --canonical -z -o place/result records
    try 'digest -z -j2 -o' kidx-digest -z -j2 -o place/result records
    try 'digest --jcs of gzip and more' kidx-digest --jcs -v records.gz mixed
    cat records records records records | "$KIDX_TOOLS/kidx-digest" --check -z >blocked.gz
    try 'digest --check -j2 of gzip' kidx-digest --check -j2 -o place/result records.gz
    try 'digest --check -j2 of blocked gzip' kidx-digest --check -j2 blocked.gz
    try 'digest --where --select' kidx-digest --where --select=.kind -o place/result records
    try 'digest --fail-fast' kidx-digest --fail-fast -o place/result mixed
    try 'digest --help' kidx-digest --help
    mv records.gz stdin
    try 'digest --any of standard input' kidx-digest --any -j2
    rm stdin
    try 'digest --whole --canonical' kidx-digest --whole --canonical records
    ln -s place/result link
    try 'digest -o to a symbolic link' kidx-digest -o link records
}

test_csv2run()
{
    begin
    try 'csv2run' kidx-csv2run csv
    echo old >old
    try 'csv2run --objects --memory -j2 -o' \
        kidx-csv2run --objects --memory -j2 -o place/result csv
    try 'csv2run --bundle=full -z --report' \
        kidx-csv2run --bundle=full -z --report=place/report -o place/result csv
    try 'csv2run --print-catalog' kidx-csv2run --print-catalog -o place/result
    begin kidx-csv2run/catalog-two
    echo 1,2,3 >>in
    try 'csv2run --add-catalog --rejects' kidx-csv2run --rejects=place/rejects \
        --add-catalog=in.json --add-catalog=in2.json -o place/result in
}

test_validate()
{
    begin
    echo old >old
    try 'validate' kidx-validate records
    try 'validate --refs -j2 --rejects -o' \
        kidx-validate --refs -j2 --rejects=place/rejects -o place/result mixed
    try 'validate --verdicts --rule -z' kidx-validate --verdicts -z \
        --rule='odd=.kind | length > 3' -o place/result mixed
    try 'validate --print-schema' kidx-validate --print-schema=BenchmarkRun
    try 'validate --list-checks' kidx-validate --list-checks
    begin kidx-validate/known
    try 'validate --refs --known' kidx-validate --refs --known=in2 -o place/result in
    begin kidx-validate/schema
    try 'validate --schema' kidx-validate --schema=in2 -o place/result in
    begin kidx-validate/rules
    try 'validate --rules' kidx-validate --rules=in2 -o place/result in
}

test_compare()
{
    begin kidx-compare/rank
    try 'compare' kidx-compare in
    try 'compare -j2 -z -o' kidx-compare -j2 -z -o place/result in
    begin kidx-compare/records
    echo old >old
    try 'compare --records' kidx-compare --records -o place/result in
    try 'compare --table' kidx-compare --table in
    begin kidx-compare/ab-gate-slower
    try 'compare, a gate that fails' \
        kidx-compare --base=in2 --fail-on=slower,broke -o place/result in
    try 'compare --table, a gate that fails' \
        kidx-compare --base=in2 --fail-on=slower,broke --table in
    begin kidx-compare/ab-gate-only-improvements
    try 'compare, a gate that passes' \
        kidx-compare --base=in2 --fail-on=slower -j2 -o place/result in
    begin kidx-compare/ab-ack
    try 'compare --ack, too little' kidx-compare --base=in2 --fail-on=slower --ack=in3 in
    try 'compare --ack' kidx-compare --base=in2 --fail-on=slower --ack=in4 in
    begin kidx-compare/ab-noise
    try 'compare --noise' \
        kidx-compare --base=in2 --noise=in3 --fail-on=slower -o place/result in
    begin kidx-compare/ab-limits
    try 'compare --limits' kidx-compare --base=in2 --limits=in3 --accept-point \
        --fail-on=slower -o place/result in
    begin kidx-compare/ab-samples-changed
    mkdir samples
    sed -n 's/^mkdir samples; \(cp [^;]*; cp [^;]*\);.*/\1/p' \
        "$cases/kidx-compare/ab-samples-changed/cmd" >copy
    # shellcheck source=/dev/null
    . ./copy
    try 'compare --samples' \
        kidx-compare --base=in2 --samples=samples --fail-on=slower -o place/result in
    begin kidx-compare/suite-by
    try 'compare --suite --by' kidx-compare --base=impl:torch --suite \
        --by=.spec.sourceNative.benchmark --fail-on=slower -o place/result in
    begin kidx-compare/noise-model
    try 'compare --noise-model' kidx-compare --noise-model -o place/result in
}

test_stat()
{
    begin
    echo old >old
    try 'stat -o' kidx-stat -o place/result records
    try 'stat --by -j2' kidx-stat -j2 --by=.run.spec.status records
    try 'stat --count --by a program' \
        kidx-stat --count --by='.kind | length' --rejects=place/rejects mixed
    try 'stat --value --sketch -z' \
        kidx-stat --value=.kind.x --sketch=0.01 -z -o place/result mixed
    "$KIDX_TOOLS/kidx-stat" --emit=state records >state
    try 'stat --emit=state' kidx-stat --emit=state -o place/result records
    try 'stat --merge' kidx-stat --merge -o place/result state state
}

test_report()
{
    for format in md html svg csv tsv; do
        begin kidx-report/ab-html
        echo old >old
        try "report --format=$format" kidx-report --format="$format" -o place/result in
        cp "$cases/kidx-report/rank-html/in" .
        try "report --format=$format, ranks" kidx-report --format="$format" -j2 in
    done
    try 'report --max-bytes -v -z' kidx-report --max-bytes=9K -v -z -o place/result in
}

# --- the modes of all golden cases ---

# Those that are one command with no more than options, and not incomplete anyway. Most of
# their memory is taken by code that had its turn.
test_golden()
{
    memory=30
    few=6
    moments=3
    for case in "$cases"/*/*; do
        name=${case#"$cases"/}
        if [ "$(cat "$case/status")" -le 1 ] && [ "$(wc -l <"$case/cmd")" -eq 1 ] &&
            grep -q '^kidx-[^][|;&<>()$`]*$' "$case/cmd"; then
            begin "$name"
            eval "try 'case $name' $(cat "$case/cmd")"
        fi
    done
}

# --- all signals ---

# Each that ends a process for what others do, or for a limit, or where a library gives up.
test_signals()
{
    begin
    for number in $(seq 64); do
        case $(kill -l "$number" 2>/dev/null) in
        HUP | INT | QUIT | ABRT | USR1 | USR2 | PIPE | ALRM | TERM | XCPU | VTALRM | PROF) ;;
        *) continue ;;
        esac
        : >wrong
        inject "-d signal -n 4 -s $number" kidx-digest -j2 -o place/result records
        tap_check "signal $number: nothing is left" test ! -s wrong || cat wrong
    done
}

# --- whether all of it was reached ---

# Each tool, and in it each kind of call. Of the few that a sanitizer has time for, some kinds
# of memory are missed by chance.
test_reached()
{
    if [ "$KIDX_CHECKER" = sanitize ] && [ -z "${KIDX_LONG-}" ]; then
        tap_skip 'every kind of call failed once' 'with the sanitizer few calls are tried'
        return
    fi
    for tool in $KIDX_PROGRAMS; do
        awk -v tool="$tool" '
            $1 == tool { for (i = 4; i < NF; i += 2) count[$i] += $(i + 1) }
            END { for (kind in count) if (count[kind] == 0) print kind
                  if (count["read"] == 0) print "none" }' "$faults" >missed
        tap_check "$tool: every kind of call failed once" test ! -s missed || tap_show missed
    done
    awk '{ faults += $3 } END { print "# " faults " faults" }' "$faults"
}

: >"$faults"
test_digest
test_csv2run
test_validate
test_compare
test_stat
test_report
test_signals
[ -z "${KIDX_LONG-}" ] || test_golden
cd "$tap_directory" || exit 99
test_reached
tap_done
