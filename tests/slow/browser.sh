#!/bin/sh
# Pages of kidx-report in a browser, in light, in dark, on a phone and on paper: nothing on the console,
# nothing asked for, links that lead somewhere, tables that sort, no text on another, nothing
# that axe finds; and by a checker of HTML. What is not installed is skipped.
set -u

# shellcheck source=tests/tap.sh
. "${KIDX_SOURCE:?is set by make check}/tests/tap.sh"

[ "$KIDX_CHECKER" = none ] || tap_skip_all 'a checker changes no page'

cases=$KIDX_SOURCE/tests/cases/kidx-report
here=$KIDX_SOURCE/tests/slow/browser
cases_of='rank ab missing record suite stat labels'
pages="$cases_of fold empty"

make_pages()
{
    for page in $cases_of; do
        kidx-report --format=html "$cases/$page-html/in" >"$page.html" || return 1
    done
    kidx-report --format=html --fold --title='A <fold> & "more"' "$cases/rank-html/in" \
        >fold.html && kidx-report --format=html </dev/null >empty.html
}

tap_check 'pages are made' make_pages 

# npm_fetch PACKAGE: install it here, or take the one of KIDX_NPM, a folder of packages.
npm_fetch()
{
    if [ -n "${KIDX_NPM-}" ]; then
        ln -sfn "$KIDX_NPM" node_modules
    elif command -v npm >/dev/null; then
        timeout 120 npm install --silent --no-audit --no-fund --prefer-offline \
            --fetch-retries=1 --prefix . "$1" >npm.log 2>&1
    fi
    [ -d "node_modules/${1%@*}" ]
}

# --- the checker of HTML ---

check_html()
{
    java -Xss4m -jar node_modules/vnu-jar/build/dist/vnu.jar --Werror "$@" >found 2>&1
}

if ! command -v java >/dev/null; then
    tap_skip 'HTML is valid' 'no java for the checker'
elif ! npm_fetch vnu-jar@26.9.27; then
    tap_skip 'HTML is valid' 'npm cannot install vnu-jar'
else
    # shellcheck disable=SC2046,SC2086
    tap_check 'HTML is valid' check_html $(printf '%s.html ' $pages) || tap_show found
    check_html "$here/bad.html"
    tap_check 'of a bad page the nesting is found' grep -q '“p” end tag' found
    tap_check 'of a bad page the attribute is found' grep -q '“foo” not allowed' found
fi

# --- the browser ---

is_empty()
{
    [ -e "$1" ] && [ ! -s "$1" ]
}

# test_page PAGE: what check.mjs found of it is nothing; a file that is not there is a fault.
test_page()
{
    for view in light dark phone print; do
        for check in $checks; do
            tap_check "$1, $view: $check" is_empty "found-in/$1-$view-$check" ||
                tap_show "found-in/$1-$view-$check"
        done
    done
}

checks='console requests overlap contrast links width tables'
axe=
if ! command -v chromium >/dev/null || ! command -v node >/dev/null; then
    tap_skip 'pages in a browser' 'no chromium, or no node'
    tap_done
    exit
fi
if npm_fetch axe-core@4.14.1; then
    axe=node_modules/axe-core/axe.min.js
    checks="$checks axe"
else
    tap_skip 'axe' 'npm cannot install axe-core'
fi
mkdir found-in
# shellcheck disable=SC2046,SC2086
timeout 500 node "$here/check.mjs" found-in "$axe" $(printf '%s.html ' $pages) "$here/bad.html" \
    >report 2>&1
tap_check 'chromium opens the pages' test $? -eq 0 || tap_show report
for page in $pages; do
    test_page "$page"
done
for check in $checks; do
    # At the width of a phone all of it is wrong.
    tap_check "of a bad page it is found: $check" test -s "found-in/bad-phone-$check"
done
tap_done
