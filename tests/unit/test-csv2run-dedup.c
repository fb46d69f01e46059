#include <config.h>

#include "../../tools/csv2run/dedup.h"

#include "tap.h"

enum { MANY = 200000 };

/* Words that look random (splitmix64). */
static uint64_t next(uint64_t *state)
{
    uint64_t word = *state += UINT64_C(0x9e3779b97f4a7c15);

    word = (word ^ word >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ word >> 27) * UINT64_C(0x94d049bb133111eb);
    return word ^ word >> 31;
}

static struct identity identity_of(uint64_t number)
{
    struct identity identity;
    uint64_t words[2] = {next(&number), next(&number)};

    memcpy(identity.bytes, words, sizeof identity.bytes);
    return identity;
}

static void test_results(void)
{
    struct seen seen;
    struct identity none = {{0}};
    struct identity one = {{0}};
    struct identity other = {{0}};

    one.bytes[15] = 7;
    other.bytes[0] = 7;
    seen_init(&seen);
    tap_check(seen_put(&seen, &one, 1) == SEEN_NEW, "the first one is new");
    tap_check(seen_put(&seen, &one, 1) == SEEN_SAME, "again, with the same values");
    tap_check(seen_put(&seen, &one, 2) == SEEN_OTHER, "again, with other values");
    tap_check(seen_put(&seen, &one, 1) == SEEN_SAME, "the first values stay");
    tap_check(seen_put(&seen, &other, 1) == SEEN_NEW, "another one is new");
    tap_check(seen_put(&seen, &none, 1) == SEEN_NEW, "one of zeros is new");
    tap_check(seen_put(&seen, &none, 1) == SEEN_SAME, "and is found again");
    seen_release(&seen);
}

static void test_many(void)
{
    struct seen seen;
    unsigned wrong = 0;
    double most = 0;

    seen_init(&seen);
    for (uint64_t i = 0; i < MANY; i++) {
        struct identity identity = identity_of(i);
        struct identity earlier = identity_of(i / 2);

        wrong += seen_put(&seen, &identity, (uint32_t)i) != SEEN_NEW;
        wrong += seen_put(&seen, &earlier, (uint32_t)(i / 2)) != SEEN_SAME;
        if (i >= 10000) {
            double bytes = (double)(seen.places * 20) / (double)seen.count;

            most = bytes > most ? bytes : most;
        }
    }
    tap_equal_count(wrong, 0, "new ones are new, earlier ones are found");
    tap_equal_count(seen.count, MANY, "each counts once");
    for (uint64_t i = 0; i < MANY; i++) {
        struct identity identity = identity_of(i);

        wrong += seen_put(&seen, &identity, (uint32_t)i) != SEEN_SAME;
    }
    tap_equal_count(wrong, 0, "all are found with their values");
    tap_check(most <= 32, "at most 32 bytes for each: %.2f", most);
    seen_release(&seen);
}

/* Ids that agree in their first 96 bits must neither be mixed up nor be slow. */
static void test_crowd(void)
{
    struct seen seen;
    unsigned wrong = 0;

    seen_init(&seen);
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < 700; i++) {
            struct identity identity = {{1, 2, 3}};

            memcpy(identity.bytes + 12, &i, sizeof i);
            wrong += seen_put(&seen, &identity, i) != (round == 0 ? SEEN_NEW : SEEN_SAME);
        }
    }
    tap_equal_count(wrong, 0, "ids that are alike are told apart");
    seen_release(&seen);
}

int main(void)
{
    test_results();
    test_many();
    test_crowd();
    return tap_done();
}
