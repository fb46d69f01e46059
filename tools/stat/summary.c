#include <config.h>

#include "summary.h"

#include "state.h"

#include "json/order.h"
#include "json/writer.h"

#include <stdlib.h>

/* A number of records with one outcome, or with one reason of it. */
struct summary_share {
    const struct summary_share *next;
    uint64_t count;
    enum summary_outcome outcome;
    struct view reason; /* empty: all with this outcome */
};

void summary_init(struct summary *summary)
{
    for (int i = 0; i < SUMMARY_OUTCOMES; i++) {
        summary->counts[i] = 0;
        map_init(&summary->reasons[i]);
    }
}

void summary_release(struct summary *summary)
{
    for (int i = 0; i < SUMMARY_OUTCOMES; i++)
        map_release(&summary->reasons[i]);
}

static void add(struct summary *summary, enum summary_outcome outcome, struct view reason,
                uint64_t count)
{
    if (reason.length == 0)
        summary->counts[outcome] += count;
    else
        map_put(&summary->reasons[outcome], reason.data, reason.length, NULL)->value.word +=
            count;
}

/* --- summaries of parts --- */

/* Put a share before the facts of the record; their order has no effect. */
static void store_share(struct stream_record *record, enum summary_outcome outcome,
                        uint64_t count, struct view reason)
{
    struct summary_share *share = arena_alloc(record->arena, sizeof *share);

    *share = (struct summary_share){record->facts, count, outcome,
                                    stream_store_text(record, reason)};
    record->facts = share;
}

static bool read_reasons(struct stream_record *record, uint32_t node,
                         enum summary_outcome outcome)
{
    const struct document *document = record->document;

    if (!document_is(document, node, NODE_OBJECT))
        return state_reject(record, node, "expected an object");
    for (uint32_t name = node + 1; name < document->nodes[node].next;
         name = document->nodes[name + 1].next) {
        uint64_t count;

        if (!state_count(record, name + 1, &count))
            return false;
        store_share(record, outcome, count, document_string(document, name));
    }
    return true;
}

bool summary_parse(struct stream_record *record)
{
    static const char *const names[] = {"reasons", "records", "tool",     "gate",   "kind",
                                        "lines",   "notes",   "verdicts", "version"};
    static const char *const shares[] = {"passed",           "rejected",          "skipped",
                                         "rejected_by_code", "skipped_by_reason", "read"};
    uint32_t members[9];
    uint32_t counts[6];
    uint64_t count;

    if (!state_members(record, 0, names, 9, members) ||
        !state_members(record, members[1], shares, 6, counts))
        return false;
    if (!document_string_is(record->document, members[2], "kidx-stat"))
        return state_reject(record, members[2], "expected a summary of kidx-stat");
    for (unsigned i = 0; i < SUMMARY_OUTCOMES; i++) {
        if (!state_count(record, counts[i], &count))
            return false;
        store_share(record, (enum summary_outcome)i, count, (struct view){"", 0});
    }
    return read_reasons(record, members[0], SUMMARY_PASSED) &&
           read_reasons(record, counts[3], SUMMARY_REJECTED) &&
           read_reasons(record, counts[4], SUMMARY_SKIPPED);
}

void summary_merge(struct summary *summary, const struct summary_share *shares)
{
    for (; shares != NULL; shares = shares->next)
        add(summary, shares->outcome, shares->reason, shares->count);
}

/* --- this run --- */

static void add_share(struct summary *summary, enum summary_outcome outcome,
                      const struct tally_share *share)
{
    summary->counts[outcome] += share->count;
    for (size_t i = 0; i < share->label_count; i++)
        add(summary, outcome, view_from(share->labels[i].text), share->labels[i].count);
}

void summary_tally(struct summary *summary, const struct tally *tally, bool merges)
{
    add_share(summary, SUMMARY_REJECTED, &tally->rejected);
    if (merges)
        return;
    add_share(summary, SUMMARY_PASSED, &tally->passed);
    add_share(summary, SUMMARY_SKIPPED, &tally->skipped);
}

/* --- writing --- */

static int compare_entries(const void *a, const void *b)
{
    const struct map_entry *x = *(const struct map_entry *const *)a;
    const struct map_entry *y = *(const struct map_entry *const *)b;

    return order_compare((struct view){x->key, x->length},
                         (struct view){y->key, y->length});
}

static void write_reasons(struct writer *writer, const struct map *reasons)
{
    const struct map_entry **sorted = mem_zeroed(reasons->count, sizeof *sorted);

    for (size_t i = 0; i < reasons->count; i++)
        sorted[i] = &reasons->entries[i];
    if (reasons->count > 0)
        qsort(sorted, reasons->count, sizeof *sorted, compare_entries);
    writer_begin_object(writer);
    for (size_t i = 0; i < reasons->count; i++) {
        writer_name_view(writer, (struct view){sorted[i]->key, sorted[i]->length});
        writer_count(writer, sorted[i]->value.word);
    }
    writer_end_object(writer);
    free(sorted);
}

static void write_count(struct writer *writer, const char *name, uint64_t count)
{
    writer_name(writer, name);
    writer_count(writer, count);
}

static void write_records(struct writer *writer, const struct summary *summary)
{
    const uint64_t *counts = summary->counts;

    writer_begin_object(writer);
    write_count(writer, "passed", counts[SUMMARY_PASSED]);
    write_count(writer, "read",
                counts[SUMMARY_PASSED] + counts[SUMMARY_REJECTED] +
                    counts[SUMMARY_SKIPPED]);
    write_count(writer, "rejected", counts[SUMMARY_REJECTED]);
    writer_name(writer, "rejected_by_code");
    write_reasons(writer, &summary->reasons[SUMMARY_REJECTED]);
    write_count(writer, "skipped", counts[SUMMARY_SKIPPED]);
    writer_name(writer, "skipped_by_reason");
    write_reasons(writer, &summary->reasons[SUMMARY_SKIPPED]);
    writer_end_object(writer);
}

void summary_append(const struct summary *summary, uint64_t lines, uint64_t mixed,
                    struct buf *out)
{
    struct writer writer;

    writer_init(&writer, out);
    writer_begin_object(&writer);
    writer_name(&writer, "gate");
    writer_null(&writer);
    writer_name(&writer, "kind");
    writer_text(&writer, SUMMARY_KIND);
    write_count(&writer, "lines", lines);
    writer_name(&writer, "notes");
    writer_begin_array(&writer);
    writer_text(&writer, "NO_GATE");
    writer_end_array(&writer);
    writer_name(&writer, "reasons");
    write_reasons(&writer, &summary->reasons[SUMMARY_PASSED]);
    writer_name(&writer, "records");
    write_records(&writer, summary);
    writer_name(&writer, "tool");
    writer_text(&writer, "kidx-stat");
    writer_name(&writer, "verdicts");
    writer_begin_object(&writer);
    write_count(&writer, "mixed", mixed);
    writer_end_object(&writer);
    writer_name(&writer, "version");
    writer_text(&writer, PACKAGE_VERSION);
    writer_end_object(&writer);
    buf_append_byte(out, '\n');
}
