#!/bin/bash
# part-compare.sh: ranks by kidx-compare.
#
# shellcheck disable=SC2154  # set in run and measure.sh

compare_prepare()
{
    row rank any 'kidx-compare' "$build/kidx-compare"
}

compare_targets()
{
    target 'kidx-compare to kidx-digest --check' "$(ratio rank kidx)" '<=' 1.7 '' \
        "$(commands rank kidx)"
}
