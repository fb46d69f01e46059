#!/bin/bash
# part-jobs.sh: one and two worker threads, from file to file, by the clock and on all cores.
#
# shellcheck disable=SC2154  # set in run and measure.sh

jobs_prepare()
{
    jobs_tools=
    if [ "$(nproc)" -lt 2 ]; then
        skip '--jobs=2: one core'
        return
    fi
    "$work/generate" --csv "$bytes" >"$work/jobs.csv" || fail 'cannot generate the CSV'
    jobs_tools='digest validate compare stat csv2run'
}

# jobs_run TOOL JOBS
jobs_run()
{
    local data=$input result
    local -a options=()
    case $1 in
    digest) options=(--check) ;;
    stat) options=("${stat_options[@]}") ;;
    csv2run) data=$work/jobs.csv ;;
    esac
    rm -f "$work/out"
    # The system makes threads pause that come first for too long (sched_rt_runtime_us).
    [ "$realtime" = no ] || sleep 0.2
    result=$("${first[@]}" "$work/timer" "$build/kidx-$1" "${options[@]}" "--jobs=$2" \
        -o "$work/out" "$data") || fail "kidx-$1 --jobs=$2 failed"
    note "jobs_$1_$2" "$result"
}

jobs_round()
{
    local tool alone
    for tool in $jobs_tools; do
        jobs_run "$tool" 1
        [ "$round" -gt 1 ] || alone=$(cksum <"$work/out")
        jobs_run "$tool" 2
        [ "$round" -gt 1 ] || [ "$(cksum <"$work/out")" = "$alone" ] ||
            wrong "kidx-$tool --jobs=2: other output than with one"
    done
    rm -f "$work/out"
}

jobs_once()
{
    rm -f "$work/jobs.csv"
}

jobs_targets()
{
    local tool
    for tool in digest validate compare stat csv2run; do
        target "kidx-$tool, --jobs=2 to --jobs=1, by the clock" \
            "$(divide "$(median "jobs_${tool}_1")" "$(median "jobs_${tool}_2")")" '>=' 1.7 x \
            "kidx-$tool --jobs=1 -o out FILE  against  --jobs=2"
    done
}
