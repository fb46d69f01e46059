#!/bin/sh
# The completions offer what --help lists: all of it, in bash and in zsh, and nothing else.
# Those that are installed are the ones that data/completions makes of it.
set -u

# shellcheck source=tests/tap.sh
. "${KIDX_SOURCE:?is set by make check}/tests/tap.sh"

# The options of a program's --help, letters and names, one on each line.
options_of_help()
{
    "$1" --help | sed -n -e 's/^  \(-.\), \(--[a-z-]*\).*/\1\n\2/p' \
        -e 's/^      \(--[a-z-]*\).*/\1/p' | sort
}

# The completion for SHELL of a program.
completion()
{
    "$2" --help | sh "$KIDX_SOURCE/data/completions" "$1" "$2"
}

# complete_bash PROGRAM WORD...: what bash offers for the last word, and which settings of
# readline the completion changes (outside of a completion compopt is an error).
complete_bash()
{
    # shellcheck disable=SC2016
    bash -c '
        compopt() { echo "compopt $*"; }
        . ./bash-completion || exit 1
        COMP_WORDS=("$@")
        COMP_CWORD=$(($# - 1))
        function=$(complete -p "$1") || exit 1
        function=${function#*-F }
        ${function%% *}
        printf "%s\n" "${COMPREPLY[@]}"' bash "$@"
}

test_bash()
{
    program=$1
    tap_run completion bash "$program"
    tap_status 0 "$program: a completion for bash"
    cp out bash-completion
    complete_bash "$program" - | sed -e '/^compopt/d' -e 's/=$//' | sort >got
    tap_same help got "$program: bash offers the options of --help"
    complete_bash "$program" --outp >got
    printf '%s\n' 'compopt +o default' 'compopt -o nospace' --output= >want
    tap_same want got "$program: bash completes --output= and waits for its argument"
    complete_bash "$program" --output = a >got
    echo >want
    tap_same want got "$program: bash leaves the names of files to readline"
    complete_bash "$program" --gzip = >got
    (echo 'compopt +o default' && seq 0 9) >want
    tap_same want got "$program: bash offers the levels of --gzip"
    complete_bash "$program" -- - >got
    echo >want
    tap_same want got "$program: bash offers no options behind --"
}

# The file for zsh is also one for sh, where a function takes the place of _arguments.
test_zsh()
{
    program=$1
    tap_run completion zsh "$program"
    tap_status 0 "$program: a completion for zsh"
    tap_check "$program: zsh knows whom it is for" grep -qx "#compdef $program" out
    (
        # shellcheck disable=SC2016
        echo 'arguments() { for argument; do echo "$argument"; done; }'
        sed 's/^_arguments/arguments/' out
    ) >zsh-completion
    sh ./zsh-completion | sed -n -e 's/^([^)]*)//' -e 's/^\*-/-/' -e '/^-.*\[/!d' \
        -e 's/[+=-]*\[.*//p' | sort >got
    tap_same help got "$program: zsh offers the options of --help"
}

# Let a zsh in a terminal complete, and look at what it shows.
test_in_zsh()
{
    program=$1
    completion zsh "$program" >"_$program"
    cat >ask <<'END'
zmodload zsh/zpty || exit 77
zpty shell zsh -f -i
zpty -w shell "PROMPT=; fpath=($PWD \$fpath); autoload -Uz compinit; compinit -u -D"
zpty -w shell "LISTMAX=1000; zstyle ':completion:*' list-separator '##'; echo sta''rted"
while zpty -r shell line && [[ $line != started* ]]; do :; done
zpty -w -n shell "$1 --"$'\t'
sleep 1
zpty -w -n shell $'\025'"echo en''ded"$'\n'
while zpty -r shell line && [[ $line != *ended* ]]; do print -r -- "$line"; done
zpty -d shell
END
    tap_run timeout 60 zsh -f ./ask "$program"
    if [ "$status" -eq 77 ]; then
        tap_skip "$program: a zsh in a terminal" 'this zsh cannot make a terminal'
        return
    fi
    grep -o -e '--[a-z][a-z-]*  *##' out | sed 's/ *##//' | sort -u >got
    grep -e '^--' help >want
    tap_same want got "$program: a zsh in a terminal shows them" || tap_show want got out
}

test_installed()
{
    for shell in bash/ zsh/_; do
        completion "${shell%/*}" "$1" >want
        tap_same want "$KIDX_BUILD/completions/$shell$1" \
            "$1: what is installed is made of its --help for ${shell%/*}"
    done
}

for program in $KIDX_PROGRAMS; do
    options_of_help "$program" >help
    tap_check "$program: --help has options" test -s help
    if command -v bash >/dev/null; then
        test_bash "$program"
    else
        tap_skip "$program: bash" 'bash is not installed'
    fi
    test_zsh "$program"
    if command -v zsh >/dev/null; then
        test_in_zsh "$program"
    else
        tap_skip "$program: a zsh in a terminal" 'zsh is not installed'
    fi
    if [ -d "$KIDX_BUILD/completions" ]; then
        test_installed "$program"
    else
        tap_skip "$program: what is installed" 'a cross build makes no completions'
    fi
done
tap_done
