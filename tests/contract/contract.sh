#!/bin/sh
# What every program promises, whatever it does: its options, its exit status, and what it
# does with files, pipes, full disks and signals. A new program is tested here from its
# first day.
set -u

# shellcheck source=tests/tap.sh
. "${KIDX_SOURCE:?is set by make check}/tests/tap.sh"

helpers=$KIDX_BUILD/tests/system

# --- where programs differ ---

# Make good input for the program $1: the file sample, several records, LF at the end.
# Benchmark records, where nothing else is said.
make_sample()
{
    case $1 in
    kidx-csv2run) cat "$KIDX_SOURCE/data/sample/liger-sample.csv" ;;
    *) cat "$KIDX_SOURCE/data/sample/records.ndjson" ;;
    esac >sample
}

# Make input whose output no pipe holds: the file long. No run may come twice, so rows of a
# CSV get other centuries.
make_long()
{
    if [ "$1" = kidx-csv2run ]; then
        head -n 1 sample >long
        for century in $(seq 10 19) $(seq 21 70); do
            tail -n +2 sample |
                sed "s/,20\\([0-9][0-9]-[0-9][0-9]-[0-9][0-9] \\)/,$century\\1/"
        done >>long
        return
    fi
    cp sample part && : >long
    for round in 1 2 3 4 5 6 7; do
        cat part part >"part$round"
        mv "part$round" part
    done
    cat part >>long
}

# Make a line that the program $1 rejects: the file bad.
make_bad()
{
    case $1 in
    kidx-csv2run) (head -n 1 sample && echo 1,2,3) ;;
    *) echo '{' ;;
    esac >bad
}

# Whether there is input whose output no pipe holds: a summary is short.
has_long_output()
{
    case $1 in kidx-stat | kidx-report) return 1 ;; esac
}

# Whether the output for two inputs is that for one and then that for the other.
is_filter()
{
    case $1 in
    kidx-compare | kidx-stat | kidx-report) return 1 ;;
    esac
}

# --- options ---

test_help()
{
    tap_run "$program" --help
    tap_status 0 "$program --help: exit 0"
    cp out help
    tap_check "$program --help: nothing on standard error" test ! -s err
    tap_check "$program --help: begins with the usage" grep -q "^Usage: $program " help
    tap_check "$program --help: fits 80 columns" awk 'length > 80 { exit 1 }' help
    tap_run "$program" -h
    tap_same help out "$program -h: the same"
    tap_run "$program" missing --help
    tap_same help out "$program missing --help: the same"
}

test_version()
{
    tap_run "$program" --version
    tap_status 0 "$program --version: exit 0"
    cp out version
    tap_check "$program --version: nothing on standard error" test ! -s err
    tap_check "$program --version: program, package and number" \
        grep -q "^$program (kidx) [0-9][0-9.]*\$" version
    tap_run "$program" -V
    tap_same version out "$program -V: the same"
}

test_options()
{
    tap_run "$program" --no-such-option
    tap_status 2 "$program, unknown option: exit 2"
    tap_check "$program, unknown option: nothing on standard output" test ! -s out
    tap_said "^$program: error: .*'--no-such-option'" "$program, unknown option: named"
    tap_said "^$program: try '$program --help'\$" "$program, unknown option: a hint"
    tap_check "$program, unknown option: two lines" test "$(wc -l <err)" -eq 2
    tap_run "$program" --hel
    tap_same help out "$program --hel: an abbreviation"
    tap_run "$program" --ver
    tap_status 2 "$program --ver: ambiguous, exit 2"
    tap_run "$program" --help=yes
    tap_status 2 "$program --help=yes: exit 2"
    tap_run "$program" -o
    tap_status 2 "$program -o without a file: exit 2"
    tap_run "$program" --jobs=many sample
    tap_status 2 "$program --jobs=many: exit 2"
    cp sample ./-h
    tap_run "$program" -- -h
    tap_same good out "$program -- -h: a file behind --"
    tap_run "$program" sample --no-progress
    tap_same good out "$program sample --no-progress: options behind operands"
}

# --- files ---

test_operands()
{
    tap_run "$program" sample
    tap_status 0 "$program: the sample, exit 0"
    cp out good
    tap_check "$program: the sample, nothing on standard error" test ! -s err
    tap_check "$program: the sample gives output" test -s good
    tap_run "$program" <sample
    tap_same good out "$program: standard input without operands"
    tap_run "$program" - <sample
    tap_same good out "$program -: standard input"
    tap_run "$program" -j 4 sample
    tap_same good out "$program -j 4: the same output"
}

test_order()
{
    if ! is_filter "$program"; then
        tap_skip "$program: operands in order" 'it is no filter'
        return
    fi
    head -n 3 sample >first
    (head -n 1 sample && tail -n 1 sample) >second
    "$program" first >first.out
    "$program" second >second.out
    cat first.out second.out >forth
    cat second.out first.out >back
    tap_run "$program" first second
    tap_same forth out "$program: operands in order"
    tap_run "$program" second - <first
    tap_same back out "$program: - among operands, in order"
}

# What is complete is out while more input is waited for.
test_prompt()
{
    if ! is_filter "$program"; then
        tap_skip "$program: output without delay" 'it is no filter'
        return
    fi
    rm -f fifo
    mkfifo fifo
    "$program" fifo >out 2>err &
    tool=$!
    exec 7<>fifo # as a reader too, it does not wait for one
    cat first >&7
    tap_check "$program: output without delay" wait_until cmp -s first.out out
    exec 7>&-
    wait "$tool"
}

test_bad_files()
{
    mkdir -p directory
    tap_run "$program" missing
    tap_status 2 "$program, missing file: exit 2"
    tap_said "^$program: error: .*'missing': No such file or directory\$" \
        "$program, missing file: named, with the reason"
    tap_check "$program, missing file: one line" test "$(wc -l <err)" -eq 1
    tap_run "$program" missing sample
    tap_status 2 "$program, missing file and a good one: exit 2"
    tap_same good out "$program, missing file and a good one: the good one is read"
    tap_run "$program" directory
    tap_status 2 "$program, directory: exit 2"
    tap_said "^$program: error: .*'directory': Is a directory\$" \
        "$program, directory: named, with the reason"
    tap_run "$program" directory sample
    tap_status 2 "$program, directory and a good file: exit 2"
    tap_same good out "$program, directory and a good file: the good one is read"
    if [ "$(id -u)" -eq 0 ]; then
        tap_skip "$program, unreadable file" 'root may read any file'
    else
        rm -f unreadable
        cp sample unreadable
        chmod 0 unreadable
        tap_run "$program" unreadable
        tap_status 2 "$program, unreadable file: exit 2"
        tap_said "'unreadable': Permission denied\$" "$program, unreadable file: named"
    fi
}

test_forms()
{
    gzip -c sample >sample.gz
    tap_run "$program" sample.gz
    tap_status 0 "$program, gzip: exit 0"
    tap_same good out "$program, gzip: the same output"
    tap_run "$program" <sample.gz
    tap_same good out "$program, gzip on standard input: the same output"
    gzip -c <sample | head -c 100 >cut.gz
    tap_run "$program" cut.gz
    tap_status 2 "$program, truncated gzip: exit 2"
    head -c $(($(wc -c <sample) - 1)) sample >open
    tap_run "$program" open
    tap_status 0 "$program, no final newline: exit 0"
    tap_same good out "$program, no final newline: the same output"
    sed 's/$/\r/' sample >crlf
    tap_run "$program" --jobs=2 crlf
    tap_status 0 "$program, CRLF: exit 0"
    tap_run "$program" </dev/null
    tap_status 0 "$program, empty input: exit 0"
    if is_filter "$program"; then
        tap_check "$program, empty input: nothing is written" test ! -s out
    fi
    for piece in 1 3 4096; do
        tap_run "$helpers/feed" "$piece" sample "$program"
        tap_same good out "$program, input in pieces of $piece: the same output"
        tap_run "$helpers/feed" "$piece" sample.gz "$program"
        tap_same good out "$program, gzip in pieces of $piece: the same output"
    done
}

test_rejected()
{
    tap_run "$program" bad
    tap_status 1 "$program, bad line: exit 1"
    tap_said "^$program: bad:[0-9:]*: error: .* \[[a-z_0-9]*\]\$" \
        "$program, bad line: file, line and code"
    tap_run "$program" bad missing
    tap_status 2 "$program, bad line and missing file: exit 2"
}

# --- where output goes ---

test_full()
{
    for option in '' -z --help --version; do
        status=0
        "$program" ${option:+"$option"} sample >/dev/full 2>err || status=$?
        tap_status 2 "$program $option >/dev/full: exit 2"
        tap_said "^$program: error: .*No space left on device\$" \
            "$program $option >/dev/full: the reason"
        tap_check "$program $option >/dev/full: one line" test "$(wc -l <err)" -eq 1
    done
    status=0
    "$program" long >/dev/full 2>err || status=$?
    tap_status 2 "$program >/dev/full with much output: exit 2"
    tap_check "$program >/dev/full with much output: one line" test "$(wc -l <err)" -eq 1
    tap_run "$program" -o /dev/full sample
    tap_status 2 "$program -o /dev/full: exit 2"
    tap_said 'No space left on device$' "$program -o /dev/full: the reason"
    tap_run "$program" --rejects=/dev/full bad
    tap_status 2 "$program --rejects=/dev/full: exit 2"
}

test_closed()
{
    tap_run "$program" <&-
    tap_status 2 "$program, standard input closed: exit 2"
    tap_said "^$program: error: " "$program, standard input closed: said"
    status=0
    "$program" sample <&- >out 2>err || status=$?
    tap_status 0 "$program, standard input closed, not needed: exit 0"
    tap_same good out "$program, standard input closed, not needed: the same output"
    for option in '' --help --version; do
        if [ "$KIDX_CHECKER" = valgrind ]; then
            tap_skip "$program $option, standard output closed" 'valgrind opens a file there'
            continue
        fi
        status=0
        "$program" ${option:+"$option"} sample >&- 2>err || status=$?
        tap_status 2 "$program $option, standard output closed: exit 2"
        tap_said "^$program: error: " "$program $option, standard output closed: said"
    done
    rm -f result
    status=0
    "$program" -o result sample >&- 2>err || status=$?
    tap_status 0 "$program -o, standard output closed: exit 0"
    tap_same good result "$program -o, standard output closed: the same output"
    status=0
    "$program" sample >out 2>&- || status=$?
    tap_check "$program, standard error closed: exit 0" test "$status" -eq 0
    tap_same good out "$program, standard error closed: the same output"
    rm -f result
    status=0
    "$program" -o result sample bad missing <&- >&- 2>&- || status=$?
    tap_check "$program, all three closed: exit 2" test "$status" -eq 2
    tap_check "$program, all three closed: nothing is put in place" test ! -e result
    # A file opened as descriptor 2 would get the messages.
    "$program" sample bad >out 2>err
    "$program" -o result sample bad 2>&-
    tap_same out result "$program -o, standard error closed: no message in the output"
}

# run_without_reader HOW FILE: a program whose reader is gone, SIGPIPE as HOW says.
run_without_reader()
{
    status=0
    "$helpers/signals" "$1" nobody "$program" "$2" 2>err || status=$?
}

test_reader_gone()
{
    run_without_reader default sample
    tap_status 141 "$program, no reader: ended by SIGPIPE"
    tap_check "$program, no reader: no message" test ! -s err
    run_without_reader ignore long
    tap_status 2 "$program, no reader, SIGPIPE ignored: exit 2"
    tap_said "^$program: error: .*Broken pipe\$" "$program, no reader, SIGPIPE ignored: why"
    tap_check "$program, no reader, SIGPIPE ignored: one line" test "$(wc -l <err)" -eq 1
    if ! is_filter "$program"; then
        tap_skip "$program, reader gone early: ended by SIGPIPE" 'it is no filter'
        return
    fi
    {
        gone=0
        "$helpers/signals" default "$program" long 2>err || gone=$?
        echo "$gone" >gone
    } | head -c 1 >/dev/null
    read -r status <gone
    tap_status 141 "$program, reader gone early: ended by SIGPIPE"
}

# Names in the directory, those of temporary files too.
list()
{
    (cd "$1" && find . ! -name . | sort)
}

test_output_file()
{
    rm -rf place
    mkdir place
    tap_run "$program" -o place/result sample
    tap_status 0 "$program -o: exit 0"
    tap_same good place/result "$program -o: the same output"
    tap_check "$program -o: nothing on standard output" test ! -s out
    cp old place/result
    tap_run "$program" -o place/result sample missing
    tap_status 2 "$program -o, missing file: exit 2"
    tap_same old place/result "$program -o, missing file: the old file stays"
    tap_run "$program" -o place/result sample bad
    tap_status 1 "$program -o, bad line: exit 1"
    tap_check "$program -o, bad line: the new file is in place" \
        test "$(head -n 1 place/result)" != old
    tap_check "$program -o: no temporary file is left" test "$(list place)" = ./result
    tap_run "$program" -z -o place/result sample
    gzip -dc place/result >out
    tap_same good out "$program -z -o: the same output in gzip"
    tap_run "$program" -o none/result sample
    tap_status 2 "$program -o in no directory: exit 2"
    tap_said "'none/result'" "$program -o in no directory: named"
    if [ "$(id -u)" -eq 0 ]; then
        tap_skip "$program -o in a read-only directory" 'root may write anywhere'
        return
    fi
    rm place/result
    chmod a-w place
    tap_run "$program" -o place/result sample
    chmod u+w place
    tap_status 2 "$program -o in a read-only directory: exit 2"
    tap_said "'place/result': Permission denied" "$program -o in a read-only directory: said"
}

has_temporary()
{
    [ -n "$(find place -name '.*' -type f)" ]
}

# Whether the status is that of a signal: the shell gives 128 and its number.
ended_by()
{
    [ "$status" -gt 128 ] && [ "$(kill -l "$status")" = "$1" ]
}

# A signal while output is on its way to a file. The program waits for more input then, and
# would get to its end by the closing of the FIFO.
test_signals()
{
    for signal in TERM HUP INT; do
        rm -rf place fifo
        mkdir place
        cp old place/result
        mkfifo fifo
        "$helpers/signals" default "$program" -o place/result fifo 2>err &
        tool=$!
        exec 7<>fifo
        head -n 5 sample >&7
        tap_check "$program -o: a temporary file" wait_until has_temporary
        kill -s "$signal" "$tool"
        exec 7>&-
        status=0
        wait "$tool" 2>/dev/null || status=$?
        tap_check "$program -o, SIG$signal: ended by it" \
            ended_by "$signal"
        tap_check "$program -o, SIG$signal: the temporary file is removed" \
            test "$(list place)" = ./result
        tap_same old place/result "$program -o, SIG$signal: the old file stays"
    done
}

echo old >old
for program in $KIDX_PROGRAMS; do
    make_sample "$program"
    make_long "$program"
    make_bad "$program"
    test_help
    test_version
    test_operands
    test_options
    test_order
    test_prompt
    test_bad_files
    test_forms
    test_rejected
    test_full
    test_closed
    test_reader_gone
    test_output_file
    test_signals
done
tap_done
