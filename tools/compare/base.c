#include <config.h>

#include "base.h"

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
             (ranking_compare_observed(member->run, holder->run) < 0 ||
              (ranking_compare_observed(member->run, holder->run) == 0 &&
               memcmp(member->run->digest.bytes, holder->run->digest.bytes, DIGEST_SIZE) <
                   0))))
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

void side_split(struct member *members, size_t count,
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
