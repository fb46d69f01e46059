/* kidx-stat: statistics of benchmark records by group, exact and mergeable. */
#include <config.h>

#include "options.h"
#include "run-set.h"
#include "state.h"
#include "summary.h"
#include "write.h"

#include "tool/stream.h"
#include "tool/tool.h"

#include <inttypes.h>
#include <stdlib.h>

struct statistics {
    struct tool *tool;
    struct stat_settings settings;
    struct stat_groups groups;
    struct run_set runs; /* that were added to groups */
    struct stat_summary summary;
};

/* A worker reads either records or states; what they add goes through the ordered stage. */
struct worker {
    struct stat_extract *extract; /* NULL with --merge */
    struct stat_state_reader states;
};

static const char summary_label[] = "summary";

/* --- workers --- */

static void worker_free(void *state)
{
    struct worker *worker = state;

    stat_extract_free(worker->extract);
    stat_state_reader_release(&worker->states);
    free(worker);
}

static void *worker_new(void *tool)
{
    struct statistics *statistics = tool;
    const struct stat_settings *settings = &statistics->settings;
    struct worker *worker = mem_zeroed(1, sizeof *worker);

    stat_state_reader_init(&worker->states, &settings->keeping);
    if (!settings->merges)
        worker->extract = stat_extract_new(&settings->question, &statistics->tool->diag);
    if (settings->merges || worker->extract != NULL)
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
        stat_fact_store(&worker->states.fact, record);
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
    const struct statistics *statistics = tool;
    struct worker *worker = state;

    if (statistics->settings.merges)
        return read_state(worker, record);
    return stat_extract(worker->extract, record);
}

static enum stream_verdict ordered(void *tool, struct stream_record *record)
{
    struct statistics *statistics = tool;
    const struct stat_fact *fact = record->facts;

    if (record->label == summary_label) {
        stat_summary_add(&statistics->summary, record->facts);
        return STREAM_WRITE;
    }
    if (fact->has_run && !run_set_add(&statistics->runs, &fact->run)) {
        record->label = "repeated";
        return STREAM_WRITE;
    }
    if (stat_groups_add(&statistics->groups, fact) != 0)
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
static void say_mixed(struct statistics *statistics, const struct stat_entry *entry)
{
    const struct stat_measure *a = stat_group_measure(&statistics->groups, entry->group, 0);
    const struct stat_measure *b = stat_group_measure(&statistics->groups, entry->group, 1);
    bool units = !view_equal(measure_part(a, MEASURE_UNIT), measure_part(b, MEASURE_UNIT));
    struct buf text;

    buf_init(&text);
    name_measure(a, &text);
    buf_append_text(&text, " and ");
    name_measure(b, &text);
    diag_raise(&statistics->tool->diag, EXIT_FINDINGS);
    diag_say(&statistics->tool->diag, DIAG_ERROR, NULL,
             units ? "mixed_units" : "mixed_metrics",
             "group %.*s: no statistic takes %s together", (int)entry->by.length,
             entry->by.data, buf_text(&text));
    buf_release(&text);
}

/* Whether a group has more different values than are kept; said. */
static bool is_overfull(struct statistics *statistics, const struct stat_entry *entries)
{
    for (size_t i = 0; i < statistics->groups.map.count; i++) {
        if (!entries[i].group->is_overfull || stat_group_is_mixed(entries[i].group))
            continue;
        diag_fail(&statistics->tool->diag,
                  "group %.*s has more than %" PRIu64
                  " different values: raise --exact-max, or take --sketch=ALPHA",
                  (int)entries[i].by.length, entries[i].by.data,
                  statistics->settings.keeping.exact_max);
        return true;
    }
    return false;
}

static void write_entry(struct statistics *statistics, const struct stat_entry *entry,
                        struct buf *line)
{
    if (statistics->settings.emits_state)
        stat_state_write(entry, &statistics->groups, line);
    else if (entry->value.length == 0)
        stat_write_count(entry, line);
    else
        stat_write(entry, stat_group_measure(&statistics->groups, entry->group, 0),
                   &statistics->settings.keeping, &statistics->settings.figures,
                   statistics->settings.quantile_type, line);
}

/* All groups, and then the summary. */
static void write_groups(struct statistics *statistics, const struct stat_entry *entries)
{
    struct output *output = statistics->tool->output;
    uint64_t lines = 0;
    uint64_t mixed = 0;
    struct buf line;

    buf_init(&line);
    for (size_t i = 0; i < statistics->groups.map.count && !output_failed(output); i++) {
        bool is_mixed = stat_group_is_mixed(entries[i].group);

        if (is_mixed) {
            mixed++;
            say_mixed(statistics, &entries[i]);
        }
        if (!is_mixed || statistics->settings.emits_state) {
            lines++;
            buf_clear(&line);
            write_entry(statistics, &entries[i], &line);
            output_write(output, line.data, line.length);
        }
        stat_group_release(entries[i].group);
    }
    buf_clear(&line);
    stat_summary_write(&statistics->summary, lines, mixed, &line);
    output_write(output, line.data, line.length);
    buf_release(&line);
}

static void end(void *tool, const struct tally *tally)
{
    struct statistics *statistics = tool;
    struct stat_entry *entries;

    stat_summary_count(&statistics->summary, tally, statistics->settings.merges);
    entries = stat_groups_sort(&statistics->groups);
    if (!is_overfull(statistics, entries))
        write_groups(statistics, entries);
    free(entries);
}

int main(int argc, char **argv)
{
    struct tool tool;
    struct statistics statistics = {.tool = &tool};
    const struct stream_tool stream = {.worker_new = worker_new,
                                       .worker_free = worker_free,
                                       .record = read_record,
                                       .ordered = ordered,
                                       .end = end,
                                       .tool = &statistics};
    int first_operand;

    tool_start(&tool, "kidx-stat");
    first_operand = stat_options_read(&statistics.settings, &tool, argc, argv);
    if (first_operand >= 0) {
        stat_groups_init(&statistics.groups, &statistics.settings.keeping);
        run_set_init(&statistics.runs);
        stat_summary_init(&statistics.summary);
        stream_run(&tool, &statistics.settings.stream, &stream,
                   (const char *const *)(argv + first_operand),
                   (size_t)(argc - first_operand));
        stat_summary_release(&statistics.summary);
        run_set_release(&statistics.runs);
        stat_groups_release(&statistics.groups);
    }
    stat_settings_release(&statistics.settings);
    return tool_end(&tool);
}
