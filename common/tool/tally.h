/* tally: what became of every line.
 *
 *     lines = blank + read;  read = passed + rejected + skipped
 *
 * each of the last three also by label: the code of a rejection, the reason of a skip, what
 * a tool noted about a line that passed. Labels are static strings.
 */
#ifndef KIDX_TOOL_TALLY_H
#define KIDX_TOOL_TALLY_H

#include "base/buf.h"

#include <stddef.h>
#include <stdint.h>

enum { TALLY_LABELS = 64 };

/* One kind of fate. Labels beyond TALLY_LABELS count without one. */
struct tally_share {
    uint64_t count;
    size_t label_count;
    struct {
        const char *text;
        uint64_t count;
    } labels[TALLY_LABELS];
};

struct tally {
    uint64_t blank;
    struct tally_share passed;
    struct tally_share rejected;
    struct tally_share skipped;
    struct tally_share late; /* found out about lines that were counted before */
};

/* Count one; LABEL may be NULL. */
void tally_add(struct tally_share *share, const char *label);

uint64_t tally_read(const struct tally *tally);

/* Append "4 lines = 1 blank + 3 read", NOUN being "lines", and "3 read = 2 passed + 1
 * rejected (1 syntax) + 0 skipped". */
void tally_write_lines(const struct tally *tally, const char *noun, struct buf *out);
void tally_write_records(const struct tally *tally, struct buf *out);

/* Append "2 late (2 unresolved)". */
void tally_write_deferred(const struct tally *tally, struct buf *out);

#endif
