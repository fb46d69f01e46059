#include <config.h>

#include "run-set.h"

#include "base/map.h"
#include "base/mem.h"

#include <stdlib.h>

enum { PLACES_FIRST = 1024 };

struct run_set_id run_set_id_of(const void *text, size_t length)
{
    uint64_t seed = map_seed();
    uint64_t other = map_hash(&seed, sizeof seed, seed); /* so that keys are not related */
    struct run_set_id id = {map_hash(text, length, seed), map_hash(text, length, other)};

    id.high += id.high == 0;
    return id;
}

void run_set_init(struct run_set *set)
{
    *set = (struct run_set){.places = NULL};
}

void run_set_release(struct run_set *set)
{
    free(set->places);
}

/* The place of an id, or the free place where it belongs. */
static struct run_set_id *find_place(const struct run_set *set, struct run_set_id id)
{
    size_t at = (size_t)id.low & (set->place_count - 1);

    while (set->places[at].high != 0 &&
           (set->places[at].high != id.high || set->places[at].low != id.low))
        at = (at + 1) & (set->place_count - 1);
    return &set->places[at];
}

/* Double the places before more than three quarters are used. */
static void make_room(struct run_set *set)
{
    struct run_set_id *old = set->places;
    size_t old_count = set->place_count;

    if (set->count + 1 <= old_count / 4 * 3)
        return;
    set->place_count = old_count == 0 ? PLACES_FIRST : 2 * old_count;
    set->places = mem_zeroed(set->place_count, sizeof *set->places);
    for (size_t i = 0; i < old_count; i++)
        if (old[i].high != 0)
            *find_place(set, old[i]) = old[i];
    free(old);
}

bool run_set_add(struct run_set *set, struct run_set_id id)
{
    struct run_set_id *place;

    make_room(set);
    place = find_place(set, id);
    if (place->high != 0)
        return false;
    *place = id;
    set->count++;
    return true;
}
