#!/bin/bash
# rows.sh: the rows of the first table: commands that read a file and write to a new one in
# memory, on one core, run in turns.
#
# A row has a name, a label and a command, which gets its file as last argument, and a kind,
# which says what its output must be:
#   pass     the lines of its input whose declared digests hold
#   text     the text of the bundles
#   medians  that of each case (part-stat.sh), in the form that `medians_of` makes of it
#   any      not looked at
#
# shellcheck disable=SC2034,SC2154  # set there and used here, and the other way round

SLOW_SECONDS=2.5
SLOW_ROUNDS=3

rows=()
declare -A label kind file shown

# What rows added from now on read.
row_input=

# row NAME KIND LABEL COMMAND...: add a row, unless its output is wrong.
row()
{
    local name=$1
    kind[$name]=$2
    label[$name]=$3
    file[$name]=$row_input
    shift 3
    eval "command_$name=(\"\$@\")"
    shown[$name]="$* ${row_input##*/}"
    if [ "${kind[$name]}" = pass ] && ! row_prove "$@"; then
        wrong "${label[$name]} gives a wrong answer and is left out"
        return
    fi
    rows+=("$name")
}

# pipe_row NAME KIND LABEL TEXT: the same for a line of the shell, to which "$1" is the file.
pipe_row()
{
    row "$1" "$2" "$3" bash -o pipefail -c "$4" -
    shown[$1]=${4//\"\$1\"/${row_input##*/}}
}

# Make what row_prove needs: the one line that each rival must refuse has another digit in a
# digest.
rows_prepare()
{
    head -n 8 "$input" >"$work/right.ndjson"
    sed '3!b
s/\("environmentDigest":"sha256:\)0/\1f/; t
s/\("environmentDigest":"sha256:\)./\10/' "$work/right.ndjson" >"$work/wrong.ndjson"
}

# Whether the command passes right bundles and refuses exactly the wrong one.
row_prove()
{
    "$@" "$work/right.ndjson" | cmp -s - "$work/right.ndjson" || return 1
    "$@" "$work/wrong.ndjson" >"$work/passed.ndjson" 2>/dev/null
    [ $? -eq 1 ] && sed 3d "$work/wrong.ndjson" | cmp -s - "$work/passed.ndjson"
}

# Whether what a row wrote is right.
row_check()
{
    case ${kind[$1]} in
    pass) cmp -s "${file[$1]}" "$work/out" ;;
    text) cmp -s "$input" "$work/out" ;;
    medians) medians_of "$work/out" | cmp -s - "$work/medians" ;;
    *) true ;;
    esac
}

# What takes long takes part in the first rounds only.
row_waits()
{
    [ "$round" -gt "$SLOW_ROUNDS" ] &&
        awk -v s="$(median "$1" 3)" -v l="$SLOW_SECONDS" 'BEGIN { exit !(s > l) }'
}

row_measure()
{
    local -n command=command_$1
    ! row_waits "$1" || return 0
    note_run "$1" -o "$work/out" "${command[@]}" "${file[$1]}" || {
        wrong "${label[$1]} failed"
        return
    }
    row_check "$1" || wrong "the output of ${label[$1]} is not right"
}

# row_line NAME LABEL: one row of the table.
row_line()
{
    local seconds peak processor to_kidx to_floor
    seconds=$(median "$1")
    [ -n "$seconds" ] || return 0
    peak=$(median "$1" 2)
    processor=$(median "$1" 3)
    [ "$peak" = - ] || peak=$(mebibytes "$peak")
    to_kidx=$(ratio "$1" kidx)
    to_floor=$(ratio "$1" floor_)
    printf '| %-29s | %7.3f | %7.3f | %6.0f | %6s | %6s | %8s |\n' "$2" "$seconds" \
        "$processor" "$(awk -v s="$processor" -v b="$size" 'BEGIN { print b / s / 1e6 }')" \
        "${to_kidx:--}" "${to_floor:--}" "$peak"
}

rows_table()
{
    local name
    printf '| %-29s | %7s | %7s | %6s | %6s | %6s | %8s |\n' \
        row seconds 'cpu s' MB/s /kidx /floor 'peak MiB'
    printf '|%s|--------:|--------:|-------:|-------:|-------:|---------:|\n' \
        -------------------------------
    for name in "${rows[@]}"; do
        row_line "$name" "${label[$name]}"
    done
    row_line floor_ 'floor'
    row_line floor_parse_ '  simdjson parse_many'
    row_line floor_hash_ '  SHA-256 of every manifest'
}
