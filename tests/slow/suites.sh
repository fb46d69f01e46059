#!/bin/sh
# The suites of ../shared: what its README says of each file, also when the input comes 1,
# 2, 3 and 4096 bytes at a time. And the number sequence of RFC 8785, by its hashes.
set -u

# shellcheck source=tests/tap.sh
. "${KIDX_SOURCE:?is set by make check}/tests/tap.sh"

suites=$KIDX_SHARED/suites
helpers=$KIDX_BUILD/tests/system

# Checkers make each run many times longer.
case $KIDX_CHECKER in
none) sizes='1 2 3 4096' ;;
sanitize) sizes='1 4096' ;;
*) sizes= ;;
esac

# judge FILE OPTION...: run kidx-digest on the file, whole and in pieces. Standard output,
# standard error and $status are those of the whole; $pieces says which pieces gave others.
judge()
{
    file=$1
    shift
    tap_run kidx-digest "$@" <"$file"
    pieces=
    whole=$status
    cp out whole.out
    cp err whole.err
    for piece in $sizes; do
        tap_run "$helpers/feed" "$piece" "$file" kidx-digest "$@"
        if [ "$status" -ne "$whole" ] || ! cmp -s out whole.out || ! cmp -s err whole.err; then
            pieces="$pieces $piece"
        fi
    done
    status=$whole
    mv whole.out out
    mv whole.err err
}

# verdict TEXT WANT GOT: one test out of several properties, given as words.
verdict()
{
    if [ "$2" = "$3" ] && [ -z "$pieces" ]; then
        tap_pass "$1"
    else
        tap_fail "$1"
        printf '# want: %s\n# got:  %s\n# other in pieces of:%s\n' "$2" "$3" "$pieces"
        tap_show err
    fi
}

count_lines()
{
    wc -l <"$1" | tr -d ' '
}

# --- JSONTestSuite ---

# What becomes of a file: accept, reject, or nothing (no record).
json_verdict()
{
    case $1 in
    y_object_duplicated_key | y_object_duplicated_key_and_value) echo reject ;;
    y_array_with_1_and_newline | y_object_with_newlines) echo reject ;;
    n_structure_no_data | n_structure_UTF8_BOM_no_data | n_single_space) echo nothing ;;
    i_number_too_big_pos_int | i_number_too_big_neg_int) echo accept ;;
    i_number_very_big_negative_int | i_number_double_huge_neg_exp) echo accept ;;
    i_number_real_underflow | i_structure_UTF-8_BOM_empty_object) echo accept ;;
    y_*) echo accept ;;
    *) echo reject ;;
    esac
}

test_json()
{
    for file in "$suites"/json/*.json; do
        name=${file##*/}
        name=${name%.json}
        judge "$file" --jcs
        case $(json_verdict "$name") in
        accept) want='exit 0, 1 lines' ;;
        nothing) want='exit 0, 0 lines' ;;
        # A file may hold a good line as well.
        reject) want="exit 1, $(count_lines out) lines" ;;
        esac
        verdict "json/$name" "$want" "exit $status, $(count_lines out) lines"
    done
    for depth in 256 257; do
        awk -v depth=$depth 'BEGIN {
            for (i = 0; i < depth; i++) printf(i % 2 ? "[" : "{\"a\":")
            for (i = depth - 1; i >= 0; i--) printf(i % 2 ? "]" : "}")
            print "" }' >deep
        sed 's/{"a":}/{}/' deep >nested
        judge nested --jcs
        verdict "depth $depth" "exit $((depth - 256))" "exit $status"
    done
}

# --- RFC 8785 ---

test_jcs()
{
    for file in "$suites"/jcs/*.in.json; do
        name=${file##*/}
        name=${name%.in.json}
        tr '\n' ' ' <"$file" >line
        printf '%s\n' "$(cat "$suites/jcs/$name.out.json")" >want
        judge line --jcs
        cmp -s out want && equal=equal || equal=different
        verdict "jcs/$name" 'exit 0, equal' "exit $status, $equal"
    done
}

# The first $1 lines of the sequence have the SHA-256 $2.
check_sequence()
{
    "$KIDX_BUILD/tests/oracle/number-sequence" --hex "$1" >hex
    "$KIDX_BUILD/tests/oracle/number-sequence" "$1" | kidx-digest --jcs >text
    paste -d , hex text >sequence
    got=$(sha256sum <sequence)
    tap_check "number sequence: the first $1" test "${got%% *}" = "$2"
    rm hex text
}

test_numbers()
{
    check_sequence 10000 b9f7a8e75ef22a835685a52ccba7f7d6bdc99e34b010992cbc5864cd12be6892
    if [ -d "$suites" ]; then
        tap_same "$suites/numbers/es6-10k.txt" sequence 'number sequence: equal to the suite'
    else
        tap_skip 'number sequence: equal to the suite' "there is no $suites"
    fi
    if [ "$KIDX_CHECKER" = none ]; then
        check_sequence 1000000 \
            49415fee2c56c77864931bd3624faad425c3c577d6d74e89a83bc725506dad16
    else
        check_sequence 100000 \
            22776e6d4b49fa294a0d0f349268e5c28808fe7e0cb2bcbe28f63894e494d4c7
    fi
    if [ -n "${KIDX_LONG-}" ]; then
        check_sequence 10000000 \
            b9f8a44a91d46813b21b9602e72f112613c91408db0b8341fb94603d9db135e0
    fi
    rm -f sequence
}

# --- gzip ---

# The exit status for a file by the verdict of the manifest.
gzip_status()
{
    case $1 in
    bad-id2 | zlib-wrapper | raw-deflate | trunc-001) echo 1 ;;
    no-final-newline-then-member) echo 1 ;;
    *) [ "$2" = ok ] && echo 0 || echo 2 ;;
    esac
}

# Good records before a fault. "0 or 1": all is there but the last byte of the deflate data.
gzip_kept()
{
    case $1 in
    trunc-031) echo '0 or 1' ;;
    trunc-03[2-9]) echo 1 ;; # the trailer is cut
    trunc2-047) echo '1 or 2' ;;
    trunc2-04[89] | trunc2-05* | bad-crc-2nd-member) echo 2 ;;
    trunc2-* | bad-crc | bad-isize | trailing-* | zero-padding-then-member) echo 1 ;;
    truncbig-9634[78] | truncbig-9635*) echo 40000 ;;
    truncbig-*) echo some ;;
    *) echo 0 ;;
    esac
}

# How many of the records that the suite is made of are on standard output, in the words of
# $1 where they say so.
gzip_records()
{
    lines=$(count_lines out)
    if head -n "$lines" two | cmp -s - out; then
        case $1 in
        *"$lines"*) echo "$1" ;;
        *) echo "$lines" ;;
        esac
    elif head -n "$lines" many | cmp -s - out; then
        [ "$lines" -eq 40000 ] && echo 40000 || echo some
    else
        echo other
    fi
}

test_gzip()
{
    tab=$(printf '\t')
    printf '{"a":1}\n{"b":2}\n' >two
    awk 'BEGIN { for (i = 0; i < 40000; i++) printf("{\"i\":%d}\n", i) }' >many
    while IFS=$tab read -r name result size hash _; do
        judge "$suites/gzip/gz/$name.gz" --jcs
        want="exit $(gzip_status "$name" "$result")"
        got="exit $status"
        if [ "$name" = highly-compressible ]; then
            want="$want, 0 bytes" # it is one blank line
            got="$got, $(wc -c <out | tr -d ' ') bytes"
        elif [ "$want" = 'exit 0' ]; then
            want="$want, $size bytes, $hash"
            sum=$(sha256sum <out)
            got="$got, $(wc -c <out | tr -d ' ') bytes, $(echo "$sum" | cut -c 1-16)"
        else
            kept=$(gzip_kept "$name")
            want="$want, $kept records"
            got="$got, $(gzip_records "$kept") records"
        fi
        verdict "gzip/$name" "$want" "$got"
    done <"$suites/gzip/manifest.tsv"
}

# --- cases ---

# case NAME STATUS LINES REJECTED OPTION...: the case gives that exit status and that many
# lines on standard output, and rejects those lines for those reasons.
judge_case()
{
    name=$1
    want="exit $2, $3 lines, rejected: $4"
    shift 4
    judge "$suites/cases/$name/input" -v "$@"
    rejected=$(sed -n 's/^kidx-digest: -:\([0-9]*\)[0-9:]*: error: .*\[\(.*\)\]$/\1 \2/p' err |
        tr '\n' ' ')
    verdict "cases/$name $*" "$want" \
        "exit $status, $(count_lines out) lines, rejected: ${rejected% }"
}

# The canonical text and the digests that a case gives.
judge_identity()
{
    kidx-digest --canonical <"$suites/cases/$1/input" >out 2>err
    tap_same "$suites/cases/$1/expected.canonical" out "cases/$1: canonical text"
    kidx-digest <"$suites/cases/$1/input" 2>err |
        sed 's/^{"digest":"\([^"]*\)".*/\1/' >out
    tap_same "$suites/cases/$1/expected.sha256" out "cases/$1: digest"
}

# repeat COUNT CODE: that many lines from the first on, rejected for one reason.
repeat()
{
    awk -v count="$1" -v code="$2" 'BEGIN {
        for (i = 1; i <= count; i++) printf("%s%d %s", i == 1 ? "" : " ", i, code) }'
}

test_cases()
{
    judge_case 01-bigint-rounded 0 2 ''
    tap_check 'cases/01-bigint-rounded: a warning for line 1 only' \
        test "$(grep -c 'warning: .*\[inexact_integer\]' err)" -eq 1
    judge_identity 01-bigint-rounded
    judge_case 03-nan-infinity-literals 1 0 "$(repeat 6 syntax)"
    judge_case 05-number-grammar 1 0 "$(repeat 11 syntax)"
    judge_case 06-es6-number-format 0 10 '' --canonical
    judge_identity 06-es6-number-format
    judge_case 08-invalid-utf8 1 0 "$(repeat 7 bad_utf8)"
    judge_case 09-lone-surrogates 1 1 "$(repeat 8 lone_surrogate)"
    judge_case 10-raw-nul 1 0 \
        '1 trailing_bytes 2 syntax 3 control_character 4 trailing_bytes'
    judge_case 12-duplicate-keys 1 1 "$(repeat 4 duplicate_name)"
    judge_case 13-key-order-utf16 0 1 '' --canonical
    judge_identity 13-key-order-utf16
    judge_case 14-control-and-del-escapes 0 1 '' --canonical
    judge_identity 14-control-and-del-escapes
    judge_case 19-glued-and-trailing-text 1 0 "$(repeat 5 trailing_bytes) 6 syntax"
    judge_case 22-record-longer-than-buffer 1 1 '2 syntax'
    judge_case 23-utf8-split-at-64k 0 1 ''
    judge_identity 23-utf8-split-at-64k
    judge_case 26-deep-nesting 1 1 '2 too_deep 3 too_deep 4 too_deep 5 too_deep'

    # The first message of a pretty-printed record has the hint, and no other.
    judge_case 20-pretty-printed 1 0 "$(kidx-digest -v 2>&1 <"$suites/cases/20-pretty-printed/input" |
        sed -n 's/.*:\([0-9]*\):[0-9]*: error: .*\[\(.*\)\]$/\1 \2/p' | tr '\n' ' ' |
        sed 's/ $//')"
    tap_check 'cases/20-pretty-printed: a message for each line' \
        test "$(grep -c ': error: ' err)" -eq \
            "$(count_lines "$suites/cases/20-pretty-printed/input")"
    tap_check 'cases/20-pretty-printed: the hint, once' \
        test "$(grep -c 'jq -c \.' err)" -eq 1

    # These have another program in their command, and show what all programs share.
    judge_case 15-truncated-last-record 1 1 '2 syntax' --check
    judge_case 16-no-final-newline 0 2 '' --check
    judge_case 18-blank-lines-crlf 0 2 '' --check
    judge_case 24-bom 1 1 '2 bom' --check
    judge_case 27-one-bad-line-keep-going 1 2 '2 syntax' --check
    judge_case 31-gzip-multi-member 0 2 '' --check
    judge_case 32-gzip-trailing-junk 2 1 '' --check
    judge_case 33-gzip-zero-padding 0 1 '' --check
    judge_case 34-gzip-truncated 2 2 '' --check
    judge_case 51-digest-mismatch 1 2 '1 digest_mismatch 2 digest_mismatch' --check
}

# 28: one short record on a full device, found at the closing. 29: the reader goes away.
test_output_cases()
{
    status=0
    kidx-digest <"$suites/cases/28-stdout-full/input" >/dev/full 2>err || status=$?
    tap_status 2 'cases/28-stdout-full: exit 2'
    tap_said 'No space left on device$' 'cases/28-stdout-full: the reason'
    record=$(cat "$suites/cases/29-closed-pipe/input")
    awk -v record="$record" 'BEGIN { for (i = 0; i < 20000; i++) print record }' >many
    {
        gone=0
        "$helpers/signals" default kidx-digest many 2>err || gone=$?
        echo "$gone" >gone
    } | head -n 1 >out
    read -r status <gone
    tap_status 141 'cases/29-closed-pipe: SIGPIPE'
    kidx-digest <"$suites/cases/29-closed-pipe/input" >want
    tap_same want out 'cases/29-closed-pipe: the first line'
}

test_numbers
if [ -d "$suites" ]; then
    test_json
    test_jcs
    test_gzip
    test_cases
    test_output_cases
else
    tap_skip 'suites' "there is no $suites"
fi
tap_done
