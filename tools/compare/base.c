#include <config.h>

#include "base.h"

#include "base/mem.h"
#include "supersession.h"

#include <stdlib.h>

bool base_is_chosen(enum base_form form)
{
    return form == BASE_BEST || form == BASE_RECORD || form == BASE_PREVIOUS;
}

/* --- sides --- */

struct split {
    struct member *members;
    size_t count;
    const struct compare_settings *settings;
    bool higher_is_better;
};

/* The best run, the first by digest of equal ones; NULL: none can be it. */
static const struct member *find_best(const struct split *split)
{
    const struct member *best = NULL;

    for (size_t i = 0; i < split->count; i++) {
        const struct member *member = &split->members[i];

        if (!store_can_be_best(member->run))
            continue;
        if (best == NULL ||
            ranking_is_better(member->run, best->run, split->higher_is_better) ||
            (member->run->value == best->run->value &&
             memcmp(member->run->digest.bytes, best->run->digest.bytes, DIGEST_SIZE) < 0))
            best = member;
    }
    return best;
}

static void split_best(struct split *split)
{
    const struct member *best = find_best(split);

    for (size_t i = 0; i < split->count; i++) {
        struct member *member = &split->members[i];

        if (member == best)
            member->side = SIDE_BASE;
        else if (best == NULL ||
                 member->implementation->identity != best->implementation->identity)
            member->side = SIDE_CANDIDATE;
    }
}

/* The one that held the record at an instant, and all that came later. */
static void split_record(struct split *split)
{
    struct member *holder = NULL;
    struct instant at;

    for (size_t i = 0; i < split->count; i++) {
        struct member *member = &split->members[i];

        instant_read(ranking_observed_at(member->run), &at);
        if (instant_compare(&at, &split->settings->base_at) > 0) {
            member->side = SIDE_CANDIDATE;
            continue;
        }
        if (!store_can_be_best(member->run))
            continue;
        /* Of equal ones the first in time holds it. */
        if (holder == NULL ||
            ranking_is_better(member->run, holder->run, split->higher_is_better) ||
            (member->run->value == holder->run->value &&
             ranking_compare_oldest(member->run, holder->run) < 0))
            holder = member;
    }
    if (holder != NULL)
        holder->side = SIDE_BASE;
}

/* Of each implementation the newest run, and the one before it. */
static void split_previous(struct split *split)
{
    for (size_t i = 0; i < split->count; i++) {
        uint32_t identity = split->members[i].implementation->identity;

        if (i == 0 || split->members[i - 1].implementation->identity != identity)
            split->members[i].side = SIDE_CANDIDATE;
        else if (split->members[i - 1].side == SIDE_CANDIDATE)
            split->members[i].side = SIDE_BASE;
    }
}

static bool is_base(const struct compare_settings *settings, const struct member *member)
{
    switch (settings->base_form) {
    case BASE_IMPLEMENTATION:
    case BASE_ROLE:
        return member->implementation->is_base;
    default:
        return ranking_has(member->run, RANKING_BASE);
    }
}

void base_split(struct member *members, size_t count,
                const struct compare_settings *settings, bool higher_is_better)
{
    struct split split = {members, count, settings, higher_is_better};

    switch (settings->base_form) {
    case BASE_BEST:
        split_best(&split);
        break;
    case BASE_RECORD:
        split_record(&split);
        break;
    case BASE_PREVIOUS:
        split_previous(&split);
        break;
    default:
        for (size_t i = 0; i < count; i++)
            members[i].side = is_base(settings, &members[i]) ? SIDE_BASE : SIDE_CANDIDATE;
    }
}

/* --- the run of a side --- */

/* Whether a run could be compared if it is not hidden. */
static bool has_result(const struct ranked_run *run)
{
    return run->status == RUN_PASSED && ranking_has(run, RANKING_VALUE);
}

/* Whether A is better than B; of equal ones, and of two without a result, whether it
 * is newer. */
static bool is_better(const struct ranked_run *a, const struct ranked_run *b,
                      bool higher_is_better)
{
    bool first = has_result(a) && a->value > 0;
    bool second = has_result(b) && b->value > 0;

    if (first != second)
        return first;
    if (first && a->value != b->value)
        return ranking_is_better(a, b, higher_is_better);
    return ranking_compare_newest(a, b) < 0;
}

static int by_value(const void *left, const void *right)
{
    const struct ranked_run *a = *(struct ranked_run *const *)left;
    const struct ranked_run *b = *(struct ranked_run *const *)right;

    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return memcmp(a->digest.bytes, b->digest.bytes, DIGEST_SIZE);
}

/* The members of a side; of all, or of those that are not hidden. */
struct choosing {
    const struct member *members;
    size_t count;
    enum side side;
    bool with_hidden;
};

static bool takes_part(const struct choosing *choosing, size_t member)
{
    return choosing->members[member].side == choosing->side &&
           (choosing->with_hidden || !store_is_hidden(choosing->members[member].run));
}

/* The run in the middle of those with a result, of two the lower; NULL: there is none. */
static struct ranked_run *choose_median(const struct choosing *choosing)
{
    struct ranked_run **runs = mem_zeroed(choosing->count, sizeof *runs);
    struct ranked_run *median = NULL;
    size_t count = 0;

    for (size_t i = 0; i < choosing->count; i++)
        if (takes_part(choosing, i) && has_result(choosing->members[i].run))
            runs[count++] = choosing->members[i].run;
    if (count > 0) {
        qsort(runs, count, sizeof *runs, by_value);
        median = runs[(count - 1) / 2];
    }
    free(runs);
    return median;
}

static struct ranked_run *choose(const struct choosing *choosing, enum duplicate_rule rule,
                                 bool higher_is_better, uint32_t *runs)
{
    struct ranked_run *chosen = NULL;

    *runs = 0;
    for (size_t i = 0; i < choosing->count; i++) {
        struct ranked_run *run = choosing->members[i].run;

        if (!takes_part(choosing, i))
            continue;
        ++*runs;
        if (chosen == NULL ||
            (rule == DUPLICATE_BEST ? is_better(run, chosen, higher_is_better)
                                    : ranking_compare_newest(run, chosen) < 0))
            chosen = run;
    }
    if (*runs > 1 && rule == DUPLICATE_MEDIAN) {
        struct ranked_run *median = choose_median(choosing);

        if (median != NULL)
            chosen = median;
    }
    return chosen;
}

struct base_choice base_choose(const struct store *store, const struct member *members,
                               size_t count, enum side side, enum duplicate_rule rule,
                               bool higher_is_better)
{
    struct choosing choosing = {members, count, side, false};
    struct base_choice choice = {0};
    const struct ranked_run *first;
    uint32_t all_runs;

    choice.run = choose(&choosing, rule, higher_is_better, &choice.runs);
    choosing.with_hidden = true;
    first = choose(&choosing, rule, higher_is_better, &all_runs);
    if (first == NULL || !store_is_hidden(first) ||
        (choice.run != NULL && supersession_covers(store, choice.run, first)))
        return choice;
    choice.run = NULL;
    choice.lost = first;
    return choice;
}
