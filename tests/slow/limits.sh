#!/bin/sh
# What the system allows ends: descriptors, memory, disk, places to write to; operands are
# many, files change while they are read, whoever reads is slow. A program then does all, or
# says what was too little and exits with 2; a gate never lets pass what was not compared.
set -u

# shellcheck source=tests/tap.sh
. "${KIDX_SOURCE:?is set by make check}/tests/tap.sh"

# What make opened counts as well.
exec 3<&- 4<&- 5<&- 6<&- 7<&- 8<&- 9<&-

helpers=$KIDX_BUILD/tests/system
sample=$KIDX_SOURCE/data/sample
compare=$KIDX_SOURCE/tests/cases/kidx-compare

# Make the input of the program, the file sample, and what it writes of that, the file good:
# more than fits on a disk of one page. $options are with every run.
make_sample()
{
    cp "$sample/records.ndjson" sample
    options=-j1
    case $program in
    kidx-csv2run) cp "$sample/liger-sample.csv" sample ;;
    kidx-stat) options=--by=. ;;
    kidx-report)
        options=--format=html
        cp "$KIDX_SOURCE/tests/cases/kidx-report/ab-html/in" sample
        ;;
    esac
    chmod u+w sample
    "$program" "$options" sample >good
}

list()
{
    (cd "$1" && find . ! -name . | sort)
}

# Whether the status is that of a signal: the shell gives 128 and its number.
ended_by()
{
    [ "$status" -gt 128 ] && [ "$(kill -l "$status")" = "$1" ]
}

# --- standard input, output and error closed ---

# run_closed IN OUT ERR [OPTION]...: each is empty, or closes a descriptor; standard output
# goes to the file out otherwise, and to no other place.
run_closed()
{
    closing="$1 ${2:->out} ${3:-2>err}"
    shift 3
    : >out
    rm -rf place
    mkdir place
    status=0
    eval "\"\$program\" \"\$options\" \"\$@\" sample $closing" || status=$?
}

test_closed()
{
    if [ "$KIDX_CHECKER" = valgrind ]; then
        tap_skip "$program, descriptors closed" 'valgrind opens files there'
        return
    fi
    for in in '</dev/null' '<&-'; do
        for err in '' '2>&-'; do
            for out in '' '>&-'; do
                run_closed "$in" "$out" "$err"
                text="$program $in $out $err"
                if [ -n "$out" ]; then
                    tap_status 2 "$text: exit 2"
                else
                    tap_status 0 "$text: exit 0" && tap_same good out "$text: all of it"
                fi
                run_closed "$in" "$out" "$err" -o place/result -j2
                tap_status 0 "$text -o: exit 0"
                tap_same good place/result "$text -o: all of it"
                tap_check "$text -o: nothing else" test "$(list place)" = ./result -a ! -s out
            done
        done
    done
}

# --- few descriptors, little memory ---

# Whether the last run with -o place/result gave what good is, or was refused.
is_right_or_refused()
{
    case $status in
    0) cmp -s good place/result && [ "$(list place)" = ./result ] ;;
    2) [ -s err ] && [ -z "$(list place)" ] ;;
    *) false ;;
    esac
}

right_or_refused()
{
    if ! tap_check "$1: right or refused" is_right_or_refused; then
        printf '# exit status %d\n' "$status"
        tap_show err
    fi
}

# limited OPTION NUMBER COMMAND...: tap_run under a limit of the shell.
limited()
{
    limit="$1 $2"
    shift 2
    rm -rf place
    mkdir place
    # POSIX leaves these options out; all shells have them.
    # shellcheck disable=SC2016,SC3045
    tap_run sh -c 'ulimit $1 && shift && exec "$@"' limited "$limit" "$@"
}

test_descriptors()
{
    if [ "$KIDX_CHECKER" = valgrind ]; then
        tap_skip "$program, few descriptors" 'valgrind needs some itself'
        return
    fi
    for number in 3 4 5 6 7; do
        limited -n "$number" "$program" --version
        [ "$status" -ne 127 ] || continue # its libraries could not be opened
        limited -n "$number" "$program" "$options" -j2 -o place/result sample
        right_or_refused "$program, $number descriptors"
    done
    limited -n 8 "$program" "$options" -j2 --rejects=rejects -o place/result sample
    tap_status 0 "$program, 8 descriptors: exit 0"
    tap_same good place/result "$program, 8 descriptors: all of it"
}

# The least address space, in KiB, in which the program starts.
least_space()
{
    low=1024
    high=1048576
    while [ $((high - low)) -gt 256 ]; do
        middle=$(((low + high) / 2))
        limited -v "$middle" "$program" --version
        if [ "$status" -eq 0 ]; then
            high=$middle
        else
            low=$middle
        fi
    done
    echo "$high"
}

# Whether jq gave up, as it does where it has no memory, and nothing is left.
is_aborted()
{
    [ "$program" = kidx-csv2run ] && ended_by ABRT && [ -z "$(list place)" ]
}

# From what it needs to start to where all goes well.
test_memory()
{
    if [ "$KIDX_CHECKER" != none ]; then
        tap_skip "$program, little memory" "a limit of memory means nothing to $KIDX_CHECKER"
        return
    fi
    space=$(least_space)
    refused=0
    for jobs in 1 2; do
        for more in 0 200 400 700 1100 1600 2300 4000 8000 12000 18000 30000 90000; do
            limited -v $((space + more)) "$program" "$options" -j$jobs -o place/result sample
            [ "$status" -eq 0 ] || refused=$((refused + 1))
            is_aborted || right_or_refused "$program, $more KiB to work in, -j$jobs"
        done
        tap_status 0 "$program, 90 MB to work in, -j$jobs: exit 0"
    done
    tap_check "$program, little memory: too little at least once" test "$refused" -gt 0
}

# --- a disk that is full, or read-only ---

# A namespace in which this process may mount, as root or as if it was.
find_namespace()
{
    for namespace in 'unshare -m' 'unshare -rm'; do
        if $namespace mount -t tmpfs none /mnt 2>/dev/null; then
            return
        fi
    done
    namespace=
}

# on_disk OPTIONS COMMAND...: tap_run with such a tmpfs at place, and the names that are in
# it behind that to the file listed.
on_disk()
{
    disk=$1
    shift
    rm -rf place
    mkdir place
    # The namespace is words; the script expands in there.
    # shellcheck disable=SC2016,SC2086
    tap_run $namespace sh -c '
        mount -t tmpfs -o "$1" none place || exit 99
        shift
        status=0
        "$@" || status=$?
        ls -A place >listed
        cat place/result >kept 2>/dev/null
        exit $status' on_disk "$disk" "$@"
}

test_full_disk()
{
    if [ -z "$namespace" ]; then
        tap_skip "$program, a full disk" 'no file system can be mounted here'
        return
    fi
    on_disk size=4k "$program" "$options" -o place/result sample
    tap_status 2 "$program -o to a full disk: exit 2"
    tap_said "'place/result': No space left on device\$" "$program -o to a full disk: said"
    tap_check "$program -o to a full disk: nothing is left there" test ! -s listed
    on_disk size=4k "$program" "$options" -z0 -j2 -o place/result sample
    tap_status 2 "$program -z -j2 -o to a full disk: exit 2"
    tap_check "$program -z -j2 -o to a full disk: nothing is left there" test ! -s listed
    on_disk nr_inodes=1 "$program" "$options" -o place/result sample
    tap_status 2 "$program -o to a disk without room for a name: exit 2"
    tap_said "'place/result': No space left on device\$" \
        "$program -o to a disk without room for a name: said"
    on_disk size=8k sh -c 'echo old >place/result && exec "$@"' old \
        "$program" "$options" -o place/result sample
    tap_status 2 "$program -o over a file on a full disk: exit 2"
    echo old >want
    tap_same want kept "$program -o over a file on a full disk: the old one stays"
    on_disk ro "$program" "$options" -o place/result sample
    tap_status 2 "$program -o to a read-only disk: exit 2"
    tap_said "'place/result': Read-only file system\$" "$program -o to a read-only disk: said"
    on_disk ro "$program" "$options" --rejects=place/rejects sample
    tap_status 2 "$program --rejects on a read-only disk: exit 2"
}

# The limit of a file's size: the signal ends the program, or, ignored, the error does.
test_file_size()
{
    limited -f 2 "$program" "$options" -o place/result sample
    tap_check "$program -o beyond the limit of files: its signal" ended_by XFSZ
    tap_check "$program -o beyond the limit of files: nothing is left" test -z "$(list place)"
    trap '' XFSZ
    limited -f 2 "$program" "$options" -o place/result sample
    trap - XFSZ
    tap_status 2 "$program -o beyond the limit of files, ignored: exit 2"
    tap_said "'place/result': File too large\$" "$program -o beyond the limit, ignored: said"
    tap_check "$program -o beyond the limit, ignored: nothing is left" \
        test -z "$(list place)"
}

# --- many operands ---

# many FILES COMMAND...: the command with 100000 operands, their names again and again from
# a file, and with few descriptors. Some xargs would start it more than once at fewer bytes
# than the system allows.
many()
{
    names=$1
    shift
    awk '{ name[NR] = $0 }
         END { for (i = 0; i < 100000; i++) print name[i % NR + 1] }' "$names" >operands
    limited -n 16 xargs -n 200000 -s 2000000 "$@" <operands
}

peak_of()
{
    read -r peak _ <measured
}

# What is opened is closed, and an operand costs its name.
test_many()
{
    echo '[1]' >one
    (mkdir parts && cd parts && seq 1000 | sed 's/.*/[&]/' | split -l 1 -a 3 -)
    find parts -type f >names
    : >empty
    echo empty >nothing
    for program in $KIDX_PROGRAMS; do
        many nothing "$program" -v
        tap_status 0 "$program of 100000 files: exit 0"
    done
    xargs "$helpers/peak" measured kidx-digest --jcs <names >out 2>err
    peak_of
    few=$peak
    many names "$helpers/peak" measured kidx-digest --jcs
    tap_status 0 '100000 files: exit 0'
    tap_check '100000 files: a record of each' test "$(wc -l <out)" -eq 100000
    peak_of
    if [ "$KIDX_CHECKER" != none ]; then
        tap_skip '100000 files: memory as for 1000' "memory means nothing to $KIDX_CHECKER"
    elif ! tap_check '100000 files: memory as for 1000' test "$peak" -le $((few + 6144)); then
        printf '# KiB: %d, %d\n' "$few" "$peak"
    fi
    # shellcheck disable=SC2038
    find parts -type f | xargs -n 300 kidx-digest --jcs | sort >out
    find parts -type f -exec cat '{}' + | sort >want
    tap_same want out 'find | xargs in several runs: the same records'
}

# --- files that change, readers that are slow ---

# Whether the program $reading, whose standard input is a file, has stopped to read it.
has_stopped()
{
    before=$(sed -n 's/^pos:[^0-9]*//p' "/proc/$reading/fdinfo/0")
    sleep 0.2
    [ "$before" -gt 0 ] &&
        [ "$before" = "$(sed -n 's/^pos:[^0-9]*//p' "/proc/$reading/fdinfo/0")" ]
}

# start COMMAND...: run it with the file big as input and a full FIFO as output.
start()
{
    rm -f fifo
    mkfifo fifo
    exec 7<>fifo
    "$@" <big >fifo 2>err 7>&- &
    reading=$!
    wait_until has_stopped
}

# Read what the program writes to the file out, and let it end.
finish()
{
    exec 8<fifo 7>&-
    cat <&8 >out
    exec 8<&-
    status=0
    wait "$reading" || status=$?
}

test_changing()
{
    if [ ! -r /proc/self/fdinfo/0 ]; then
        tap_skip 'files that change while they are read' 'there is no /proc'
        return
    fi
    for jobs in 1 2; do
        seq 600000 | sed 's/.*/[&]/' >big
        start kidx-digest --jcs -j$jobs
        echo '["late"]' >>big
        finish
        tap_status 0 "a file grows while it is read, -j$jobs: exit 0"
        tap_same big out "a file grows while it is read, -j$jobs: all of it"
        start kidx-digest --jcs -j$jobs
        head -c 4000000 big >part
        cat part >big
        finish
        tap_status 2 "a file shrinks while it is read, -j$jobs: exit 2"
        tap_said " -: error: it became shorter while it was read\$" \
            "a file shrinks while it is read, -j$jobs: said"
        start kidx-digest --jcs -j$jobs
        : >big
        finish
        tap_status 2 "a file is emptied while it is read, -j$jobs: exit 2"
    done
    rm -f big part
}

# Nobody reads: the program waits, and what it waits with is bounded.
test_slow_reader()
{
    if [ "$KIDX_CHECKER" != none ] || [ ! -r /proc/self/status ]; then
        tap_skip 'a slow reader' "not under a checker, nor without /proc"
        return
    fi
    for jobs in 1 4; do
        seq 4000000 | sed 's/.*/["some text", &]/' >big
        start kidx-digest --jcs -j$jobs
        memory=$(awk '/^VmHWM:/ { print $2 }' "/proc/$reading/status")
        if ! tap_check "nobody reads, -j$jobs: at most 24 MB" test "$memory" -le 24576; then
            printf '# %d KiB\n' "$memory"
        fi
        finish
        tap_status 0 "a slow reader, -j$jobs: exit 0"
        tap_check "a slow reader, -j$jobs: all of it" test "$(wc -l <out)" -eq 4000000
    done
    rm -f big out
}

# --- the gate ---

# gate TEXT [OPTION]...: a comparison that cannot be made in full must not pass.
gate()
{
    text=$1
    shift
    tap_run kidx-compare --fail-on=slower "$@"
    if tap_check "gate, $text: does not pass" test "$status" -eq 2 -o "$status" -eq 1; then
        tap_check "gate, $text: said" test -s err
    else
        printf '# exit status %d\n' "$status"
    fi
}

test_gate()
{
    rm -rf base in
    cp "$compare/ab-gate-only-improvements/in" in
    cp "$compare/ab-gate-only-improvements/in2" base
    tap_run kidx-compare --fail-on=slower --base=base in
    tap_status 0 'gate, all is there: passes'
    mkdir directory
    : >empty
    gzip -c base | head -c 100 >cut.gz
    (cat in && head -c 100 in) >broken
    gate 'no base' --base=missing in
    gate 'the base is a directory' --base=directory in
    gate 'the base is empty' --base=empty in
    gate 'the base is cut' --base=cut.gz in
    gate 'one base of two is missing' --base=base --base=missing in
    gate 'no candidate' --base=base missing
    gate 'the candidate is empty' --base=base empty
    gate 'the candidate is cut' --base=base cut.gz
    gate 'one candidate of two is missing' --base=base in missing
    gate 'a line is cut' --base=base broken
    gate 'lines are too long' --base=base --max-line=100 in
    gate 'nothing is selected' --base=base --select=false in
    gate 'the selection fails' --base=base --select=.x.y.z.0 in
    gate 'no acknowledgements' --base=base --ack=missing in
    gate 'no limits' --base=base --limits=missing in
    gate 'no noise' --base=base --noise=missing in
    gate 'acknowledgements are cut' --base=base --ack=cut.gz in
    gate 'the disk is full' --base=base -o /dev/full in
    gate 'the log is full' --base=base --rejects=/dev/full broken
    # The samples of a run are in a file named by their digest; here it is no file.
    cp "$compare/ab-samples-six/in" in
    cp "$compare/ab-samples-six/in2" base
    sed -n 's/.*"rawSamples":{[^}]*"sha256:\([0-9a-f]*\)".*/directory\/\1/p' base |
        xargs mkdir
    gate 'samples cannot be read' --base=base --samples=directory in
}

find_namespace
for program in $KIDX_PROGRAMS; do
    make_sample
    test_closed
    test_descriptors
    test_memory
    test_full_disk
    test_file_size
done
test_many
test_changing
test_slow_reader
test_gate
tap_done
