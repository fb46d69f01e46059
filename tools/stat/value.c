#include <config.h>

#include "value.h"

#include "base/mem.h"
#include "json/canonical.h"
#include "json/number.h"
#include "json/path.h"
#include "json/program.h"
#include "json/writer.h"
#include "record/cohort.h"
#include "record/identity.h"
#include "record/quantity.h"
#include "stats/counts.h"

#include <float.h>
#include <stdlib.h>

/* Where a record's values come from. */
struct source {
    bool is_primary;
    struct program *program; /* NULL: a plain path, or the primary value */
    struct path path;
    const char *siblings[MEASURE_PARTS]; /* members beside the value, or NULL */
    const char *duration; /* the member of latencyNs that the path leads to, or NULL */
    struct program_input *input;
    struct sample *sample; /* of the current record */
    struct buf measure;
    struct buf entries;
};

/* --- paths --- */

static bool step_is(const struct path *path, size_t step, const char *name)
{
    const struct path_step *at = &path->steps[step];

    return at->is_name &&
           view_is((struct view){path->names.data + at->name, at->name_length}, name);
}

/* Recognise paths that imply the measure of their values. */
static void recognise_path(struct source *source)
{
    static const char *const measurement[] = {"metric", "statistic", "unit"};
    static const char *const row[] = {"primaryMetric", "primaryStatistic", "primaryUnit"};
    static const char *const durations[] = {"median",  "mean",    "p05", "p95",
                                            "minimum", "maximum", "mad"};
    const struct path *path = &source->path;
    size_t last = path->count - 1;

    if (path->count == 0)
        return;
    if (step_is(path, last, "value"))
        memcpy(source->siblings, measurement, sizeof measurement);
    else if (step_is(path, last, "primaryValue"))
        memcpy(source->siblings, row, sizeof row);
    else if (last > 0 && step_is(path, last - 1, "latencyNs"))
        for (size_t i = 0; i < sizeof durations / sizeof *durations; i++)
            if (step_is(path, last, durations[i]))
                source->duration = durations[i];
}

/* --- jq --- */

static struct program *compile(const char *text, struct diag *diag)
{
    struct buf message;
    struct program *program;

    buf_init(&message);
    program = program_new(text, &message);
    if (program == NULL)
        diag_fail(diag, "--value: %s", buf_text(&message));
    buf_release(&message);
    return program;
}

static void reject_jq(struct stream_record *record, struct view message)
{
    stream_reject(record, 0, "jq_error", "--value: %.*s", (int)message.length,
                  message.data);
}

/* --- sources --- */

static void source_free(struct source *source)
{
    if (source == NULL)
        return;
    program_free(source->program);
    program_input_free(source->input);
    path_release(&source->path);
    buf_release(&source->measure);
    buf_release(&source->entries);
    free(source);
}

static struct source *source_new(const char *text, struct diag *diag)
{
    struct source *source = mem_zeroed(1, sizeof *source);

    source->is_primary = text == NULL;
    path_init(&source->path);
    if (text == NULL)
        return source;
    if (path_parse(&source->path, text, NULL)) {
        recognise_path(source);
        return source;
    }
    source->program = compile(text, diag);
    source->input = program_input_new();
    if (source->program != NULL)
        return source;
    source_free(source);
    return NULL;
}

/* --- values --- */

/* Set the measure of the record's values; a part with data NULL is unknown. */
static void set_measure(struct source *source, const struct view parts[MEASURE_PARTS])
{
    struct sample_measure *measure = &source->sample->measures[0];

    buf_clear(&source->measure);
    for (int i = 0; i < MEASURE_PARTS; i++) {
        size_t before = source->measure.length;

        if (parts[i].data == NULL)
            buf_append_text(&source->measure, "null");
        else
            writer_append_string(&source->measure, parts[i]);
        measure->lengths[i] = (uint32_t)(source->measure.length - before);
    }
    measure->text = buf_view(&source->measure);
    source->sample->measure_count = 1;
}

static void add_value(struct source *source, double value)
{
    struct counts_entry entry = {counts_key(value), 1};

    buf_append(&source->entries, (const char *)&entry, sizeof entry);
}

/* Whether TEXT is what other programs write for a number that JSON does not have. */
static bool is_non_finite_text(struct view text)
{
    static const char *const names[] = {"nan", "inf", "infinity"};

    if (text.length > 0 && (text.data[0] == '-' || text.data[0] == '+')) {
        text.data++;
        text.length--;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t at = 0;

        if (strlen(names[i]) != text.length)
            continue;
        while (at < text.length && (text.data[at] | 0x20) == names[i][at])
            at++;
        if (at == text.length)
            return true;
    }
    return false;
}

/* Add the value of a node. If libjq made it, the greatest double is an infinity. */
static void add_node(struct source *source, const struct document *document, uint32_t node,
                     bool is_libjq)
{
    struct sample *sample = source->sample;
    struct view text = document_raw(document, node);
    double value = 0;

    switch (document_type(document, node)) {
    case NODE_NUMBER:
        number_parse(text.data, text.length, &value);
        if (is_libjq && (value >= DBL_MAX || value <= -DBL_MAX))
            sample->non_finite++;
        else
            add_value(source, value);
        return;
    case NODE_NULL:
        source->sample->missing[MISSING_VALUE]++;
        return;
    case NODE_STRING:
        if (source->duration != NULL && quantity_read_duration(document, node, &value)) {
            add_value(source, value);
            return;
        }
        if (is_non_finite_text(document_string(document, node))) {
            sample->non_finite++;
            return;
        }
        break;
    default:
        break;
    }
    sample->missing[MISSING_NUMBER]++;
}

/* Set the measure from the members beside the value. */
static void measure_siblings(struct source *source, const struct document *document)
{
    struct path parent = source->path;
    struct view parts[MEASURE_PARTS];
    struct path_match match;

    parent.count--;
    if (path_follow(&parent, document, &match) != PATH_NODE)
        return;
    for (int i = 0; i < MEASURE_PARTS; i++) {
        uint32_t node = document_member(document, match.node, source->siblings[i]);

        parts[i] = (struct view){NULL, 0};
        if (node != NODE_NONE && document_is(document, node, NODE_STRING))
            parts[i] = document_string(document, node);
    }
    set_measure(source, parts);
}

/* Reject the record, in which a step of the path has another type. */
static void reject_path(struct source *source, struct stream_record *record,
                        const struct path_match *match)
{
    struct buf message;

    buf_init(&message);
    path_explain(&source->path, record->document, match, &message);
    reject_jq(record, buf_view(&message));
    buf_release(&message);
}

static int read_path(struct source *source, struct stream_record *record)
{
    struct path_match match;

    switch (path_follow(&source->path, record->document, &match)) {
    case PATH_ERROR:
        reject_path(source, record, &match);
        return -1;
    case PATH_NULL:
        source->sample->missing[MISSING_VALUE]++;
        return 0;
    case PATH_NODE:
        break;
    }
    add_node(source, record->document, match.node, false);
    if (source->entries.length == 0)
        return 0;
    if (source->duration != NULL)
        set_measure(source,
                    (const struct view[]){{"latency", 7},
                                          {source->duration, strlen(source->duration)},
                                          {"ns", 2}});
    else if (source->siblings[0] != NULL)
        measure_siblings(source, record->document);
    return 0;
}

static int read_outputs(struct source *source, struct stream_record *record)
{
    struct program_output output;
    unsigned count = 0;
    int result;

    program_input_set(source->input, record->document);
    program_start(source->program, source->input);
    while ((result = program_next(source->program, &output)) > 0) {
        add_node(source, output.document, output.node, true);
        count = 1;
    }
    if (result < 0) {
        reject_jq(record, program_message(source->program));
        return -1;
    }
    if (count == 0)
        source->sample->missing[MISSING_VALUE]++;
    return 0;
}

/* The status of a run as a reason why it has no value; RUN_PASSED: it has one. */
static unsigned read_status(const struct document *document, uint32_t spec)
{
    uint32_t node = document_member(document, spec, "status");
    enum run_status status;

    if (node == NODE_NONE || !run_status_read(document, node, &status))
        return MISSING_STATUS_UNKNOWN;
    return status;
}

static void read_primary(struct source *source, const struct document *document,
                         uint32_t spec)
{
    unsigned reason = read_status(document, spec);
    struct primary_metric primary;

    if (reason != RUN_PASSED) {
        source->sample->missing[reason]++;
        return;
    }
    primary = cohort_primary_metric(document, spec);
    if (!primary.exists) {
        source->sample->missing[MISSING_PRIMARY]++;
        return;
    }
    add_value(source, primary.value);
    set_measure(source,
                (const struct view[]){primary.metric, primary.statistic, primary.unit});
}

static int source_read(struct source *source, struct stream_record *record,
                       const struct manifest *run, struct sample *sample)
{
    int result = 0;

    source->sample = sample;
    buf_clear(&source->entries);
    if (source->is_primary)
        read_primary(source, record->document, run->spec);
    else if (source->program != NULL)
        result = read_outputs(source, record);
    else
        result = read_path(source, record);
    sample->entries = buf_view(&source->entries);
    return result;
}

/* --- records --- */

struct value_reader {
    const struct value_query *query;
    struct grouper *grouper;
    struct source *source; /* NULL: records are only counted */
    struct canonical canonical;
    struct buf text; /* the input of the id */
    struct buf key;
    struct sample sample;
};

int value_query_init(struct value_query *query, const char *by, const char *text,
                     bool is_count, struct diag *diag)
{
    query->text = text;
    buf_init(&query->name);
    if (!is_count)
        writer_append_string(&query->name, view_from(text == NULL ? "primary" : text));
    return grouping_init(&query->by, by, diag);
}

void value_query_release(struct value_query *query)
{
    grouping_release(&query->by);
    buf_release(&query->name);
}

struct value_reader *value_reader_new(const struct value_query *query, struct diag *diag)
{
    struct value_reader *reader = mem_zeroed(1, sizeof *reader);
    bool is_count = query->name.length == 0;

    reader->query = query;
    canonical_init(&reader->canonical);
    reader->grouper = grouper_new(&query->by, diag);
    if (reader->grouper != NULL && !is_count)
        reader->source = source_new(query->text, diag);
    if (reader->grouper != NULL && (is_count || reader->source != NULL))
        return reader;
    value_reader_free(reader);
    return NULL;
}

void value_reader_free(struct value_reader *reader)
{
    if (reader == NULL)
        return;
    grouper_free(reader->grouper);
    source_free(reader->source);
    canonical_release(&reader->canonical);
    buf_release(&reader->text);
    buf_release(&reader->key);
    free(reader);
}

/* The BenchmarkRun among MANIFESTS, or NULL. */
static const struct manifest *find_run(const struct record *manifests)
{
    for (size_t i = 0; i < manifests->count; i++)
        if (manifests->manifests[i].kind == KIND_BENCHMARK_RUN)
            return &manifests->manifests[i];
    return NULL;
}

static enum stream_verdict reject(struct stream_record *record,
                                  const struct manifest_error *error)
{
    return stream_reject(record, stream_column(record, error->node), error->code, "%s",
                         error->text);
}

static enum stream_verdict skip(struct stream_record *record,
                                const struct record *manifests)
{
    record->label = "without BenchmarkRun";
    if (manifests->count == 1 && manifests->manifests[0].kind == KIND_SERVING_RUN)
        record->label = "ServingRun";
    return STREAM_SKIP;
}

/* Set the id by which samples of one run count once. It covers group and values, too:
 * lines of one run, such as a bundle and an export row, may add different values, and which
 * of them counts must not depend on their order. A run with a bad duration has no identity,
 * and each of its lines counts. */
static void identify(struct value_reader *reader, struct document *document,
                     const struct manifest *run)
{
    struct sample *sample = &reader->sample;
    struct buf *text = &reader->text;
    struct manifest_error error;

    buf_clear(text);
    if (identity_append(document, run, &reader->canonical, text, &error) != 0)
        return;
    buf_append_sized(text, sample->key);
    buf_append_sized(text, sample->entries);
    buf_append_sized(text, sample->measures[0].text);
    buf_append(text, (const char *)&sample->non_finite, sizeof sample->non_finite);
    buf_append(text, (const char *)sample->missing, sizeof sample->missing);
    sample->run = run_set_id_of(text->data, text->length);
    sample->has_run = true;
}

enum stream_verdict value_read(struct value_reader *reader, struct stream_record *record)
{
    const struct value_query *query = reader->query;
    bool is_primary = reader->source != NULL && query->text == NULL;
    const struct manifest *run = NULL;
    struct manifest_error error;
    struct record manifests;

    if (reader->source != NULL &&
        manifest_read_record(record->document, &manifests, &error) == 0)
        run = find_run(&manifests);
    else if (is_primary)
        return reject(record, &error);
    if (is_primary && run == NULL)
        return skip(record, &manifests);
    buf_clear(&reader->key);
    if (grouper_write(reader->grouper, record, &reader->key) != 0)
        return STREAM_REJECT;
    buf_append_byte(&reader->key, '\0');
    buf_append(&reader->key, query->name.data, query->name.length);
    reader->sample = (struct sample){.key = buf_view(&reader->key)};
    if (reader->source == NULL)
        reader->sample.records = 1;
    else if (source_read(reader->source, record, run, &reader->sample) != 0)
        return STREAM_REJECT;
    if (reader->source != NULL && reader->sample.entries.length == 0)
        record->label = "missing";
    if (run != NULL)
        identify(reader, record->document, run);
    sample_store(&reader->sample, record);
    return STREAM_WRITE;
}
