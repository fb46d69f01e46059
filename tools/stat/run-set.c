#include <config.h>

#include "run-set.h"

#include "base/map.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { PLACES_FIRST = 1024 };

void run_set_init(struct run_set *set)
{
    *set = (struct run_set){.factor = map_seed() | 1};
}

void run_set_release(struct run_set *set)
{
    free(set->places);
}

/* The place of MEMBER, or the free one where it belongs. */
static struct run_set_member *find_place(const struct run_set *set,
                                         const struct run_set_member *member)
{
    uint64_t hash = (member->high ^ member->low) * set->factor;
    size_t at = (size_t)(hash >> 32) & (set->place_count - 1);

    while (set->places[at].high != 0 &&
           (set->places[at].high != member->high || set->places[at].low != member->low))
        at = (at + 1) & (set->place_count - 1);
    return &set->places[at];
}

/* Double the places before more than three quarters are used. */
static void make_room(struct run_set *set)
{
    struct run_set_member *old = set->places;
    size_t old_count = set->place_count;

    if (set->count + 1 <= old_count / 4 * 3)
        return;
    set->place_count = old_count == 0 ? PLACES_FIRST : 2 * old_count;
    set->places = mem_zeroed(set->place_count, sizeof *set->places);
    for (size_t i = 0; i < old_count; i++)
        if (old[i].high != 0)
            *find_place(set, &old[i]) = old[i];
    free(old);
}

bool run_set_add(struct run_set *set, const struct digest *digest)
{
    struct run_set_member member;
    struct run_set_member *place;

    memcpy(&member, digest->bytes, sizeof member);
    member.high += member.high == 0; /* 0 is a free place */
    make_room(set);
    place = find_place(set, &member);
    if (place->high != 0)
        return false;
    *place = member;
    set->count++;
    return true;
}
