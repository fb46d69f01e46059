#!/bin/sh
# The programs have what configure says they are hardened with, and ask the system for
# neither sockets nor processes: it is looked for in their ELF files.
set -u

# shellcheck source=tests/tap.sh
. "${KIDX_SOURCE:?is set by make check}/tests/tap.sh"

command -v readelf >/dev/null 2>&1 || tap_skip_all 'readelf is not installed'

# found TEXT PATTERN FILE: expect a line like that.
found()
{
    tap_check "$1" grep -Eq "$2" "$3" || tap_show "$3"
}

# A sanitizer brings imports of its own.
check_imports()
{
    awk '$7 == "UND" { sub(/@.*/, "", $8); print $8 }' symbols >imports
    found "$1: its imports can be seen" '^write$' imports
    grep -Ex 'system|popen|exec.*|posix_spawn.*|v?fork|dlopen|wordexp|socket.*|connect|bind|listen|getaddrinfo|gethostby.*' imports >findings
    tap_check "$1: no sockets, no processes" test ! -s findings || tap_show findings
}

[ -n "${KIDX_HARDENING-}" ] ||
    tap_skip 'what hardens' 'built with --disable-hardening, or nothing is supported'

for program in $KIDX_PROGRAMS; do
    file=$KIDX_BUILD/$program
    readelf -hW "$file" >header
    readelf -lW "$file" >segments
    readelf -dW "$file" >dynamic
    readelf -W --dyn-syms "$file" >symbols
    for word in $KIDX_HARDENING; do
        case $word in
        pie) found "$program: PIE" 'Type: *DYN' header ;;
        relro) found "$program: RELRO" 'GNU_RELRO' segments ;;
        now) found "$program: bound at start" 'BIND_NOW|FLAGS.* NOW' dynamic ;;
        noexecstack) found "$program: no stack that runs" 'GNU_STACK.* RW ' segments ;;
        fortify) found "$program: fortified" '__[a-z]+_chk' symbols ;;
        -fstack-protector*) found "$program: stack protector" '__stack_chk_fail' symbols ;;
        -*) ;; # leaves nothing to look for in all programs
        *) tap_fail "$program: $word is known here" ;;
        esac
    done
    [ "$KIDX_CHECKER" = sanitize ] || check_imports "$program"
    grep -q 'LOAD.* RWE ' segments && writable=yes || writable=no
    tap_check "$program: nothing is writable and runs" test "$writable" = no
done

tap_done
