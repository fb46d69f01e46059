#!/bin/sh
# The layers: a file in common/ includes only from its own folder and those above it, a tool
# only from common/ and its own files. A foreign library is known to one module, only diag
# prints, and little is global.
set -u

# shellcheck source=tests/tap.sh
. "${KIDX_SOURCE:?is set by make check}/tests/tap.sh"

# From the top.
layers='base gzip io json pattern schema record stats check present tool'

# Print "FILE:HEADER" for each header that sources name in quotes.
includes()
{
    (cd "$KIDX_SOURCE" && grep -rE '^ *# *include *"' "$@") |
        sed -n 's/^\([^:]*\.[ch]\):[^"]*"\([^"]*\)".*/\1:\2/p'
}

# Expect that nothing is in the file findings.
check_none()
{
    tap_check "$1" test ! -s findings || tap_show findings
}

test_layers()
{
    above=
    includes common tools >all
    tap_check 'sources include headers' test "$(wc -l <all)" -gt 100
    for layer in $layers; do
        above="$above $layer"
        includes "common/$layer" | while IFS=: read -r file header; do
            case " $above " in
            *" ${header%%/*} "*) [ -f "$KIDX_SOURCE/common/$header" ] && continue ;;
            esac
            echo "$file includes $header"
        done >findings
        check_none "common/$layer includes from$above"
    done
    (cd "$KIDX_SOURCE/common" && find . ! -name . -prune -type d) | sed 's:^\./::' |
        while read -r folder; do
            case " $layers " in
            *" $folder "*) ;;
            *) echo "common/$folder" ;;
            esac
        done >findings
    check_none 'common has these layers and no other'
    includes tools | while IFS=: read -r file header; do
        [ -f "$KIDX_SOURCE/common/$header" ] || [ -f "$KIDX_SOURCE/${file%/*}/$header" ] ||
            echo "$file includes $header"
    done >findings
    check_none 'a tool includes from common and from its own folder'
}

# check_library PATTERN FILE...: only these files include headers like that.
check_library()
{
    pattern=$1
    shift
    (cd "$KIDX_SOURCE" && grep -rlE "^ *# *include *<($pattern)" common tools) | sort >found
    printf '%s\n' "$@" | sort >known
    comm -23 found known >findings
    check_none "only $* includes <$pattern>"
}

test_libraries()
{
    check_library 'openssl/.*' common/record/digest.c
    check_library 'jq\.h|jv\.h' common/json/libjq.c
    check_library 'pcre2\.h' common/pattern/pattern.c
    check_library 'zlib\.h' common/gzip/gzip-writer.c common/gzip/inflate.c
    check_library 'isa-l.*' common/gzip/inflate.c
    check_library 'getopt\.h' common/base/opt.c
    check_library 'locale\.h' 'no file'
}

# --help and --version go to standard output by opt, everything else by diag or output.
test_printing()
{
    (cd "$KIDX_SOURCE" &&
        grep -rnE '(^|[^a-z_])(v?f?printf|f?puts|f?putc|putchar|fwrite|perror) *\(' common tools |
        grep -v '^common/base/opt\.c:') >findings
    check_none 'nothing is printed past diag and output'
    (cd "$KIDX_SOURCE" && grep -rnE 'write *\( *(STDERR_FILENO|2) *,' common tools |
        grep -v '^common/base/diag\.c:') >findings
    check_none 'only diag writes to standard error'
    (cd "$KIDX_SOURCE" && grep -rnE '(setlocale|newlocale|uselocale) *\(' common tools) >findings
    check_none 'no locale is set'
}

# Variables that outlive a call: the seed of maps, the program's name, and the temporary
# files that a signal removes.
test_globals()
{
    text='little is global'
    if [ "$KIDX_CHECKER" = sanitize ] || ! command -v objdump >/dev/null; then
        tap_skip "$text" 'needs objdump, and objects without a sanitizer'
        return
    fi
    find "$KIDX_BUILD/tools" -name '*.o' -exec objdump -t {} + >symbols 2>&1
    objdump -t "$KIDX_BUILD/libkidx.a" >>symbols
    tap_check 'objdump shows symbols' grep -q ' diag_init$' symbols
    awk '$3 == "O" && $4 ~ /^\.(bss|data)/ && $4 !~ /\.ro/ { print $NF }' symbols |
        grep -vxE 'process_seed|seed_once|program_name|temporaries' >findings
    check_none "$text"
}

test_layers
test_libraries
test_printing
test_globals
tap_done
