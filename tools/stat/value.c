#include <config.h>

#include "value.h"

#include "base/mem.h"
#include "json/number.h"
#include "json/path.h"
#include "json/program.h"
#include "json/writer.h"
#include "record/cohort.h"
#include "record/quantity.h"
#include "stats/counts.h"

#include <float.h>
#include <stdlib.h>

struct stat_value {
    bool is_primary;
    struct program *program; /* NULL: a plain path, or the primary value */
    struct path path;
    const char *siblings[MEASURE_PARTS]; /* members beside the value, or NULL */
    const char *duration; /* the path is to this member of latencyNs, or NULL */
    struct program_input *input;
    struct stat_fact *fact; /* of the record */
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

/* Find out what can be known of the values that the path leads to. */
static void look_at_path(struct stat_value *source)
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

/* --- a source of values --- */

struct stat_value *stat_value_new(const char *text, struct diag *diag)
{
    struct stat_value *source = mem_zeroed(1, sizeof *source);

    source->is_primary = text == NULL;
    path_init(&source->path);
    if (text == NULL)
        return source;
    if (path_parse(&source->path, text, NULL)) {
        look_at_path(source);
        return source;
    }
    source->program = compile(text, diag);
    source->input = program_input_new();
    if (source->program != NULL)
        return source;
    stat_value_free(source);
    return NULL;
}

void stat_value_free(struct stat_value *source)
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

/* --- values --- */

/* Say what the values of the record are; a part with data NULL is not known. */
static void set_measure(struct stat_value *source, const struct view parts[MEASURE_PARTS])
{
    struct stat_measure *measure = &source->fact->measures[0];

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
    source->fact->measure_count = 1;
}

static void add_value(struct stat_value *source, double value)
{
    struct counts_entry entry = {counts_key(value), 1};

    buf_append(&source->entries, (const char *)&entry, sizeof entry);
}

/* Texts that other programs write for what JSON has no number for. */
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

/* Take a node for a value; one that libjq made is infinite where it is the greatest double.
 */
static void take_node(struct stat_value *source, const struct document *document,
                      uint32_t node, bool is_made)
{
    struct stat_fact *fact = source->fact;
    struct view text = document_raw(document, node);
    double value = 0;

    switch (document_type(document, node)) {
    case NODE_NUMBER:
        number_parse(text.data, text.length, &value);
        if (is_made && (value >= DBL_MAX || value <= -DBL_MAX))
            fact->non_finite++;
        else
            add_value(source, value);
        return;
    case NODE_NULL:
        source->fact->missing[MISSING_VALUE]++;
        return;
    case NODE_STRING:
        if (source->duration != NULL && quantity_read_duration(document, node, &value)) {
            add_value(source, value);
            return;
        }
        if (is_non_finite_text(document_string(document, node))) {
            fact->non_finite++;
            return;
        }
        break;
    default:
        break;
    }
    fact->missing[MISSING_NUMBER]++;
}

/* What stands beside the value. */
static void measure_siblings(struct stat_value *source, const struct document *document)
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

/* A step of the path does not fit the record. */
static void reject_path(struct stat_value *source, struct stream_record *record,
                        const struct path_match *match)
{
    struct buf message;

    buf_init(&message);
    path_explain(&source->path, record->document, match, &message);
    reject_jq(record, buf_view(&message));
    buf_release(&message);
}

static int take_path(struct stat_value *source, struct stream_record *record)
{
    struct path_match match;

    switch (path_follow(&source->path, record->document, &match)) {
    case PATH_ERROR:
        reject_path(source, record, &match);
        return -1;
    case PATH_NULL:
        source->fact->missing[MISSING_VALUE]++;
        return 0;
    case PATH_NODE:
        break;
    }
    take_node(source, record->document, match.node, false);
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

static int take_outputs(struct stat_value *source, struct stream_record *record)
{
    struct program_output output;
    unsigned count = 0;
    int result;

    program_input_set(source->input, record->document);
    program_start(source->program, source->input);
    while ((result = program_next(source->program, &output)) > 0) {
        take_node(source, output.document, output.node, true);
        count = 1;
    }
    if (result < 0) {
        reject_jq(record, program_message(source->program));
        return -1;
    }
    if (count == 0)
        source->fact->missing[MISSING_VALUE]++;
    return 0;
}

/* Why a run has no primary value to speak of, by its status; RUN_PASSED: it has. */
static unsigned read_status(const struct document *document, uint32_t spec)
{
    uint32_t node = document_member(document, spec, "status");
    enum run_status status;

    if (node == NODE_NONE || !run_status_read(document, node, &status))
        return MISSING_STATUS_UNKNOWN;
    return status;
}

static void take_primary(struct stat_value *source, const struct document *document,
                         uint32_t spec)
{
    unsigned reason = read_status(document, spec);
    struct primary_metric primary;

    if (reason != RUN_PASSED) {
        source->fact->missing[reason]++;
        return;
    }
    primary = cohort_primary_metric(document, spec);
    if (!primary.exists) {
        source->fact->missing[MISSING_PRIMARY]++;
        return;
    }
    add_value(source, primary.value);
    set_measure(source,
                (const struct view[]){primary.metric, primary.statistic, primary.unit});
}

int stat_value_take(struct stat_value *source, struct stream_record *record,
                    const struct manifest *run, struct stat_fact *fact)
{
    int result = 0;

    source->fact = fact;
    buf_clear(&source->entries);
    if (source->is_primary)
        take_primary(source, record->document, run->spec);
    else if (source->program != NULL)
        result = take_outputs(source, record);
    else
        result = take_path(source, record);
    fact->entries = buf_view(&source->entries);
    return result;
}
