#include <config.h>

#include "pair.h"

#include "base/mem.h"
#include "base.h"

#include <stdlib.h>

const char *pair_mismatch_name(enum mismatch mismatch)
{
    static const char *const names[] = {NULL,          "operation",   "protocol",
                                        "environment", "correctness", "metric"};

    return names[mismatch];
}

const char *pair_mismatch_reason(enum mismatch mismatch)
{
    static const char *const reasons[] = {NULL,
                                          "OPERATION_DIFFERS",
                                          "PROTOCOL_DIFFERS",
                                          "ENVIRONMENT_DIFFERS",
                                          "CORRECTNESS_DIFFERS",
                                          "METRIC_DIFFERS"};

    return reasons[mismatch];
}

const struct ranked_run *pair_run(const struct pair *pair)
{
    if (pair->candidate != NULL)
        return pair->candidate;
    if (pair->lost_candidate != NULL)
        return pair->lost_candidate;
    return pair->base != NULL ? pair->base : pair->lost_base;
}

const struct store_implementation *pair_implementation(const struct store *store,
                                                       const struct pair *pair)
{
    return store_implementation(store, pair_run(pair));
}

/* --- unmatched runs --- */

/* The members in which two cases of one shape can differ. Two workloads that differ are one
 * difference, whether it is named operation or correctness. */
enum { CASE_MEMBERS = 4, SAME_WORKLOAD = 1, SAME_PROTOCOL = 2, SAME_ENVIRONMENT = 4 };
enum { SAME_METRIC = 8, MOST_MASKS = 6 /* with equally many members, of 4 */ };

/* The first member in which two cases differ. */
static enum mismatch find_mismatch(const struct store_cohort *a,
                                   const struct store_cohort *b)
{
    bool same_operation = !a->workload->has_keys || !b->workload->has_keys ||
                          digest_equal(&a->workload->operation, &b->workload->operation);

    if (!same_operation)
        return MISMATCH_OPERATION;
    if (a->setting->protocol != b->setting->protocol)
        return MISMATCH_PROTOCOL;
    if (a->setting->environment != b->setting->environment)
        return MISMATCH_ENVIRONMENT;
    return a->workload != b->workload ? MISMATCH_CORRECTNESS : MISMATCH_METRIC;
}

/* A pair of which one side is missing. */
struct unmatched {
    struct pair pair;
    struct view label;
    const struct digest *shape;
    uint32_t key; /* equal where label and shape are */
    bool is_matched;
    uint32_t next[MOST_MASKS]; /* candidate after this one with the same members */
};

#define NO_CANDIDATE UINT32_MAX

struct unmatched_list {
    struct unmatched *list;
    size_t count;
    size_t capacity;
};

static void unmatched_add(struct unmatched_list *unmatched, const struct store *store,
                          const struct pair *pair)
{
    const struct store_object *workload = pair->cohort->workload;

    if (unmatched->count == unmatched->capacity) {
        unmatched->capacity = unmatched->capacity == 0 ? 64 : 2 * unmatched->capacity;
        unmatched->list =
            mem_resize(unmatched->list, unmatched->capacity, sizeof *unmatched->list);
    }
    unmatched->list[unmatched->count++] = (struct unmatched){
        .pair = *pair,
        .label = pair_implementation(store, pair)->label,
        .shape = workload->name.data != NULL ? &workload->shape : workload->digest};
}

static int compare_keys(const struct unmatched *a, const struct unmatched *b)
{
    int order = view_compare(a->label, b->label);

    return order != 0 ? order : memcmp(a->shape->bytes, b->shape->bytes, DIGEST_SIZE);
}

/* By key, then in the order of cases. */
static int by_key(const void *left, const void *right)
{
    const struct unmatched *a = left;
    const struct unmatched *b = right;
    const struct ranked_run *first =
        a->pair.base != NULL ? a->pair.base : a->pair.candidate;
    const struct ranked_run *second =
        b->pair.base != NULL ? b->pair.base : b->pair.candidate;
    int order = compare_keys(a, b);

    if (order == 0)
        order = (a->pair.cohort->place > b->pair.cohort->place) -
                (a->pair.cohort->place < b->pair.cohort->place);
    if (order == 0)
        order = memcmp(first->digest.bytes, second->digest.bytes, DIGEST_SIZE);
    return order;
}

static void append_bytes(struct buf *out, const void *bytes, size_t size)
{
    buf_append(out, bytes, size);
}

/* Write to OUT what one has in common with all others of its key whose members in MASK are
 * the same. */
static void write_members(struct buf *out, const struct unmatched *one, unsigned mask)
{
    const struct store_cohort *cohort = one->pair.cohort;
    const struct store_setting *setting = cohort->setting;

    buf_clear(out);
    append_bytes(out, &mask, sizeof mask);
    append_bytes(out, &one->key, sizeof one->key);
    if ((mask & SAME_WORKLOAD) != 0)
        append_bytes(out, &cohort->workload, sizeof cohort->workload);
    if ((mask & SAME_PROTOCOL) != 0)
        append_bytes(out, &setting->protocol, sizeof setting->protocol);
    if ((mask & SAME_ENVIRONMENT) != 0)
        append_bytes(out, &setting->environment, sizeof setting->environment);
    if ((mask & SAME_METRIC) != 0)
        buf_append(out, setting->metric_text.data, setting->metric_text.length);
}

/* The masks of all but DIFFERENCES members; returns how many there are. */
static size_t list_masks(int differences, unsigned masks[MOST_MASKS])
{
    size_t count = 0;

    for (unsigned mask = 0; mask < 1 << CASE_MEMBERS; mask++)
        if (__builtin_popcount(mask) == CASE_MEMBERS - differences)
            masks[count++] = mask;
    return count;
}

/* Matching of runs whose cases differ in so many members. */
struct matching {
    struct unmatched *list;
    size_t count;
    unsigned masks[MOST_MASKS];
    size_t mask_count;
    struct map candidates; /* members → the first candidate that is not matched */
    struct buf members;
};

static bool is_candidate(const struct unmatched *one)
{
    return one->pair.base == NULL;
}

/* Chain the candidates with the same members, in their order. */
static void map_candidates(struct matching *matching)
{
    for (size_t i = matching->count; i-- > 0;) {
        struct unmatched *one = &matching->list[i];

        for (size_t j = 0; is_candidate(one) && j < matching->mask_count; j++) {
            struct map_entry *entry;
            bool is_new;

            write_members(&matching->members, one, matching->masks[j]);
            entry = map_put(&matching->candidates, matching->members.data,
                            matching->members.length, &is_new);
            one->next[j] = is_new ? NO_CANDIDATE : (uint32_t)entry->value.word;
            entry->value.word = i;
        }
    }
}

/* The first candidate that has the same members in MASKS[NUMBER] as a base. */
static uint32_t find_candidate(struct matching *matching, const struct unmatched *base,
                               size_t number)
{
    struct map_entry *entry;
    uint32_t candidate;

    write_members(&matching->members, base, matching->masks[number]);
    entry =
        map_find(&matching->candidates, matching->members.data, matching->members.length);
    if (entry == NULL)
        return NO_CANDIDATE;
    candidate = (uint32_t)entry->value.word;
    while (candidate != NO_CANDIDATE && !is_candidate(&matching->list[candidate]))
        candidate = matching->list[candidate].next[number];
    entry->value.word = candidate;
    return candidate;
}

/* Match each base with the first candidate. As nearer ones were matched before, a candidate
 * that has the same members differs in all others. */
static void match_bases(struct matching *matching)
{
    for (size_t i = 0; i < matching->count; i++) {
        struct unmatched *base = &matching->list[i];
        uint32_t first = NO_CANDIDATE;
        struct unmatched *candidate;

        if (base->is_matched || base->pair.candidate != NULL)
            continue;
        for (size_t j = 0; j < matching->mask_count; j++) {
            uint32_t found = find_candidate(matching, base, j);

            first = found < first ? found : first;
        }
        if (first == NO_CANDIDATE)
            continue;
        candidate = &matching->list[first];
        candidate->pair.base = base->pair.base;
        candidate->pair.base_runs = base->pair.base_runs;
        candidate->pair.mismatch = find_mismatch(base->pair.cohort, candidate->pair.cohort);
        base->is_matched = true;
    }
}

/* Pair the bases and candidates of one implementation and one workload (its operation and
 * correctness aside) that differ in fewest members. */
static void unmatched_match(struct unmatched_list *unmatched)
{
    struct unmatched *list = unmatched->list;

    if (unmatched->count < 2)
        return;
    qsort(list, unmatched->count, sizeof *list, by_key);
    for (size_t i = 1; i < unmatched->count; i++)
        list[i].key = list[i - 1].key + (compare_keys(&list[i - 1], &list[i]) != 0);
    for (int differences = 1; differences <= CASE_MEMBERS; differences++) {
        struct matching matching = {.list = list, .count = unmatched->count};

        map_init(&matching.candidates);
        buf_init(&matching.members);
        matching.mask_count = list_masks(differences, matching.masks);
        map_candidates(&matching);
        match_bases(&matching);
        map_release(&matching.candidates);
        buf_release(&matching.members);
    }
}

/* --- pairing --- */

struct members {
    struct member *list;
    size_t count;
    size_t capacity;
};

/* Of the runs of one implementation and one side, at most so many are in a case that is not
 * their own: the newest is compared, and a second one shows that there are several. So is
 * the newest of those that are hidden, which the side may have lost. */
enum { REPRESENTATIVES = 2 };

/* The runs of one implementation that have no metric. They are most often failed runs. */
struct metricless_group {
    size_t first; /* in the list of all */
    size_t count;
    struct member representatives[2 * (REPRESENTATIVES + 1)]; /* of both sides */
    size_t representative_count;
    bool is_base;    /* of all cases of the place */
    bool has_metric; /* the implementation has a run with a metric in the place */
    bool is_used;    /* in a case that is not their own */
};

struct pairing {
    struct pairs *pairs;
    const struct store *store;
    const struct compare_settings *settings;
    const struct store_cohort *cohort;
    struct members members; /* of the cohort */
    /* Of the place: */
    struct members metricless; /* in the order of implementations, newest first */
    struct metricless_group *groups;
    size_t group_count;
    struct member bases[REPRESENTATIVES]; /* the newest metricless runs of the base */
    size_t base_count;
    struct member
        hidden_base;   /* the newest of those that are hidden; its run may be NULL */
    bool is_last_case; /* with a metric */
    bool rest_is_added;
    struct unmatched_list unmatched;
};

/* --- the runs of a case --- */

/* Whether a run can be a member of a case. */
static bool can_be_member(const struct pairing *pairing, const struct ranked_run *run)
{
    return !store_is_hidden(run) || !base_is_chosen(pairing->settings->base_form);
}

static void add_member(struct members *members, const struct member *member)
{
    if (members->count == members->capacity) {
        members->capacity = members->capacity == 0 ? 64 : 2 * members->capacity;
        members->list = mem_resize(members->list, members->capacity, sizeof *members->list);
    }
    members->list[members->count++] = *member;
}

/* Add the runs of a cohort. */
static void add_cohort(struct pairing *pairing, struct members *members,
                       const struct store_cohort *cohort)
{
    for (size_t i = 0; i < cohort->count; i++) {
        struct ranked_run *run = cohort->runs[i];
        struct member member = {run, store_implementation(pairing->store, run), SIDE_NONE};

        if (can_be_member(pairing, run))
            add_member(members, &member);
    }
}

static int by_identity_and_time(const void *left, const void *right)
{
    const struct member *a = left;
    const struct member *b = right;

    if (a->implementation->identity != b->implementation->identity)
        return a->implementation->identity < b->implementation->identity ? -1 : 1;
    return ranking_compare_newest(a->run, b->run);
}

static void sort_members(struct members *members)
{
    if (members->count > 1)
        qsort(members->list, members->count, sizeof *members->list, by_identity_and_time);
}

/* How many members from FIRST on are of one implementation, or of one label. */
static size_t span_of(const struct members *members, size_t first, bool by_label)
{
    const struct member *list = members->list;
    size_t end = first + 1;

    while (end < members->count && (by_label ? view_equal(list[end].implementation->label,
                                                          list[first].implementation->label)
                                             : list[end].implementation->identity ==
                                                   list[first].implementation->identity))
        end++;
    return end - first;
}

/* The run of a side that is compared. */
static struct base_choice choose_run(struct pairing *pairing, const struct member *members,
                                     size_t count, enum side side)
{
    struct base_choice choice =
        base_choose(pairing->store, members, count, side, pairing->settings->duplicates,
                    pairing->cohort->setting->verdicts_go_higher);

    if (choice.runs > 1 && pairing->pairs->duplicated == NULL)
        pairing->pairs->duplicated = pairing->cohort;
    return choice;
}

static void set_base(struct pair *pair, struct base_choice choice)
{
    pair->base = choice.run;
    pair->lost_base = choice.lost;
    pair->base_runs = choice.runs;
}

static void set_candidate(struct pair *pair, struct base_choice choice)
{
    pair->candidate = choice.run;
    pair->lost_candidate = choice.lost;
    pair->candidate_runs = choice.runs;
}

/* --- pairs --- */

/* Note what is not certain of the roles of a pair. */
static void note_roles(const struct pairing *pairing, struct pair *pair)
{
    const struct ranked_run *const runs[] = {pair->base, pair->candidate};

    if (pairing->settings->base_form != BASE_ROLE)
        return;
    for (size_t i = 0; i < 2; i++) {
        const struct store_implementation *implementation;

        if (runs[i] == NULL)
            continue;
        implementation = store_implementation(pairing->store, runs[i]);
        pair->role_unknown = pair->role_unknown || !implementation->role_known;
        pair->role_conflict = pair->role_conflict || implementation->has_role_conflict;
    }
}

static void add_pair(struct pairing *pairing, struct pair pair)
{
    struct pairs *pairs = pairing->pairs;

    if (pairs->count == pairs->capacity) {
        pairs->capacity = pairs->capacity == 0 ? 64 : 2 * pairs->capacity;
        pairs->list = mem_resize(pairs->list, pairs->capacity, sizeof *pairs->list);
    }
    note_roles(pairing, &pair);
    pairs->comparable +=
        pair.base != NULL && pair.candidate != NULL && pair.mismatch == MISMATCH_NONE;
    pairs->list[pairs->count++] = pair;
}

/* Add a pair of which one side is missing. If each implementation is compared with itself,
 * the run may match one of another case. */
static void add_one_sided(struct pairing *pairing, const struct pair *pair)
{
    if (pairing->settings->base_form == BASE_PREVIOUS)
        add_pair(pairing, *pair);
    else
        unmatched_add(&pairing->unmatched, pairing->store, pair);
}

static void pair_members(struct pairing *pairing, const struct member *members,
                         size_t count, bool is_changed)
{
    struct pair pair = {.cohort = pairing->cohort};

    set_base(&pair, choose_run(pairing, members, count, SIDE_BASE));
    set_candidate(&pair, choose_run(pairing, members, count, SIDE_CANDIDATE));
    pair.implementation_changed = is_changed;
    if ((pair.base != NULL && pair.candidate != NULL) || pair.lost_base != NULL ||
        pair.lost_candidate != NULL)
        add_pair(pairing, pair);
    else if (pair.base != NULL || pair.candidate != NULL)
        add_one_sided(pairing, &pair);
}

static bool has_both_sides(const struct member *members, size_t count)
{
    bool has[3] = {false, false, false};

    for (size_t i = 0; i < count; i++)
        has[members[i].side] = true;
    return has[SIDE_BASE] && has[SIDE_CANDIDATE];
}

static bool has_own_label(const struct member *member)
{
    return member->implementation->label.data != member->implementation->text;
}

/* Pair the members of one label, which are adjacent, as identities are in the order of
 * labels: first the implementations that have both sides, then the others together. */
static void pair_label(struct pairing *pairing, size_t first, size_t count)
{
    struct member *members = pairing->members.list;
    struct member *rest = members + first;
    size_t rest_count = 0;
    size_t rest_implementations = 0;

    for (size_t i = first; i < first + count;) {
        size_t span = span_of(&pairing->members, i, false);

        if (has_both_sides(members + i, span)) {
            pair_members(pairing, members + i, span, false);
        } else {
            memmove(rest + rest_count, members + i, span * sizeof *rest);
            rest_count += span;
            rest_implementations++;
        }
        i += span;
    }
    if (rest_count == 0)
        return;
    if (rest_implementations > 1 && has_own_label(rest) &&
        has_both_sides(rest, rest_count)) {
        pair_members(pairing, rest, rest_count, true);
        return;
    }
    for (size_t i = 0; i < rest_count;) {
        size_t end = i + 1;

        while (end < rest_count &&
               rest[end].implementation->identity == rest[i].implementation->identity)
            end++;
        pair_members(pairing, rest + i, end - i, false);
        i = end;
    }
}

static void pair_by_implementation(struct pairing *pairing)
{
    for (size_t i = 0; i < pairing->members.count;) {
        size_t span = span_of(&pairing->members, i, true);

        pair_label(pairing, i, span);
        i += span;
    }
}

/* Every other implementation against the one base. */
static void pair_with_one_base(struct pairing *pairing)
{
    struct pair pair = {.cohort = pairing->cohort};
    size_t candidates = 0;

    set_base(&pair,
             choose_run(pairing, pairing->members.list, pairing->members.count, SIDE_BASE));
    for (size_t i = 0; i < pairing->members.count;) {
        size_t span = span_of(&pairing->members, i, false);

        set_candidate(&pair,
                      choose_run(pairing, pairing->members.list + i, span, SIDE_CANDIDATE));
        if (pair.candidate != NULL || pair.lost_candidate != NULL) {
            add_pair(pairing, pair);
            candidates++;
        }
        i += span;
    }
    set_candidate(&pair, (struct base_choice){0});
    if (candidates == 0 && (pair.base != NULL || pair.lost_base != NULL))
        add_pair(pairing, pair);
}

/* --- runs without a metric --- */

/* Find the representatives of a group: of each side of --base=FILE the newest runs. */
static void choose_representatives(const struct pairing *pairing,
                                   struct metricless_group *group)
{
    const struct member *members = pairing->metricless.list + group->first;
    size_t counts[2][2] = {{0, 0}, {0, 0}};

    for (size_t i = 0; i < group->count; i++) {
        bool is_hidden = store_is_hidden(members[i].run);
        size_t most = is_hidden ? 1 : REPRESENTATIVES;

        if (counts[ranking_has(members[i].run, RANKING_BASE)][is_hidden]++ < most)
            group->representatives[group->representative_count++] = members[i];
    }
}

/* Add a run to the newest ones of the base, or to the newest hidden one. */
static void add_base(struct pairing *pairing, const struct member *member)
{
    size_t place = pairing->base_count;

    if (store_is_hidden(member->run)) {
        if (pairing->hidden_base.run == NULL ||
            ranking_compare_newest(member->run, pairing->hidden_base.run) < 0)
            pairing->hidden_base = *member;
        return;
    }
    while (place > 0 &&
           ranking_compare_newest(member->run, pairing->bases[place - 1].run) < 0)
        place--;
    if (place == REPRESENTATIVES)
        return;
    if (pairing->base_count < REPRESENTATIVES)
        pairing->base_count++;
    memmove(&pairing->bases[place + 1], &pairing->bases[place],
            (pairing->base_count - place - 1) * sizeof *pairing->bases);
    pairing->bases[place] = *member;
}

/* Group the runs of COHORT, which has no metric, by implementation. HAS_CASES: the place
 * has cases with a metric, whose base those of a base implementation are. */
static void group_metricless(struct pairing *pairing, const struct store_cohort *cohort,
                             bool has_cases)
{
    struct members *metricless = &pairing->metricless;
    enum base_form form = pairing->settings->base_form;

    metricless->count = 0;
    pairing->group_count = 0;
    pairing->base_count = 0;
    pairing->hidden_base.run = NULL;
    pairing->rest_is_added = cohort == NULL;
    if (cohort == NULL)
        return;
    add_cohort(pairing, metricless, cohort);
    sort_members(metricless);
    pairing->groups =
        mem_resize(pairing->groups, metricless->count + 1, sizeof *pairing->groups);
    for (size_t i = 0; i < metricless->count;) {
        struct metricless_group *group = &pairing->groups[pairing->group_count++];

        *group =
            (struct metricless_group){.first = i, .count = span_of(metricless, i, false)};
        group->is_base = has_cases && (form == BASE_IMPLEMENTATION || form == BASE_ROLE) &&
                         metricless->list[i].implementation->is_base;
        group->is_used = group->is_base;
        choose_representatives(pairing, group);
        for (size_t j = 0; group->is_base && j < group->representative_count; j++)
            add_base(pairing, &group->representatives[j]);
        i += group->count;
    }
}

static int compare_identity(const void *key, const void *element)
{
    uint32_t identity = *(const uint32_t *)key;
    const struct metricless_group *group = element;
    uint32_t other = group->representatives[0].implementation->identity;

    return (identity > other) - (identity < other);
}

/* The group of the implementation of a run; NULL: it has none. */
static struct metricless_group *find_group(const struct pairing *pairing,
                                           const struct ranked_run *run)
{
    const struct store_implementation *implementation =
        store_implementation(pairing->store, run);

    if (pairing->group_count == 0)
        return NULL;
    return bsearch(&implementation->identity, pairing->groups, pairing->group_count,
                   sizeof *pairing->groups, compare_identity);
}

static void add_group(struct pairing *pairing, struct metricless_group *group)
{
    for (size_t i = 0; i < group->representative_count; i++)
        add_member(&pairing->members, &group->representatives[i]);
    group->is_used = true;
}

/* Add the metricless runs of the implementations that are members of the case. Those of the
 * base are members of each case. */
static void add_own_groups(struct pairing *pairing)
{
    struct members *members = &pairing->members;
    size_t count = members->count; /* those that are added now are after these */

    if (pairing->group_count == 0)
        return;
    sort_members(members);
    for (size_t i = 0; i < count;) {
        struct metricless_group *group = find_group(pairing, members->list[i].run);
        uint32_t identity = members->list[i].implementation->identity;

        while (i < count && members->list[i].implementation->identity == identity)
            i++;
        if (group != NULL && !group->is_base)
            add_group(pairing, group);
    }
}

/* Add the metricless runs of implementations that have no case of their own in the place,
 * for comparison with its one base: to the first case that has a base (or to the last
 * case), as they would otherwise be written again for each metric. */
static void add_rest(struct pairing *pairing)
{
    for (size_t i = 0; i < pairing->group_count; i++)
        if (!pairing->groups[i].has_metric && !pairing->groups[i].is_base)
            add_group(pairing, &pairing->groups[i]);
    pairing->rest_is_added = true;
}

/* --- cases --- */

/* Sort the members and set their sides. Returns whether one is a base. */
static bool split_members(struct pairing *pairing)
{
    struct members *members = &pairing->members;
    bool has_base = false;

    sort_members(members);
    for (size_t i = 0; i < members->count; i++)
        members->list[i].side = SIDE_NONE;
    base_split(members->list, members->count, pairing->settings,
               pairing->cohort->setting->verdicts_go_higher);
    for (size_t i = 0; i < members->count; i++)
        has_base = has_base || members->list[i].side == SIDE_BASE;
    return has_base;
}

/* Pair the members, which are of this cohort. */
static void pair_case(struct pairing *pairing, const struct store_cohort *cohort)
{
    const struct members *members = &pairing->members;
    bool is_one_base = base_is_one(pairing->settings->base_form);
    bool has_base;

    pairing->cohort = cohort;
    has_base = split_members(pairing);
    if (is_one_base && !pairing->rest_is_added && (has_base || pairing->is_last_case)) {
        add_rest(pairing);
        split_members(pairing);
    }
    for (size_t i = 0; i < members->count; i++) {
        bool is_base = members->list[i].side == SIDE_BASE;

        if (store_is_hidden(members->list[i].run)) {
            pairing->pairs->hidden_base_runs += is_base;
            continue;
        }
        pairing->pairs->base_runs += is_base;
        pairing->pairs->candidate_runs += members->list[i].side == SIDE_CANDIDATE;
    }
    if (is_one_base)
        pair_with_one_base(pairing);
    else
        pair_by_implementation(pairing);
}

/* Pair the metricless runs that are in no other case. */
static void pair_metricless(struct pairing *pairing, const struct store_cohort *cohort)
{
    pairing->members.count = 0;
    for (size_t i = 0; i < pairing->group_count; i++) {
        const struct metricless_group *group = &pairing->groups[i];

        for (size_t j = 0; !group->is_used && j < group->count; j++)
            add_member(&pairing->members, &pairing->metricless.list[group->first + j]);
    }
    pairing->rest_is_added = true;
    if (pairing->members.count > 0)
        pair_case(pairing, cohort);
}

/* Mark the groups whose implementation has a run in the cohort. */
static void mark_groups(struct pairing *pairing, const struct store_cohort *cohort)
{
    for (size_t i = 0; i < cohort->count; i++) {
        struct metricless_group *group = find_group(pairing, cohort->runs[i]);

        if (group != NULL && can_be_member(pairing, cohort->runs[i]))
            group->has_metric = true;
    }
}

/* Pair the cohorts of a place, which differ in their metric only. */
static void pair_place(struct pairing *pairing, struct store_cohort *const *cohorts,
                       size_t count)
{
    const struct store_cohort *without = NULL;

    for (size_t i = 0; i < count; i++)
        if (cohorts[i]->setting->metric.length == 0)
            without = cohorts[i];
    group_metricless(pairing, without, count > 1);
    for (size_t i = 0; i < count && without != NULL; i++)
        if (cohorts[i] != without)
            mark_groups(pairing, cohorts[i]);
    for (size_t i = 0; i < count; i++) {
        if (cohorts[i] == without)
            continue;
        pairing->is_last_case =
            i + 1 == count || (i + 2 == count && cohorts[i + 1] == without);
        pairing->members.count = 0;
        add_cohort(pairing, &pairing->members, cohorts[i]);
        add_own_groups(pairing);
        for (size_t j = 0; j < pairing->base_count; j++)
            add_member(&pairing->members, &pairing->bases[j]);
        if (pairing->hidden_base.run != NULL)
            add_member(&pairing->members, &pairing->hidden_base);
        pair_case(pairing, cohorts[i]);
    }
    if (without != NULL)
        pair_metricless(pairing, without);
}

static int by_case(const void *left, const void *right)
{
    const struct pair *a = left;
    const struct pair *b = right;
    const struct ranked_run *first = pair_run(a);
    const struct ranked_run *second = pair_run(b);

    if (a->cohort != b->cohort)
        return a->cohort->place < b->cohort->place ? -1 : 1;
    if (first->implementation != second->implementation)
        return first->implementation < second->implementation ? -1 : 1;
    if ((a->candidate == NULL) != (b->candidate == NULL))
        return a->candidate == NULL ? 1 : -1;
    return memcmp(first->digest.bytes, second->digest.bytes, DIGEST_SIZE);
}

void pair_all(struct pairs *pairs, const struct store *store,
              const struct compare_settings *settings)
{
    struct pairing pairing = {.pairs = pairs, .store = store, .settings = settings};
    size_t count = store_cohort_count(store);

    memset(pairs, 0, sizeof *pairs);
    for (size_t i = 0; i < count;) {
        size_t end = i + 1;

        while (end < count && store_same_place(store->ordered[i], store->ordered[end]))
            end++;
        pair_place(&pairing, store->ordered + i, end - i);
        i = end;
    }
    unmatched_match(&pairing.unmatched);
    for (size_t i = 0; i < pairing.unmatched.count; i++)
        if (!pairing.unmatched.list[i].is_matched)
            add_pair(&pairing, pairing.unmatched.list[i].pair);
    free(pairing.unmatched.list);
    free(pairing.members.list);
    free(pairing.metricless.list);
    free(pairing.groups);
    if (pairs->count > 1)
        qsort(pairs->list, pairs->count, sizeof *pairs->list, by_case);
}

void pair_release_all(struct pairs *pairs)
{
    free(pairs->list);
}
