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
    struct dedup dedup;
    struct identity none = {{0}};
    struct identity one = {{0}};
    struct identity other = {{0}};

    one.bytes[sizeof one.bytes - 1] = 7;
    other.bytes[0] = 7;
    dedup_init(&dedup);
    tap_check(dedup_put(&dedup, &one, 7, 1) == DEDUP_NEW, "the first one is new");
    tap_check(dedup_put(&dedup, &one, 7, 1) == DEDUP_SAME, "again, with the same values");
    tap_check(dedup_put(&dedup, &one, 7, 2) == DEDUP_OTHER_VALUES,
              "again, with other values");
    tap_check(dedup_put(&dedup, &one, 7, 1) == DEDUP_SAME, "the first values stay");
    tap_check(dedup_put(&dedup, &one, 8, 1) == DEDUP_OTHER_WORKLOAD,
              "again, with another workload and the same values");
    tap_check(dedup_put(&dedup, &one, 7, 1) == DEDUP_SAME, "the first workload stays");
    tap_check(dedup_put(&dedup, &other, 7, 1) == DEDUP_NEW, "another one is new");
    tap_check(dedup_put(&dedup, &none, 7, 1) == DEDUP_NEW, "one of zeros is new");
    tap_check(dedup_put(&dedup, &none, 7, 1) == DEDUP_SAME, "and is found again");
    dedup_release(&dedup);
}

static void test_many(void)
{
    struct dedup dedup;
    unsigned wrong = 0;
    double most = 0;

    dedup_init(&dedup);
    for (uint64_t i = 0; i < MANY; i++) {
        struct identity identity = identity_of(i);
        struct identity earlier = identity_of(i / 2);

        wrong += dedup_put(&dedup, &identity, 7, (uint32_t)i) != DEDUP_NEW;
        wrong += dedup_put(&dedup, &earlier, 7, (uint32_t)(i / 2)) != DEDUP_SAME;
        if (i >= 10000) {
            double bytes = (double)(dedup.places * 20) / (double)dedup.count;

            most = bytes > most ? bytes : most;
        }
    }
    tap_equal_count(wrong, 0, "new ones are new, earlier ones are found");
    tap_equal_count(dedup.count, MANY, "each counts once");
    for (uint64_t i = 0; i < MANY; i++) {
        struct identity identity = identity_of(i);

        wrong += dedup_put(&dedup, &identity, 7, (uint32_t)i) != DEDUP_SAME;
    }
    tap_equal_count(wrong, 0, "all are found with their values");
    tap_check(most <= 32, "at most 32 bytes for each: %.2f", most);
    dedup_release(&dedup);
}

/* Ids that agree in their first 96 bits must neither be mixed up nor be slow. */
static void test_crowd(void)
{
    struct dedup dedup;
    unsigned wrong = 0;

    dedup_init(&dedup);
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < 700; i++) {
            struct identity identity = {{1, 2, 3}};

            memcpy(identity.bytes + sizeof identity.bytes - sizeof i, &i, sizeof i);
            wrong +=
                dedup_put(&dedup, &identity, 7, i) != (round == 0 ? DEDUP_NEW : DEDUP_SAME);
        }
    }
    tap_equal_count(wrong, 0, "ids that are alike are told apart");
    dedup_release(&dedup);
}

int main(void)
{
    test_results();
    test_many();
    test_crowd();
    return tap_done();
}
