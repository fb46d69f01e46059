#!/bin/bash
# part-validate.sh: kidx-validate against ajv in node, with the digests and without.
#
# shellcheck disable=SC2154  # set in run and measure.sh

validate_prepare()
{
    local schema
    row validate pass 'kidx-validate' "$build/kidx-validate"
    if [ -z "$node" ] || ! npm_install ajv; then
        skip 'ajv: npm cannot install it'
        return
    fi
    mkdir "$work/schemas"
    for schema in BenchmarkRun BenchmarkProtocol ExecutionEnvironment; do
        "$build/kidx-validate" --print-schema=$schema >"$work/schemas/$schema.json"
    done
    set -- "$work/npm/node_modules/ajv" "$work/schemas"
    row ajv any 'ajv, schemas alone' "$node" "$here/peer-ajv.mjs" "$@"
    row ajv_digests pass 'ajv and digests' "$node" "$here/peer-ajv.mjs" --digests "$@"
}

validate_targets()
{
    target 'kidx-validate to ajv and digests in node' "$(ratio ajv_digests validate)" \
        '>=' 8 x "$(commands validate ajv_digests)"
    target 'kidx-validate to ajv, schemas alone' "$(ratio ajv validate)" '>=' 3.5 x \
        "$(commands validate ajv)"
    target 'kidx-validate to kidx-digest --check' "$(ratio validate kidx)" '<=' 1.5 '' \
        "$(commands validate kidx)"
}
