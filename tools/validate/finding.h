/* finding: what is found in a record, weighed by the levels that hold.
 *
 * A judge belongs to one record. A finding whose level is "ignore" is dropped; so is what
 * exceeds the number that is wanted for a record, but not the first error, so that a
 * rejected record always has one.
 */
#ifndef KIDX_TOOLS_VALIDATE_FINDING_H
#define KIDX_TOOLS_VALIDATE_FINDING_H

#include "checks.h"

#include "tool/stream.h"

struct judge {
    struct stream_record *record;
    const struct check_levels *levels;
    size_t maximum;
    size_t count;
    bool rejected;
    struct buf scratch; /* a pointer; kept by the worker */
};

/* Begin with a new record; the scratch stays. */
void judge_begin(struct judge *judge, struct stream_record *record);

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
