#include <config.h>

#include "record/ranking.h"

#include <stdlib.h>

const char *ranking_evidence_name(enum ranking_evidence evidence)
{
    static const char *const names[] = {[EVIDENCE_REPORTED] = "reported",
                                        [EVIDENCE_REPRODUCIBLE] = "reproducible",
                                        [EVIDENCE_VERIFIED] = "verified",
                                        [EVIDENCE_REPLICATED] = "replicated"};

    return names[evidence];
}

const char *ranking_profile_name(enum ranking_profile profile)
{
    return profile == PROFILE_SOURCE_NATIVE ? "source_native" : "strict_exact";
}

/* --- spread --- */

enum ranking_spread ranking_spread_of(const struct ranked_run *run)
{
    if (!ranking_has(run, RANKING_VALUE | RANKING_P20 | RANKING_P80))
        return SPREAD_ABSENT;
    if (run->p20 > run->p80 || (ranking_has(run, RANKING_MEDIAN) &&
                                (run->p20 > run->value || run->value > run->p80)))
        return SPREAD_INVALID;
    return run->p20 == run->p80 ? SPREAD_ZERO : SPREAD_OK;
}

const char *ranking_spread_name(enum ranking_spread spread)
{
    static const char *const names[] = {"ok", "zero", "absent", "invalid"};

    return names[spread];
}

/* --- orders --- */

int ranking_compare_observed(const struct ranked_run *a, const struct ranked_run *b)
{
    struct instant instants[2];

    if (a->observed_seconds != b->observed_seconds)
        return a->observed_seconds < b->observed_seconds ? -1 : 1;
    instant_read(ranking_observed_at(a), &instants[0]);
    instant_read(ranking_observed_at(b), &instants[1]);
    return instant_compare(&instants[0], &instants[1]);
}

static int compare_digests(const struct ranked_run *a, const struct ranked_run *b)
{
    return memcmp(a->digest.bytes, b->digest.bytes, DIGEST_SIZE);
}

int ranking_compare_oldest(const struct ranked_run *a, const struct ranked_run *b)
{
    int order = ranking_compare_observed(a, b);

    return order != 0 ? order : compare_digests(a, b);
}

int ranking_compare_newest(const struct ranked_run *a, const struct ranked_run *b)
{
    int order = ranking_compare_observed(b, a);

    return order != 0 ? order : compare_digests(a, b);
}

static int compare_values(const struct ranked_run *a, const struct ranked_run *b)
{
    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return compare_digests(a, b);
}

static int by_low_value(const void *a, const void *b)
{
    return compare_values(*(const struct ranked_run *const *)a,
                          *(const struct ranked_run *const *)b);
}

static int by_high_value(const void *left, const void *right)
{
    const struct ranked_run *a = *(const struct ranked_run *const *)left;
    const struct ranked_run *b = *(const struct ranked_run *const *)right;

    if (a->value != b->value)
        return a->value > b->value ? -1 : 1;
    return compare_digests(a, b);
}

static int by_observed(const void *a, const void *b)
{
    return ranking_compare_oldest(*(const struct ranked_run *const *)a,
                                  *(const struct ranked_run *const *)b);
}

/* Inside of a tie chain. */
static int by_evidence(const void *left, const void *right)
{
    const struct ranked_run *a = *(const struct ranked_run *const *)left;
    const struct ranked_run *b = *(const struct ranked_run *const *)right;
    int order = (int)b->evidence - (int)a->evidence;

    return order != 0 ? order : ranking_compare_newest(a, b);
}

/* --- tie chains --- */

/* The lowest upper end and the highest lower end of the intervals of some runs. An interval
 * that overlaps with all of them is one that contains or crosses both. */
struct overlap {
    size_t count;
    bool all_have_interval;
    double highest_low;
    double lowest_high;
};

static const struct overlap no_runs = {0, true, 0, 0};

static void overlap_add(struct overlap *overlap, const struct overlap *other)
{
    if (other->count == 0)
        return;
    if (overlap->count == 0 || other->highest_low > overlap->highest_low)
        overlap->highest_low = other->highest_low;
    if (overlap->count == 0 || other->lowest_high < overlap->lowest_high)
        overlap->lowest_high = other->lowest_high;
    overlap->count += other->count;
    overlap->all_have_interval = overlap->all_have_interval && other->all_have_interval;
}

static struct overlap overlap_of(const struct ranked_run *run)
{
    return (struct overlap){1, ranking_has(run, RANKING_INTERVAL), run->low, run->high};
}

/* A chain to which runs are added one by one. Those with the value of the last one are
 * separate: a further run of that value ties with them without an interval. */
struct chain {
    struct overlap others;
    struct overlap equals;
    double value;
};

static bool chain_ties(const struct chain *chain, const struct ranked_run *run,
                       enum ranking_profile profile)
{
    struct overlap unequal = chain->others;

    if (run->value != chain->value)
        overlap_add(&unequal, &chain->equals);
    if (unequal.count == 0)
        return true;
    return profile == PROFILE_STRICT_EXACT && unequal.all_have_interval &&
           ranking_has(run, RANKING_INTERVAL) && run->low <= unequal.lowest_high &&
           run->high >= unequal.highest_low;
}

static void chain_add(struct chain *chain, const struct ranked_run *run)
{
    struct overlap own = overlap_of(run);

    if (run->value != chain->value) {
        overlap_add(&chain->others, &chain->equals);
        chain->equals = no_runs;
        chain->value = run->value;
    }
    overlap_add(&chain->equals, &own);
}

void ranking_sort(struct ranked_run **runs, size_t count, enum ranking_profile profile,
                  bool higher_is_better)
{
    struct chain chain = {no_runs, no_runs, 0};
    uint32_t rank = 0;
    size_t first = 0;

    if (count > 1)
        qsort(runs, count, sizeof *runs, higher_is_better ? by_high_value : by_low_value);
    for (size_t i = 0; i < count; i++) {
        runs[i]->flags &= (uint16_t)~RANKING_TIED;
        if (i > 0 && !chain_ties(&chain, runs[i], profile)) {
            qsort(runs + first, i - first, sizeof *runs, by_evidence);
            first = i;
        }
        if (first == i) {
            chain = (struct chain){no_runs, no_runs, runs[i]->value};
            rank++;
        }
        chain_add(&chain, runs[i]);
        runs[i]->rank = rank;
    }
    if (count > first)
        qsort(runs + first, count - first, sizeof *runs, by_evidence);
    for (size_t i = 1; i < count; i++)
        if (runs[i]->rank == runs[i - 1]->rank)
            runs[i]->flags |= RANKING_TIED;
}

/* --- history --- */

size_t ranking_history(struct ranked_run **runs, size_t count, bool higher_is_better)
{
    size_t records = 0;

    if (count > 1)
        qsort(runs, count, sizeof *runs, by_observed);
    for (size_t i = 0; i < count; i++) {
        struct ranked_run *run = runs[i];

        if (records > 0 && !ranking_is_better(run, runs[records - 1], higher_is_better))
            continue;
        runs[i] = runs[records];
        runs[records++] = run;
    }
    return records;
}
