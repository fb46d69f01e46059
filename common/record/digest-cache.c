#include <config.h>

#include "record/digest-cache.h"

#include "base/map.h"
#include "base/mem.h"

#include <stdlib.h>

enum { WAYS = 4, SETS = DIGEST_CACHE_SIZE / WAYS };

struct place {
    uint64_t hash;
    char *text; /* NULL: free */
    size_t length;
    struct digest digest;
};

struct digest_cache {
    uint64_t seed;
    unsigned turn; /* modulo WAYS: which way of a full set is evicted next */
    struct place places[SETS][WAYS];
};

struct digest_cache *digest_cache_new(void)
{
    struct digest_cache *cache = mem_zeroed(1, sizeof *cache);

    cache->seed = map_seed();
    return cache;
}

void digest_cache_free(struct digest_cache *cache)
{
    if (cache == NULL)
        return;
    for (int set = 0; set < SETS; set++)
        for (int way = 0; way < WAYS; way++)
            free(cache->places[set][way].text);
    free(cache);
}

const struct digest *digest_cache_find(struct digest_cache *cache, struct view text)
{
    uint64_t hash;
    struct place *set;

    if (text.length > DIGEST_CACHE_TEXT_MAX)
        return NULL;
    hash = map_hash(text.data, text.length, cache->seed);
    set = cache->places[hash % SETS];
    for (int way = 0; way < WAYS; way++)
        if (set[way].text != NULL && set[way].hash == hash &&
            set[way].length == text.length &&
            memcmp(set[way].text, text.data, text.length) == 0)
            return &set[way].digest;
    return NULL;
}

void digest_cache_store(struct digest_cache *cache, struct view text,
                        const struct digest *digest)
{
    uint64_t hash;
    struct place *place;

    if (text.length > DIGEST_CACHE_TEXT_MAX)
        return;
    hash = map_hash(text.data, text.length, cache->seed);
    place = &cache->places[hash % SETS][cache->turn++ % WAYS];
    for (int way = 0; way < WAYS; way++)
        if (cache->places[hash % SETS][way].text == NULL)
            place = &cache->places[hash % SETS][way];
    free(place->text);
    place->hash = hash;
    place->text = mem_copy_text(text.data, text.length);
    place->length = text.length;
    place->digest = *digest;
}
