#!/bin/bash
# part-csv.sh: kidx-csv2run against its floor. What it writes is nine times what it reads, so
# it comes when all else is done, with rounds of its own and a fifth of the bytes (--long:
# all).
#
# shellcheck disable=SC2154  # set in run and measure.sh

csv_prepare()
{
    # shellcheck disable=SC2046
    cc_build csv-floor $(pkg-config --cflags --libs libcrypto)
}

# The output must pass the check; its bodies are what the floor hashes.
csv_prove()
{
    "$build/kidx-digest" --check "$work/records.ndjson" >/dev/null ||
        fail 'what kidx-csv2run wrote does not pass kidx-digest --check'
    "$build/kidx-digest" --canonical "$work/records.ndjson" >"$work/bodies"
}

csv_measure()
{
    local result
    note_run csv -o "$work/records.ndjson" "$build/kidx-csv2run" "$work/rows.csv" ||
        fail 'kidx-csv2run failed'
    [ -e "$work/bodies" ] || csv_prove
    rm -f "$work/out"
    result=$("${pinned[@]}" "$work/csv-floor" "$work/bodies" "$work/records.ndjson" \
        "$work/out") || fail 'csv-floor failed'
    note csv_floor - - "$(field seconds <<<"$result")"
}

csv_once()
{
    local csv_bytes=$((bytes / 5)) round shipped=$shared/data/liger/all_benchmark_data.csv
    [ "$long" = no ] || csv_bytes=$bytes
    "$work/generate" --csv "$csv_bytes" >"$work/rows.csv" || fail 'cannot generate the CSV'
    for ((round = 1; round <= rounds; round++)); do
        csv_measure
    done
    rm -f "$work/out" "$work/records.ndjson" "$work/bodies"
    head -n 2 "$work/rows.csv" >"$work/row.csv"
    note_run csv_start -n 20 "$build/kidx-csv2run" "$work/row.csv"
    if [ -r "$shipped" ]; then
        note_run csv_shipped -n 20 -o "$work/out" "$build/kidx-csv2run" "$shipped"
    else
        skip "Liger's CSV: not found, set KIDX_SHARED"
    fi
}

csv_targets()
{
    local count limit
    count=$(($(wc -l <"$work/rows.csv") - 1))
    # 12 MiB, and 32 bytes for each external id.
    limit=$(awk -v n="$count" 'BEGIN { printf "%.1f", 12 + 32 * n / 1048576 }')
    target "csv2run, $count rows, to its floor" "$(ratio csv csv_floor)" '<=' 2 '' \
        'kidx-csv2run rows.csv  against  csv-floor bodies records.ndjson out'
    target 'csv2run, peak memory, MiB' "$(mebibytes "$(median csv 2)")" '<=' "$limit" '' \
        'kidx-csv2run rows.csv'
    target "csv2run, Liger's file, ms" "$(milliseconds "$(median csv_shipped)")" '<=' 60 '' \
        'kidx-csv2run all_benchmark_data.csv'
    target 'csv2run, start-up to the first row, ms' "$(milliseconds "$(median csv_start)")" \
        '<=' 40 '' 'kidx-csv2run row.csv'
}
