#!/bin/sh
# kidx-compare on data that is known: ranks, keys and records that others computed, and
# equal bytes whatever the order of the input, its split and the number of workers.
set -u

# shellcheck source=tests/tap.sh
. "${KIDX_SOURCE:?is set by make check}/tests/tap.sh"

catalog=$KIDX_SHARED/data/registry/catalog-sample.ndjson.gz
csv=$KIDX_SHARED/data/liger/all_benchmark_data.csv

# member NAME: its value, of each line that has it; quotes of a text are taken off.
member()
{
    sed -nE 's/.*"'"$1"'":("[^"]*"|[^,}]*).*/\1/p' | tr -d '"'
}

# count WANT TEXT COMMAND...: expect that many lines.
count()
{
    tap_want=$1
    tap_what=$2
    shift 2
    tap_got=$("$@" | wc -l | tr -d ' ')
    tap_check "$tap_what: $tap_got" test "$tap_got" -eq "$tap_want"
}

# shuffle FILE: its lines in another order, the same one each time.
shuffle()
{
    awk 'BEGIN { srand(7) } { printf "%.9f\t%s\n", rand(), $0 }' "$1" | sort | cut -f 2-
}

# same_bytes TEXT OPTION...: of the file all, whatever is done to it.
same_bytes()
{
    what=$1
    shift
    kidx-compare "$@" all >straight 2>straight.err
    shuffle all >shuffled
    kidx-compare "$@" shuffled >got 2>/dev/null
    tap_same straight got "$what, another order: equal bytes"
    kidx-compare -j 4 "$@" all >got 2>/dev/null
    tap_same straight got "$what, --jobs=4: equal bytes"
    awk 'NR % 3 == 1' all >first
    awk 'NR % 3 == 2' all >second
    awk 'NR % 3 == 0' all | gzip -c >third.gz
    kidx-compare -j 2 "$@" third.gz - second <first >got 2>/dev/null
    tap_same straight got "$what, three files: equal bytes"
}

# --- the sample that is shipped ---

kidx-csv2run --objects "$KIDX_SOURCE/data/sample/liger-sample.csv" >all
head -n 60 all >base
sed 's/"observedAt":"2/"observedAt":"3/' base >later
cat all later >both
mv both all
for mode in '' --records '--records --holders' --table '--records --table' \
    --best-per=implementation --latest-per=implementation --base=role:baseline \
    '--base=role:baseline --table' --base=impl:liger --base=best --base=previous \
    --base=record@2500-01-01T00:00:00Z --base=label:liger_version=0.5.9 --base=base \
    '--base=base --table' '--base=role:baseline --suite' \
    '--base=best --suite --by=.environment.spec.hardware.product?' \
    '--base=base --suite --table'; do
    # Options hold no blanks.
    # shellcheck disable=SC2086
    same_bytes "kidx-compare${mode:+ $mode}" $mode
done

tap_run kidx-compare --base=role:baseline --samples=/dev/null --fail-on=broke all
tap_status 0 'no directory of samples: exit 0'

# --- Liger ---

if [ -r "$csv" ]; then
    kidx-csv2run --objects "$csv" >liger
    kidx-compare liger >out
    grep -v 'kidx.summary' out >ranks
    count 1649 'Liger: runs' cat ranks
    member cohort <ranks | sort | uniq -c | awk '{ print $1 }' | sort | uniq -c |
        awk '{ print $2 ":" $1 }' | tr '\n' ' ' >got
    echo '2:562 3:83 4:69 ' | tr -d '\n' >want
    tap_same want got 'Liger: cohorts of 2, 3 and 4'
    member rank <ranks | awk '{ sum += $1 } END { print sum }' >got
    echo 2865 >want
    tap_same want got 'Liger: sum of ranks'
    count 5 'Liger: runs tied with the one before' grep '"tied_with_previous":true' ranks
    member run_digest <ranks >digests
    member rank <ranks | paste -d ' ' digests - | sort >pairs
    hash=$(sha256sum <pairs | cut -c 1-64)
    tap_check 'Liger: each run has its rank' test "$hash" = \
        35b5d4ec7aaaf11765eaf47a6bc156ba3c9524365b3dd3f18d8c7ff388e690f1
    grep '"case":"liger-cross-entropy-tokens16384-vocab4096-fp32/liger-bench-do-bench-forward/liger-bench-nvidia-a100-sxm4-80gb/' ranks |
        member comparison_key | sort -u >got
    echo sha256:089e78f1304ee31af07ad3ec2450a20d08974c6b21aa643b5889f5ef4b3644f8 >want
    tap_same want got 'Liger: the comparison key of a cohort'
    kidx-compare --records liger | grep -v kidx.summary >records
    count 939 'Liger: record events' cat records

    tap_run kidx-compare --base=role:baseline liger
    tap_status 0 'Liger against its baselines: exit 0'
    grep -v kidx.summary out >pairs
    count 0 'Liger against its baselines: nothing is missing' grep missing_ pairs
    count 0 'Liger against its baselines: no role is unknown' grep ROLE_UNKNOWN pairs
    count 18 'Liger: megatron and torch of megatron_swiglu stay apart' grep \
        -e '"base_label":"torch".*"label":"megatron".*"workload":"liger-megatron-swiglu' pairs
    tap_run kidx-compare --base=label:liger_version=0.7.0 liger
    tap_status 2 'Liger has no case with two releases: exit 2'
    tap_said 'no case has both a base and a candidate' 'Liger has no case with two releases: said'
    # Another release: all times 20 % longer, so that each interval moves with its median.
    awk '/"liger_version":"0.7.0"/ {
        gsub(/"liger_version":"0.7.0"/, "\"liger_version\":\"0.7.1\"")
        line = $0
        out = ""
        while (match(line, /"(median|value)":[0-9]+/)) {
            text = substr(line, RSTART, RLENGTH)
            split(text, part, ":")
            out = out substr(line, 1, RSTART - 1) part[1] ":" int(part[2] * 1.2)
            line = substr(line, RSTART + RLENGTH)
        }
        print out line
    }' liger >slower
    tap_check 'a copy of a release that is 20 % slower has runs' test -s slower
    tap_run kidx-compare --base=label:liger_version=0.7.0 --fail-on=slower liger slower
    tap_status 1 'a release that is 20 % slower: the gate closes'
    tap_said 'slower: liger-.*, +20.0 %, BEYOND_FLOOR \[gate\]$' \
        'a release that is 20 % slower: the case is named'
    sed 's/"liger_version":"0.7.0"/"liger_version":"0.7.1"/' liger | grep '"0.7.1"' >same
    tap_run kidx-compare --base=label:liger_version=0.7.0 --fail-on=slower,faster liger same
    tap_status 0 'a release with the same times: exit 0'
    grep '"ratio":' out | member ratio | grep -v null | sort -u >got
    echo 1 >want
    tap_same want got 'a release with the same times: each ratio is 1'
    tap_run kidx-compare --base=role:baseline --suite \
        --by='.run.spec.sourceNative.benchmark | split("/")[0]' liger
    tap_status 0 'Liger as suites: exit 0'
    count 0 'Liger as suites: every kernel has a score' grep '"score":null' out
    tap_run kidx-compare --noise-model liger
    tap_status 0 'Liger: --noise-model, exit 0'
    tap_check 'Liger: 18 repeats' \
        test "$(sed 's/.*"pairs":\([0-9]*\).*/\1/' out | awk '{ sum += $1 } END { print sum }')" -eq 18
    cp out noise
    tap_run kidx-compare --base=role:baseline --noise=noise liger
    tap_status 0 'Liger with its noise: exit 0'
    count 0 'Liger with its noise: no floor comes of one pair' grep '"floor_source":"noise' out
    cp liger all
    same_bytes 'Liger, ranks'
    same_bytes 'Liger against its baselines' --base=role:baseline
    same_bytes 'Liger, its noise' --noise-model
    same_bytes 'Liger, suites' --base=role:baseline --suite
else
    tap_skip 'Liger' "no $csv"
fi

# --- the catalog ---

if [ -r "$catalog" ]; then
    gzip -dc "$catalog" >rows
    # Rows name each other by id: a row's id and digest, then what events say.
    awk '/^\{"table":"benchmark_runs"/ {
        match($0, /"id":"[^"]*"/); id = substr($0, RSTART + 6, RLENGTH - 7)
        match($0, /"runDigest":"[^"]*"/); digest = substr($0, RSTART + 13, RLENGTH - 14)
        match($0, /"comparisonKey":"[^"]*"/); key = substr($0, RSTART + 17, RLENGTH - 18)
        print digest, key >"keys"
        print id, digest >"ids"
    }
    /^\{"table":"record_events"/ {
        match($0, /"comparisonKey":"[^"]*"/); key = substr($0, RSTART + 17, RLENGTH - 18)
        match($0, /"runId":"[^"]*"/); run = substr($0, RSTART + 9, RLENGTH - 10)
        previous = "null"
        if (match($0, /"previousRunId":"[^"]*"/))
            previous = substr($0, RSTART + 17, RLENGTH - 18)
        print key, run, previous >"events"
    }' rows
    sort keys >want
    kidx-compare rows | grep -v kidx.summary >ranks
    member run_digest <ranks >digests
    member comparison_key <ranks | paste -d ' ' digests - | sort >got
    count 741 'catalog: runs' cat want
    tap_same want got 'catalog: each run has the comparison key that is stored'
    tap_run kidx-digest --check rows
    tap_status 0 'catalog: correctness keys are those that are stored'
    awk 'FNR == NR { digest[$1] = $2; next }
        { print $1, digest[$2], ($3 == "null" ? "null" : digest[$3]) }' ids events |
        sort >want
    kidx-compare --records rows | grep -v kidx.summary >records
    member comparison_key <records >first
    member run_digest <records >second
    member previous_run_digest <records | paste -d ' ' first second - | sort >got
    count 349 'catalog: record events' cat want
    tap_same want got 'catalog: the record events are those that are stored'
    cp rows all
    same_bytes 'catalog, ranks'
    same_bytes 'catalog, records' --records
else
    tap_skip 'catalog' "no $catalog"
fi

tap_done
