#include <config.h>

#include "schema/names.h"

#include "base/map.h"
#include "base/mem.h"

#include <stdlib.h>

void names_init(struct names *names, size_t count)
{
    unsigned bits = 2;

    while (((size_t)1 << bits) < count * 2)
        bits++;
    *names = (struct names){
        .mask = ((size_t)1 << bits) - 1, .shift = 64 - bits, .keyed = count > NAMES_FEW};
    if (count > 0)
        names->slots = mem_zeroed(names->mask + 1, sizeof *names->slots);
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

struct name *names_add(struct names *names, struct view text)
{
    const struct name *found = names_find(names, text);
    uint64_t first = names_first(text);
    uint64_t last = names_last(text, first);
    size_t slot;

    if (found != NULL)
        return &names->slots[found - names->slots];
    slot = names_slot(names, text, first, last);
    while (names->slots[slot].text != NULL)
        slot = (slot + 1) & names->mask;
    names->slots[slot] =
        (struct name){text.data, first, last, (uint32_t)text.length, 0, false};
    names->count++;
    return &names->slots[slot];
}
