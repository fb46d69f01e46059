#include <config.h>

#include "record/ranking.h"

#include "tap.h"

enum { RUNS = 6 };

/* A run called by the first byte of its digest. */
struct sample {
    double value;
    double low; /* 0: no interval */
    double high;
    enum ranking_evidence evidence;
    const char *observed_at;
};

static struct ranked_run runs[RUNS];
static struct ranked_run *list[RUNS];

static void set(const struct sample *samples, size_t count)
{
    memset(runs, 0, sizeof runs);
    for (size_t i = 0; i < count; i++) {
        const char *at = samples[i].observed_at;
        struct instant instant = {0, {"", 0}};

        if (at == NULL)
            at = "2026-01-01T00:00:00Z";
        instant_read(view_from(at), &instant);
        runs[i] = (struct ranked_run){.value = samples[i].value,
                                      .low = samples[i].low,
                                      .high = samples[i].high,
                                      .evidence = (uint8_t)samples[i].evidence,
                                      .observed_seconds = instant.seconds,
                                      .flags = RANKING_VALUE};
        ranking_set_observed(&runs[i], view_from(at));
        if (samples[i].high > 0)
            runs[i].flags |= RANKING_INTERVAL;
        runs[i].digest.bytes[0] = (unsigned char)('a' + i);
    }
}

/* The runs in the order that the shuffle gives, backwards where it is odd. */
static void shuffle(size_t count, unsigned number)
{
    for (size_t i = 0; i < count; i++)
        list[i] = &runs[number % 2 == 0 ? (i + number) % count
                                        : (2 * count - 1 - i - number % count) % count];
}

/* "a1 b1 c2": names with their ranks, in order, the same whatever the order before. */
static void expect_ranks(const struct sample *samples, size_t count,
                         enum ranking_profile profile, bool higher, const char *want,
                         const char *what)
{
    bool holds = true;
    char got[8 * RUNS] = "";

    for (unsigned number = 0; number < 8; number++) {
        size_t length = 0;

        set(samples, count);
        shuffle(count, number);
        ranking_sort(list, count, profile, higher);
        for (size_t i = 0; i < count; i++) {
            length += (size_t)snprintf(got + length, sizeof got - length, "%s%c%u",
                                       i == 0 ? "" : " ", list[i]->digest.bytes[0],
                                       (unsigned)list[i]->rank);
            holds = holds && ranking_has(list[i], RANKING_TIED) ==
                                 (i > 0 && list[i]->rank == list[i - 1]->rank);
        }
        holds = holds && strcmp(got, want) == 0;
    }
    if (!tap_check(holds, "%s", what))
        printf("# got %s, want %s\n", got, want);
}

static void expect_history(const struct sample *samples, size_t count, bool higher,
                           const char *want, const char *what)
{
    bool holds = true;
    char got[RUNS + 1];

    for (unsigned number = 0; number < 8; number++) {
        size_t records;

        set(samples, count);
        shuffle(count, number);
        records = ranking_history(list, count, higher);
        for (size_t i = 0; i < records; i++)
            got[i] = (char)list[i]->digest.bytes[0];
        got[records] = '\0';
        holds = holds && strcmp(got, want) == 0;
    }
    if (!tap_check(holds, "%s", what))
        printf("# got %s, want %s\n", got, want);
}

static void test_ranks(void)
{
    const struct sample plain[] = {{.value = 12}, {.value = 10}, {.value = 11}};
    const struct sample equal[] = {
        {.value = 10}, {.value = 10}, {.value = 11}, {.value = 10}};
    const struct sample chain[] = {
        {10, 9, 12, 0, NULL}, {12, 11, 14, 0, NULL}, {14, 13, 15, 0, NULL}};
    const struct sample touching[] = {{10, 9, 11, 0, NULL}, {12, 11, 13, 0, NULL}};
    const struct sample apart[] = {{10, 9, 10.5, 0, NULL}, {12, 11, 13, 0, NULL}};
    const struct sample missing[] = {
        {10, 9, 13, 0, NULL}, {.value = 11}, {12, 9, 13, 0, NULL}};
    const struct sample equal_without[] = {
        {10, 9, 12, 0, NULL}, {11, 9, 12, 0, NULL}, {.value = 11}};
    const struct sample inside[] = {
        {10, 0, 0, EVIDENCE_REPORTED, "2026-01-01T00:00:00Z"},
        {10, 0, 0, EVIDENCE_REPORTED, "2026-01-03T00:00:00Z"},
        {10, 0, 0, EVIDENCE_VERIFIED, "2026-01-01T00:00:00Z"},
        {10, 0, 0, EVIDENCE_REPORTED, "2026-01-03T00:00:00.0Z"}};
    /* The first is as long as a ranked run holds, the others are longer. */
    const struct sample fractions[] = {{10, 0, 0, 0, "2026-01-01T00:00:00.500Z"},
                                       {10, 0, 0, 0, "2026-01-01T00:00:00.5001Z"},
                                       {10, 0, 0, 0, "2026-01-01T00:00:00.500000001Z"}};

    expect_ranks(plain, 3, PROFILE_STRICT_EXACT, false, "b1 c2 a3", "by value");
    expect_ranks(plain, 3, PROFILE_STRICT_EXACT, true, "a1 c2 b3", "higher is better");
    expect_ranks(equal, 4, PROFILE_STRICT_EXACT, false, "a1 b1 d1 c2",
                 "equal values tie, ranks have no gaps");
    expect_ranks(chain, 3, PROFILE_STRICT_EXACT, false, "a1 b1 c2",
                 "a~b and b~c without a~c: c begins a chain");
    expect_ranks(chain, 3, PROFILE_SOURCE_NATIVE, false, "a1 b2 c3",
                 "source_native: only equal values tie");
    expect_ranks(chain, 3, PROFILE_STRICT_EXACT, true, "b1 c1 a2",
                 "a chain from the other end");
    expect_ranks(touching, 2, PROFILE_STRICT_EXACT, false, "a1 b1",
                 "intervals that touch tie");
    expect_ranks(apart, 2, PROFILE_STRICT_EXACT, false, "a1 b2", "intervals apart do not");
    expect_ranks(missing, 3, PROFILE_STRICT_EXACT, false, "a1 b2 c3",
                 "a missing interval ties with nothing unequal");
    expect_ranks(equal_without, 3, PROFILE_STRICT_EXACT, false, "a1 b1 c2",
                 "equal to one of a chain is not enough");
    expect_ranks(inside, 4, PROFILE_STRICT_EXACT, false, "c1 b1 d1 a1",
                 "inside of a chain: evidence, newer, digest");
    expect_ranks(fractions, 3, PROFILE_STRICT_EXACT, false, "b1 c1 a1",
                 "instants that only a fraction tells apart");
    ranking_sort(list, 0, PROFILE_STRICT_EXACT, false);
    tap_check(true, "no runs at all");
}

static void test_history(void)
{
    const struct sample runs_in_time[] = {{10, 0, 0, 0, "2026-01-02T00:00:00Z"},
                                          {8, 0, 0, 0, "2026-01-03T00:00:00Z"},
                                          {8, 0, 0, 0, "2026-01-04T00:00:00Z"},
                                          {9, 0, 0, 0, "2026-01-05T00:00:00Z"},
                                          {7, 0, 0, 0, "2026-01-06T00:00:00Z"}};
    const struct sample at_once[] = {{5, 0, 0, 0, "2026-01-01T00:00:39Z"},
                                     {4, 0, 0, 0, "2026-01-01T00:00:39.000Z"},
                                     {3, 0, 0, 0, "2026-01-01T00:00:38.9Z"}};

    expect_history(runs_in_time, 5, false, "abe", "strictly better ones only");
    expect_history(runs_in_time, 5, true, "a", "higher is better");
    expect_history(runs_in_time, 1, false, "a", "the first is one");
    expect_history(at_once, 2, false, "ab", "one instant, two spellings: by digest");
    expect_history(at_once, 3, false, "c", "instants are compared as time");
    tap_check(ranking_history(list, 0, false) == 0, "no runs at all");
}

int main(void)
{
    test_ranks();
    test_history();
    return tap_done();
}
