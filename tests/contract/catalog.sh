#!/bin/sh
# The catalog sample of ../shared and the seeds: every digest and key in them holds, and
# with any one thing changed no longer.
set -u

# shellcheck source=tests/tap.sh
. "${KIDX_SOURCE:?is set by make check}/tests/tap.sh"

catalog=$KIDX_SHARED/data/registry/catalog-sample.ndjson.gz

tap_run kidx-digest --check -v "$KIDX_SOURCE/data/sample/records.ndjson"
tap_status 0 'our own sample: exit 0'
tap_same "$KIDX_SOURCE/data/sample/records.ndjson" out 'our own sample: unchanged'
tap_said ': 20 read = 20 passed (12 unchecked) + 0 rejected + 0 skipped$' \
    'our own sample: what was checked'

if [ ! -f "$catalog" ]; then
    tap_skip 'the catalog sample' "there is no $catalog"
    tap_done
    exit
fi

# A seed is one object over many lines, without line breaks in its strings.
for seed in "$KIDX_SHARED"/data/seeds/*.json; do
    tr '\n' ' ' <"$seed"
    echo
done >seeds
tap_run kidx-digest --check -v seeds
tap_status 0 'seeds: exit 0'
tap_same seeds out 'seeds: unchanged'
tap_said ': 3 read = 3 passed + 0 rejected + 0 skipped$' 'seeds: all were checked'

gzip -dc "$catalog" >text
tap_run kidx-digest --check -v text
tap_status 0 'catalog: exit 0'
tap_same text out 'catalog: unchanged'
# Rows without manifest, and projects, have nothing to check.
unchecked=$(grep -vc -e '^{"table":"\(operations\|workloads\|serving_workloads\|implementations\)"' \
    -e '^{"table":"\(benchmark_runs\|serving_runs\|model_revisions\)"' \
    -e '^{"table":"\(serving_stack_revisions\|serving_configurations\)"' text)
tap_said " passed ($unchecked unchecked) + 0 rejected + 0 skipped\$" \
    'catalog: all rows that store a digest were checked'
tap_run kidx-digest --check --jobs=2 text
tap_same text out 'catalog, --jobs=2: unchanged'
tap_run kidx-digest --check "$catalog"
tap_same text out 'catalog, from gzip: unchanged'
gzip -dc "$catalog" | kidx-digest --check >out
tap_same text out 'catalog, from a pipe: unchanged'
kidx-digest --check -z "$catalog" >out.gz
gzip -dc out.gz >out
tap_same text out 'catalog, through -z and back: unchanged'
tap_run kidx-digest --check out.gz
tap_same text out 'catalog, through -z and from that gzip: unchanged'

# Every 97th change where each run is slow; then not each table has each of them.
step=1
[ "$KIDX_CHECKER" = none ] || step=97
"$KIDX_BUILD/tests/oracle/mutate" expected "$step" <text | kidx-digest --check -v 2>err >out
tap_same text out 'changed rows: all others pass'
sed -n 's/^kidx-digest: -:\([0-9]*\):[0-9]*: error: .* \[digest_mismatch\]$/\1/p' err >rejected
tap_check 'changed rows: no message but of digests that differ' \
    test "$(wc -l <rejected)" -eq "$(grep -c ': error: ' err)"

# For each table and kind of change, how many were rejected of how many.
awk 'NR == FNR { rejected[$1] = 1; next }
     { key = $2 " " $3; count[key]++; if (rejected[$1]) found[key]++; delete rejected[$1] }
     END { for (key in count) print key, found[key] + 0, count[key]
           for (line in rejected) print "no such change", line }' rejected expected |
    sort >counts
while read -r table change found count; do
    tap_check "changed rows: $table, $change: $count of $count rejected" \
        test "$found" = "$count"
done <counts
if [ "$step" -eq 1 ]; then
    # Nine tables: name, value and digest in each, eight more members in benchmark_runs.
    tap_check 'changed rows: every kind in every table' test "$(wc -l <counts)" -eq 35
fi
tap_done
