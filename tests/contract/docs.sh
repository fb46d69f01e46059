#!/bin/sh
# The documentation agrees with the programs and the source: every example has the output
# that the page shows, every command in a table runs, --help and the pages describe the same
# options, the pages explain every code, note and reason, every name in a document for
# developers exists, and the pages are correct mdoc.
set -u

# shellcheck source=tests/tap.sh
. "${KIDX_SOURCE:?is set by make check}/tests/tap.sh"

manual=$KIDX_SOURCE/man

# --- examples ---

# Print the lines of all examples of a file: the literal displays of a manual page, or the
# fences of a Markdown file that are marked console.
example_lines()
{
    case $1 in
    *.md) awk '/^```/ { inside = !inside && $0 == "```console"; print ""; next } inside' "$1" ;;
    *)
        awk '/^\.Bd -literal/ { inside = 1; next } /^\.Ed/ { inside = 0; print ""; next }
             inside' "$1" | sed -e 's/\\&//g' -e 's/\\-/-/g' -e 's/\\e/\\/g'
        ;;
    esac
}

# Split examples into the files N.cmd and N.want: lines that begin with "$ " are commands,
# and the lines after each are its output. A display without a command is not an example.
split_examples()
{
    awk '/^\$ / { close(command); close(want); command = ++count ".cmd"; want = count ".want"
                  print substr($0, 3) >command; printf "" >want; next }
         $0 == "" { want = "" } # the end of a display
         want != "" { print >want }'
}

# Make a directory with the data/ and examples/ of the source directory.
make_place()
{
    rm -rf place
    mkdir place
    ln -s "$KIDX_SOURCE/data" "$KIDX_SOURCE/examples" place
}

# A crash must not pass as expected output, so the exit status of the last command is checked
# as well.
test_examples()
{
    page=${1#"$KIDX_SOURCE/"}
    make_place
    cd place || exit 99
    example_lines "$1" | split_examples
    number=0
    while [ -f $((number + 1)).cmd ]; do
        number=$((number + 1))
        status=0
        sh $number.cmd </dev/null >out 2>&1 || status=$?
        text="$page, example $number: $(cut -c 1-60 $number.cmd)"
        if [ "$status" -ge 99 ]; then
            tap_fail "$text"
            printf '# exit status %d\n' "$status"
        else
            tap_same $number.want out "$text" || tap_show $number.want out
        fi
    done
    cd ..
}

# --- commands in tables ---

# The files that commands in tables read.
make_inputs()
{
    cp "$KIDX_SOURCE/data/sample/liger-sample.csv" bench.csv &&
        kidx-csv2run --objects -o new.ndjson bench.csv &&
        cp new.ndjson old.ndjson && sed -n 1p new.ndjson >one.json &&
        kidx-validate --print-schema=OperationSpec >schema.json &&
        grep '"kind":"OperationSpec"' new.ndjson >any.ndjson &&
        sha256sum new.ndjson >SHA256SUMS
}

# Print the code in the column COLUMN of the tables of a page, one command on each line.
table_commands()
{
    sed -n -e '/^|/!d' -e 's/\\|/\x01/g' -e p "$1" |
        awk -F '|' -v column="$2" '{ parts = split($(column + 1), part, "`")
            for (i = 2; i < parts; i += 2) print part[i] }' | tr '\001' '|'
}

# test_table PAGE COLUMN: the commands there run with exit status 0. Code that does not begin
# with the name of a program is Python.
test_table()
{
    make_place
    cd place || exit 99
    tap_run make_inputs
    tap_status 0 'the input of the commands in tables' || tap_show err
    table_commands "$1" "$2" >commands
    tap_check "${1##*/}: there are commands in column $2" test -s commands
    while read -r command; do
        text="${1##*/}, table: $(printf '%s' "$command" | cut -c 1-60)"
        case ${command%% *} in
        *[!a-z0-9-]*) continue ;;
        esac
        if ! command -v "${command%% *}" >/dev/null; then
            tap_skip "$text" "${command%% *} is not here"
            continue
        fi
        tap_run sh -c "$command" </dev/null
        tap_status 0 "$text" || tap_show err
    done <commands
    cd ..
}

# --- names ---

# test_names PAGE FOLDERS [PREFIX]: the names in a document for developers exist. Functions
# are written as `name()`, files by their path below PREFIX, which begins with one of FOLDERS,
# other names have an underscore. TOOL and NAME stand for any.
# shellcheck disable=SC2016
test_names()
{
    page=${1#"$KIDX_SOURCE/"}
    find "$KIDX_SOURCE/common" "$KIDX_SOURCE/tools" "$KIDX_SOURCE/tests" -name '*.[ch]' \
        -exec cat '{}' + | grep -oE '[a-z_0-9]+\(' | sort -u >functions
    grep -o '`[a-z_0-9]*()`' "$1" | tr -d '`)' | sort -u >named
    comm -13 functions named >missing
    tap_check "$page: the functions that it names exist" test ! -s missing || tap_show missing
    grep -oE "\`($2)/[A-Za-z0-9./_-]*\`" "$1" | tr -d '`' |
        grep -v -e TOOL -e NAME | sort -u >named
    while read -r path; do
        [ -e "$KIDX_SOURCE/${3-}$path" ] || [ -e "$KIDX_SOURCE/${3-}$path.c" ] || echo "$path"
    done <named >missing
    tap_check "$page: it names files" test -s named
    tap_check "$page: the files that it names exist" test ! -s missing || tap_show missing
    grep -oE '`[A-Za-z]+_[A-Za-z_]+`' "$1" | tr -d '`' | sort -u | while read -r word; do
        (cd "$KIDX_SOURCE" && grep -rqwI --exclude-dir=cases "$word" common tools tests \
            Makefile.am configure.ac) || echo "$word"
    done >missing
    tap_check "$page: the other names in it exist" test ! -s missing || tap_show missing
}

# --- options ---

# The options in a text of --help, a line "LETTER --NAME" for each.
options_of_help()
{
    sed -n -e 's/^  \(-.\), \(--[a-z-]*\).*/\1 \2/p' -e 's/^      \(--[a-z-]*\).*/\1/p' "$1" |
        sort
}

# The same of the tags of a manual page.
options_of_page()
{
    awk '$1 == ".It" && $2 == "Fl" {
            letter = ""
            for (i = 3; i <= NF; i++) {
                if ($(i - 1) != "Fl") continue
                if ($i ~ /^-/) print letter "-" $i
                else letter = "-" $i " "
            } }' "$1" | sort
}

# The page of a program describes its own options, and kidx(7) those that all programs have.
test_options()
{
    "$1" --help | sed '/^Options of all kidx tools/,$d' >own
    "$1" --help | sed -n '/^Options of all kidx tools/,$p' >shared
    options_of_help own >help
    options_of_page "$manual/$1.1" >page
    tap_check "$1: --help has options" test -s help
    tap_same help page "$1: its own options in --help and in $1.1" || diff help page |
        sed 's/^/# /'
    options_of_help shared >help
    options_of_page "$manual/kidx.7" >page
    tap_check "$1: --help has shared options" test -s help
    tap_same help page "$1: the shared options in --help and in kidx.7" || diff help page |
        sed 's/^/# /'
    tap_check "$1.1 refers to the options in kidx.7" \
        grep -q 'The options that all tools have are described in' "$manual/$1.1"
}

# --- codes ---

# Print the codes in the sources: literals that are passed to a parameter, or assigned to a
# member, called code.
codes_in_sources()
{
    find "$KIDX_SOURCE/common" "$KIDX_SOURCE/tools" -name '*.[ch]' -exec cat '{}' + | awk '
        # The argument number WHICH of a call, whose text begins after its bracket.
        function argument(text, which,    at, depth, quoted, letter, count, from) {
            count = from = 1
            for (at = 1; at <= length(text); at++) {
                letter = substr(text, at, 1)
                if (quoted && letter == "\\") at++
                else if (letter == "\"") quoted = !quoted
                else if (quoted) continue
                else if (letter ~ /[({[]/) depth++
                else if (letter ~ /[]})]/ && depth-- == 0 || letter == "," && depth == 0) {
                    if (count++ == which) return substr(text, from, at - from)
                    if (letter != ",") return ""
                    from = at + 1
                }
            }
            return ""
        }
        function print_words(text) {
            while (match(text, /"[a-z][a-z0-9_]*"/)) {
                print substr(text, RSTART + 1, RLENGTH - 2)
                text = substr(text, RSTART + RLENGTH)
            }
        }
        function add_parameters(text,    found, name) {
            while (match(text, /[a-z_]+\([^(){}]*const char \*code[,)]/)) {
                found = substr(text, RSTART, RLENGTH)
                text = substr(text, RSTART + RLENGTH)
                name = substr(found, 1, index(found, "(") - 1)
                place[name] = gsub(/,/, ",", found) + (found !~ /,$/)
            }
        }
        function print_calls(text,    name) {
            while (match(text, /[a-z_]+\(/)) {
                name = substr(text, RSTART, RLENGTH - 1)
                text = substr(text, RSTART + RLENGTH)
                if (name in place && index(text, "\"")) print_words(argument(text, place[name]))
            }
        }
        function print_assignments(text,    found) {
            while (match(text, /(\.|->)code = [^,}]*/)) {
                found = substr(text, RSTART, RLENGTH)
                text = substr(text, RSTART + RLENGTH)
                print_words(found)
            }
        }
        { sub(/^ +/, " "); statement[count] = statement[count] $0 }
        /;$|[{}]$/ { count++ }
        END {
            for (i = 0; i <= count; i++) add_parameters(statement[i])
            for (i = 0; i <= count; i++) {
                print_calls(statement[i])
                print_assignments(statement[i])
            }
        }'
}

# Print the codes in the output of golden cases, without the names of their own rules.
codes_in_cases()
{
    cases=$KIDX_SOURCE/tests/cases
    cat "$cases"/*/*/out "$cases"/*/*/err |
        sed -n -e 's/.* \[\([a-z][a-z0-9_]*\)\]$/\1/p' \
            -e 's/.*"code":"\([a-z][a-z0-9_]*\)".*/\1/p' | sort -u >all
    {
        cat "$cases"/*/*/cmd | tr ' ' '\n' | sed -n "s/^--rule='*\([a-z0-9_]*\)=.*/\1/p"
        sed -n 's/.*"name":"\([a-z0-9_]*\)","program":.*/\1/p' "$cases"/kidx-validate/*/in*
    } | sort -u | comm -23 all -
}

test_codes()
{
    {
        codes_in_sources
        codes_in_cases
        kidx-validate --list-checks | awk '{ print $1 }'
    } | sort -u >codes
    tap_check 'the list of codes contains those of the reader and of a tool' \
        test "$(grep -c -x -e lone_surrogate -e duplicate -e inexact_integer codes)" -eq 3
    while read -r code; do
        tap_check "a manual page names the code $code" grep -q -E \
            "^\.(It|Cm|Pq Cm|Ql) (.*[ ,])?$code( |$)" "$manual"/*.[1-9]
    done <codes
}

# --- notes and reasons ---

# Literals in capitals; "N_BELOW_%d" up to its variable part. Other words in capitals are
# removed: comments, names of option arguments, variables of the environment.
notes_in_sources()
{
    find "$KIDX_SOURCE/common" "$KIDX_SOURCE/tools" -name '*.c' ! -path '*/common/pattern/*' \
        -exec cat '{}' + |
        sed -e 's/^ *\/\*.*//' -e 's/^ \* .*//' -e '/getenv(/d' -e '/opt->argument/d' \
            -e 's/"[a-z-]*", "[][A-Z,.=|]*"//g' |
        grep -oE '"[A-Z][A-Z0-9_]{3,}["%:]' | tr -d '"%:'
}

# The notes and reasons that golden cases print.
notes_in_cases()
{
    cat "$KIDX_SOURCE"/tests/cases/*/*/out |
        grep -oE '"(notes|reasons?|missing_reasons|not_judged)":("[^"]*"|\[[^]]*\]|\{[^}]*\})' |
        sed 's/^"[a-z_]*"://' | grep -oE '"[A-Z][A-Z0-9_]{3,}[":]' | tr -d '":' |
        sed 's/^N_BELOW_[0-9]*$/N_BELOW_/'
}

test_notes()
{
    {
        notes_in_sources
        notes_in_cases
    } | grep -v -x STATUS_PASSED | sort -u >notes # no run is left out because it passed
    tap_check 'the list of notes contains those of several tools' \
        test "$(grep -c -x -e BEYOND_FLOOR -e N_BELOW_ -e STATUS_TIMEOUT -e RETRACTED notes)" -eq 4
    while read -r note; do
        tap_check "a manual page explains the note $note" grep -q -E \
            "^\.(It )?Cm (.*[ ,])?$note( |$)" "$manual"/*.[1-9]
    done <notes
}

# --- references ---

# What a manual page refers to is in its SEE ALSO, and the page exists if it is ours.
test_references()
{
    awk '{ for (i = 1; i < NF; i++) if ($i ~ /^[.]?Xr$/) print $(i + 1) "." $(i + 2) }' "$1" |
        sort -u >named
    sed -n '/^\.Sh SEE ALSO/,/^\.Sh /p' "$1" | awk '$1 == ".Xr" { print $2 "." $3 }' | sort >also
    comm -23 named also >missing
    grep '^kidx' also | while read -r name; do
        [ -f "$manual/$name" ] || echo "$name does not exist"
    done >>missing
    tap_check "man/${1##*/}: SEE ALSO is complete" test ! -s missing || tap_show missing
    tap_check "man/${1##*/}: SEE ALSO names pages" test -s also
}

# --- mdoc ---

test_mdoc()
{
    if ! command -v mandoc >/dev/null; then
        tap_skip 'manual pages: mandoc -Tlint' 'mandoc is not installed'
        return
    fi
    for page in "$manual"/*.[1-9]; do
        # It does not matter which manuals are installed here.
        mandoc -Tlint "$page" 2>/dev/null | grep -v 'referenced manual not found' >got
        : >want
        tap_same want got "man/${page##*/}: mandoc -Tlint" || tap_show got
    done
}

test_groff()
{
    if ! command -v groff >/dev/null; then
        tap_skip 'manual pages: groff -ww' 'groff is not installed'
        return
    fi
    for page in "$manual"/*.[1-9]; do
        groff -man -ww -Tutf8 "$page" 2>got >/dev/null
        : >want
        tap_same want got "man/${page##*/}: groff -man -ww" || tap_show got
    done
}

for page in "$KIDX_SOURCE/README.md" "$manual"/*.[1-9]; do
    test_examples "$page"
done
test_table "$KIDX_SOURCE/README.md" 2
test_table "$KIDX_SOURCE/README.md" 3
for page in HACKING.md SECURITY.md; do
    test_names "$KIDX_SOURCE/$page" 'common|tools|tests|data|examples|man'
done
test_names "$KIDX_SOURCE/tests/README.md" 'unit|cases|contract|system|oracle|fuzz|slow|bench' tests/
test_codes
test_notes
for program in $KIDX_PROGRAMS; do
    if [ -f "$manual/$program.1" ]; then
        test_options "$program"
    else
        tap_fail "$program: there is a manual page"
    fi
done
for page in "$manual"/*.[1-9]; do
    test_references "$page"
done
test_mdoc
test_groff
tap_done
