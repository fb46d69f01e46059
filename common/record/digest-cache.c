#include <config.h>

#include "record/digest-cache.h"

#include "base/map.h"
#include "base/mem.h"

#include <stdlib.h>

enum { WAYS = 4, SETS = MEMO_PLACES / WAYS };

struct place {
    uint64_t hash;
    char *text; /* NULL: free */
    size_t length;
    struct digest digest;
};

struct digest_cache {
    uint64_t seed;
    unsigned turn; /* which way of a full set is given up next */
    struct place places[SETS][WAYS];
};

struct digest_cache *digest_cache_new(void)
{
    struct digest_cache *memo = mem_zeroed(1, sizeof *memo);

    memo->seed = map_seed();
    return memo;
}

void digest_cache_free(struct digest_cache *memo)
{
    if (memo == NULL)
        return;
    for (int set = 0; set < SETS; set++)
        for (int way = 0; way < WAYS; way++)
            free(memo->places[set][way].text);
    free(memo);
}

const struct digest *digest_cache_find(struct digest_cache *memo, struct view text)
{
    uint64_t hash;
    struct place *set;

    if (text.length > MEMO_TEXT_MAX)
        return NULL;
    hash = map_hash(text.data, text.length, memo->seed);
    set = memo->places[hash % SETS];
    for (int way = 0; way < WAYS; way++)
        if (set[way].text != NULL && set[way].hash == hash &&
            set[way].length == text.length &&
            memcmp(set[way].text, text.data, text.length) == 0)
            return &set[way].digest;
    return NULL;
}

void digest_cache_store(struct digest_cache *memo, struct view text,
                        const struct digest *digest)
{
    uint64_t hash;
    struct place *place;

    if (text.length > MEMO_TEXT_MAX)
        return;
    hash = map_hash(text.data, text.length, memo->seed);
    place = &memo->places[hash % SETS][memo->turn++ % WAYS];
    for (int way = 0; way < WAYS; way++)
        if (memo->places[hash % SETS][way].text == NULL)
            place = &memo->places[hash % SETS][way];
    free(place->text);
    place->hash = hash;
    place->text = mem_copy_text(text.data, text.length);
    place->length = text.length;
    place->digest = *digest;
}
