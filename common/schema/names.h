/* names: a hash table of strings that is built once and searched for each member of a
 * record; a search takes a few nanoseconds.
 *
 * A name is hashed and compared by its length and its first and last eight bytes; only
 * names of more than 16 bytes need a comparison of the bytes between. Such a hash can be
 * made to collide, so a table of more than NAMES_FEW names uses map_hash, which is keyed.
 *
 * Texts are not copied: they are views of the schema's document, which must outlive the
 * table. Eight bytes must be readable at every text that is added or looked up, however
 * short it is, which holds for the strings of a document (READER_PADDING). names_find does
 * not modify the table, so threads may share a finished one. Nothing fails; running out of
 * memory ends the process (mem.h).
 */
#ifndef KIDX_SCHEMA_NAMES_H
#define KIDX_SCHEMA_NAMES_H

#include "base/buf.h"
#include "base/word.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NAMES_FEW = 512 };

#define NAMES_FREE UINT32_MAX /* the length of a free slot */

struct name {
    const char *text;
    uint64_t first; /* eight bytes, NUL after a shorter text */
    uint64_t last;
    uint32_t length;
    uint32_t value : 31; /* of the caller */
    uint32_t marked : 1; /* of the caller */
};

struct names {
    struct name *slots; /* a power of two of them */
    size_t count;
    size_t mask;
    unsigned shift;
    bool keyed; /* by map_hash */
    uint64_t factor;
};

/* Make an empty table with room for COUNT names. */
void names_init(struct names *names, size_t count);
void names_release(struct names *names);

/* Finish a table when all names were added: look for a factor of the hash with which no two
 * names share a first slot. */
void names_finish(struct names *names);

/* The entry of TEXT; if it is new, it is added with value 0 and unmarked. At most as many
 * names may be added as names_init made room for. */
struct name *names_add(struct names *names, struct view text);

/* The first slot of TEXT in a keyed table. For names_slot only. */
size_t names_keyed_slot(const struct names *names, struct view text);

/* Whether the bytes between the first and the last eight are equal. For names_find only. */
bool names_equal_between(const struct name *name, struct view text);

static inline uint64_t names_first(struct view text)
{
    uint64_t word = word_load(text.data);

    return text.length >= 8 ? word : word & ((UINT64_C(1) << 8 * text.length) - 1);
}

static inline uint64_t names_last(struct view text, uint64_t first)
{
    return text.length > 8 ? word_load(text.data + text.length - 8) : first;
}

static inline size_t names_slot(const struct names *names, struct view text, uint64_t first,
                                uint64_t last)
{
    if (names->keyed)
        return names_keyed_slot(names, text);
    return (size_t)((first + last * 3 + text.length) * names->factor >> names->shift);
}

/* The entry of TEXT, or NULL. */
static inline const struct name *names_find(const struct names *names, struct view text)
{
    uint64_t first, last;
    size_t slot;

    if (names->count == 0)
        return NULL;
    first = names_first(text);
    last = names_last(text, first);
    for (slot = names_slot(names, text, first, last);; slot = (slot + 1) & names->mask) {
        const struct name *name = &names->slots[slot];

        if (name->first == first && name->last == last && name->length == text.length &&
            (text.length <= 16 || names_equal_between(name, text)))
            return name;
        if (name->length == NAMES_FREE)
            return NULL;
    }
}

#endif
