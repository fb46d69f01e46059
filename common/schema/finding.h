/* finding: the findings of one validation and their messages; for run.c only.
 *
 * A struct findings belongs to one thread. It owns the list, and the arena of the pointers
 * and messages in it; all are valid until finding_clear. Allocation does not fail (mem.h).
 * Every function that adds a finding returns false, so that a check can end with
 * `return finding_add(…)`. It adds nothing unless `reporting` is set, when `stopped` is
 * set, when the list is full, or when the same finding is already in the list.
 */
#ifndef KIDX_SCHEMA_FINDING_H
#define KIDX_SCHEMA_FINDING_H

#include "base/mem.h"
#include "schema/schema.h"
#include "schema/value.h"

struct findings {
    const struct document *document; /* that is validated */
    bool reporting;
    bool stopped;
    bool in_name; /* the value being checked is the name of a member */
    struct schema_finding *list;
    size_t count;
    size_t capacity;
    size_t maximum; /* of count */
    struct arena texts;
    struct buf text; /* the message being written */
};

void finding_init(struct findings *findings);
void finding_release(struct findings *findings);

/* Empty the list; add at most MAXIMUM findings from now on. */
void finding_clear(struct findings *findings, size_t maximum);

/* Add a finding about NODE. FORMAT says what was expected; ", found " and a description of
 * the value are appended to it. */
__attribute__((format(printf, 4, 5))) bool finding_add(struct findings *findings,
                                                       uint32_t node, const char *code,
                                                       const char *format, ...);

/* Add a finding about NODE whose message is FORMAT alone. */
__attribute__((format(printf, 4, 5))) bool finding_add_text(struct findings *findings,
                                                            uint32_t node, const char *code,
                                                            const char *format, ...);

/* Add wrong_type: NODE has none of TYPES (schema/program.h). */
bool finding_add_type(struct findings *findings, uint32_t node, unsigned types);

/* Add not_in_enum: NODE is none of the values in SET. */
bool finding_add_values(struct findings *findings, uint32_t node,
                        const struct value_set *set);

#endif
