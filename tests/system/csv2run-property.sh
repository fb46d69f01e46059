#!/bin/sh
# csv2run-property.sh: what kidx-csv2run writes is valid, whatever the rows hold.
#
# An awk program makes rows from cells at the limits of what a record can hold: numbers at
# the ends of the doubles and of 2^53, times with offsets and long fractions, labels around
# 200 UTF-16 code units, quotes, line ends and controls. Most cells of a row are good, so
# that one bad cell decides. kidx-validate and kidx-digest --check must accept all output.
# Quantiles are in order and no time is to come: a measurement without sense is converted as
# it is, for kidx-validate to report.
. "${KIDX_SOURCE:?is set by make check}/tests/tap.sh"

cat >rows.awk <<'AWK'
function pick(list,    items, count) {
    count = split(list, items, "|")
    return items[1 + int(rand() * count)]
}
function often(good, other) {
    return rand() < 0.93 ? pick(good) : pick(other)
}
function repeated(text, count,    result) {
    result = ""
    while (count-- > 0)
        result = result text
    return result
}
function quoted(text) {
    if (rand() < 0.5 && text !~ /[",\n\r]/)
        return text
    gsub(/"/, "\"\"", text)
    return "\"" text "\""
}
function size() {
    return often("1|2|32|4096|4096.0|1e3|131072|9007199254740991|9007199254740990.0|1E+15", \
        "0|-1|1.5|9007199254740992|1e16|1e400|null|\"8\"|true|[]")
}
function time_of(    text) {
    text = often("0000-01-01|1999-12-31|2024-02-29|2026-01-02|2000-02-29", \
        "2023-02-29|2026-13-01|10000-01-01|") pick(" |T") \
        often("00:00:00|03:04:05|23:59:59|12:30:00", "24:00:00|23:59:60|1:02:03|03:04")
    if (rand() < 0.6)
        text = text "." int(rand() * 1000000) pick("||0|000|123456789|" repeated("7", 74) \
            "|" repeated("7", 90))
    return text often("||Z|+00:00|-00:00|+02:00|-05:30|+23:59|-23:59", "z| Z|+24:00|+2|+0200")
}
function label(    text) {
    text = pick("0.8.1|\"|\t|a\n b|a\r\nb|\001|\177|\\|<&>|  | |x,y|=1+1")
    if (rand() < 0.2)
        text = text repeated(pick("x|\303\251|\342\202\254|\360\237\230\200"), \
            pick("1|99|100|101|197|199|200|201"))
    return text pick("||\303\251|\342\200\250|\357\273\277|\360\237\230\200|e\314\201|\342\200\256")
}
function value(unit) {
    if (unit == "MB" && rand() < 0.9)
        return pick("512|0.5|1e3|8589934591|0.00000095367431640625|1e-300")
    return often("0.25|1|1e3|9007199254.740991|5e-7|0.0000005|123456.789012345678", \
        "0|-0|4.9e-7|1e-300|5e-324|2.5e-7|1e10|1e300|1.7976931348623157e308|1e309|-1|-4e-7|nan|" \
        "+1|007|.5|1_0|0x10||9007199254.740992")
}
function dtype() {
    return often("\"torch.bfloat16\"|\"torch.float16\"|\"torch.float32\"", "\"bf16\"|null|1")
}
function number() {
    return often("1e-6|0.5|1|1e-5|123456789012345678|1e308|5e-324|0.1e1|1E-7", "0|-1|null|\"1\"|1e400")
}
BEGIN {
    srand(seed)
    print "kernel_name,kernel_provider,kernel_operation_mode,metric_name,metric_unit,x_name," \
        "x_label,x_value,y_value_50,y_value_20,y_value_80,extra_benchmark_config_str," \
        "gpu_name,timestamp,liger_version"
    for (i = 0; i < count; i++) {
        kernel = pick("softmax|rms_norm|embedding|fused_neighborhood_attention|distill_jsd_loss|cross_entropy|group_norm")
        x_name = "N"
        config = "\"M\":" size() ",\"dtype\":" dtype()
        if (kernel == "rms_norm")
            config = config ",\"eps\":" number()
        else if (kernel == "embedding" || kernel == "cross_entropy") {
            x_name = "V"
            config = "\"B\":" size() ",\"T\":" size() ",\"D\":" size() ",\"dtype\":" dtype()
        } else if (kernel == "fused_neighborhood_attention") {
            x_name = "seq_len"
            config = "\"batch_size\":" size() ",\"hidden_size\":" size() ",\"num_heads\":1" \
                ",\"kernel_size\":" size() ",\"dilation\":" size() ",\"bias\":true,\"dtype\":" dtype()
        } else if (kernel == "distill_jsd_loss") {
            x_name = "BT"
            config = "\"H\":" pick("2|4096|9007199254740990") ",\"V\":" size() ",\"bias\":false" \
                ",\"dtype\":" dtype() ",\"weight_hard_loss\":" number() ",\"weight_soft_loss\":" number()
        } else if (kernel == "group_norm") {
            x_name = "C"
            config = "\"M\":" size() ",\"H\":" size() ",\"channels_per_group\":1,\"eps\":" number() \
                ",\"dtype\":" dtype()
        }
        unit = pick("ms|ms|MB")
        low = value(unit)
        middle = value(unit)
        high = value(unit)
        if (low + 0 > middle + 0) { other = low; low = middle; middle = other }
        if (middle + 0 > high + 0) { other = middle; middle = high; high = other }
        if (low + 0 > middle + 0) { other = low; low = middle; middle = other }
        printf "%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s%s", kernel, \
            often("liger|huggingface|torch|torch_compile|megatron-fused", "x|"), \
            pick("forward|backward|full"), unit == "ms" ? "speed" : "memory", unit, x_name, \
            quoted(pick("x|a b|\"")), size(), middle, low, high, \
            quoted("{" config (rand() < 0.05 ? "" : "}")), \
            often("NVIDIA B200|NVIDIA H100 80GB HBM3|NVIDIA A100-SXM4-80GB", "x"), \
            quoted(time_of()), quoted(label()), pick("\n|\r\n")
    }
}
AWK

# property SEED: the output for the rows of SEED, in all its forms.
property()
{
    awk -v seed="$1" -v count=2000 -f rows.awk >rows.csv
    for form in --objects --bundle=full --memory; do
        tap_run kidx-csv2run --memory "$form" rows.csv
        tap_status 1 "seed $1, $form: some rows are rejected"
        cp out made
        tap_check "seed $1, $form: many rows are converted" test "$(wc -l <made)" -ge 200
        tap_run kidx-validate made
        tap_status 0 "seed $1, $form: kidx-validate accepts all"
        tap_run kidx-digest --check made
        tap_status 0 "seed $1, $form: kidx-digest --check accepts all"
    done
}

property 1
property 2
property 3
tap_done
