/* ranks: the order of runs as slow code finds it that is written from the words of the
 * policy (ranking-v1) and not from record/ranking.c: sort by value, then by digest; a run
 * joins the chain before it where it ties with each of its members; within a chain order by
 * evidence, newer first, digest. Every pair is looked at, nothing is remembered. And the
 * history of records: a run is one where it is strictly better than each run before it.
 *
 * Cohorts are made at random from a fixed seed, small values so that many tie. KIDX_LONG
 * makes fifty times as many.
 */
#include <config.h>

#include "record/ranking.h"

#include "../unit/tap.h"

#include <stdlib.h>

enum { RUNS = 24, COHORTS = 20000, LONG = 50 };

static uint64_t state = 20261130;

/* splitmix64 (Steele, Lea, Flood 2014). */
static uint64_t next_random(void)
{
    uint64_t word = state += UINT64_C(0x9e3779b97f4a7c15);

    word = (word ^ word >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ word >> 27) * UINT64_C(0x94d049bb133111eb);
    return word ^ word >> 31;
}

static unsigned below(unsigned limit)
{
    return (unsigned)(next_random() % limit);
}

/* Some seconds, some with fractions, one instant in two notations. */
static const char *const instants[] = {
    "2026-01-01T00:00:00Z",
    "2026-01-01T00:00:00.000Z",
    "2026-01-01T00:00:00.5Z",
    "2026-01-01T00:00:01Z",
    "2025-12-31T23:59:59.999999999999999999Z",
    "2026-01-01T00:00:00.50000000000000000001Z",
};

struct run {
    struct ranked_run ranked;
    struct instant observed;
};

static void make_run(struct run *run)
{
    const char *text = instants[below(sizeof instants / sizeof *instants)];
    struct ranked_run *ranked = &run->ranked;

    memset(run, 0, sizeof *run);
    for (size_t i = 0; i < DIGEST_SIZE; i += sizeof(uint64_t)) {
        uint64_t word = next_random();

        memcpy(ranked->digest.bytes + i, &word, sizeof word);
    }
    ranked->value = 1 + below(12) * 0.5;
    ranked->flags = RANKING_VALUE;
    if (below(4) != 0) {
        ranked->flags |= RANKING_INTERVAL;
        ranked->low = ranked->value - below(4) * 0.5;
        ranked->high = ranked->value + below(4) * 0.5;
    }
    ranked->evidence = (uint8_t)below(4);
    if (!instant_read(view_from(text), &run->observed))
        abort();
    ranking_set_observed(ranked, view_from(text));
    ranked->observed_seconds = run->observed.seconds;
}

/* --- the slow code --- */

struct slow {
    bool higher_is_better;
    bool source_native;
};

static int by_digest(const struct run *a, const struct run *b)
{
    return memcmp(a->ranked.digest.bytes, b->ranked.digest.bytes, DIGEST_SIZE);
}

static bool stands_before(const struct slow *slow, const struct run *a, const struct run *b)
{
    if (a->ranked.value != b->ranked.value)
        return (a->ranked.value < b->ranked.value) != slow->higher_is_better;
    return by_digest(a, b) < 0;
}

static bool ties(const struct slow *slow, const struct run *a, const struct run *b)
{
    if (a->ranked.value == b->ranked.value)
        return true;
    if (slow->source_native || (a->ranked.flags & RANKING_INTERVAL) == 0 ||
        (b->ranked.flags & RANKING_INTERVAL) == 0)
        return false;
    return a->ranked.low <= b->ranked.high && b->ranked.low <= a->ranked.high;
}

static bool stands_before_in_chain(const struct run *a, const struct run *b)
{
    int time = instant_compare(&a->observed, &b->observed);

    if (a->ranked.evidence != b->ranked.evidence)
        return a->ranked.evidence > b->ranked.evidence;
    return time != 0 ? time > 0 : by_digest(a, b) < 0;
}

/* How many runs stand before this one. */
static size_t place(const struct slow *slow, const struct run *runs, size_t count, size_t i)
{
    size_t before = 0;

    for (size_t j = 0; j < count; j++)
        before += j != i && stands_before(slow, &runs[j], &runs[i]);
    return before;
}

/* Fill ORDER with the numbers of runs by rank, RANKS with the rank of each place. */
static void rank_slowly(const struct slow *slow, const struct run *runs, size_t count,
                        size_t *order, unsigned *ranks)
{
    size_t sorted[RUNS];
    size_t start = 0;
    unsigned rank = 0;

    for (size_t i = 0; i < count; i++)
        sorted[place(slow, runs, count, i)] = i;
    while (start < count) {
        size_t end = start + 1;
        bool joins = true;

        while (end < count && joins) {
            for (size_t i = start; i < end; i++)
                joins = joins && ties(slow, &runs[sorted[i]], &runs[sorted[end]]);
            end += joins;
        }
        rank++;
        for (size_t i = start; i < end; i++) {
            size_t before = start;

            for (size_t j = start; j < end; j++)
                before +=
                    j != i && stands_before_in_chain(&runs[sorted[j]], &runs[sorted[i]]);
            order[before] = sorted[i];
            ranks[before] = rank;
        }
        start = end;
    }
}

static bool is_earlier(const struct run *a, const struct run *b)
{
    int time = instant_compare(&a->observed, &b->observed);

    return time != 0 ? time < 0 : by_digest(a, b) < 0;
}

/* Fill ORDER with the numbers of the records in the order of time; returns how many. */
static size_t history_slowly(const struct slow *slow, const struct run *runs, size_t count,
                             size_t *order)
{
    bool is_record[RUNS];
    size_t found = 0;

    for (size_t i = 0; i < count; i++) {
        is_record[i] = true;
        for (size_t j = 0; j < count; j++)
            if (j != i && is_earlier(&runs[j], &runs[i]) &&
                !(slow->higher_is_better ? runs[i].ranked.value > runs[j].ranked.value
                                         : runs[i].ranked.value < runs[j].ranked.value))
                is_record[i] = false;
    }
    for (size_t i = 0; i < count; i++) {
        size_t before = 0;

        for (size_t j = 0; j < count; j++)
            before += is_record[j] && j != i && is_earlier(&runs[j], &runs[i]);
        if (is_record[i]) {
            order[before] = i;
            found++;
        }
    }
    return found;
}

/* --- both --- */

static bool same_ranks(const struct slow *slow, struct run *runs, size_t count)
{
    struct ranked_run *fast[RUNS];
    size_t order[RUNS];
    unsigned ranks[RUNS];

    for (size_t i = 0; i < count; i++)
        fast[i] = &runs[i].ranked;
    rank_slowly(slow, runs, count, order, ranks);
    ranking_sort(fast, count,
                 slow->source_native ? PROFILE_SOURCE_NATIVE : PROFILE_STRICT_EXACT,
                 slow->higher_is_better);
    for (size_t i = 0; i < count; i++) {
        bool is_tied = i > 0 && ranks[i] == ranks[i - 1];

        if (fast[i] != &runs[order[i]].ranked || fast[i]->rank != ranks[i] ||
            ((fast[i]->flags & RANKING_TIED) != 0) != is_tied)
            return false;
    }
    return true;
}

static bool same_history(const struct slow *slow, struct run *runs, size_t count)
{
    struct ranked_run *fast[RUNS];
    size_t order[RUNS];
    size_t found = history_slowly(slow, runs, count, order);

    for (size_t i = 0; i < count; i++)
        fast[i] = &runs[i].ranked;
    if (ranking_history(fast, count, slow->higher_is_better) != found)
        return false;
    for (size_t i = 0; i < found; i++)
        if (fast[i] != &runs[order[i]].ranked)
            return false;
    return true;
}

int main(void)
{
    unsigned cohorts = getenv("KIDX_LONG") != NULL ? COHORTS * LONG : COHORTS;
    unsigned other_ranks = 0;
    unsigned other_histories = 0;

    for (unsigned i = 0; i < cohorts; i++) {
        struct run runs[RUNS];
        struct slow slow = {.higher_is_better = below(2) == 1,
                            .source_native = below(3) == 0};
        size_t count = below(RUNS) + 1;

        for (size_t k = 0; k < count; k++)
            make_run(&runs[k]);
        other_ranks += !same_ranks(&slow, runs, count);
        other_histories += !same_history(&slow, runs, count);
    }
    tap_check(other_ranks == 0, "ranks of %u cohorts, %u are others", cohorts, other_ranks);
    tap_check(other_histories == 0, "records of %u cohorts, %u are others", cohorts,
              other_histories);
    return tap_done();
}
