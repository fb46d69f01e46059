/* table: elements known by an identity, in little memory.
 *
 * An identity is 128 bits of a SHA-256. Elements begin with theirs; they are numbered 0, 1,
 * 2, … as they come, stay where they are, and are never removed. Beside an element of SIZE
 * bytes at most 7.5 bytes are used for it: a slot of 4 in a hash table that grows by half
 * when it is four fifths full, and is made anew then, from the elements, so that the old
 * one is gone before. Slots are found by a keyed hash: identities that somebody chose (a
 * reference may be any 64 digits) do not crowd.
 *
 * Allocation does not fail (mem.h).
 */
#ifndef KIDX_TOOLS_VALIDATE_TABLE_H
#define KIDX_TOOLS_VALIDATE_TABLE_H

#include "record/digest.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TABLE_CHUNK = 1024 };
#define TABLE_NONE UINT32_MAX

struct table {
    size_t size;
    uint32_t count;
    char **chunks; /* of TABLE_CHUNK elements */
    size_t chunk_capacity;
    uint32_t *slots; /* number + 1, 0 where free */
    size_t slot_count;
    uint64_t seed;
};

/* SIZE is that of an element. */
void table_init(struct table *table, size_t size);
void table_release(struct table *table);

/* The element of a number below count. */
static inline void *table_at(const struct table *table, uint32_t number)
{
    return table->chunks[number / TABLE_CHUNK] + number % TABLE_CHUNK * table->size;
}

/* The number of the element of this identity, TABLE_NONE where there is none. */
uint32_t table_find(const struct table *table, const struct digest_half *identity);

/* The same, added where it was not there (then *ADDED is true): all bytes behind its
 * identity are zero. */
uint32_t table_put(struct table *table, const struct digest_half *identity, bool *added);

#endif
