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

struct stat_tool {
    struct tool *tool;
    struct options options;
    struct group_map groups;
    struct run_set runs; /* those in groups */
    struct summary summary;
};

/* A worker reads either records or states; what they add goes through the ordered stage. */
struct worker {
    struct value_reader *reader; /* NULL with --merge */
    struct state_reader states;
};

static const char summary_label[] = "summary";

/* --- workers --- */

static void worker_free(void *state)
{
    struct worker *worker = state;

    value_reader_free(worker->reader);
    state_reader_release(&worker->states);
    free(worker);
}

static void *worker_new(void *tool)
{
    struct stat_tool *self = tool;
    const struct options *options = &self->options;
    struct worker *worker = mem_zeroed(1, sizeof *worker);

    state_reader_init(&worker->states, &options->limits);
    if (!options->merges)
        worker->reader = value_reader_new(&options->query, &self->tool->diag);
    if (options->merges || worker->reader != NULL)
        return worker;
    worker_free(worker);
    return NULL;
}

/* Read a line for --merge. */
static enum stream_verdict read_state(struct worker *worker, struct stream_record *record)
{
    static const char family[] = "kidx.stat.state/";
    uint32_t node = document_member(record->document, 0, "kind");
    struct view kind = {"", 0};

    if (node != NODE_NONE && document_is(record->document, node, NODE_STRING))
        kind = document_string(record->document, node);
    if (view_is(kind, SUMMARY_KIND)) {
        record->label = summary_label;
        return summary_parse(record) ? STREAM_WRITE : STREAM_REJECT;
    }
    if (view_is(kind, STATE_KIND)) {
        record->label = "state";
        return state_read(&worker->states, record) ? STREAM_WRITE : STREAM_REJECT;
    }
    if (kind.length >= sizeof family - 1 &&
        memcmp(kind.data, family, sizeof family - 1) == 0)
        return stream_reject(record, stream_column(record, node), "state_mismatch",
                             "another version of states, expected %s", STATE_KIND);
    return stream_reject(record, 0, "not_a_state",
                         "expected a line that --emit=state wrote");
}

static enum stream_verdict read_record(void *tool, void *state,
                                       struct stream_record *record)
{
    const struct stat_tool *self = tool;
    struct worker *worker = state;

    if (self->options.merges)
        return read_state(worker, record);
    return value_read(worker->reader, record);
}

static enum stream_verdict ordered(void *tool, struct stream_record *record)
{
    struct stat_tool *self = tool;
    const struct sample *sample = record->facts;

    if (record->label == summary_label) {
        summary_merge(&self->summary, record->facts);
        return STREAM_WRITE;
    }
    if (sample->has_run && !run_set_add(&self->runs, sample->run)) {
        record->label = "repeated";
        return STREAM_WRITE;
    }
    if (group_map_add(&self->groups, sample) != 0)
        return stream_reject(record, 0, "bad_state", "a count of the group exceeds 2^52");
    return STREAM_WRITE;
}

/* --- the end of input --- */

/* Append metric, statistic and unit as a list. */
static void append_measure(const struct sample_measure *measure, struct buf *out)
{
    for (unsigned i = 0; i < MEASURE_PARTS; i++) {
        struct view part = sample_measure_part(measure, i);

        buf_append_byte(out, i == 0 ? '[' : ',');
        buf_append(out, part.data, part.length);
    }
    buf_append_byte(out, ']');
}

/* Report that a group is not written because its values are mixed. */
static void report_mixed(struct stat_tool *self, const struct group_entry *entry)
{
    const struct sample_measure *a = group_measure(&self->groups, entry->group, 0);
    const struct sample_measure *b = group_measure(&self->groups, entry->group, 1);
    bool units = !view_equal(sample_measure_part(a, MEASURE_UNIT),
                             sample_measure_part(b, MEASURE_UNIT));
    struct buf text;

    buf_init(&text);
    append_measure(a, &text);
    buf_append_text(&text, " and ");
    append_measure(b, &text);
    diag_raise(&self->tool->diag, EXIT_FINDINGS);
    diag_say(&self->tool->diag, DIAG_ERROR, NULL, units ? "mixed_units" : "mixed_metrics",
             "group %.*s: values of %s cannot be combined", (int)entry->by.length,
             entry->by.data, buf_text(&text));
    buf_release(&text);
}

/* Whether a group has more different values than are stored; reported. */
static bool is_overfull(struct stat_tool *self, const struct group_entry *entries)
{
    for (size_t i = 0; i < self->groups.map.count; i++) {
        if (!entries[i].group->is_overfull || group_is_mixed(entries[i].group))
            continue;
        diag_fail(&self->tool->diag,
                  "group %.*s has more than %" PRIu64
                  " different values: raise --exact-max or add --sketch=ALPHA",
                  (int)entries[i].by.length, entries[i].by.data,
                  self->options.limits.exact_max);
        return true;
    }
    return false;
}

static void write_entry(struct stat_tool *self, const struct group_entry *entry,
                        struct buf *line)
{
    if (self->options.emits_state)
        state_write(entry, &self->groups, line);
    else if (entry->value.length == 0)
        write_count(entry, line);
    else
        write_group(entry, group_measure(&self->groups, entry->group, 0),
                    &self->options.limits, &self->options.statistics,
                    self->options.quantile_type, line);
}

/* Write all groups and the summary. */
static void write_groups(struct stat_tool *self, const struct group_entry *entries)
{
    struct output *output = self->tool->output;
    uint64_t lines = 0;
    uint64_t mixed = 0;
    struct buf line;

    buf_init(&line);
    for (size_t i = 0; i < self->groups.map.count && !output_failed(output); i++) {
        bool is_mixed = group_is_mixed(entries[i].group);

        if (is_mixed) {
            mixed++;
            report_mixed(self, &entries[i]);
        }
        if (!is_mixed || self->options.emits_state) {
            lines++;
            buf_clear(&line);
            write_entry(self, &entries[i], &line);
            output_write(output, line.data, line.length);
        }
        group_release(entries[i].group);
    }
    buf_clear(&line);
    summary_append(&self->summary, lines, mixed, &line);
    output_write(output, line.data, line.length);
    buf_release(&line);
}

static void end(void *tool, const struct tally *tally)
{
    struct stat_tool *self = tool;
    struct group_entry *entries;

    summary_tally(&self->summary, tally, self->options.merges);
    entries = group_map_sort(&self->groups);
    if (!is_overfull(self, entries))
        write_groups(self, entries);
    free(entries);
}

int main(int argc, char **argv)
{
    struct tool tool;
    struct stat_tool self = {.tool = &tool};
    const struct stream_tool stream = {.worker_new = worker_new,
                                       .worker_free = worker_free,
                                       .record = read_record,
                                       .ordered = ordered,
                                       .end = end,
                                       .tool = &self};
    int first_operand;

    tool_start(&tool, "kidx-stat");
    first_operand = options_read(&self.options, &tool, argc, argv);
    if (first_operand >= 0) {
        group_map_init(&self.groups, &self.options.limits);
        run_set_init(&self.runs);
        summary_init(&self.summary);
        stream_run(&tool, &self.options.stream, &stream,
                   (const char *const *)(argv + first_operand),
                   (size_t)(argc - first_operand));
        summary_release(&self.summary);
        run_set_release(&self.runs);
        group_map_release(&self.groups);
    }
    options_release(&self.options);
    return tool_end(&tool);
}
