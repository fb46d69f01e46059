#!/bin/sh
# What the documentation says is so: every example gives the output that stands behind it,
# the options of --help and of the manual pages are the same, the pages are good mdoc.
set -u

# shellcheck source=tests/tap.sh
. "${KIDX_SOURCE:?is set by make check}/tests/tap.sh"

manual=$KIDX_SOURCE/man

# --- examples ---

# Print the lines of all examples of a file: in a manual page what stands in literal
# displays, elsewhere in fences marked console.
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

# Part examples into the files N.cmd and N.want: lines that begin with "$ " are commands,
# the output of each stands behind it. A display without a command is no example.
part_examples()
{
    awk '/^\$ / { close(command); close(want); command = ++count ".cmd"; want = count ".want"
                  print substr($0, 3) >command; printf "" >want; next }
         $0 == "" { want = "" } # the end of a display
         want != "" { print >want }'
}

# Examples run where data/ is as in the source directory. The shell must not take a fault
# for an answer, so the exit status of the last command is looked at as well.
test_examples()
{
    page=${1#"$KIDX_SOURCE/"}
    rm -rf examples
    mkdir examples
    ln -s "$KIDX_SOURCE/data" examples/data
    cd examples || exit 99
    example_lines "$1" | part_examples
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

# --- options ---

# The options of a program's --help, a line "LETTER --NAME" for each.
options_of_help()
{
    "$1" --help | sed -n -e 's/^  \(-.\), \(--[a-z-]*\).*/\1 \2/p' \
        -e 's/^      \(--[a-z-]*\).*/\1/p' | sort
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

test_options()
{
    options_of_help "$1" >help
    options_of_page "$manual/$1.1" >page
    tap_check "$1: --help has options" test -s help
    tap_same help page "$1: the same options in --help and in $1.1" || diff help page |
        sed 's/^/# /'
    # All tools have these.
    "$1" --help | sed -n '/^Options of all kidx tools/,$p' >shared
    sed -n -e 's/^  \(-.\), \(--[a-z-]*\).*/\1 \2/p' -e 's/^      \(--[a-z-]*\).*/\1/p' shared |
        sort >help
    options_of_page "$manual/kidx.7" >page
    tap_same help page "$1: the shared options in --help and in kidx.7" || diff help page |
        sed 's/^/# /'
}

# --- mdoc ---

test_mdoc()
{
    if ! command -v mandoc >/dev/null; then
        tap_skip 'manual pages: mandoc -Tlint' 'mandoc is not installed'
        return
    fi
    for page in "$manual"/*.[1-9]; do
        tap_run mandoc -Tlint -Wwarning "$page"
        tap_status 0 "man/${page##*/}: mandoc -Tlint" || tap_show out
    done
}

for page in "$KIDX_SOURCE/README.md" "$manual"/*.[1-9]; do
    test_examples "$page"
done
for program in $KIDX_PROGRAMS; do
    if [ -f "$manual/$program.1" ]; then
        test_options "$program"
    else
        tap_fail "$program: there is a manual page"
    fi
done
test_mdoc
tap_done
