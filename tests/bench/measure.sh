#!/bin/bash
# measure.sh: what the parts of the bench share: programs, measurements, and what is made of
# them.
#
# A measurement is a line "SECONDS KIB CPU" in $work/times/NAME, "-" for what is not known:
# seconds by the clock, peak of resident memory, processor seconds.
#
# shellcheck disable=SC2034,SC2154  # set there and used here, and the other way round

fail()
{
    printf 'bench: %s\n' "$*" >&2
    exit 2
}

# A result is not right: the bench goes on and fails in the end.
wrong()
{
    printf 'bench: %s\n' "$*" >&2
    status=1
}

skip()
{
    printf 'skipped: %s\n' "$*"
}

have()
{
    command -v "$1" >/dev/null 2>&1
}

# --- programs ---

# What a program of ours is linked with, as make knows it.
kidx_libraries()
{
    # shellcheck disable=SC2016
    printf 'include Makefile\nbench-libraries:\n\t@echo $(LDADD)\n' |
        make -s -C "$build" -f - bench-libraries
}

# cc_build NAME FLAGS...: compile NAME.c of this directory to $work/NAME.
cc_build()
{
    local name=$1
    shift
    # CC may hold options, so it is split.
    # shellcheck disable=SC2086
    (cd "$build" && ${CC:-cc} -std=c11 -O2 -ffp-contract=off -I"$build" -I"$root/common" \
        -o "$work/$name" "$here/$name.c" "$@") || fail "cannot build $name.c"
}

# npm_install PACKAGE...: into $work/npm; false where that cannot be done.
npm_install()
{
    have npm && npm install --silent --no-audit --no-fund --prefix "$work/npm" "$@" \
        >"$work/npm.log" 2>&1
}

# All but --jobs=2 runs on one core: the last one, where less else is going on.
first=()
pinned=()
set_pinning()
{
    local core
    [ "$realtime" = no ] || first=(chrt -f 50)
    "${first[@]}" true || fail '--realtime: chrt cannot do that here'
    core=$(taskset -cp $$ 2>/dev/null | sed 's/.*[^0-9]//')
    pinned=("${first[@]}")
    if [ -n "$core" ]; then
        pinned+=(taskset -c "$core")
    else
        skip 'pinning to one core: no taskset'
    fi
}

# --- measurements ---

# note NAME VALUES...: one measurement.
note()
{
    local name=$1
    shift
    printf '%s\n' "$*" >>"$work/times/$name"
}

# note_run NAME ARGUMENT...: of timer on one core, its arguments given.
note_run()
{
    local name=$1 result
    shift
    result=$("${pinned[@]}" "$work/timer" "$@") || return 1
    note "$name" "$result"
}

# median NAME [COLUMN]: of the measurements so far; nothing where there are none.
median()
{
    [ -s "$work/times/$1" ] || return 0
    awk -v c="${2:-1}" '{ print $c }' "$work/times/$1" | sort -n |
        awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

# field NAME: the value of `NAME value` on standard input.
field()
{
    awk -v n="$1" '$1 == n { print $2 }'
}

# divide A B: A / B with two decimals; nothing where one is missing.
divide()
{
    awk -v a="${1:-0}" -v b="${2:-0}" 'BEGIN { if (a && b) printf "%.2f", a / b }'
}

# ratio NAME NAME: of the processor seconds. On one core and in memory they are the whole
# time, and other work on the machine does not show in them.
ratio()
{
    divide "$(median "$1" 3)" "$(median "$2" 3)"
}

# fastest NAME...: the one of these that takes least.
fastest()
{
    for name in "$@"; do
        echo "$(median "$name" 3) $name"
    done | awk 'NF == 2' | sort -n | awk 'NR == 1 { print $2 }'
}

mebibytes()
{
    [ -z "$1" ] || awk -v k="$1" 'BEGIN { printf "%.1f", k / 1024 }'
}

milliseconds()
{
    [ -z "$1" ] || awk -v s="$1" 'BEGIN { printf "%.2f", s * 1e3 }'
}

# speed NAME BYTES: GB/s.
speed()
{
    awk -v s="$(median "$1")" -v b="$2" 'BEGIN { printf "%.2f GB/s", b / s / 1e9 }'
}

# --- targets ---

# target TEXT VALUE OPERATOR LIMIT UNIT COMMANDS: a line of the table with its verdict; VALUE
# may be empty. COMMANDS, what was compared, are listed behind the table.
targets=0
target()
{
    targets=$((targets + 1))
    awk -v n="$targets" -v t="$1" -v v="${2:--}" -v o="$3" -v l="$4" -v u="$5" 'BEGIN {
        verdict = v == "-" ? "not measured" : \
            (o == ">=" ? v + 0 >= l + 0 : v + 0 <= l + 0) ? "ok" : "missed"
        printf "| %2d | %-62s | %2s %-5s | %8s | %-12s |\n", n, t, o, l u, v (v == "-" ? "" : u),
            verdict
    }'
    printf '%2d  %s\n' "$targets" "$6" | shorten >>"$work/commands"
}

# Take the places of this run out of commands.
shorten()
{
    sed "s|$build/||g; s|$work/npm/node_modules/||g; s|$work/||g; s|$here/|tests/bench/|g
        s#/[^ ]*/\\(node\\|python[0-9.]*\\) #\\1 #g"
}

# commands NAME...: those of these rows, for target.
commands()
{
    local name text=
    for name in "$@"; do
        [ -n "$name" ] || continue
        text="$text${text:+  against  }${shown[$name]-$name}"
    done
    printf '%s' "$text"
}
