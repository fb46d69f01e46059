#include <config.h>

#include "base/map.h"

#include "base/diag.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MAP_SMALLEST = 16 };

/* The hash reads two words at a time, combines each with a key and folds their product, in
 * which every bit depends on both. A factor of zero would hide the other one, so each key
 * is secret; so is the difference of two keys, else exchanging the words would collide. The
 * constants are fractional digits of the square roots of 2, 3, 5, 7, 11, 13, 17 and 19,
 * made odd. */
static const uint64_t multipliers[] = {
    UINT64_C(0x6a09e667f3bcc909), UINT64_C(0xbb67ae8584caa73b),
    UINT64_C(0x3c6ef372fe94f82b), UINT64_C(0xa54ff53a5f1d36f1),
    UINT64_C(0x510e527fade682d1), UINT64_C(0x9b05688c2b3e6c1f),
    UINT64_C(0x1f83d9abfb41bd6b), UINT64_C(0x5be0cd19137e2179)};

static inline uint64_t key_of(uint64_t seed, unsigned number)
{
    return seed * multipliers[number] + multipliers[7 - number];
}

/* The exclusive or of the two halves of the 128-bit product. */
static inline uint64_t fold(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    __extension__ unsigned __int128 product = (unsigned __int128)a * b;

    return (uint64_t)product ^ (uint64_t)(product >> 64);
#else
    uint64_t low = (a & 0xFFFFFFFF) * (b & 0xFFFFFFFF);
    uint64_t first = (a >> 32) * (b & 0xFFFFFFFF);
    uint64_t second = (a & 0xFFFFFFFF) * (b >> 32);
    uint64_t middle = (low >> 32) + (first & 0xFFFFFFFF) + (second & 0xFFFFFFFF);
    uint64_t high = (a >> 32) * (b >> 32) + (first >> 32) + (second >> 32) + (middle >> 32);

    return ((middle << 32) | (low & 0xFFFFFFFF)) ^ high;
#endif
}

static inline uint64_t load_8(const unsigned char *bytes)
{
    uint64_t word;

    memcpy(&word, bytes, sizeof word);
    return word;
}

static inline uint64_t load_4(const unsigned char *bytes)
{
    uint32_t word;

    memcpy(&word, bytes, sizeof word);
    return word;
}

/* More than 16 bytes: four chains of 16 bytes a step, so that a step need not wait for the
 * product before it, then 16 bytes a step, then the last 16, which may be read twice. */
static uint64_t hash_long(const unsigned char *bytes, size_t length, uint64_t seed)
{
    const unsigned char *end = bytes + length;
    uint64_t key = key_of(seed, 0);
    uint64_t state = key_of(seed, 1);

    if (length > 64) {
        uint64_t keys[] = {key, key_of(seed, 4), key_of(seed, 5), key_of(seed, 6)};
        uint64_t states[] = {state, state, state, state};

        for (; end - bytes > 64; bytes += 64) {
            states[0] = fold(load_8(bytes) ^ keys[0], load_8(bytes + 8) ^ states[0]);
            states[1] = fold(load_8(bytes + 16) ^ keys[1], load_8(bytes + 24) ^ states[1]);
            states[2] = fold(load_8(bytes + 32) ^ keys[2], load_8(bytes + 40) ^ states[2]);
            states[3] = fold(load_8(bytes + 48) ^ keys[3], load_8(bytes + 56) ^ states[3]);
        }
        state = fold(states[0] ^ keys[1], states[1]) ^ fold(states[2] ^ keys[3], states[3]);
    }
    for (; end - bytes > 16; bytes += 16)
        state = fold(load_8(bytes) ^ key, load_8(bytes + 8) ^ state);
    return fold(load_8(end - 16) ^ key, load_8(end - 8) ^ state);
}

uint64_t map_hash(const void *data, size_t length, uint64_t seed)
{
    const unsigned char *bytes = data;
    uint64_t first = 0;
    uint64_t second = 0;
    uint64_t state;

    if (length > 16) {
        state = hash_long(bytes, length, seed);
    } else {
        if (length >= 8) {
            first = load_8(bytes);
            second = load_8(bytes + length - 8);
        } else if (length >= 4) {
            first = load_4(bytes);
            second = load_4(bytes + length - 4);
        } else if (length > 0) {
            first = (uint64_t)bytes[0] << 16 | (uint64_t)bytes[length / 2] << 8 |
                    bytes[length - 1];
        }
        state = fold(first ^ key_of(seed, 0), second ^ key_of(seed, 1));
    }
    return fold(state ^ key_of(seed, 2), (uint64_t)length ^ key_of(seed, 3));
}

static pthread_once_t seed_once = PTHREAD_ONCE_INIT;
static uint64_t process_seed;

static void seed_draw(void)
{
    struct timespec now;

    if (getentropy(&process_seed, sizeof process_seed) == 0)
        return;
    /* Without a source of random bits, use the time and addresses, which are hard to guess.
     */
    clock_gettime(CLOCK_REALTIME, &now);
    process_seed = fold((uint64_t)now.tv_nsec ^ multipliers[0],
                        (uint64_t)(uintptr_t)&now ^ multipliers[1]) ^
                   fold((uint64_t)now.tv_sec ^ multipliers[2],
                        (uint64_t)getpid() ^ (uint64_t)(uintptr_t)&process_seed);
}

uint64_t map_seed(void)
{
    pthread_once(&seed_once, seed_draw);
    return process_seed;
}

void map_init(struct map *map)
{
    *map = (struct map){.seed = map_seed()};
    arena_init(&map->keys);
}

void map_release(struct map *map)
{
    free(map->entries);
    free(map->slots);
    arena_release(&map->keys);
    *map = (struct map){.seed = map->seed};
}

/* The slot of this key, or the free slot for it. Some slot is always free. */
static uint32_t *slot_find(const struct map *map, const void *key, size_t length,
                           uint64_t hash)
{
    size_t mask = map->slot_count - 1;
    size_t place = (size_t)hash & mask;

    while (map->slots[place] != 0) {
        const struct map_entry *entry = &map->entries[map->slots[place] - 1];

        if (entry->hash == hash && entry->length == length &&
            (length == 0 || memcmp(entry->key, key, length) == 0))
            break;
        place = (place + 1) & mask;
    }
    return &map->slots[place];
}

struct map_entry *map_find(const struct map *map, const void *key, size_t length)
{
    const uint32_t *slot;

    if (map->count == 0)
        return NULL;
    slot = slot_find(map, key, length, map_hash(key, length, map->seed));
    return *slot != 0 ? &map->entries[*slot - 1] : NULL;
}

/* Make room for one more entry, at most three quarters of the slots in use. */
static void map_grow(struct map *map)
{
    size_t slot_count = map->slot_count != 0 ? map->slot_count * 2 : MAP_SMALLEST;
    size_t mask = slot_count - 1;
    uint32_t *slots = mem_zeroed(slot_count, sizeof *slots);

    for (size_t i = 0; i < map->count; i++) {
        size_t place = (size_t)map->entries[i].hash & mask;

        while (slots[place] != 0)
            place = (place + 1) & mask;
        slots[place] = (uint32_t)(i + 1);
    }
    free(map->slots);
    map->slots = slots;
    map->slot_count = slot_count;
    map->capacity = slot_count / 4 * 3;
    map->entries = mem_resize(map->entries, map->capacity, sizeof *map->entries);
}

struct map_entry *map_put(struct map *map, const void *key, size_t length, bool *added)
{
    uint64_t hash = map_hash(key, length, map->seed);
    uint32_t *slot = map->count != 0 ? slot_find(map, key, length, hash) : NULL;
    bool found = slot != NULL && *slot != 0;
    struct map_entry *entry;

    if (added != NULL)
        *added = !found;
    if (found)
        return &map->entries[*slot - 1];
    if (map->count >= UINT32_MAX - 1)
        diag_memory_exhausted();
    if (map->count == map->capacity) {
        map_grow(map);
        slot = NULL;
    }
    if (slot == NULL)
        slot = slot_find(map, key, length, hash);
    entry = &map->entries[map->count];
    *entry = (struct map_entry){
        .key = arena_copy_text(&map->keys, key, length), .length = length, .hash = hash};
    map->count++;
    *slot = (uint32_t)map->count;
    return entry;
}
