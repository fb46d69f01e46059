#!/bin/sh
# kidx-stat: what does not depend on order, on splitting and on workers, against figures
# that are computed elsewhere; and, where the shared data is, the repeats in Liger-Kernel's
# file.
set -u

# shellcheck source=tests/tap.sh
. "${KIDX_SOURCE:?is set by make check}/tests/tap.sh"

liger=$KIDX_SHARED/data/liger/all_benchmark_data.csv

# --- input ---

# Records with 1,000 values, of two units, in seven groups, some without a value; so long
# that several workers have some.
make_values()
{
    awk 'BEGIN {
        state = 7
        long = sprintf("%500s", "")
        for (i = 0; i < 3000; i++) {
            state = (state * 16807) % 2147483647
            value = (state % 1000) * (state % 7 - 1) / 8
            if (i % 50 == 0) value = "null"
            printf "{\"g\":%d,\"long\":\"%s\",\"m\":{\"unit\":\"%s\",\"value\":%s}}\n", state % 7,
                long, state % 7 == 3 && i % 2 ? "us" : "ns", value
        }
    }'
}

# The lines of a file in another order, the same for the same key.
shuffle()
{
    awk -v key="$1" '{ printf "%d\t%s\n", (NR * 7919 + key * 104729) % 15485863, $0 }' "$2" |
        sort -n | cut -f 2-
}

# --- order and splits ---

# Part $1 of $2 of the file values.
part()
{
    awk -v number="$1" -v parts="$2" 'NR % parts == number' values
}

# same_in_parts TEXT READING MERGING: equal bytes from the whole and from states of parts,
# in any order, an empty one among them, and merged in two steps.
same_in_parts()
{
    # Options are words.
    # shellcheck disable=SC2086
    {
        kidx-stat $2 values >whole 2>whole.err
        kidx-stat $2 --emit=state values >whole.state 2>/dev/null
        tap_check "$1: something comes out" test -s whole
        for seed in 1 2; do
            shuffle "$seed" values >shuffled
            kidx-stat $2 -j 3 shuffled >out 2>err
            tap_same whole out "$1: shuffled, three workers"
            tap_same whole.err err "$1: shuffled, the same messages"
        done
        for parts in 1 2 3 11; do
            rm -f state.*
            kidx-stat $2 --emit=state </dev/null >state.empty
            for number in $(seq 0 $((parts - 1))); do
                part "$number" "$parts" | kidx-stat $2 --emit=state >"state.$number" 2>/dev/null
            done
            cat state.* >states
            shuffle "$parts" states >shuffled
            kidx-stat $3 --merge shuffled >out 2>err
            tap_same whole out "$1: $parts parts, merged"
            tap_same whole.err err "$1: $parts parts, the same messages"
            kidx-stat $3 --merge --emit=state shuffled >out 2>/dev/null
            tap_same whole.state out "$1: $parts parts, merged to a state"
            head -n 9 shuffled | kidx-stat $3 --merge --emit=state >first 2>/dev/null
            tail -n +10 shuffled | kidx-stat $3 --merge --emit=state >second 2>/dev/null
            kidx-stat $3 --merge second first >out 2>/dev/null
            tap_same whole out "$1: $parts parts, merged in two steps"
        done
    }
}

test_parts()
{
    make_values >values
    same_in_parts 'one group' '--value=.m.value?' ''
    same_in_parts 'seven groups, one mixed' '--value=.m.value --by=.g' ''
    same_in_parts 'buckets' '--value=.m.value --by=.g --exact-max=40 --sketch=0.01' \
        '--exact-max=40 --sketch=0.01'
    same_in_parts 'buckets or not' '--value=.m.value --by=.m.unit --exact-max=200 --sketch=0.02' \
        '--exact-max=200 --sketch=0.02'
    same_in_parts 'counts' '--count --by=.g,.m.unit' ''
    for jobs in 1 3; do
        tap_run kidx-stat --value=.m.value --by=.g --exact-max=100 -j "$jobs" values
        tap_status 2 "too many values, $jobs workers: exit 2"
        tap_check "too many values, $jobs workers: the group is named" \
            grep -q 'group {".g":0} has more than 100 different values' err
    done
}

# --- figures ---

# member NAME: its value in the first line of out.
member()
{
    sed -n "1s/.*\"$1\":\\([^,]*\\),.*/\\1/p" out
}

# figure NAME WANT: expect it.
figure()
{
    tap_check "$1 is $2" test "$(member "$1")" = "$2"
}

# In 60 digits the mean of the logarithms is that of 1000499957.8541539808721937.
test_geomean()
{
    awk 'BEGIN { for (i = 0; i < 1000000; i++) print "{\"v\":" 1000000000 + i "}" }' >million
    kidx-stat --value=.v --exact-max=1000000 --stat=geomean,mean,median,sd million >out
    figure geomean 1000499957.854154
    figure mean 1000499999.5
    figure median 1000499999.5
    figure sd 288675.2789323441
    kidx-stat --value=.v --sketch=0.01 --stat=geomean,mean,sd,min,max million >out
    figure geomean 1000499957.854154
    figure mean 1000499999.5
    figure sd 288675.2789323441
    figure min 1000000000
    figure max 1000999999
    rm million
}

# Whether the file both has nine quantiles, of which the second spelling is off by at most
# the share $1.
are_within()
{
    awk -v alpha="$1" '
        { off = $3 / $2 - 1; if (off > alpha || off < -alpha) exit 1; count++ }
        END { if (count != 9) exit 1 }' both
}

# Each quantile that is asked of buckets is within alpha of the one of all values.
test_sketch()
{
    awk 'BEGIN {
        value = 1
        for (i = 0; i < 5000; i++) {
            value = (value * 16807) % 2147483647
            print "{\"v\":" value / 1000 "}"
        }
    }' >values
    quantiles=p01,p05,p20,p25,median,p75,p80,p95,p99
    for type in 1 7; do
        kidx-stat --value=.v --stat=$quantiles --quantile-type=$type values >out
        for name in p01 p05 p20 p25 median p75 p80 p95 p99; do
            echo "$name $(member "$name")"
        done >exact
        for alpha in 0.1 0.01 0.001; do
            kidx-stat --value=.v --stat=$quantiles --quantile-type=$type --exact-max=10 \
                --sketch=$alpha values >out
            while read -r name value; do
                echo "$name $value $(member "$name")"
            done <exact >both
            tap_check "type $type, alpha $alpha: all quantiles are within it" are_within "$alpha"
        done
    done
}

# --- Liger-Kernel's file ---

test_liger()
{
    if [ ! -f "$liger" ]; then
        tap_skip 'the whole file of Liger-Kernel' 'it is not there (KIDX_SHARED)'
        return
    fi
    kidx-csv2run --objects "$liger" >runs
    tap_run kidx-stat --by=.run.spec.workloadDigest,.run.spec.protocolDigest,.run.spec.environmentDigest \
        --stat=median runs
    tap_status 0 'Liger: medians of cases, exit 0'
    tap_check 'Liger: 714 cohorts' test "$(grep -c '"kind":"kidx.stat/v1"' out)" -eq 714
    tap_check 'Liger: 1,649 values' test "$(sed -n 's/.*"n":\([0-9]*\),.*/\1/p' out |
        awk '{ sum += $1 } END { print sum }')" -eq 1649
    grep -v kidx.summary out >whole
    cat runs runs >twice
    shuffle 5 twice >shuffled
    kidx-stat --by=.run.spec.workloadDigest,.run.spec.protocolDigest,.run.spec.environmentDigest \
        --stat=median -j 3 shuffled | grep -v kidx.summary >got
    tap_same whole got 'Liger: each run twice, shuffled, three workers, the same'
    # The same medians, by sort and awk.
    sed -n 's/^.*"environmentDigest":"\([^"]*\)".*"protocolDigest":"\([^"]*\)".*"median":\([0-9]*\).*"workloadDigest":"\([^"]*\)".*/\4 \2 \1 \3/p' runs |
        sort -k 1,3 -k 4,4n | awk '
            function finish() {
                if (count > 0)
                    printf "%s %.1f\n", case, (values[int((count + 1) / 2)] + values[int(count / 2) + 1]) / 2
                count = 0
            }
            { key = $1 " " $2 " " $3 }
            key != case { finish(); case = key }
            { values[++count] = $4 }
            END { finish() }' | sort >want
    sed -n 's/^{"by":{".run.spec.environmentDigest":"\([^"]*\)",".run.spec.protocolDigest":"\([^"]*\)",".run.spec.workloadDigest":"\([^"]*\)"}.*"median_of_medians":\([0-9.]*\).*/\3 \2 \1 \4/p' out |
        awk '{ printf "%s %s %s %.1f\n", $1, $2, $3, $4 }' | sort >got
    tap_check 'Liger: all cases are compared' test "$(wc -l <got)" -eq 714
    tap_same want got 'Liger: their medians are those of sort and awk'
}

test_parts
test_geomean
test_sketch
test_liger
tap_done
