#include <config.h>

#include "summary.h"

#include "state-parser.h"

#include "json/order.h"
#include "json/writer.h"

#include <stdlib.h>

/* A number of records, and behind it the code or reason, of LENGTH bytes. */
struct stat_share {
    const struct stat_share *next;
    uint64_t count;
    enum stat_fate fate;
    struct view reason; /* empty: of all of this fate */
};

void stat_summary_init(struct stat_summary *summary)
{
    for (int i = 0; i < STAT_FATES; i++) {
        summary->counts[i] = 0;
        map_init(&summary->reasons[i]);
    }
}

void stat_summary_release(struct stat_summary *summary)
{
    for (int i = 0; i < STAT_FATES; i++)
        map_release(&summary->reasons[i]);
}

static void add(struct stat_summary *summary, enum stat_fate fate, struct view reason,
                uint64_t count)
{
    if (reason.length == 0)
        summary->counts[fate] += count;
    else
        map_put(&summary->reasons[fate], reason.data, reason.length, NULL)->value.word +=
            count;
}

/* --- summaries of parts --- */

/* Put a share before those that the record has as facts; their order does not matter. */
static void store_share(struct stream_record *record, enum stat_fate fate, uint64_t count,
                        struct view reason)
{
    struct stat_share *share = arena_alloc(record->arena, sizeof *share);

    *share =
        (struct stat_share){record->facts, count, fate, stream_store_text(record, reason)};
    record->facts = share;
}

static bool read_reasons(struct stream_record *record, uint32_t node, enum stat_fate fate)
{
    const struct document *document = record->document;

    if (!document_is(document, node, NODE_OBJECT))
        return reading_bad(record, node, "expected an object");
    for (uint32_t name = node + 1; name < document->nodes[node].next;
         name = document->nodes[name + 1].next) {
        uint64_t count;

        if (!reading_count(record, name + 1, &count))
            return false;
        store_share(record, fate, count, document_string(document, name));
    }
    return true;
}

bool stat_summary_read(struct stream_record *record)
{
    static const char *const names[] = {"reasons", "records", "tool",     "gate",   "kind",
                                        "lines",   "notes",   "verdicts", "version"};
    static const char *const shares[] = {"passed",           "rejected",          "skipped",
                                         "rejected_by_code", "skipped_by_reason", "read"};
    uint32_t members[9];
    uint32_t counts[6];
    uint64_t count;

    if (!reading_members(record, 0, names, 9, members) ||
        !reading_members(record, members[1], shares, 6, counts))
        return false;
    if (!document_string_is(record->document, members[2], "kidx-stat"))
        return reading_bad(record, members[2], "the summary of another tool");
    for (unsigned i = 0; i < STAT_FATES; i++) {
        if (!reading_count(record, counts[i], &count))
            return false;
        store_share(record, (enum stat_fate)i, count, (struct view){"", 0});
    }
    return read_reasons(record, members[0], STAT_PASSED) &&
           read_reasons(record, counts[3], STAT_REJECTED) &&
           read_reasons(record, counts[4], STAT_SKIPPED);
}

void stat_summary_add(struct stat_summary *summary, const struct stat_share *shares)
{
    for (; shares != NULL; shares = shares->next)
        add(summary, shares->fate, shares->reason, shares->count);
}

/* --- this run --- */

static void add_share(struct stat_summary *summary, enum stat_fate fate,
                      const struct tally_share *share)
{
    summary->counts[fate] += share->count;
    for (size_t i = 0; i < share->label_count; i++)
        add(summary, fate, view_from(share->labels[i].text), share->labels[i].count);
}

void stat_summary_count(struct stat_summary *summary, const struct tally *tally,
                        bool merges)
{
    add_share(summary, STAT_REJECTED, &tally->rejected);
    if (merges)
        return;
    add_share(summary, STAT_PASSED, &tally->passed);
    add_share(summary, STAT_SKIPPED, &tally->skipped);
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

static void write_records(struct writer *writer, const struct stat_summary *summary)
{
    const uint64_t *counts = summary->counts;

    writer_begin_object(writer);
    write_count(writer, "passed", counts[STAT_PASSED]);
    write_count(writer, "read",
                counts[STAT_PASSED] + counts[STAT_REJECTED] + counts[STAT_SKIPPED]);
    write_count(writer, "rejected", counts[STAT_REJECTED]);
    writer_name(writer, "rejected_by_code");
    write_reasons(writer, &summary->reasons[STAT_REJECTED]);
    write_count(writer, "skipped", counts[STAT_SKIPPED]);
    writer_name(writer, "skipped_by_reason");
    write_reasons(writer, &summary->reasons[STAT_SKIPPED]);
    writer_end_object(writer);
}

void stat_summary_write(const struct stat_summary *summary, uint64_t lines, uint64_t mixed,
                        struct buf *out)
{
    struct writer writer;

    writer_init(&writer, out);
    writer_begin_object(&writer);
    writer_name(&writer, "gate");
    writer_null(&writer);
    writer_name(&writer, "kind");
    writer_text(&writer, STAT_SUMMARY_KIND);
    write_count(&writer, "lines", lines);
    writer_name(&writer, "notes");
    writer_begin_array(&writer);
    writer_text(&writer, "NO_GATE");
    writer_end_array(&writer);
    writer_name(&writer, "reasons");
    write_reasons(&writer, &summary->reasons[STAT_PASSED]);
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
