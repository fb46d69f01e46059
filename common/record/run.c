#include <config.h>

#include "record/run.h"

#include "record/quantity.h"

static int fail(struct manifest_error *error, const char *text, uint32_t node)
{
    *error = (struct manifest_error){"incomplete_run", text, node};
    return -1;
}

/* Find several members of an object in one walk; those that are not there are NODE_NONE. */
static void find_members(const struct document *document, uint32_t node,
                         const struct view *names, size_t count, uint32_t *members)
{
    const struct node *nodes = document->nodes;

    for (size_t i = 0; i < count; i++)
        members[i] = NODE_NONE;
    if (nodes[node].type != NODE_OBJECT)
        return;
    for (uint32_t name = node + 1; name < nodes[node].next; name = nodes[name + 1].next)
        for (size_t i = 0; i < count; i++)
            if (nodes[name].length == names[i].length &&
                memcmp(document_string(document, name).data, names[i].data,
                       names[i].length) == 0)
                members[i] = name + 1;
}

#define NAME(text)             \
    {                          \
        text, sizeof(text) - 1 \
    }

/* The members of a run's spec. */
enum {
    SPEC_IMPLEMENTATION,
    SPEC_WORKLOAD,
    SPEC_PROTOCOL,
    SPEC_ENVIRONMENT,
    SPEC_STATUS,
    SPEC_OBSERVED_AT,
    SPEC_TIMING,
    SPEC_MEASUREMENTS,
    SPEC_SOURCE_NATIVE,
    SPEC_EVIDENCE,
    SPEC_COUNT
};

static const struct view spec_names[SPEC_COUNT] = {NAME("implementationDigest"),
                                                   NAME("workloadDigest"),
                                                   NAME("protocolDigest"),
                                                   NAME("environmentDigest"),
                                                   NAME("status"),
                                                   NAME("observedAt"),
                                                   NAME("timing"),
                                                   NAME("measurements"),
                                                   NAME("sourceNative"),
                                                   NAME("evidence")};

/* What of a run is being read. */
struct reading {
    const struct document *document;
    uint32_t spec;
    uint32_t members[SPEC_COUNT];
    struct run *run;
    struct manifest_error *error;
};

static struct view string_member(const struct document *document, uint32_t node,
                                 const char *name)
{
    return document_text(document, document_member(document, node, name));
}

static bool has_object(const struct document *document, uint32_t node, const char *name)
{
    uint32_t member = document_member(document, node, name);

    return member != NODE_NONE && document_is(document, member, NODE_OBJECT);
}

/* --- what a run names --- */

static int read_digests(struct reading *reading)
{
    struct run *run = reading->run;
    const struct {
        const char *missing;
        struct digest *digest;
    } references[] = {{"a run without implementationDigest", &run->implementation},
                      {"a run without workloadDigest", &run->workload},
                      {"a run without protocolDigest", &run->protocol},
                      {"a run without environmentDigest", &run->environment}};

    for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
        uint32_t member = reading->members[SPEC_IMPLEMENTATION + i];

        if (member == NODE_NONE)
            return fail(reading->error, references[i].missing, reading->spec);
        if (!digest_parse(document_text(reading->document, member), references[i].digest))
            return fail(reading->error, "expected a digest", member);
    }
    return 0;
}

static int read_status(struct reading *reading)
{
    uint32_t member = reading->members[SPEC_STATUS];

    if (member == NODE_NONE)
        return fail(reading->error, "a run without status", reading->spec);
    if (!run_status_read(reading->document, member, &reading->run->status))
        return fail(reading->error, "expected the status of a run", member);
    return 0;
}

static int read_observed(struct reading *reading)
{
    uint32_t member = reading->members[SPEC_OBSERVED_AT];
    struct run *run = reading->run;

    if (member == NODE_NONE)
        return fail(reading->error, "a run without observedAt", reading->spec);
    run->observed_at = document_text(reading->document, member);
    if (!instant_read(run->observed_at, &run->observed))
        return fail(reading->error, "expected an instant such as \"2026-01-31T12:00:00Z\"",
                    member);
    return 0;
}

/* --- the values --- */

/* Read p20 and p80 of the primary metric from the measurements; the first of each counts.
 */
static void read_quantiles(const struct document *document, uint32_t list, struct run *run)
{
    enum { METRIC, STATISTIC, UNIT, VALUE, COUNT };
    static const struct view names[COUNT] = {NAME("metric"), NAME("statistic"),
                                             NAME("unit"), NAME("value")};
    const struct node *nodes = document->nodes;
    bool seen_p20 = false;
    bool seen_p80 = false;

    if (list == NODE_NONE || !document_is(document, list, NODE_ARRAY))
        return;
    for (uint32_t child = list + 1; child < nodes[list].next; child = nodes[child].next) {
        uint32_t members[COUNT];
        struct view statistic;

        find_members(document, child, names, COUNT, members);
        statistic = document_text(document, members[STATISTIC]);
        if (!view_equal(document_text(document, members[METRIC]), run->primary.metric) ||
            !view_equal(document_text(document, members[UNIT]), run->primary.unit))
            continue;
        if (!seen_p20 && view_is(statistic, "p20")) {
            run->has_p20 = document_number(document, members[VALUE], &run->p20);
            seen_p20 = true;
        } else if (!seen_p80 && view_is(statistic, "p80")) {
            run->has_p80 = document_number(document, members[VALUE], &run->p80);
            seen_p80 = true;
        }
    }
}

static bool read_duration(const struct document *document, uint32_t latency,
                          const char *name, double *value)
{
    uint32_t member =
        latency == NODE_NONE ? NODE_NONE : document_member(document, latency, name);

    return member != NODE_NONE && quantity_read_duration(document, member, value);
}

/* Whether some quantile that the run gives is above a later one. */
static bool is_disordered(const struct document *document, uint32_t latency,
                          const struct run *run)
{
    double values[7];
    size_t count = 0;

    if (read_duration(document, latency, "minimum", &values[count]))
        count++;
    if (read_duration(document, latency, "p05", &values[count]))
        count++;
    if (run->has_p20)
        values[count++] = run->p20;
    if (run->is_median)
        values[count++] = run->primary.value;
    if (run->has_p80)
        values[count++] = run->p80;
    if (read_duration(document, latency, "p95", &values[count]))
        count++;
    if (read_duration(document, latency, "maximum", &values[count]))
        count++;
    for (size_t i = 1; i < count; i++)
        if (values[i - 1] > values[i])
            return true;
    return run->has_interval && run->low > run->high;
}

static void read_interval(const struct document *document, uint32_t latency,
                          struct run *run)
{
    const struct node *nodes = document->nodes;
    uint32_t list = document_member(document, latency, "confidence95");

    if (list == NODE_NONE || !document_is(document, list, NODE_ARRAY) ||
        nodes[list].next == list + 1 || nodes[list + 1].next == nodes[list].next)
        return;
    run->has_interval = quantity_read_duration(document, list + 1, &run->low) &&
                        quantity_read_duration(document, nodes[list + 1].next, &run->high);
}

static void read_values(struct reading *reading)
{
    const struct document *document = reading->document;
    uint32_t timing = reading->members[SPEC_TIMING];
    uint32_t list = reading->members[SPEC_MEASUREMENTS];
    struct run *run = reading->run;
    uint32_t latency = NODE_NONE;
    double ignored;

    run->primary = cohort_primary_metric(document, reading->spec);
    if (!run->primary.exists)
        return;
    run->is_median = view_is(run->primary.statistic, "median");
    run->is_mean = view_is(run->primary.statistic, "mean");
    if (timing != NODE_NONE) {
        latency = document_member(document, timing, "latencyNs");
        run->is_mean = run->is_mean && read_duration(document, latency, "mean", &ignored);
        run->is_median =
            !run->is_mean && (view_is(run->primary.statistic, "mean") ||
                              read_duration(document, latency, "median", &ignored));
        document_number(document, document_member(document, timing, "samples"),
                        &run->samples);
        read_interval(document, latency, run);
    } else {
        document_number(document, document_member(document, list + 1, "sampleCount"),
                        &run->samples);
    }
    read_quantiles(document, list, run);
    run->is_disordered = is_disordered(document, latency, run);
}

/* --- what is beside the values --- */

struct view run_external_part(struct view external_id, int number)
{
    const char *end = external_id.data + external_id.length;
    const char *part = external_id.data;

    for (;;) {
        const char *slash = memchr(part, '/', (size_t)(end - part));

        if (number-- == 0)
            return (struct view){part, (size_t)((slash == NULL ? end : slash) - part)};
        if (slash == NULL)
            return (struct view){"", 0};
        part = slash + 1;
    }
}

static void read_origin(struct reading *reading)
{
    const struct document *document = reading->document;
    uint32_t native = reading->members[SPEC_SOURCE_NATIVE];
    struct run *run = reading->run;
    struct view external_id;

    run->kernel = run->provider = run->benchmark = (struct view){"", 0};
    run->is_source_native =
        native != NODE_NONE && document_is(document, native, NODE_OBJECT);
    if (!run->is_source_native)
        return;
    run->benchmark = string_member(document, native, "benchmark");
    external_id = string_member(document, native, "externalId");
    run->provider = run_external_part(external_id, 2);
    if (run->provider.length > 0)
        run->kernel = run_external_part(external_id, 0);
}

static void read_evidence(struct reading *reading)
{
    const struct document *document = reading->document;
    uint32_t timing = reading->members[SPEC_TIMING];
    uint32_t evidence = reading->members[SPEC_EVIDENCE];
    struct run *run = reading->run;
    uint32_t samples = NODE_NONE;

    run->harness_commit = (struct view){"", 0};
    if (timing != NODE_NONE)
        samples = document_member(document, timing, "rawSamples");
    if (evidence != NODE_NONE) {
        uint32_t harness = document_member(document, evidence, "harness");

        if (samples == NODE_NONE)
            samples = document_member(document, evidence, "rawSamples");
        if (harness != NODE_NONE)
            run->harness_commit = string_member(document, harness, "commit");
    }
    if (samples != NODE_NONE)
        run->has_raw_samples =
            digest_parse(string_member(document, samples, "digest"), &run->raw_samples);
    run->has_evidence = samples != NODE_NONE ||
                        (evidence != NODE_NONE && has_object(document, evidence, "logs"));
}

int run_read(const struct document *document, uint32_t spec, struct run *run,
             struct manifest_error *error)
{
    struct reading reading = {
        .document = document, .spec = spec, .run = run, .error = error};

    memset(run, 0, sizeof *run);
    find_members(document, spec, spec_names, SPEC_COUNT, reading.members);
    if (read_digests(&reading) != 0 || read_status(&reading) != 0 ||
        read_observed(&reading) != 0)
        return -1;
    read_values(&reading);
    read_origin(&reading);
    read_evidence(&reading);
    return 0;
}
