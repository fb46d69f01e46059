#!/bin/sh
# The table of exit statuses in kidx(7): each of its situations is produced here and gives
# the status that the page promises, and there is no other row in the page.
set -u

# shellcheck source=tests/tap.sh
. "${KIDX_SOURCE:?is set by make check}/tests/tap.sh"

records=$KIDX_SOURCE/data/sample/records.ndjson
sample=$KIDX_SOURCE/data/sample/liger-sample.csv
main=$KIDX_SOURCE/examples/main.ndjson
bench=$KIDX_SOURCE/examples/bench.csv
export records sample main bench

make_inputs()
{
    kidx-csv2run --objects "$bench" >new.ndjson &&
        sed 's/2024-10-01/2024-10-02/' "$bench" | kidx-csv2run --objects >newer.ndjson &&
        { cat new.ndjson && echo nonsense; } >rejected.ndjson &&
        kidx-digest --check -z -o whole.gz "$records" &&
        head -c 900 whole.gz >damaged.gz &&
        printf '{"v":{"value":1,"unit":"%s"}}\n' a b >units.ndjson &&
        cp -r "$KIDX_SOURCE/tests/cases/kidx-compare/ab-samples-changed" changed &&
        chmod -R u+w changed
}

# The rows of the table: TOOL|SITUATION|STATUS.
rows_of_page()
{
    sed -n -e 's/ Ta /|/g' -e 's/^\.It \([a-z0-9]*|.*|[0-2]\)$/\1/p' "$KIDX_SOURCE/man/kidx.7" |
        sed -e 's/Fl -\([a-z-]*\)/--\1/g' -e 's/ Ns = Ns Cm /=/g' -e 's/ No / /g' \
            -e 's/ : / /g' -e 's/ , -/, --/g' -e 's/|: /|/'
}

# The same rows, and a command for each situation.
cat >situations <<'END'
all|all input was valid|0|kidx-digest --check "$records"
all|a record was rejected|1|echo nonsense | kidx-digest --jcs
all|--fail-fast stopped the run|1|echo nonsense | kidx-digest --jcs --fail-fast
all|wrong usage, or an invalid program|2|kidx-digest --nonsense; test $? -eq 2 && kidx-digest --select='.[' "$records"
all|a file cannot be read or written, or shrinks|2|kidx-digest nowhere; test $? -eq 2 && kidx-digest "$records" >/dev/full
all|damaged gzip data; out of memory|2|kidx-digest --check damaged.gz
all|--help, --version|0|kidx-digest --help && kidx-digest --version
csv2run|an invalid catalog, or a missing column|2|kidx-csv2run --catalog=units.ndjson "$bench"; test $? -eq 2 && cut -d, -f1-14 "$bench" | kidx-csv2run
validate|only warnings|0|kidx-csv2run --objects "$sample" | kidx-validate --refs
validate|--refs an error about an earlier line|1|kidx-csv2run "$bench" | kidx-validate --refs
validate|an invalid schema or rule|2|echo '{"type":7}' >schema; kidx-validate --schema=schema "$records"; test $? -eq 2 && kidx-validate --rule=nonsense "$records"
compare|a file of raw samples was rejected|1|cd changed && sh cmd
compare|no pair to compare, no --allow-new|2|kidx-compare --base=/dev/null new.ndjson
compare|a requested name does not exist|2|kidx-compare --base=impl:nonsense new.ndjson
compare|the gate passed|0|kidx-compare --base=new.ndjson --gate new.ndjson
compare|the gate failed|1|kidx-compare --base="$main" --gate new.ndjson
compare|undecided: a record was rejected|1|kidx-compare --base=new.ndjson --gate rejected.ndjson
compare|undecided: no line was judged|2|kidx-compare --base=/dev/null --gate new.ndjson
compare|undecided: the input was not read to its end|2|kidx-compare --base=new.ndjson --gate new.ndjson damaged.gz
compare|--dup=error several runs on one side|2|kidx-compare --base="$main" --dup=error new.ndjson newer.ndjson
stat|a group or state was rejected|1|kidx-stat --value=.v.value units.ndjson; test $? -eq 1 && kidx-stat --merge units.ndjson
stat|too many values without --sketch|2|seq 1 100 | kidx-stat --value=. --exact-max=10
report|the gate of the reported results failed|0|kidx-compare --base="$main" --gate new.ndjson | kidx-report
END

tap_run make_inputs
tap_status 0 'the input' || tap_show err
rows_of_page >got
cut -d '|' -f 1-3 situations >want
tap_same want got 'kidx(7) has these situations and no other' || diff want got | sed 's/^/# /'
while IFS='|' read -r tool situation want command; do
    tap_run sh -c "$command" </dev/null
    tap_status "$want" "$tool: $situation"
done <situations
tap_done
