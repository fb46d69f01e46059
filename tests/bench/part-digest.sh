#!/bin/bash
# part-digest.sh: kidx-digest --check against the same job in node and Python, against jq,
# and against the floor.
#
# shellcheck disable=SC2034,SC2154  # set in run and measure.sh

floor=
floor_was_tried=
simdjson=

# The program of the floor, which two parts use, or that there is none.
floor_build()
{
    [ -z "$floor_was_tried" ] || return 0
    floor_was_tried=yes
    if ! have "${CXX:-c++}"; then
        skip 'the floor: no C++ compiler'
    elif ! pkg-config --exists simdjson; then
        skip 'the floor: simdjson is not installed (Debian: libsimdjson-dev)'
    else
        # shellcheck disable=SC2046,SC2086
        ${CXX:-c++} -std=c++17 -O2 -o "$work/floor" "$here/floor.cc" \
            $(pkg-config --cflags --libs simdjson libcrypto) || fail 'cannot build floor.cc'
        floor=$work/floor
    fi
}

digest_prepare()
{
    floor_build
    row list any 'kidx-digest' "$build/kidx-digest"
    row cat any 'cat' cat
    if [ -n "$node" ]; then
        row node pass 'node' "$node" "$here/peer.mjs"
        row node_run pass 'node, runs hashed too' "$node" "$here/peer.mjs" --run
    else
        skip 'node: not installed'
    fi
    digest_python
    if have jq; then
        row jq any 'jq -cS .' jq -cS .
    else
        skip 'jq: not installed'
    fi
    if have gojq; then
        # It always sorts, and older ones do not know -S.
        row gojq any 'gojq -c .' gojq -c .
    else
        skip 'gojq: not installed'
    fi
}

digest_python()
{
    local python
    # Not a wrapper that starts it, and not what a wrapper would hide.
    if ! have python3 || ! python=$(python3 -c 'import sys; print(sys.executable)'); then
        skip 'python3: not installed'
        return
    fi
    row python pass 'python3' "$python" "$here/peer.py" --plain
    row python_run pass 'python3, runs hashed too' "$python" "$here/peer.py" --plain --run
    if "$python" -c 'import orjson' 2>/dev/null; then
        row orjson pass 'python3 with orjson' "$python" "$here/peer.py"
        row orjson_run pass 'python3 with orjson, runs too' "$python" "$here/peer.py" --run
    else
        skip 'python3 with orjson: orjson is not installed'
    fi
}

digest_round()
{
    local result name seconds
    [ -n "$floor" ] || return 0
    result=$("${pinned[@]}" "$floor" "$input") || fail 'floor failed'
    for name in '' parse_ hash_; do
        seconds=$(field "${name}seconds" <<<"$result")
        note "floor_$name" "$seconds" - "$seconds"
    done
    simdjson=$(field implementation <<<"$result")
}

digest_once()
{
    : >"$work/empty"
    note_run start -n 50 "$build/kidx-digest" --check "$work/empty"
}

digest_tell()
{
    [ -z "$simdjson" ] || echo "simdjson in the floor uses $simdjson"
}

# digest_against TEXT NAMES...: how much faster kidx is than the fastest of these rows.
digest_against()
{
    local text=$1 best
    shift
    best=$(fastest "$@")
    [ -n "$best" ] || return 0
    target "--check to $text: ${label[$best]}" "$(ratio "$best" kidx)" '>=' 10 x \
        "$(commands kidx "$best")"
}

digest_targets()
{
    target '--check to the floor' "$(ratio kidx floor_)" '<=' 1.3 '' \
        "$(commands kidx 'floor bundles.ndjson')"
    digest_against 'the fastest peer' node python
    digest_against 'the fastest peer, libraries too' node python orjson
    digest_against 'the fastest that hashes all' node_run python_run orjson_run
    target '--check, start-up, ms' "$(milliseconds "$(median start)")" '<=' 5 '' \
        'kidx-digest --check empty'
}
