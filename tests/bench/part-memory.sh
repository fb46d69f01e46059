#!/bin/bash
# part-memory.sh: the peak of memory on a tenth of the input and on all of it (--long: ten
# times).
#
# shellcheck disable=SC2154  # set in run and measure.sh

memory_tools='digest validate'

memory_once()
{
    local large=$input small=$work/tenth.ndjson tool jobs
    head -n "$(($(wc -l <"$input") / 10))" "$input" >"$small"
    if [ "$long" = yes ]; then
        small=$input large=$work/long.ndjson
        "$work/generate" "${bytes}0" >"$large" || fail 'cannot generate the input'
    fi
    for jobs in 1 2; do
        for tool in $memory_tools; do
            memory_measure small "$tool" "$jobs" "$small"
            memory_measure large "$tool" "$jobs" "$large"
        done
    done
    [ "$long" = no ] || rm "$large"
}

# memory_measure NAME TOOL JOBS FILE
memory_measure()
{
    local -a command=("$build/kidx-$2" "--jobs=$3" "$4")
    [ "$2" != digest ] || command+=(--check)
    note_run "memory_$1_$2_$3" "${command[@]}" || fail "kidx-$2 failed"
}

memory_targets()
{
    local tool jobs growth limit
    for tool in $memory_tools; do
        limit=8
        [ "$tool" = digest ] || limit=10
        target "kidx-$tool, peak memory, MiB" \
            "$(mebibytes "$(median "memory_large_${tool}_1" 2)")" '<=' $limit '' \
            "kidx-$tool FILE"
        for jobs in 1 2; do
            growth=$(($(median "memory_large_${tool}_$jobs" 2) - $(median "memory_small_${tool}_$jobs" 2)))
            target "kidx-$tool, --jobs=$jobs, more for 10 times the input, MiB" \
                "$(mebibytes "$growth")" '<=' 1 '' "kidx-$tool --jobs=$jobs FILE"
        done
    done
}
