#!/bin/sh
# tap.sh: what the test scripts share; each begins with
#
#     . "${KIDX_SOURCE:?is set by make check}/tests/tap.sh"
#
# and is then in a fresh directory of its own, which is removed at its end. Nothing stops at
# the first failure. HACKING.md says what is in the environment.

tap_count=0
tap_failures=0
LC_ALL=C
export LC_ALL

tap_directory=$(mktemp -d "${TMPDIR:-/tmp}/kidx-test.XXXXXX") || exit 99
trap 'chmod -R u+w "$tap_directory" && rm -rf "$tap_directory"' EXIT
trap 'exit 99' HUP INT TERM
cd "$tap_directory" || exit 99

tap_pass()
{
    tap_count=$((tap_count + 1))
    printf 'ok %d - %s\n' "$tap_count" "$1"
}

tap_fail()
{
    tap_count=$((tap_count + 1))
    tap_failures=$((tap_failures + 1))
    printf 'not ok %d - %s\n' "$tap_count" "$1"
}

# tap_check TEXT COMMAND...: expect that the command succeeds.
tap_check()
{
    tap_text=$1
    shift
    if "$@"; then
        tap_pass "$tap_text"
    else
        tap_fail "$tap_text"
        return 1
    fi
}

# tap_skip TEXT REASON: this one cannot be tried here.
tap_skip()
{
    tap_count=$((tap_count + 1))
    printf 'ok %d - %s # SKIP %s\n' "$tap_count" "$1" "$2"
}

# tap_skip_all REASON: nothing of the script can be tried here.
tap_skip_all()
{
    printf '1..0 # SKIP %s\n' "$1"
    exit 0
}

# tap_show FILE...: the first lines of files, as comments.
tap_show()
{
    for tap_file in "$@"; do
        printf '# %s:\n' "$tap_file"
        head -n 20 "$tap_file" | cut -c 1-300 | sed 's/^/#   /'
    done
}

# tap_run COMMAND...: standard output to the file out, standard error to err, and the exit
# status to $status.
tap_run()
{
    status=0
    "$@" >out 2>err || status=$?
}

# tap_status WANT TEXT: expect that exit status of the last tap_run, and show what it said
# where it is another one.
tap_status()
{
    if [ "$status" -eq "$1" ]; then
        tap_pass "$2"
    else
        tap_fail "$2"
        printf '# exit status %d, not %d\n' "$status" "$1"
        tap_show err
        return 1
    fi
}

# tap_same WANT GOT TEXT: expect that two files are equal byte for byte.
tap_same()
{
    if cmp "$1" "$2" >difference 2>&1; then
        tap_pass "$3"
    else
        tap_fail "$3"
        tap_show difference
        return 1
    fi
}

# tap_said PATTERN TEXT: expect a line on the standard error of the last tap_run.
tap_said()
{
    if grep -q -e "$1" err; then
        tap_pass "$2"
    else
        tap_fail "$2"
        printf '# no line is like %s\n' "$1"
        tap_show err
        return 1
    fi
}

# wait_until COMMAND...: try it until it succeeds, for 20 seconds at most.
wait_until()
{
    tap_patience=200
    until "$@"; do
        tap_patience=$((tap_patience - 1))
        [ "$tap_patience" -gt 0 ] || return 1
        sleep 0.1
    done
}

# The plan; the value is the script's exit status.
tap_done()
{
    printf '1..%d\n' "$tap_count"
    [ "$tap_failures" -eq 0 ]
}
