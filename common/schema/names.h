/* names: a table of strings that is built once and searched for each member of a record.
 *
 * A name is told by its length and its first and last eight bytes, with which it is hashed
 * and compared; only longer ones need a look between. That takes a few nanoseconds. A table
 * of more than NAMES_FEW names uses map_hash, since then somebody may have chosen the names
 * so that they collide.
 *
 * The texts are not copied: they are views of the schema's document and stay as long as the
 * table. Of every text that is added or looked up, eight bytes are readable, however short
 * it is: those of a document are (READER_PADDING). Looking up changes nothing, so threads
 * may share a table. Nothing fails.
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
    uint64_t first; /* eight bytes, NUL behind a shorter text */
    uint64_t last;
    uint32_t length;
    uint32_t value : 31; /* the caller's */
    uint32_t marked : 1; /* the caller's */
};

struct names {
    struct name *slots; /* a power of two of them */
    size_t count;
    size_t mask;
    unsigned shift;
    bool keyed; /* by map_hash */
    uint64_t factor;
};

/* An empty table with room for COUNT names. */
void names_init(struct names *names, size_t count);
void names_release(struct names *names);

/* All names are added: look for a factor with which none stands in another's place. */
void names_finish(struct names *names);

/* The entry of TEXT, added with value 0 and no mark where it was not there. At most as many
 * are added as there is room for. */
struct name *names_add(struct names *names, struct view text);

/* The slot at which the search for TEXT begins, out of line. */
size_t names_keyed_slot(const struct names *names, struct view text);

/* Whether the bytes between the first and the last eight are equal, out of line. */
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

/* The entry of TEXT, NULL where it has none. */
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
