#include <config.h>

#include "schema/names.h"

#include "base/map.h"
#include "base/mem.h"

#include <stdlib.h>

/* 2^64 divided by the golden ratio (Knuth, The Art of Computer Programming 3, section 6.4).
 * The odd multiples of it are tried as well. */
#define FACTOR UINT64_C(0x9e3779b97f4a7c15)

enum { FACTORS_TRIED = 200 };

static void set_free(struct names *names)
{
    for (size_t i = 0; i <= names->mask && names->slots != NULL; i++)
        names->slots[i] = (struct name){.length = NAMES_FREE};
}

void names_init(struct names *names, size_t count)
{
    unsigned bits = 2;

    while (((size_t)1 << bits) < count * 2)
        bits++;
    *names = (struct names){
        .mask = ((size_t)1 << bits) - 1, .shift = 64 - bits, .keyed = count > NAMES_FEW};
    if (count > 0)
        names->slots = mem_zeroed(names->mask + 1, sizeof *names->slots);
    set_free(names);
}

void names_release(struct names *names)
{
    free(names->slots);
}

size_t names_keyed_slot(const struct names *names, struct view text)
{
    return (size_t)map_hash(text.data, text.length, map_seed()) & names->mask;
}

bool names_equal_between(const struct name *name, struct view text)
{
    return memcmp(name->text + 8, text.data + 8, text.length - 16) == 0;
}

static void put(struct names *names, const struct name *name)
{
    struct view text = {name->text, name->length};
    size_t slot = names_slot(names, text, name->first, name->last);

    while (names->slots[slot].length != NAMES_FREE)
        slot = (slot + 1) & names->mask;
    names->slots[slot] = *name;
}

struct name *names_add(struct names *names, struct view text)
{
    uint64_t first = names_first(text);
    struct name name = {text.data, first, names_last(text, first), (uint32_t)text.length,
                        0,         false};

    if (names_find(names, text) == NULL) {
        put(names, &name);
        names->count++;
    }
    return &names->slots[names_find(names, text) - names->slots];
}

/* Whether every search for a name succeeds in its first slot. */
static bool is_perfect(const struct names *names)
{
    for (size_t i = 0; i <= names->mask && names->slots != NULL; i++) {
        const struct name *name = &names->slots[i];
        struct view text = {name->text, name->length};

        if (name->length != NAMES_FREE &&
            names_slot(names, text, name->first, name->last) != i)
            return false;
    }
    return true;
}

static void rebuild(struct names *names, const struct name *old)
{
    set_free(names);
    for (size_t i = 0; i <= names->mask; i++)
        if (old[i].length != NAMES_FREE)
            put(names, &old[i]);
}

void names_finish(struct names *names)
{
    struct name *old;

    if (names->keyed || is_perfect(names))
        return;
    old = mem_alloc((names->mask + 1) * sizeof *old);
    memcpy(old, names->slots, (names->mask + 1) * sizeof *old);
    for (int i = 0; i < FACTORS_TRIED && !is_perfect(names); i++) {
        names->factor += 2 * FACTOR;
        rebuild(names, old);
    }
    free(old);
}
