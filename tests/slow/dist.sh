#!/bin/sh
# make dist gives the same bytes wherever, whenever and by whomever it is called.
set -u

# shellcheck source=tests/tap.sh
. "${KIDX_SOURCE:?is set by make check}/tests/tap.sh"

unset MAKEFLAGS MFLAGS MAKELEVEL SOURCE_DATE_EPOCH

for program in tar gzip; do
    "$program" --version 2>/dev/null | grep -q -i "$program.*GNU\|^gzip [1-9]" ||
        tap_skip_all "this $program is not GNU's"
done

# pack NAME [VARIABLE=VALUE]...: make dist in the directory NAME, not where the tests run
# and somebody's archive may stand; it becomes NAME.tar.gz.
pack()
{
    name=$1
    shift
    tap_run env "$@" "${MAKE:-make}" -C "$name" dist
    tap_status 0 "make dist: $name"
    mv "$name"/kidx-*.tar.gz "$name.tar.gz"
}

# configured NAME SOURCE: configure in the directory NAME.
configured()
{
    mkdir "$1"
    tap_run env -C "$1" "$2/configure" --quiet
    tap_status 0 "configure: $1"
}

umask 022
configured first "$KIDX_SOURCE"
pack first
tar -xf first.tar.gz
chmod -R a-w kidx-*
umask 077
configured again "$(echo "$tap_directory"/kidx-*)"
pack again TZ=Asia/Tokyo
tap_same first.tar.gz again.tar.gz \
    'from its own content, later, with another umask and time zone: the same bytes'

TZ=UTC tar -tvf first.tar.gz >list
awk '{ print $2 }' list | sort -u >got
echo 0/0 >want
tap_same want got 'no owner'
awk '{ print $1 }' list | sort -u >got
printf '%s\n' -rw-r--r-- -rwxr-xr-x drwxr-xr-x >want
tap_same want got 'three modes'
sed -n 's/^kidx .*(\(.*\))$/\1/p' "$KIDX_SOURCE/NEWS" | head -n 1 >want
awk '{ print $4 }' list | sort -u >got
tap_same want got 'the date of the version'
awk '{ print $6 }' list | sed 's,/$,,' | tr / '\001' >got
sort got >want
tap_same want got 'sorted by name'

pack first SOURCE_DATE_EPOCH=86400
TZ=UTC tar -tvf first.tar.gz | awk '{ print $4 }' | sort -u >got
echo 1970-01-02 >want
tap_same want got 'SOURCE_DATE_EPOCH is the time of its files'
tap_done
