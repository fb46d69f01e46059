/* finding: findings about a record, filtered by the levels of their codes.
 *
 * A judge serves one thread and one record at a time. It reports to a sink of the caller,
 * so that checks know neither streams nor diagnostics. A finding whose level is "ignore" is
 * dropped; so is what exceeds the number that is wanted for a record, but not the first
 * error, so that a rejected record always has one.
 */
#ifndef KIDX_CHECK_FINDING_H
#define KIDX_CHECK_FINDING_H

#include "check/checks.h"

#include "json/document.h"

struct judge {
    void (*sink)(void *context, const struct finding *finding);
    void *context;                   /* of the sink, for this record */
    const struct document *document; /* NULL in the ordered stage */
    const struct check_levels *levels;
    size_t maximum;
    size_t count;
    bool rejected;
    struct buf scratch; /* a pointer; the owner of the judge releases it */
};

/* Begin a new record; sink, levels, maximum and scratch stay. */
void judge_begin(struct judge *judge, const struct document *document, void *context);

/* The column of a node of the document. */
static inline size_t judge_column(const struct judge *judge, uint32_t node)
{
    return document_offset(judge->document, node) + 1;
}

/* Report about NODE of the record's document at the level of CODE. */
__attribute__((format(printf, 4, 5))) void judge_find(struct judge *judge, uint32_t node,
                                                      const char *code, const char *format,
                                                      ...);

/* The same at a level given, about a byte of the record: COLUMN from 1, 0 for all of it. */
void judge_report(struct judge *judge, enum check_level level, size_t column,
                  const char *code, struct view pointer, struct view message);

/* How many more findings are wanted. */
size_t judge_room(const struct judge *judge);

/* A text from the input for a message: in quotes, masked and cut. */
enum { JUDGE_QUOTE_SIZE = 100 };
const char *judge_quote(struct view text, char quote[JUDGE_QUOTE_SIZE]);

#endif
