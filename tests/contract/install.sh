#!/bin/sh
# make install puts every file where it belongs, below DESTDIR only, and make uninstall
# takes each away again.
set -u

# shellcheck source=tests/tap.sh
. "${KIDX_SOURCE:?is set by make check}/tests/tap.sh"

# The jobserver of the make that runs this test is not for the one that runs here.
unset MAKEFLAGS MFLAGS MAKELEVEL

root=$tap_directory/root

# make_target TARGET [ARGUMENT]...
make_target()
{
    tap_run "${MAKE:-make}" -C "$KIDX_BUILD" "$@" "DESTDIR=$root"
    tap_status 0 "make $*"
}

# What is in the place, without directories.
files()
{
    (cd "$root" && find . ! -type d | sort)
}

make_target install prefix=/usr mandir=/usr/share/man \
    bashcompletiondir=/usr/share/bash zshcompletiondir=/usr/share/zsh
(
    for program in $KIDX_PROGRAMS; do
        echo "./usr/bin/$program"
        if [ -d "$KIDX_BUILD/completions" ]; then
            echo "./usr/share/bash/$program"
            echo "./usr/share/zsh/_$program"
        fi
    done
    for page in "$KIDX_SOURCE"/man/*.[1-9]; do
        echo "./usr/share/man/man${page##*.}/${page##*/}"
    done
) | sort >want
files >got
tap_same want got 'programs, manual pages and completions, and nothing else' ||
    diff want got | sed 's/^/# /'
for program in $KIDX_PROGRAMS; do
    tap_run "$root/usr/bin/$program" --version
    tap_status 0 "the installed $program runs"
done
{
    find "$root" -type f ! -perm -444
    find "$root" -type f -perm /022
    find "$root" -path '*/bin/*' ! -perm -111
    find "$root" -type f ! -path '*/bin/*' -perm /111
} >got
: >want
tap_same want got 'all can read them, none but the owner write, and programs run' || tap_show got

echo 'not ours' >"$root/usr/bin/other"
make_target uninstall prefix=/usr mandir=/usr/share/man \
    bashcompletiondir=/usr/share/bash zshcompletiondir=/usr/share/zsh
files >got
echo ./usr/bin/other >want
tap_same want got 'make uninstall leaves nothing of ours, and all else' || tap_show got

rm -rf "$root"
make_target install
tap_check 'without arguments everything goes below the prefix of configure' test -d "$root"
make_target uninstall
files >got
: >want
tap_same want got 'and goes again' || tap_show got
tap_done
