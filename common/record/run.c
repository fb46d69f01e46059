#include <config.h>

#include "record/run.h"

#include "json/number.h"

static const struct {
    const char *name;
    const char *reason;
} statuses[RUN_STATUS_COUNT] = {
    [RUN_PASSED] = {"passed", "STATUS_PASSED"},
    [RUN_INCORRECT_SHAPE] = {"incorrect_shape", "STATUS_INCORRECT_SHAPE"},
    [RUN_INCORRECT_DTYPE] = {"incorrect_dtype", "STATUS_INCORRECT_DTYPE"},
    [RUN_INCORRECT_NUMERICAL] = {"incorrect_numerical", "STATUS_INCORRECT_NUMERICAL"},
    [RUN_COMPILE_ERROR] = {"compile_error", "STATUS_COMPILE_ERROR"},
    [RUN_RUNTIME_ERROR] = {"runtime_error", "STATUS_RUNTIME_ERROR"},
    [RUN_TIMEOUT] = {"timeout", "STATUS_TIMEOUT"},
    [RUN_RESOURCE_EXCEEDED] = {"resource_exceeded", "STATUS_RESOURCE_EXCEEDED"},
    [RUN_INVALID_REFERENCE] = {"invalid_reference", "STATUS_INVALID_REFERENCE"},
    [RUN_POLICY_VIOLATION] = {"policy_violation", "STATUS_POLICY_VIOLATION"},
    [RUN_SUSPECTED_REWARD_HACK] = {"suspected_reward_hack", "STATUS_SUSPECTED_REWARD_HACK"},
    [RUN_INCOMPLETE_EVIDENCE] = {"incomplete_evidence", "STATUS_INCOMPLETE_EVIDENCE"},
    [RUN_REVOKED] = {"revoked", "STATUS_REVOKED"},
};

const char *run_status_name(enum run_status status)
{
    return statuses[status].name;
}

const char *run_status_reason(enum run_status status)
{
    return statuses[status].reason;
}

static int fail(struct manifest_error *error, const char *text, uint32_t node)
{
    *error = (struct manifest_error){"incomplete_run", text, node};
    return -1;
}

static struct view string_member(const struct document *document, uint32_t node,
                                 const char *name)
{
    uint32_t member = document_member(document, node, name);

    if (member == NODE_NONE || !document_is(document, member, NODE_STRING))
        return (struct view){"", 0};
    return document_string(document, member);
}

static bool has_object(const struct document *document, uint32_t node, const char *name)
{
    uint32_t member = document_member(document, node, name);

    return member != NODE_NONE && document_is(document, member, NODE_OBJECT);
}

static bool is_true(const struct document *document, uint32_t node, const char *name)
{
    uint32_t member = document_member(document, node, name);

    return member != NODE_NONE && document_is(document, member, NODE_TRUE);
}

static bool read_number(const struct document *document, uint32_t node, double *value)
{
    struct view text;

    if (node == NODE_NONE || !document_is(document, node, NODE_NUMBER))
        return false;
    text = document_raw(document, node);
    return number_parse(text.data, text.length, value);
}

/* --- what a run names --- */

static int read_digests(const struct document *document, uint32_t spec, struct run *run,
                        struct manifest_error *error)
{
    const struct {
        const char *name;
        const char *missing;
        struct digest *digest;
    } references[] = {
        {"implementationDigest", "a run without implementationDigest",
         &run->implementation},
        {"workloadDigest", "a run without workloadDigest", &run->workload},
        {"protocolDigest", "a run without protocolDigest", &run->protocol},
        {"environmentDigest", "a run without environmentDigest", &run->environment}};

    for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
        uint32_t member = document_member(document, spec, references[i].name);

        if (member == NODE_NONE)
            return fail(error, references[i].missing, spec);
        if (!document_is(document, member, NODE_STRING) ||
            !digest_parse(document_string(document, member), references[i].digest))
            return fail(error, "expected a digest", member);
    }
    return 0;
}

static int read_status(const struct document *document, uint32_t spec, struct run *run,
                       struct manifest_error *error)
{
    uint32_t member = document_member(document, spec, "status");
    int status = 0;

    if (member == NODE_NONE)
        return fail(error, "a run without status", spec);
    while (!document_string_is(document, member, statuses[status].name))
        if (++status == RUN_STATUS_COUNT)
            return fail(error, "expected the status of a run", member);
    run->status = (enum run_status)status;
    return 0;
}

static int read_observed(const struct document *document, uint32_t spec, struct run *run,
                         struct manifest_error *error)
{
    uint32_t member = document_member(document, spec, "observedAt");

    if (member == NODE_NONE)
        return fail(error, "a run without observedAt", spec);
    run->observed_at = string_member(document, spec, "observedAt");
    if (!instant_read(run->observed_at, &run->observed))
        return fail(error, "expected an instant such as \"2026-01-31T12:00:00Z\"", member);
    return 0;
}

/* --- the values --- */

/* The measurement of the primary metric that is the statistic NAME. */
static bool read_quantile(const struct document *document, uint32_t list,
                          const struct primary_metric *primary, const char *name,
                          double *value)
{
    const struct node *nodes = document->nodes;

    if (list == NODE_NONE || !document_is(document, list, NODE_ARRAY))
        return false;
    for (uint32_t child = list + 1; child < nodes[list].next; child = nodes[child].next)
        if (view_is(string_member(document, child, "statistic"), name) &&
            view_equal(string_member(document, child, "metric"), primary->metric) &&
            view_equal(string_member(document, child, "unit"), primary->unit))
            return read_number(document, document_member(document, child, "value"), value);
    return false;
}

static bool read_duration(const struct document *document, uint32_t latency,
                          const char *name, double *value)
{
    uint32_t member =
        latency == NODE_NONE ? NODE_NONE : document_member(document, latency, name);

    return member != NODE_NONE && manifest_duration(document, member, value);
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
    run->has_interval = manifest_duration(document, list + 1, &run->low) &&
                        manifest_duration(document, nodes[list + 1].next, &run->high);
}

static void read_values(const struct document *document, uint32_t spec, struct run *run)
{
    uint32_t timing = document_member(document, spec, "timing");
    uint32_t list = document_member(document, spec, "measurements");
    uint32_t latency = NODE_NONE;
    double ignored;

    run->primary = cohort_primary_metric(document, spec);
    if (!run->primary.exists)
        return;
    run->is_median = view_is(run->primary.statistic, "median");
    if (timing != NODE_NONE) {
        latency = document_member(document, timing, "latencyNs");
        run->is_median = view_is(run->primary.statistic, "mean")
                             ? !read_duration(document, latency, "mean", &ignored)
                             : read_duration(document, latency, "median", &ignored);
        read_number(document, document_member(document, timing, "samples"), &run->samples);
        read_interval(document, latency, run);
    } else {
        read_number(document, document_member(document, list + 1, "sampleCount"),
                    &run->samples);
    }
    run->has_p20 = read_quantile(document, list, &run->primary, "p20", &run->p20);
    run->has_p80 = read_quantile(document, list, &run->primary, "p80", &run->p80);
    run->is_disordered = is_disordered(document, latency, run);
}

/* --- what is beside the values --- */

/* Part NUMBER (from 0) of a text parted by slashes; empty where there is none. */
static struct view part_of(struct view text, int number)
{
    const char *end = text.data + text.length;
    const char *part = text.data;

    for (;;) {
        const char *slash = memchr(part, '/', (size_t)(end - part));

        if (number-- == 0)
            return (struct view){part, (size_t)((slash == NULL ? end : slash) - part)};
        if (slash == NULL)
            return (struct view){"", 0};
        part = slash + 1;
    }
}

static void read_origin(const struct document *document, uint32_t spec, struct run *run)
{
    uint32_t native = document_member(document, spec, "sourceNative");
    struct view external_id;

    run->kernel = run->provider = run->benchmark = (struct view){"", 0};
    run->is_source_native =
        native != NODE_NONE && document_is(document, native, NODE_OBJECT);
    if (!run->is_source_native)
        return;
    run->benchmark = string_member(document, native, "benchmark");
    external_id = string_member(document, native, "externalId");
    run->provider = part_of(external_id, 2);
    if (run->provider.length > 0)
        run->kernel = part_of(external_id, 0);
}

static void read_evidence(const struct document *document, uint32_t spec, struct run *run)
{
    uint32_t timing = document_member(document, spec, "timing");
    uint32_t evidence = document_member(document, spec, "evidence");
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
    memset(run, 0, sizeof *run);
    if (read_digests(document, spec, run, error) != 0 ||
        read_status(document, spec, run, error) != 0 ||
        read_observed(document, spec, run, error) != 0)
        return -1;
    read_values(document, spec, run);
    read_origin(document, spec, run);
    read_evidence(document, spec, run);
    return 0;
}

void run_row_read(const struct document *document, uint32_t row, struct run_row *facts)
{
    uint32_t published = document_member(document, row, "publishedAt");
    uint32_t retracted = document_member(document, row, "retractedAt");
    double replications = 0;

    read_number(document, document_member(document, row, "independentReplicationCount"),
                &replications);
    *facts =
        (struct run_row){/* An export without the member is one of published rows. */
                         .is_published = published == NODE_NONE ||
                                         !document_is(document, published, NODE_NULL),
                         .is_retracted = retracted != NODE_NONE &&
                                         !document_is(document, retracted, NODE_NULL),
                         .is_replicated = replications >= 2,
                         .is_reproduced = is_true(document, row, "reproducedByKernelindex"),
                         .has_source = is_true(document, row, "sourceAvailable"),
                         .has_evidence = is_true(document, row, "hasRawEvidence"),
                         .id = string_member(document, row, "id"),
                         .supersedes = string_member(document, row, "supersedesId")};
}
