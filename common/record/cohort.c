#include <config.h>

#include "record/cohort.h"

#include "json/writer.h"
#include "record/quantity.h"

/* Read the member NAME, a string; false where it is absent or of another type. */
static bool string_member(const struct document *document, uint32_t node, const char *name,
                          struct view *text)
{
    uint32_t member = document_member(document, node, name);

    if (member == NODE_NONE || !document_is(document, member, NODE_STRING))
        return false;
    *text = document_string(document, member);
    return true;
}

static struct primary_metric primary_of_timing(const struct document *document,
                                               uint32_t timing)
{
    struct primary_metric primary = {
        false, view_from("latency"), {"", 0}, view_from("ns"), 0};
    uint32_t latency = document_member(document, timing, "latencyNs");
    const char *const first[] = {"mean", "median"};

    if (latency == NODE_NONE ||
        !string_member(document, timing, "primaryStatistic", &primary.statistic))
        return primary;
    for (int i = 0; i < 2 && !primary.exists; i++) {
        bool mean_first = view_is(primary.statistic, "mean");
        uint32_t value = document_member(document, latency, first[mean_first ? i : 1 - i]);

        primary.exists =
            value != NODE_NONE && quantity_read_duration(document, value, &primary.value);
    }
    return primary;
}

struct primary_metric cohort_primary_metric(const struct document *document,
                                            uint32_t run_spec)
{
    struct primary_metric primary = {false, {"", 0}, {"", 0}, {"", 0}, 0};
    uint32_t timing = document_member(document, run_spec, "timing");
    uint32_t list = document_member(document, run_spec, "measurements");
    uint32_t value;

    if (timing != NODE_NONE)
        return primary_of_timing(document, timing);
    if (list == NODE_NONE || !document_is(document, list, NODE_ARRAY) ||
        document->nodes[list].next == list + 1)
        return primary;
    value = document_member(document, list + 1, "value");
    primary.exists = string_member(document, list + 1, "metric", &primary.metric) &&
                     string_member(document, list + 1, "statistic", &primary.statistic) &&
                     string_member(document, list + 1, "unit", &primary.unit) &&
                     document_number(document, value, &primary.value);
    return primary;
}

void cohort_metric_text(const struct primary_metric *primary, struct buf *out)
{
    if (!primary->exists) {
        buf_append_text(out, "none");
        return;
    }
    buf_append(out, primary->metric.data, primary->metric.length);
    buf_append_byte(out, ':');
    buf_append(out, primary->statistic.data, primary->statistic.length);
    buf_append_byte(out, ':');
    buf_append(out, primary->unit.data, primary->unit.length);
}

bool cohort_correctness_key(const struct document *document, uint32_t workload_spec,
                            struct canonical *canonical, struct digester *digester,
                            struct digest *key)
{
    uint32_t correctness = document_member(document, workload_spec, "correctness");
    struct buf *text = &canonical->text;

    if (correctness == NODE_NONE)
        return false;
    buf_clear(text);
    buf_append_text(text, "{\"correctness\":");
    canonical_write(canonical, document, correctness, text);
    buf_append_byte(text, '}');
    digester_hash(digester, text->data, text->length, key);
    return true;
}

void cohort_comparison_key(const struct cohort_parts *parts, struct digester *digester,
                           struct buf *scratch, struct digest *key)
{
    struct writer writer;

    buf_clear(scratch);
    writer_init(&writer, scratch);
    writer_begin_object(&writer);
    digest_write(&writer, "correctness", &parts->correctness);
    digest_write(&writer, "environment", &parts->environment);
    writer_name(&writer, "metric");
    writer_string(&writer, parts->metric);
    digest_write(&writer, "operation", &parts->operation);
    digest_write(&writer, "protocol", &parts->protocol);
    writer_name(&writer, "v");
    writer_count(&writer, 1);
    digest_write(&writer, "workload", &parts->workload);
    writer_end_object(&writer);
    digester_hash(digester, scratch->data, scratch->length, key);
}

/* Write the metric of an id: the text, where it can be split in one way only. */
static void write_metric(struct writer *writer, const struct cohort_parts *parts)
{
    struct view text = parts->metric;
    size_t colons = 0;

    for (size_t i = 0; i < text.length; i++)
        colons += text.data[i] == ':';
    writer_name(writer, "metric");
    if (colons <= 2) {
        writer_string(writer, text);
        return;
    }
    writer_begin_array(writer);
    writer_string(writer, (struct view){text.data, parts->metric_length});
    text.data += parts->metric_length + 1;
    text.length -= parts->metric_length + 1;
    writer_string(writer, (struct view){text.data, parts->statistic_length});
    text.data += parts->statistic_length + 1;
    text.length -= parts->statistic_length + 1;
    writer_string(writer, text);
    writer_end_array(writer);
}

void cohort_id(const struct cohort_parts *parts, struct digester *digester,
               struct buf *scratch, struct digest *id)
{
    struct writer writer;

    buf_clear(scratch);
    writer_init(&writer, scratch);
    writer_begin_object(&writer);
    digest_write(&writer, "environment", &parts->environment);
    write_metric(&writer, parts);
    digest_write(&writer, "protocol", &parts->protocol);
    digest_write(&writer, "workload", &parts->workload);
    writer_end_object(&writer);
    digester_hash(digester, scratch->data, scratch->length, id);
}

bool cohort_unit_is_rate(struct view unit)
{
    static const char *const rates[] = {"ops", "flops", "gflops", "tflops", "qps",
                                        "fps", "hz",    "mhz",    "ghz"};

    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
        if (view_is(unit, rates[i]))
            return true;
    if (unit.length > 2 && memcmp(unit.data + unit.length - 2, "_s", 2) == 0)
        return true;
    for (size_t i = 0; i + 5 <= unit.length; i++)
        if (memcmp(unit.data + i, "_per_", 5) == 0)
            return true;
    return false;
}

double cohort_unit_nanoseconds(struct view unit)
{
    static const struct {
        const char *name;
        double nanoseconds;
    } units[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};

    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (view_is(unit, units[i].name))
            return units[i].nanoseconds;
    return 0;
}
