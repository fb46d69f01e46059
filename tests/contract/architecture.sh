#!/bin/sh
# The layers: a file in common/ includes only from its own folder and those above it, a tool
# only from common/ and its own files, and no include closes a cycle. A file of a tool exports
# only names that begin with its own, and only what another file uses. A foreign library is
# known to one module, only diag prints, and little is global.
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

# x.c and x.h are one node. tsort names the files of a cycle.
test_cycles()
{
    includes common tools | sed 's/\.[ch]:/ /; s/\.h$//' | while read -r from to; do
        if [ -f "$KIDX_SOURCE/common/$to.h" ]; then
            echo "$from common/$to"
        else
            echo "$from ${from%/*}/$to"
        fi
    done >edges
    tap_check 'there are includes to follow' test "$(wc -l <edges)" -gt 100
    awk '$1 != $2' edges | tsort 2>&1 >/dev/null | sed -n 's/^tsort: \([^-]\)/\1/p' >findings
    check_none 'no include closes a cycle'
}

# Print "d FOLDER/FILE NAME" for each symbol that an object defines, "u FOLDER/FILE NAME" for each
# that it needs. An object whose source is gone is of an earlier build.
symbols()
{
    (cd "$KIDX_SOURCE" && find common tools -name '*.c') | sed 's/\.c$//' >sources
    (cd "$KIDX_BUILD" && find common tools -name '*.o' -exec nm -A -g {} +) |
        awk 'NR == FNR { source[$1] = 1; next }
            {
                file = substr($0, 1, index($0, ".o:") - 1)
                if (!(file in source) || $NF ~ /^__/) next
                print $(NF - 1) == "U" ? "u" : "d", file, $NF
            }' sources -
}

test_exports()
{
    if ! command -v nm >/dev/null; then
        tap_skip 'exported symbols' 'needs nm'
        return
    fi
    symbols | grep -v ' main$' >all
    tap_check 'nm shows symbols' grep -qx 'd common/base/diag diag_init' all
    awk '$1 == "d" && $2 ~ /^tools/ {
            split($2, part, "/")
            if ($3 in tool && tool[$3] != part[2]) print $3, tool[$3], part[2]
            tool[$3] = part[2]
        }' all >findings
    check_none 'no two tools export the same symbol'
    awk '$1 == "u" { used[$3] = 1 }
        $1 == "d" { defined[$3] = $2 }
        END { for (name in defined) if (!(name in used)) print defined[name], name }' all |
        sort >findings
    check_none 'each exported symbol has a user outside its file'
    awk '$1 == "d" && $2 ~ /^tools/ {
            prefix = $2
            sub(/.*\//, "", prefix)
            gsub(/-/, "_", prefix)
            if ($3 != prefix && index($3, prefix "_") != 1) print $2, $3
        }' all >findings
    check_none 'a file x.c of a tool exports only x and x_...'
}

# A source of benchmarks is data in data/, named by its file. Only the array that embeds this
# file may have the name in C.
test_sources()
{
    (cd "$KIDX_SOURCE/data/catalog" && ls) | sed -n '/^example-/d; s/\.json$//p' >sources
    tap_check 'there are sources' test -s sources
    while read -r word; do
        (cd "$KIDX_SOURCE" && grep -rniwF "$word" common tools --include='*.[ch]')
    done <sources >findings
    check_none 'no word of a benchmark source in C'
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
        grep -vxE 'process_seed|seed_once|program_name|atomic_files' >findings
    check_none "$text"
}

test_layers
test_cycles
test_exports
test_sources
test_libraries
test_printing
test_globals
tap_done
