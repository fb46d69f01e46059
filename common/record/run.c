#include <config.h>

#include "record/run.h"

#include "record/quantity.h"

/* --- status --- */

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

bool run_status_read(const struct document *document, uint32_t node,
                     enum run_status *status)
{
    for (int i = 0; i < RUN_STATUS_COUNT; i++) {
        if (!document_string_is(document, node, statuses[i].name))
            continue;
        *status = (enum run_status)i;
        return true;
    }
    return false;
}

const char *run_status_name(enum run_status status)
{
    return statuses[status].name;
}

const char *run_status_reason(enum run_status status)
{
    return statuses[status].reason;
}

/* --- members --- */

static int fail(struct manifest_error *error, const char *text, uint32_t node)
{
    *error = (struct manifest_error){"incomplete_run", text, node};
    return -1;
}

/* Find several members of an object in one walk; an absent one is NODE_NONE. */
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

static const struct view spec_names[SPEC_COUNT] = {VIEW_OF("implementationDigest"),
                                                   VIEW_OF("workloadDigest"),
                                                   VIEW_OF("protocolDigest"),
                                                   VIEW_OF("environmentDigest"),
                                                   VIEW_OF("status"),
                                                   VIEW_OF("observedAt"),
                                                   VIEW_OF("timing"),
                                                   VIEW_OF("measurements"),
                                                   VIEW_OF("sourceNative"),
                                                   VIEW_OF("evidence")};

/* A run that is being read. */
struct run_reader {
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

/* --- digests, status and time --- */

static int read_digests(struct run_reader *reader)
{
    struct run *run = reader->run;
    const struct {
        const char *missing;
        struct digest *digest;
    } references[] = {{"a run without implementationDigest", &run->implementation},
                      {"a run without workloadDigest", &run->workload},
                      {"a run without protocolDigest", &run->protocol},
                      {"a run without environmentDigest", &run->environment}};

    for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
        uint32_t member = reader->members[SPEC_IMPLEMENTATION + i];

        if (member == NODE_NONE)
            return fail(reader->error, references[i].missing, reader->spec);
        if (!digest_parse(document_text(reader->document, member), references[i].digest))
            return fail(reader->error, "expected a digest", member);
    }
    return 0;
}

static int read_status(struct run_reader *reader)
{
    uint32_t member = reader->members[SPEC_STATUS];

    if (member == NODE_NONE)
        return fail(reader->error, "a run without status", reader->spec);
    if (!run_status_read(reader->document, member, &reader->run->status))
        return fail(reader->error, "expected the status of a run", member);
    return 0;
}

static int read_observed(struct run_reader *reader)
{
    uint32_t member = reader->members[SPEC_OBSERVED_AT];
    struct run *run = reader->run;

    if (member == NODE_NONE)
        return fail(reader->error, "a run without observedAt", reader->spec);
    run->observed_at = document_text(reader->document, member);
    if (!instant_read(run->observed_at, &run->observed))
        return fail(reader->error, "expected an instant such as \"2026-01-31T12:00:00Z\"",
                    member);
    return 0;
}

/* --- the values --- */

/* Read the first p20 and the first p80 of the primary metric from the measurements. */
static void read_quantiles(const struct document *document, uint32_t list, struct run *run)
{
    enum { METRIC, STATISTIC, UNIT, VALUE, COUNT };
    static const struct view names[COUNT] = {VIEW_OF("metric"), VIEW_OF("statistic"),
                                             VIEW_OF("unit"), VIEW_OF("value")};
    const struct node *nodes = document->nodes;
    bool found_p20 = false;
    bool found_p80 = false;

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
        if (!found_p20 && view_is(statistic, "p20")) {
            run->has_p20 = document_number(document, members[VALUE], &run->p20);
            found_p20 = true;
        } else if (!found_p80 && view_is(statistic, "p80")) {
            run->has_p80 = document_number(document, members[VALUE], &run->p80);
            found_p80 = true;
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

/* Whether a quantile of the run is above a higher one. */
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

static void read_values(struct run_reader *reader)
{
    const struct document *document = reader->document;
    uint32_t timing = reader->members[SPEC_TIMING];
    uint32_t list = reader->members[SPEC_MEASUREMENTS];
    struct run *run = reader->run;
    uint32_t latency = NODE_NONE;
    double ignored;

    run->primary = cohort_primary_metric(document, reader->spec);
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

/* --- origin and evidence --- */

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

static void read_origin(struct run_reader *reader)
{
    const struct document *document = reader->document;
    uint32_t native = reader->members[SPEC_SOURCE_NATIVE];
    struct run *run = reader->run;
    struct view external_id;

    run->kernel = run->provider = run->benchmark = run->source = (struct view){"", 0};
    run->is_source_native =
        native != NODE_NONE && document_is(document, native, NODE_OBJECT);
    if (!run->is_source_native)
        return;
    run->source = string_member(document, native, "source");
    run->benchmark = string_member(document, native, "benchmark");
    external_id = string_member(document, native, "externalId");
    run->provider = run_external_part(external_id, 2);
    if (run->provider.length > 0)
        run->kernel = run_external_part(external_id, 0);
}

static void read_evidence(struct run_reader *reader)
{
    const struct document *document = reader->document;
    uint32_t timing = reader->members[SPEC_TIMING];
    uint32_t evidence = reader->members[SPEC_EVIDENCE];
    struct run *run = reader->run;
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
    struct run_reader reader = {
        .document = document, .spec = spec, .run = run, .error = error};

    memset(run, 0, sizeof *run);
    find_members(document, spec, spec_names, SPEC_COUNT, reader.members);
    if (read_digests(&reader) != 0 || read_status(&reader) != 0 ||
        read_observed(&reader) != 0)
        return -1;
    read_values(&reader);
    read_origin(&reader);
    read_evidence(&reader);
    return 0;
}

/* --- export rows --- */

static bool is_true(const struct document *document, uint32_t node, const char *name)
{
    uint32_t member = document_member(document, node, name);

    return member != NODE_NONE && document_is(document, member, NODE_TRUE);
}

/* Whether a member that is the instant of an event, or null, is set. */
static bool is_set(const struct document *document, uint32_t node, const char *name)
{
    uint32_t member = document_member(document, node, name);

    return member != NODE_NONE && !document_is(document, member, NODE_NULL);
}

void run_row_read(const struct document *document, uint32_t row, struct run_row *members)
{
    uint32_t published = document_member(document, row, "publishedAt");
    double replications = 0;

    document_number(document, document_member(document, row, "independentReplicationCount"),
                    &replications);
    *members =
        (struct run_row){/* An export without the member is one of published rows. */
                         .is_published = published == NODE_NONE ||
                                         !document_is(document, published, NODE_NULL),
                         .is_retracted = is_set(document, row, "retractedAt"),
                         .is_replicated = replications >= 2,
                         .is_reproduced = is_true(document, row, "reproducedByKernelindex"),
                         .has_source = is_true(document, row, "sourceAvailable"),
                         .has_evidence = is_true(document, row, "hasRawEvidence"),
                         .id = string_member(document, row, "id"),
                         .supersedes = string_member(document, row, "supersedesId")};
}
