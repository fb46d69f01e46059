#include <config.h>

#include "tool/tally.h"

#include <inttypes.h>

void tally_add(struct tally_share *share, const char *label)
{
    share->count++;
    if (label == NULL)
        return;
    for (size_t i = 0; i < share->label_count; i++) {
        if (strcmp(share->labels[i].text, label) == 0) {
            share->labels[i].count++;
            return;
        }
    }
    if (share->label_count < TALLY_LABELS) {
        share->labels[share->label_count].text = label;
        share->labels[share->label_count++].count = 1;
    }
}

uint64_t tally_read(const struct tally *tally)
{
    return tally->passed.count + tally->rejected.count + tally->skipped.count;
}

static void write_share(const struct tally_share *share, const char *name, struct buf *out)
{
    buf_append_format(out, "%" PRIu64 " %s", share->count, name);
    for (size_t i = 0; i < share->label_count; i++)
        buf_append_format(out, "%s%" PRIu64 " %s", i == 0 ? " (" : ", ",
                          share->labels[i].count, share->labels[i].text);
    if (share->label_count > 0)
        buf_append_byte(out, ')');
}

void tally_write_lines(const struct tally *tally, const char *noun, struct buf *out)
{
    uint64_t read = tally_read(tally);

    buf_append_format(out, "%" PRIu64 " %s = %" PRIu64 " blank + %" PRIu64 " read",
                      tally->blank + read, noun, tally->blank, read);
}

void tally_write_records(const struct tally *tally, struct buf *out)
{
    buf_append_format(out, "%" PRIu64 " read = ", tally_read(tally));
    write_share(&tally->passed, "passed", out);
    buf_append_text(out, " + ");
    write_share(&tally->rejected, "rejected", out);
    buf_append_text(out, " + ");
    write_share(&tally->skipped, "skipped", out);
}

void tally_write_deferred(const struct tally *tally, struct buf *out)
{
    write_share(&tally->late, "late", out);
}
