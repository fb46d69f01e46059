#!/bin/sh
# kidx-validate on real data, on every change of every member, and on what is made to hurt.
set -u

# shellcheck source=tests/tap.sh
. "${KIDX_SOURCE:?is set by make check}/tests/tap.sh"

helpers=$KIDX_BUILD/tests/system
registry=$KIDX_SHARED/data/registry
liger=$KIDX_SHARED/data/liger/all_benchmark_data.csv

# How many findings of a code the last tap_run said.
count_code()
{
    grep -c "\[$1\]\$" err
}

# counts WANT TEXT: the number of findings of each code that was said, as "CODE NUMBER …".
counts()
{
    got=$(sed -n 's/.*: \(error\|warning\): .*\[\(.*\)\]$/\2/p' err | sort | uniq -c |
        awk '{ printf("%s%s %d", NR == 1 ? "" : " ", $2, $1) }')
    if [ "$1" = "$got" ]; then
        tap_pass "$2"
    else
        tap_fail "$2"
        printf '# want: %s\n# got:  %s\n' "$1" "$got"
    fi
}

# --- the list of checks ---

# Each check stands in the manual page, and has a golden case that fails and one that does
# not.
test_list()
{
    cases=$KIDX_SOURCE/tests/cases/kidx-validate
    kidx-validate --list-checks >checks
    awk '/^\.It Cm/ { for (i = 3; i <= NF; i++) if ($i ~ /^[a-z0-9_]+$/) print $i }' \
        "$KIDX_SOURCE/man/kidx-validate.1" | sort >page
    awk '{ print $1 }' checks | sort >listed
    tap_same listed page 'the manual page has exactly the checks of --list-checks'
    while read -r code level _; do
        case=code-$(echo "$code" | tr _ -)
        [ "$level" = error ] && want=1 || want=0
        tap_check "$code: its case has that code and exit $want" \
            eval "grep -q '\[$code\]\$' '$cases/$case/err' &&
                  test \"\$(cat '$cases/$case/status')\" = $want"
        tap_check "$code: its good case has nothing" \
            test ! -s "$cases/$case-good/err" -a "$(cat "$cases/$case-good/status")" = 0
    done <checks
}

# --- changes of every member ---

# judge TEXT PREFIX: verdicts on the file records must be right; pointers begin with PREFIX.
judge()
{
    kidx-validate --verdicts --max-findings=100 records >verdicts 2>err
    awk -v prefix="$2" '{ $4 = $4 == "-" && prefix != "" ? prefix : $4 == "-" ? "-" : prefix $4
                          print }' expected >expected.at
    "$KIDX_BUILD/tests/oracle/mutations" --judge expected.at <verdicts >table 2>wrong
    while read -r kind class right count; do
        tap_check "$1: $kind, $class: $right of $count right" test "$right" -eq "$count"
    done <table
    [ -s wrong ] && tap_show wrong
}

test_mutations()
{
    tap_check 'changes: each member has one that is to be refused' \
        "$KIDX_BUILD/tests/oracle/mutations" all all.expected
    tap_check 'changes: no two are alike' test -z "$(sort all | uniq -d)"
    printf '# %d changes, %d of them good\n' "$(wc -l <all)" \
        "$(grep -c ' valid ' all.expected)"
    step=1
    [ "$KIDX_CHECKER" = none ] || step=13
    awk -v step=$step 'NR % step == 0' all >records
    awk -v step=$step 'NR % step == 0' all.expected >expected
    judge 'manifests' ''
    # In a row; without apiVersion or kind it would be no manifest.
    paste -d ' ' expected records | grep -v '^[A-Za-z]* drop not_a_record' >both
    cut -d ' ' -f 1-4 both >expected
    cut -d ' ' -f 5- both | sed 's/.*/{"table":"projects","row":{"manifest":&}}/' >records
    judge 'rows' /row/manifest
}

# --- the catalog ---

test_catalog()
{
    gzip -dc "$registry/catalog-sample.ndjson.gz" >catalog
    for file in catalog "$registry/examples.ndjson"; do
        tap_run kidx-validate "$file"
        tap_status 0 "${file##*/}: exit 0"
        tap_same "$file" out "${file##*/}: all of it passes"
        tap_check "${file##*/}: nothing is said" test ! -s err
    done
    tap_run kidx-validate --jobs=3 "$registry/catalog-sample.ndjson.gz"
    tap_same catalog out 'catalog, --jobs=3, from gzip: all of it passes'

    # Runs come behind what they name, so the 43 are found at once. 83 names of benchmark
    # runs and 23 of serving runs are shared; of the first, 43 with a run that is rejected.
    tap_run kidx-validate --refs -v catalog
    tap_status 1 'catalog, --refs: exit 1'
    counts 'name_collision 63 operation_mismatch 43 unresolved 1' 'catalog, --refs: findings'
    tap_check 'catalog, --refs: all but 43 pass' \
        test "$(wc -l <out)" -eq $(($(wc -l <catalog) - 43))
    tap_said ': error: /row/manifest/spec/operation/specDigest: nothing has the digest ' \
        'catalog, --refs: an operation is not there'
    tap_run kidx-validate --refs -v --warn=operation_mismatch catalog
    counts 'name_collision 106 operation_mismatch 43 unresolved 1' \
        'catalog, --refs, mismatches pass: findings'
    cut -d : -f 3 err | sort >want

    # The other way round nothing is there in time; all that is said is late.
    sed '1!G; h; $!d' catalog >reversed
    tap_run kidx-validate --refs -v reversed
    tap_same reversed out 'catalog reversed, --refs: all of it passes'
    counts 'name_collision 106 operation_mismatch 43 unresolved 1' \
        'catalog reversed, --refs: findings'
    tap_said ': 150 late (' 'catalog reversed, --refs: all are late'
    tap_run kidx-validate --refs --jobs=4 -q -v --rejects=log reversed
    counts 'operation_mismatch 43 unresolved 1' 'catalog reversed, --jobs=4: the errors'
    tap_check 'catalog reversed: late ones are in --rejects, without input' \
        test "$(grep -c '"input":null' log)" -eq 150
}

# --- Liger ---

test_liger()
{
    kidx-csv2run --objects "$liger" >records
    tap_run kidx-validate --refs -v records
    tap_status 0 'Liger: exit 0'
    tap_same records out 'Liger: all of it passes'
    counts 'identity_collision 13 name_collision 92 name_conflict 21' 'Liger: findings'
    shared=$(sed -n 's/.*: \([0-9]*\) runs have the name .*/\1/p' err |
        awk '{ sum += $1 } END { print sum }')
    tap_check "Liger: 92 names are shared by $shared runs" test "$shared" -eq 539

    # A workload that is named often is dropped.
    kidx-digest --select='.kind == "WorkloadCase"' records |
        sed 's/^{"digest":"\([^"]*\)".*/\1/' | while read -r digest; do
        echo "$(grep -c "workloadDigest\":\"$digest" records) $digest"
    done | sort -rn | head -n 1 >often
    read -r count digest <often
    kidx-digest --where --select='.kind == "WorkloadCase"' records |
        sed -n "s/^{\"digest\":\"$digest\".*\"line\":\([0-9]*\).*/\1/p" >line
    sed "$(cat line)d" records >dropped
    tap_run kidx-validate --refs -v --rejects=log dropped
    tap_status 1 'Liger, a workload dropped: exit 1'
    tap_same dropped out 'Liger, a workload dropped: all of the rest passes'
    sed -n 's/^kidx-validate: dropped:\([0-9]*\): error: .*\[unresolved\]$/\1/p' err >got
    grep -n "workloadDigest\":\"$digest" dropped | cut -d : -f 1 >want
    tap_same want got "Liger, a workload dropped: exactly the $count runs that name it"
    tap_run kidx-validate --refs -q -v dropped
    counts "unresolved $count" 'Liger, a workload dropped: no other error'
    kidx-digest records >known
    tap_run kidx-validate --refs -q --known=known dropped
    tap_status 0 'Liger, a workload dropped, but known: exit 0'
}

# --- cases of users ---

# case NUMBER STATUS LINES REJECTED: exit status, lines that pass, and lines that are rejected
# with their codes.
judge_case()
{
    file=$(echo "$KIDX_SHARED/suites/cases/$1"-*/input)
    tap_run kidx-validate -v <"$file"
    rejected=$(sed -n 's/^kidx-validate: -:\([0-9]*\)[0-9:]*: error: .*\[\(.*\)\]$/\1 \2/p' err |
        tr '\n' ' ')
    name=${file%/input}
    got="exit $status, $(wc -l <out | tr -d ' ') lines, rejected: ${rejected% }"
    want="exit $2, $3 lines, rejected: $4"
    tap_check "cases/${name##*/}: $want" test "$want" = "$got" || printf '# %s\n' "$got"
}

test_cases()
{
    judge_case 15 1 1 '2 syntax'
    judge_case 16 0 2 ''
    judge_case 18 0 2 ''
    judge_case 24 1 1 '2 bom'
    judge_case 27 1 2 '2 syntax'
    judge_case 31 0 2 ''
    judge_case 32 2 1 ''
    judge_case 33 0 1 ''
    judge_case 34 2 2 ''
    judge_case 50 1 0 '1 bad_pattern 2 bad_pattern 3 bad_pattern'
    judge_case 51 1 2 '1 digest_mismatch 2 bad_pattern'
    judge_case 52 1 7 '3 wrong_type 4 out_of_range 10 bad_duration'
}

# --- what is made to hurt ---

# hurt TEXT STATUS CODE OPTION...: the program ends in time with that exit status and code
# (- for none), and no signal.
hurt()
{
    text=$1
    want=$2
    code=$3
    shift 3
    limit=60
    [ "$KIDX_CHECKER" = none ] || limit=1200
    tap_run timeout "$limit" kidx-validate "$@"
    if tap_status "$want" "hostile: $text: exit $want" && [ "$code" != - ]; then
        tap_said "\[$code\]\$" "hostile: $text: $code"
    fi
}

# repeat COUNT TEXT BETWEEN: TEXT over and over, each # in it being the number.
repeat()
{
    awk -v count="$1" -v text="$2" -v between="$3" 'BEGIN {
        parts = split(text, part, "#")
        for (i = 0; i < count; i++) {
            printf("%s%s", i == 0 ? "" : between, part[1])
            for (k = 2; k <= parts; k++)
                printf("%d%s", i, part[k])
        } }'
}

# A BenchmarkRun with more members of its spec.
run_with()
{
    zeros=0000000000000000000000000000000000000000000000000000000000000000
    printf '{"apiVersion":"kernelindex.dev/v1alpha1","kind":"BenchmarkRun",'
    printf '"metadata":{"name":"r"},"spec":{'
    for member in implementation workload protocol environment; do
        printf '"%sDigest":"sha256:%s",' $member $zeros
    done
    printf '"status":"passed","observedAt":"2026-01-02T03:04:05Z",%s}}\n' "$1"
}

# JSON Schema has names that look like variables.
# shellcheck disable=SC2016
test_hostile()
{
    many=100000
    [ "$KIDX_CHECKER" = none ] || many=2000
    echo 1 >one
    echo '{"$ref":"#"}' >schema
    hurt 'a schema that is itself' 1 schema_limit --schema=schema one
    echo '{"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}},"$ref":"#/$defs/a"}' >schema
    hurt 'two schemas that are each other' 1 schema_limit --schema=schema one
    echo '{"allOf":[{"$ref":"#"},{"$ref":"#"}]}' >schema
    hurt 'a schema that is itself twice' 1 schema_limit --schema=schema one
    echo '{"pattern":"^(a+)+$"}' >schema
    (printf '"' && repeat $many a '' && echo '!"') >input
    hurt 'a pattern that backtracks' 1 pattern_limit --schema=schema input
    (printf '{"anyOf":[' && repeat $many '{"properties":{"a":{"const":#}}}' , && echo ']}') >schema
    (echo '{"a":-1}' && echo "{\"a\":$((many - 1))}") >input
    hurt "$many alternatives" 1 no_alternative --schema=schema input
    tap_check "hostile: $many alternatives: one holds" test "$(wc -l <out)" -eq 1
    echo '{"uniqueItems":true}' >schema
    (printf '[' && repeat $((10 * many)) '#' , && echo ']') >input
    (printf '[' && repeat $((10 * many)) '{"a":[#]}' , && echo ',{"a":[7]}]') >>input
    hurt "$((10 * many)) elements that are to be unique" 1 not_unique --schema=schema input
    tap_check "hostile: $((10 * many)) elements that are unique pass" test "$(wc -l <out)" -eq 1
    (repeat 3000 '{"items":' '' && printf '{}' && repeat 3000 '}' '' && echo) >schema
    hurt 'a schema of depth 3000' 2 too_deep --schema=schema one
    printf '\377\000[' >schema
    hurt 'a schema that is none' 2 - --schema=schema one
    run_with "$(repeat $many '"k#":1' ,)" >input
    hurt "$many members that are not known" 1 unknown_member -v --max-findings=1000 input
    tap_check "hostile: $many members that are not known: 1000 are said" \
        test "$(count_code unknown_member)" -eq 1000
    hurt "$many members that are ignored" 1 schema_limit --ignore=unknown_member input
    run_with "\"measurements\":[$(repeat $many \
        '{"metric":"m","unit":"u","statistic":"p20","value":#},{"metric":"m#","unit":"u","statistic":"p80","value":-1}' ,)]" >input
    hurt "$many measurements" 0 - input
    run_with "\"measurements\":[{\"metric\":\"m\",\"unit\":\"u\",\"statistic\":\"p05\",\"value\":1},$(repeat \
        $many '{"metric":"m","unit":"u","statistic":"p20","value":1},{"metric":"m","unit":"u","statistic":"p80","value":0}' ,)]" >input
    hurt "$many measurements in disorder" 1 quantile_order --max-findings=1000 input
    run_with "\"sourceNative\":{\"source\":\"s\",\"metrics\":{$(repeat $many '"m#_ms":1' ,)}}" >input
    hurt "$many milliseconds" 0 - input
    # Names that only a keyed hash keeps apart must not be needed: digests that begin alike.
    repeat $((many / 10)) "sha256:0000000000000000000000000000000000000000000000000000000000000000" '
' >known
    hurt "a digest known $((many / 10)) times" 0 - --refs --known=known "$KIDX_SOURCE/tests/cases/kidx-validate/code-too-long-good/in"
}

# --- memory ---

# The peak in KiB of a run with these options on the file: $peak.
measure()
{
    "$helpers/peak" measured kidx-validate "$@" >out 2>err
    status=$?
    read -r peak _ <measured
}

# Runs with a name, external id and digest each.
many_runs()
{
    run_with '"sourceNative":{"source":"s","externalId":"e"}' |
        awk -v count="$1" '{
            split($0, part, /"name":"r"|"externalId":"e"/)
            for (i = 0; i < count; i++)
                printf("%s\"name\":\"r%d\"%s\"externalId\":\"e%d\"%s\n", part[1], i, part[2],
                       i, part[3]) }'
}

test_memory()
{
    if [ "$KIDX_CHECKER" != none ]; then
        tap_skip 'memory' "a limit of memory means nothing to $KIDX_CHECKER"
        return
    fi
    echo '{"uniqueItems":true}' >schema
    for element in 1 '#'; do
        (printf '[' && repeat 1000000 "$element" , && echo ']') >input
        size=$(wc -c <input)
        measure --schema=schema input
        tap_check "memory: $peak KiB for $size bytes of elements '$element' to be unique" \
            test "$peak" -le $((10 * size / 1024 + 8192))
    done
    many_runs 1000 >few
    many_runs 300000 >many
    measure few
    few=$peak
    measure many
    tap_check "memory: $peak KiB for 300,000 runs, $few for 1,000" \
        test "$peak" -le 10240 -a "$peak" -le $((few + 1024))
    measure --refs --ignore=unresolved few
    few=$peak
    measure --refs --ignore=unresolved many
    # A digest, a name and an external id each.
    bytes=$(((peak - few) * 1024 / 299000))
    tap_check "memory: $bytes bytes for a run with --refs" test "$bytes" -le $((80 + 32 + 32))
    rm -f many
}

test_list
test_mutations
test_hostile
test_memory
if [ -d "$registry" ]; then
    test_catalog
    test_liger
    test_cases
else
    tap_skip 'the catalog sample, Liger and cases of users' "there is no $KIDX_SHARED"
fi
tap_done
