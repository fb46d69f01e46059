/* state-parser: the members of a line that one of our tools wrote, checked one by one.
 *
 * Each function rejects the record, as bad_state, where it returns false, so that
 * `return bad(…)` and chains with && read well.
 */
#ifndef KIDX_TOOLS_STAT_STATE_PARSER_H
#define KIDX_TOOLS_STAT_STATE_PARSER_H

#include "tool/stream.h"

/* Reject the record for NODE: WHAT is wrong with it. Returns false. */
bool reading_bad(struct stream_record *record, uint32_t node, const char *what);

size_t reading_count_children(const struct document *document, uint32_t node);

/* The values of the members NAMES, COUNT of them, of an object that has no others. */
bool reading_members(struct stream_record *record, uint32_t node, const char *const *names,
                     size_t count, uint32_t *values);

bool reading_number(struct stream_record *record, uint32_t node, double *number);

/* An integer of 0 to 2^52. */
#define READING_COUNT_MAX (UINT64_C(1) << 52)
bool reading_count(struct stream_record *record, uint32_t node, uint64_t *count);

bool reading_string(struct stream_record *record, uint32_t node, struct view *text);

#endif
