#!/bin/bash
# part-stat.sh: the median of each (workload, protocol, environment), by kidx-stat, DuckDB,
# Miller, and jq with datamash. All take the median as quantile type 7 gives it, and all
# must give the same, each number of it.
#
# shellcheck disable=SC2034,SC2154  # set in run, measure.sh and rows.sh

# medians_of FILE: lines "workload protocol environment median", sorted, of what one of them
# wrote: ours, or columns in that order.
medians_of()
{
    sed -n '/^{/!p
s/^{"by":{".run.spec.environmentDigest":"\([^"]*\)",".run.spec.protocolDigest":"\([^"]*\)",".run.spec.workloadDigest":"\([^"]*\)"},.*"median[a-z_]*":\([0-9.]*\),.*/\3 \2 \1 \4/p' "$1" |
        awk '$4 + 0 > 0 { printf "%s %s %s %.17g\n", $1, $2, $3, $4 }' | sort
}

stat_prepare()
{
    local latency=.run.spec.timing.latencyNs.median
    set -- "$build/kidx-stat" "${stat_options[@]}"
    "$@" "$input" >"$work/out" || fail 'kidx-stat failed'
    medians_of "$work/out" >"$work/medians"
    row stat medians 'kidx-stat, medians' "$@"
    row stat_value medians 'kidx-stat, by path' "$@" "--value=$latency"
    if [ -n "$node" ] && npm_install @duckdb/node-api; then
        row duckdb medians 'DuckDB, one thread' "$node" "$here/peer-duckdb.mjs" \
            "$work/npm/node_modules/@duckdb/node-api"
    else
        skip 'DuckDB: npm cannot install @duckdb/node-api'
    fi
    stat_miller
    stat_datamash
}

stat_miller()
{
    if ! have mlr; then
        skip 'Miller: not installed (Debian: miller)'
        return
    fi
    # Picking the members first takes half of what flatten takes.
    # shellcheck disable=SC1010,SC2016
    row miller medians 'Miller' mlr --ijsonl --otsv --headerless-csv-output put '
        $* = {"w": $run["spec"]["workloadDigest"], "p": $run["spec"]["protocolDigest"],
            "e": $run["spec"]["environmentDigest"],
            "m": $run["spec"]["timing"]["latencyNs"]["median"]}' \
        then stats1 -i -a p50 -f m -g w,p,e
    shown[miller]="mlr put '\$* = {…}' then stats1 -i -a p50 -f m -g w,p,e bundles.ndjson"
}

stat_datamash()
{
    if ! have datamash || ! have jq; then
        skip 'datamash: not installed (Debian: datamash, jq)'
        return
    fi
    # shellcheck disable=SC2016
    pipe_row datamash medians 'jq and datamash' 'jq -r ".run.spec |
        [.workloadDigest, .protocolDigest, .environmentDigest, .timing.latencyNs.median] |
        @tsv" "$1" | datamash -s -g 1,2,3 median 4'
    shown[datamash]="jq -r '.run.spec | […] | @tsv' bundles.ndjson | datamash -s -g 1,2,3 median 4"
}

stat_targets()
{
    local name
    for name in stat stat_value; do
        target "${label[$name]}, to DuckDB" "$(ratio duckdb "$name")" '>=' 3 x \
            "$(commands "$name" duckdb)"
    done
    target 'kidx-stat, peak memory, MiB' "$(mebibytes "$(median stat 2)")" '<=' 20 '' \
        "$(commands stat)"
}
