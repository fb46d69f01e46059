#include <config.h>

#include "base/map.h"

#include "base/diag.h"

#include "capture.h"
#include "tap.h"

#include <pthread.h>

/* A number that differs for each I (the finaliser of splitmix64). */
static uint64_t scramble(uint64_t i)
{
    i += UINT64_C(0x9e3779b97f4a7c15);
    i = (i ^ i >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    i = (i ^ i >> 27) * UINT64_C(0x94d049bb133111eb);
    return i ^ i >> 31;
}

/* Key number I: 0 to 40 bytes of any value, each key another. */
static size_t make_key(uint64_t i, char key[64])
{
    uint64_t words[5];
    size_t length = i == 0 ? 0 : 8 + (size_t)(i % 33);

    for (uint64_t word = 0; word < 5; word++)
        words[word] = scramble(word == 0 ? i : i * 5 + word);
    memcpy(key, words, sizeof words);
    return length;
}

static void test_many(void)
{
    const uint64_t count = 200000;
    struct map map;
    char key[64] = {0}; /* one byte after a key is looked at, too */
    uint64_t wrong = 0;

    map_init(&map);
    tap_check(map_find(&map, "x", 1) == NULL, "an empty map holds nothing");
    for (uint64_t i = 0; i < count; i++) {
        bool added = false;
        size_t length = make_key(i, key);
        struct map_entry *entry = map_put(&map, key, length, &added);

        wrong += !added || entry->value.word != 0;
        entry->value.word = i + 1;
    }
    tap_equal_count(wrong, 0, "each key is added, with the value zero");
    tap_equal_count(map.count, count, "they are counted");
    for (uint64_t i = 0; i < count; i++) {
        size_t length = make_key(i, key);
        const struct map_entry *entry = map_find(&map, key, length);

        wrong += entry == NULL || entry->value.word != i + 1;
        entry = &map.entries[i];
        wrong += entry->length != length || memcmp(entry->key, key, length) != 0 ||
                 entry->key[length] != '\0';
        wrong += map_find(&map, key, length + 1) != NULL;
        if (i % 7 == 0) {
            bool added = true;

            wrong += map_put(&map, key, length, &added)->value.word != i + 1 || added;
        }
    }
    tap_equal_count(wrong, 0, "each is found, under its number, and no other");
    tap_equal_count(map.count, count, "putting a known key adds nothing");
    tap_check(map.count <= map.slot_count / 4 * 3, "a quarter of the slots is free");
    map_release(&map);
}

static void test_odd_keys(void)
{
    struct map map;
    bool added;

    map_init(&map);
    map_put(&map, "a", 1, NULL)->value.pointer = &map;
    map_put(&map, "a\0", 2, &added);
    tap_check(added, "NUL is a byte of a key");
    map_put(&map, "", 0, &added);
    tap_check(added, "the empty key is one");
    map_put(&map, NULL, 0, &added);
    tap_check(!added, "it needs no bytes");
    tap_check(map_find(&map, "a", 1)->value.pointer == &map, "a pointer is stored");
    tap_check(map_find(&map, "b", 1) == NULL, "no other key is there");
    map_release(&map);
    tap_check(map.count == 0 && map_find(&map, "a", 1) == NULL, "a released map is empty");
    map_put(&map, "a", 1, &added);
    tap_check(added, "and can be filled again");
    map_release(&map);
}

static void fill_to_the_limit(void)
{
    struct map map;

    map_init(&map);
    map_put(&map, "a", 1, NULL);
    map.count = UINT32_MAX - 1;
    if (map_find(&map, "a", 1) != NULL)
        map_put(&map, "b", 1, NULL);
}

static void test_limit(void)
{
    char printed[256];
    int status;

    capture_start();
    status = run_in_child(fill_to_the_limit);
    capture_take(printed, sizeof printed);
    capture_stop();
    tap_check(status == EXIT_TROUBLE && strstr(printed, "memory exhausted") != NULL,
              "a map takes 2^32 - 2 keys");
}

/* Flip each bit of keys of 1 to 200 bytes: every bit of the hash must follow about half of
 * the time, and the hash never stay. */
static void test_hash_bits(void)
{
    unsigned char key[200];
    uint64_t unchanged = 0;
    uint64_t flipped[64] = {0};
    uint64_t flips = 0;
    uint64_t worst = 0;

    for (size_t i = 0; i < sizeof key; i++)
        key[i] = (unsigned char)scramble(i);
    for (size_t length = 1; length <= sizeof key; length++) {
        uint64_t hash = map_hash(key, length, 42);

        for (size_t bit = 0; bit < 8 * length; bit++) {
            uint64_t change;

            key[bit / 8] ^= (unsigned char)(1u << bit % 8);
            change = hash ^ map_hash(key, length, 42);
            key[bit / 8] ^= (unsigned char)(1u << bit % 8);
            unchanged += change == 0;
            flips++;
            for (unsigned i = 0; i < 64; i++)
                flipped[i] += change >> i & 1;
        }
    }
    for (unsigned i = 0; i < 64; i++) {
        uint64_t off =
            flipped[i] > flips / 2 ? flipped[i] - flips / 2 : flips / 2 - flipped[i];

        worst = off > worst ? off : worst;
    }
    tap_equal_count(unchanged, 0, "each bit of a key changes its hash");
    /* 160,800 flips: six standard deviations are 1,203. */
    tap_check(worst < 1203,
              "each bit of the hash follows half of the flips (off by %u of %u)",
              (unsigned)worst, (unsigned)flips);
}

static void test_hash_length_and_place(void)
{
    static const unsigned char zeros[300];
    unsigned char moved[320];
    uint64_t wrong = 0;

    for (size_t length = 0; length < sizeof zeros; length++) {
        uint64_t hash = map_hash(zeros, length, 7);

        for (size_t other = 0; other < length; other++)
            wrong += map_hash(zeros, other, 7) == hash;
        wrong += map_hash(zeros, length, 8) == hash;
    }
    tap_equal_count(wrong, 0, "length and seed change the hash");
    for (size_t length = 0; length < 300; length++) {
        uint64_t hash;

        memset(moved, 'x', sizeof moved);
        hash = map_hash(moved, length, 7);
        for (size_t place = 1; place < 16; place++)
            wrong += map_hash(moved + place, length, 7) != hash;
    }
    tap_equal_count(wrong, 0, "the place in memory does not");
}

/* Whether two keys of LENGTH bytes that differ in word NUMBER collide where word OTHER is
 * PARTNER, the word that would swallow the difference if PARTNER met a constant. */
static bool swallowed(size_t length, size_t number, size_t other, uint64_t partner)
{
    uint64_t one[16];
    uint64_t two[16];

    for (size_t i = 0; i < 16; i++)
        one[i] = scramble(i);
    one[other] = partner;
    memcpy(two, one, sizeof two);
    two[number]++;
    return map_hash(one, length, 99) == map_hash(two, length, 99);
}

/* Keys made to collide where the hash adds constants known to all (they are in its source):
 * words that meet these constants, and words that change places with them. */
static void test_hash_crafted(void)
{
    static const uint64_t known[] = {UINT64_C(0x6a09e667f3bcc909),
                                     UINT64_C(0xbb67ae8584caa73b),
                                     UINT64_C(0x3c6ef372fe94f82b),
                                     UINT64_C(0xa54ff53a5f1d36f1),
                                     UINT64_C(0x510e527fade682d1),
                                     UINT64_C(0x9b05688c2b3e6c1f),
                                     UINT64_C(0x1f83d9abfb41bd6b),
                                     UINT64_C(0x5be0cd19137e2179),
                                     UINT64_C(0)};
    const size_t count = sizeof known / sizeof known[0];
    uint64_t wrong = 0;

    for (size_t i = 0; i < count; i++) {
        for (size_t length = 16; length <= 128; length += 16) {
            for (size_t number = 0; number < length / 8; number++)
                wrong += swallowed(length, number, number ^ 1, known[i]);
        }
        for (size_t j = 0; j < count; j++) {
            uint64_t swap = known[i] ^ known[j];
            uint64_t here[2] = {scramble(1), scramble(2)};
            uint64_t there[2] = {here[1] ^ swap, here[0] ^ swap};

            wrong += map_hash(here, 16, 99) == map_hash(there, 16, 99);
        }
    }
    tap_equal_count(wrong, 0, "keys crafted from the constants do not collide");
}

static void *seed_of_thread(void *seed)
{
    *(uint64_t *)seed = map_seed();
    return NULL;
}

static int seed_ends[2];

static void tell_seed(void)
{
    uint64_t seed = map_seed();

    if (write(seed_ends[1], &seed, sizeof seed) != (ssize_t)sizeof seed)
        _exit(1);
}

/* The first of all tests: children of a process that has drawn its seed would share it. */
static void test_seed(void)
{
    pthread_t threads[8];
    uint64_t seeds[8] = {0};
    uint64_t drawn[2] = {0};
    bool same = true;
    size_t started = 0;

    tap_check(pipe(seed_ends) == 0 && run_in_child(tell_seed) == 0 &&
                  run_in_child(tell_seed) == 0 &&
                  read(seed_ends[0], drawn, sizeof drawn) == (ssize_t)sizeof drawn &&
                  drawn[0] != drawn[1] && drawn[0] != 0 && drawn[1] != 0,
              "each process draws its own seed");
    while (started < 8 &&
           pthread_create(&threads[started], NULL, seed_of_thread, &seeds[started]) == 0)
        started++;
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    for (size_t i = 0; i < started; i++)
        same = same && seeds[i] == map_seed();
    tap_check(started > 1 && same, "all threads of one get the same");
}

int main(void)
{
    diag_set_program("tool");
    test_seed();
    test_many();
    test_odd_keys();
    test_limit();
    test_hash_bits();
    test_hash_length_and_place();
    test_hash_crafted();
    return tap_done();
}
