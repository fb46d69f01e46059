/* kidx-stat: statistics of benchmark records by group, exact and mergeable. */
#include <config.h>

#include "stat-extract.h"
#include "stat-noise.h"
#include "stat-state.h"
#include "stat-summary.h"
#include "stat-write.h"

#include "json/number.h"
#include "tool/stream.h"
#include "tool/tool.h"

#include <inttypes.h>
#include <stdlib.h>

enum { EXACT_MAX_DEFAULT = 65536, EXACT_MAX_LIMIT = 1 << 28 };

/* The option table's targets. */
struct wishes {
    const char *by;
    const char *value;
    const char *stat;
    const char *emit;
    const char *sketch;
    long quantile_type;
    long exact_max;
    bool count;
    bool merge;
    bool noise;
};

struct settings {
    struct stream_settings stream;
    struct stat_question question;
    struct stat_keeping keeping;
    struct figure_list figures;
    enum quantile_type quantile_type;
    bool emits_state;
    bool merges;
    bool models_noise;
    struct tool *tool;
    struct stat_groups groups;
    struct stat_summary summary;
    struct noise_model *noise;
};

/* A worker reads either records or states. */
struct worker {
    struct stat_extract *extract;
    struct noise_reader *noise;
    struct stat_state_reader states;
};

static const char summary_label[] = "summary";

/* --- workers --- */

static void worker_free(void *state)
{
    struct worker *worker = state;

    if (worker->extract != NULL)
        stat_extract_free(worker->extract);
    noise_reader_free(worker->noise);
    stat_state_reader_release(&worker->states);
    free(worker);
}

static void *worker_new(void *tool)
{
    const struct settings *settings = tool;
    struct diag *diag = &settings->tool->diag;
    struct worker *worker = mem_zeroed(1, sizeof *worker);

    stat_state_reader_init(&worker->states, &settings->keeping);
    if (settings->models_noise)
        worker->noise = noise_reader_new(diag);
    else if (!settings->merges)
        worker->extract = stat_extract_new(&settings->question, diag);
    if (settings->merges || worker->noise != NULL || worker->extract != NULL)
        return worker;
    worker_free(worker);
    return NULL;
}

/* A line of --merge. */
static enum stream_verdict read_state(struct worker *worker, struct stream_record *record)
{
    static const char family[] = "kidx.stat.state/";
    uint32_t node = document_member(record->document, 0, "kind");
    struct view kind = {"", 0};

    if (node != NODE_NONE && document_is(record->document, node, NODE_STRING))
        kind = document_string(record->document, node);
    if (view_is(kind, STAT_SUMMARY_KIND)) {
        record->label = summary_label;
        return stat_summary_read(record) ? STREAM_WRITE : STREAM_REJECT;
    }
    if (view_is(kind, STAT_STATE_KIND)) {
        record->label = "state";
        if (stat_state_read(&worker->states, record) != 0)
            return STREAM_REJECT;
        stat_fact_write(&worker->states.fact, record->facts);
        return STREAM_WRITE;
    }
    if (kind.length >= sizeof family - 1 &&
        memcmp(kind.data, family, sizeof family - 1) == 0)
        return stream_reject(record, stream_column(record, node), "state_mismatch",
                             "another version of states than ours, %s", STAT_STATE_KIND);
    return stream_reject(record, 0, "not_a_state", "no line that --emit=state writes");
}

static enum stream_verdict read_record(void *tool, void *state,
                                       struct stream_record *record)
{
    const struct settings *settings = tool;
    struct worker *worker = state;

    if (settings->merges)
        return read_state(worker, record);
    if (settings->models_noise)
        return noise_read(worker->noise, record);
    return stat_extract(worker->extract, record);
}

static enum stream_verdict settle(void *tool, struct stream_record *record,
                                  struct view facts)
{
    struct settings *settings = tool;
    struct stat_fact fact;

    if (settings->models_noise) {
        noise_model_add(settings->noise, facts);
        return STREAM_WRITE;
    }
    if (record->label == summary_label) {
        stat_summary_add(&settings->summary, facts);
        return STREAM_WRITE;
    }
    while (stat_fact_read(&facts, &fact))
        if (stat_groups_add(&settings->groups, &fact) != 0)
            return stream_reject(record, 0, "bad_state", "a group counts beyond 2^52");
    return STREAM_WRITE;
}

/* --- the end --- */

/* Append metric, statistic and unit as a list. */
static void name_measure(const struct stat_measure *measure, struct buf *out)
{
    for (unsigned i = 0; i < MEASURE_PARTS; i++) {
        struct view part = measure_part(measure, i);

        buf_append_byte(out, i == 0 ? '[' : ',');
        buf_append(out, part.data, part.length);
    }
    buf_append_byte(out, ']');
}

/* Say that a group is not written, and why. */
static void say_mixed(struct settings *settings, const struct stat_entry *entry)
{
    const struct stat_measure *a = stat_group_measure(&settings->groups, entry->group, 0);
    const struct stat_measure *b = stat_group_measure(&settings->groups, entry->group, 1);
    bool units = !view_equal(measure_part(a, MEASURE_UNIT), measure_part(b, MEASURE_UNIT));
    struct buf text;

    buf_init(&text);
    name_measure(a, &text);
    buf_append_text(&text, " and ");
    name_measure(b, &text);
    diag_raise(&settings->tool->diag, EXIT_REJECTED);
    diag_say(&settings->tool->diag, DIAG_ERROR, NULL,
             units ? "mixed_units" : "mixed_metrics",
             "group %.*s: no statistic takes %s together", (int)entry->by.length,
             entry->by.data, buf_text(&text));
    buf_release(&text);
}

/* Whether a group has more different values than are kept; said. */
static bool is_overfull(struct settings *settings, const struct stat_entry *entries)
{
    for (size_t i = 0; i < settings->groups.map.count; i++) {
        if (!entries[i].group->is_overfull || stat_group_is_mixed(entries[i].group))
            continue;
        diag_fail(&settings->tool->diag,
                  "group %.*s has more than %" PRIu64
                  " different values: raise --exact-max, or take --sketch=ALPHA",
                  (int)entries[i].by.length, entries[i].by.data,
                  settings->keeping.exact_max);
        return true;
    }
    return false;
}

static void write_entry(struct settings *settings, const struct stat_entry *entry,
                        struct buf *line)
{
    if (settings->emits_state)
        stat_state_write(entry, &settings->groups, line);
    else if (entry->value.length == 0)
        stat_write_count(entry, line);
    else
        stat_write(entry, stat_group_measure(&settings->groups, entry->group, 0),
                   &settings->keeping, &settings->figures, settings->quantile_type, line);
}

/* All groups, and then the summary. */
static void write_groups(struct settings *settings, const struct stat_entry *entries)
{
    struct output *output = settings->tool->output;
    uint64_t lines = 0;
    uint64_t mixed = 0;
    struct buf line;

    buf_init(&line);
    for (size_t i = 0; i < settings->groups.map.count && !output_failed(output); i++) {
        bool is_mixed = stat_group_is_mixed(entries[i].group);

        if (is_mixed) {
            mixed++;
            say_mixed(settings, &entries[i]);
        }
        if (!is_mixed || settings->emits_state) {
            lines++;
            buf_clear(&line);
            write_entry(settings, &entries[i], &line);
            output_write(output, line.data, line.length);
        }
        stat_group_release(entries[i].group);
    }
    buf_clear(&line);
    stat_summary_write(&settings->summary, lines, mixed, &line);
    output_write(output, line.data, line.length);
    buf_release(&line);
}

static void end(void *tool, const struct tally *tally)
{
    struct settings *settings = tool;
    struct stat_entry *entries;

    if (settings->models_noise) {
        noise_model_write(settings->noise, settings->tool->output);
        return;
    }
    stat_summary_count(&settings->summary, tally, settings->merges);
    entries = stat_groups_sort(&settings->groups);
    if (!is_overfull(settings, entries))
        write_groups(settings, entries);
    free(entries);
}

/* --- options --- */

static const char *find_conflict(const struct wishes *wishes)
{
    bool asks = wishes->by != NULL || wishes->value != NULL || wishes->count;

    if (wishes->merge && asks)
        return "--merge takes keys and values from the states: no --by, --value, --count";
    if (wishes->noise && (asks || wishes->merge || wishes->stat != NULL ||
                          wishes->emit != NULL || wishes->sketch != NULL))
        return "--noise-model stands alone";
    if (wishes->count && (wishes->value != NULL || wishes->stat != NULL))
        return "--count looks at no values: no --value, no --stat";
    if (wishes->emit != NULL && strcmp(wishes->emit, "state") != 0)
        return "--emit: there is only --emit=state";
    if (wishes->emit != NULL && wishes->stat != NULL)
        return "--stat is for the run that ends in statistics, not for --emit=state";
    if (wishes->quantile_type != QUANTILE_INVERSE &&
        wishes->quantile_type != QUANTILE_LINEAR)
        return "--quantile-type: there are 1 and 7";
    return NULL;
}

/* Read --sketch, a number as JSON writes it. */
static bool read_alpha(const char *text, double *alpha)
{
    struct reader *reader = reader_new();
    struct reader_error error;
    struct buf copy;
    bool is_number = false;

    buf_init(&copy);
    buf_append_text(&copy, text);
    memset(buf_reserve(&copy, READER_PADDING), 0, READER_PADDING);
    if (reader_parse(reader, copy.data, copy.length, &error) == 0 &&
        document_is(reader_document(reader), 0, NODE_NUMBER)) {
        struct view number = document_raw(reader_document(reader), 0);

        is_number = number_parse(number.data, number.length, alpha);
    }
    buf_release(&copy);
    reader_free(reader);
    return is_number;
}

/* Bring what was wished into the form in which it is used. */
static int use_wishes(struct settings *settings, const struct wishes *wishes)
{
    struct diag *diag = &settings->tool->diag;
    const char *conflict = find_conflict(wishes);

    if (conflict != NULL)
        return diag_fail(diag, "%s", conflict);
    settings->emits_state = wishes->emit != NULL;
    settings->merges = wishes->merge;
    settings->models_noise = wishes->noise;
    settings->quantile_type = (enum quantile_type)wishes->quantile_type;
    settings->keeping.exact_max = (uint64_t)wishes->exact_max;
    if (wishes->sketch != NULL &&
        (!read_alpha(wishes->sketch, &settings->keeping.alpha) ||
         !sketch_scale_init(&settings->keeping.scale, settings->keeping.alpha)))
        return diag_fail(diag,
                         "--sketch=%s: expected a relative error from 0.000001 to 0.5",
                         wishes->sketch);
    if (figure_list_init(&settings->figures, wishes->stat, diag) != 0)
        return -1;
    return stat_question_init(&settings->question, wishes->by, wishes->value, wishes->count,
                              diag);
}

/* Parse into SETTINGS; the value is tool_options'. */
static int read_options(struct tool *tool, struct settings *settings, int argc, char **argv)
{
    struct wishes wishes = {.quantile_type = QUANTILE_LINEAR,
                            .exact_max = EXACT_MAX_DEFAULT};
    const struct opt own[] = {
        {OPT_TEXT, 0, "by", "PATH[,PATH]...", &wishes.by, 0, 0, 0,
         "group by what is there, or by one jq program\n(default: the whole stream)"},
        {OPT_TEXT, 0, "value", "PROGRAM", &wishes.value, 0, 0, 0,
         "take these values (default: the primary value of\neach run that passed)"},
        {OPT_TEXT, 0, "stat", "LIST", &wishes.stat, 0, 0, 0,
         "min, max, mean, sd, cv, median, p05, p20, p25, p75,\np80, p95 (any of p01 to "
         "p99), "
         "iqr, mad, mad_sigma,\ngeomean, median_ci (default: all of these)"},
        {OPT_NUMBER, 0, "quantile-type", "TYPE", &wishes.quantile_type, 0, 1, 7,
         "7 interpolates (default), 1 takes one of the values"},
        {OPT_SWITCH, 0, "count", NULL, &wishes.count, 1, 0, 0,
         "count lines, look at no values"},
        {OPT_TEXT, 0, "emit", "state", &wishes.emit, 0, 0, 0, "write states, for --merge"},
        {OPT_SWITCH, 0, "merge", NULL, &wishes.merge, 1, 0, 0,
         "read states and continue from there"},
        {OPT_NUMBER, 0, "exact-max", "N", &wishes.exact_max, 0, 1, EXACT_MAX_LIMIT,
         "different values that a group keeps (default 65536)"},
        {OPT_TEXT, 0, "sketch", "ALPHA", &wishes.sketch, 0, 0, 0,
         "beyond them, quantiles within this relative error"},
        {OPT_SWITCH, 0, "noise-model", NULL, &wishes.noise, 1, 0, 0,
         "write the spread of repeated runs of each case, for\nkidx-compare --noise"},
        {.kind = OPT_END},
    };
    struct opt shared[STREAM_OPTION_COUNT];
    const struct opt_usage usage = {
        .synopsis = "[OPTION]... [FILE]...",
        .purpose =
            "Summarise the values of a stream of benchmark records by group: exactly,\n"
            "whatever their order, and in parts that can be merged.",
        .closing = "Exit status: 0 all good, 1 something was rejected, 2 not complete.\n"
                   "kidx-stat(1) and kidx(7) say more.",
        .tables = (const struct opt *const[]){own, shared, NULL},
    };
    int first_operand;

    stream_options(&settings->stream, shared);
    first_operand = tool_options(tool, &usage, argc, argv);
    if (first_operand >= 0 && use_wishes(settings, &wishes) != 0)
        return -1;
    return first_operand;
}

int main(int argc, char **argv)
{
    struct tool tool;
    struct settings settings = {.tool = &tool};
    const struct stream_tool stream = {.worker_new = worker_new,
                                       .worker_free = worker_free,
                                       .record = read_record,
                                       .settle = settle,
                                       .end = end,
                                       .tool = &settings};
    int first_operand;

    tool_start(&tool, "kidx-stat");
    stream_settings_init(&settings.stream);
    first_operand = read_options(&tool, &settings, argc, argv);
    if (first_operand >= 0) {
        stat_groups_init(&settings.groups, &settings.keeping);
        stat_summary_init(&settings.summary);
        settings.noise = noise_model_new();
        stream_run(&tool, &settings.stream, &stream,
                   (const char *const *)(argv + first_operand),
                   (size_t)(argc - first_operand));
        noise_model_free(settings.noise);
        stat_summary_release(&settings.summary);
        stat_groups_release(&settings.groups);
    }
    figure_list_release(&settings.figures);
    stat_question_release(&settings.question);
    return tool_end(&tool);
}
