/* findings: the findings about one record, filtered by the levels of their codes.
 *
 * They are reported to a sink of the caller, so that checks depend on neither streams nor
 * diagnostics. Findings at level "ignore" are dropped. So are those beyond the maximum for
 * a record, except the first error: a rejected record always has one.
 *
 * A struct findings belongs to one thread and serves one record after the other.
 */
#ifndef KIDX_CHECK_FINDINGS_H
#define KIDX_CHECK_FINDINGS_H

#include "check/check.h"
#include "json/document.h"

struct findings {
    void (*sink)(void *context, const struct finding *finding);
    void *context;                   /* of the sink, for this record */
    const struct document *document; /* NULL in the ordered stage */
    const struct check_levels *levels;
    size_t maximum;
    size_t count;
    bool rejected;
    struct buf scratch; /* for a JSON pointer; the owner releases it */
};

/* Begin the next record; sink, levels, maximum and scratch do not change. */
void findings_begin(struct findings *findings, const struct document *document,
                    void *context);

/* The column of a node of the document. */
static inline size_t findings_column(const struct findings *findings, uint32_t node)
{
    return document_offset(findings->document, node) + 1;
}

/* Report a finding about NODE of the document, at the level of CODE. */
__attribute__((format(printf, 4, 5))) void findings_add(struct findings *findings,
                                                        uint32_t node, const char *code,
                                                        const char *format, ...);

/* Report a finding at LEVEL about COLUMN, a byte of the record, from 1; 0: all of it. */
void findings_report(struct findings *findings, enum check_level level, size_t column,
                     const char *code, struct view pointer, struct view message);

/* How many more findings the record may have. */
size_t findings_room(const struct findings *findings);

/* Quote a text from the input for a message: masked (diag_mask), cut, and in quotes.
 * Returns QUOTE, a C string. */
enum { FINDINGS_QUOTE_SIZE = 100 };
const char *findings_quote(struct view text, char quote[FINDINGS_QUOTE_SIZE]);

#endif
