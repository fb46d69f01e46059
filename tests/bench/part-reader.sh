#!/bin/bash
# part-reader.sh: our reader alone against simdjson, in turn on the same files.
#
# shellcheck disable=SC2154  # set in run and measure.sh

reader_prepare()
{
    cc_build reader-speed "$build/libkidx.a" -pthread
    # shellcheck source=tests/bench/part-digest.sh
    declare -F floor_build >/dev/null || . "$here/part-digest.sh"
    floor_build
    reader_catalog=
    local sample=$shared/data/registry/catalog-sample.ndjson.gz
    if [ -r "$sample" ]; then
        reader_catalog=$work/catalog.ndjson
        gzip -dc "$sample" >"$reader_catalog" || fail "$sample: cannot decompress"
    else
        skip 'the catalog sample: not found, set KIDX_SHARED'
    fi
}

# reader_measure NAME FILE: both on one file.
reader_measure()
{
    local result
    result=$("${pinned[@]}" "$work/reader-speed" "$2") || fail "reader-speed failed on $2"
    note "reader_$1" "$(field parse_seconds <<<"$result")"
    if [ -n "$floor" ]; then
        result=$("${pinned[@]}" "$floor" --parse "$2") || fail "floor failed on $2"
        note "simdjson_$1" "$(field parse_seconds <<<"$result")"
    fi
}

reader_round()
{
    reader_measure bundles "$input"
    [ -z "$reader_catalog" ] || reader_measure catalog "$reader_catalog"
}

reader_tell()
{
    local name bytes
    for name in bundles catalog; do
        [ -s "$work/times/reader_$name" ] || continue
        bytes=$(wc -c <"$work/$name.ndjson")
        echo "reader alone, $name: $(speed "reader_$name" "$bytes")"
        [ -z "$floor" ] || echo "simdjson, $name: $(speed "simdjson_$name" "$bytes")"
    done
}

reader_targets()
{
    local name
    for name in bundles catalog; do
        target "reader to simdjson, $name" \
            "$(divide "$(median "simdjson_$name")" "$(median "reader_$name")")" '>=' 0.6 '' \
            "reader-speed $name.ndjson  against  floor --parse $name.ndjson"
    done
}
