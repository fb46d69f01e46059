#!/bin/bash
# part-gzip.sh: three tools on compressed bundles, each alone and all in a pipe, against zcat
# and jq, and what inflating alone takes.
#
# shellcheck disable=SC2034,SC2154  # set in run, measure.sh and rows.sh

gzip_prepare()
{
    local archive=$work/bundles.ndjson.gz
    # shellcheck disable=SC2046
    cc_build gunzip-speed "$build/libkidx.a" $(kidx_libraries) -pthread
    gzip -c "$input" >"$archive" || fail 'cannot compress the input'
    row_input=$archive
    row gz_check text 'gz: kidx-digest --check' "$build/kidx-digest" --check
    row gz_validate text 'gz: kidx-validate' "$build/kidx-validate"
    row gz_stat any 'gz: kidx-stat' "$build/kidx-stat" "${stat_options[@]}"
    # shellcheck disable=SC2016
    pipe_row gz_three any 'gz: all three in a pipe' "'$build/kidx-digest' --check \"\$1\" |
        '$build/kidx-validate' | '$build/kidx-stat' --stat=median '${stat_options[1]}'"
    row gz_zcat text 'gz: zcat' zcat
    if have jq; then
        # shellcheck disable=SC2016
        pipe_row gz_jq any 'gz: zcat and jq -c .' 'zcat "$1" | jq -c .'
    else
        skip 'zcat and jq: jq is not installed'
    fi
    row_input=$input
}

gzip_once()
{
    local sample=$shared/data/registry/catalog-sample.ndjson.gz result name
    if [ ! -r "$sample" ]; then
        skip 'inflating the catalog sample: not found, set KIDX_SHARED'
        return
    fi
    result=$("${pinned[@]}" "$work/gunzip-speed" "$sample") || fail 'gunzip-speed failed'
    for name in zlib isal; do
        note "inflate_$name" "$(field ${name}_seconds <<<"$result")"
    done
    [ -n "$(median inflate_isal)" ] || skip 'ISA-L: not in this build (Debian: libisal-dev)'
}

gzip_targets()
{
    local name
    for name in gz_check gz_validate gz_stat gz_three; do
        target "${label[$name]}, to zcat and jq" "$(ratio gz_jq $name)" '>=' 10 x \
            "$(commands $name gz_jq)"
    done
    target 'inflating with ISA-L to zlib, catalog sample' \
        "$(divide "$(median inflate_zlib)" "$(median inflate_isal)")" '>=' 1.8 x \
        'gunzip-speed catalog-sample.ndjson.gz'
}
