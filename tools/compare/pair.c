#include <config.h>

#include "pair.h"

#include "base/mem.h"
#include "choice.h"

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

const struct store_implementation *pair_implementation(const struct store *store,
                                                       const struct pair *pair)
{
    return store_implementation(store,
                                pair->candidate != NULL ? pair->candidate : pair->base);
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

enum { NO_CANDIDATE = UINT32_MAX };

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

struct pairing {
    struct pairs *pairs;
    const struct store *store;
    const struct compare_settings *settings;
    const struct store_cohort *cohort;
    struct member *members; /* of the cohort, and guests */
    size_t count;
    size_t capacity;
    struct unmatched_list unmatched;
};

/* --- the runs of a case --- */

static bool is_visible(const struct ranked_run *run)
{
    return (run->flags & (RANKING_RETRACTED | RANKING_SUPERSEDED | RANKING_UNPUBLISHED)) ==
           0;
}

static void add_members(struct pairing *pairing, const struct store_cohort *cohort,
                        bool is_guest)
{
    if (pairing->count + cohort->count > pairing->capacity) {
        pairing->capacity = 2 * (pairing->count + cohort->count);
        pairing->members =
            mem_resize(pairing->members, pairing->capacity, sizeof *pairing->members);
    }
    for (size_t i = 0; i < cohort->count; i++) {
        struct ranked_run *run = cohort->runs[i];

        if (!is_visible(run))
            pairing->pairs->hidden_base_runs += ranking_has(run, RANKING_BASE);
        else
            pairing->members[pairing->count++] = (struct member){
                run, store_implementation(pairing->store, run), SIDE_NONE, is_guest};
    }
}

/* The run of a side; that it had several is remembered. */
static struct ranked_run *take(struct pairing *pairing, const struct member *members,
                               size_t count, enum side side, uint32_t *runs)
{
    struct ranked_run *taken =
        choice_make(members, count, side, pairing->settings->duplicates,
                    pairing->cohort->setting->verdicts_go_higher, runs);

    if (*runs > 1 && pairing->pairs->duplicated == NULL)
        pairing->pairs->duplicated = pairing->cohort;
    return taken;
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

/* What is on one side only may find its like in another case, if each implementation is
 * compared with itself. */
static void leave_or_add(struct pairing *pairing, const struct pair *pair)
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

    pair.base = take(pairing, members, count, SIDE_BASE, &pair.base_runs);
    pair.candidate = take(pairing, members, count, SIDE_CANDIDATE, &pair.candidate_runs);
    pair.implementation_changed = is_changed;
    if (pair.base != NULL && pair.candidate != NULL)
        add_pair(pairing, pair);
    else if (pair.base != NULL || pair.candidate != NULL)
        leave_or_add(pairing, &pair);
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

/* The members from FIRST on that are of one implementation, or of one label. */
static size_t span_of(const struct pairing *pairing, size_t first, bool by_label)
{
    const struct member *members = pairing->members;
    size_t end = first + 1;

    while (end < pairing->count &&
           (by_label ? view_equal(members[end].implementation->label,
                                  members[first].implementation->label)
                     : members[end].implementation->identity ==
                           members[first].implementation->identity))
        end++;
    return end - first;
}

/* Implementations of one label stand together, as identities are in the order of labels.
 * Those that have both sides are paired; the others then as one. */
static void pair_label(struct pairing *pairing, size_t first, size_t count)
{
    struct member *rest = pairing->members + first;
    size_t rest_count = 0;
    size_t rest_implementations = 0;

    for (size_t i = first; i < first + count;) {
        size_t span = span_of(pairing, i, false);

        if (has_both_sides(pairing->members + i, span)) {
            pair_members(pairing, pairing->members + i, span, false);
        } else {
            memmove(rest + rest_count, pairing->members + i, span * sizeof *rest);
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
    for (size_t i = 0; i < pairing->count;) {
        size_t span = span_of(pairing, i, true);

        pair_label(pairing, i, span);
        i += span;
    }
}

/* Every other implementation against the one base. */
static void pair_with_one_base(struct pairing *pairing)
{
    struct pair pair = {.cohort = pairing->cohort};
    size_t candidates = 0;

    pair.base = take(pairing, pairing->members, pairing->count, SIDE_BASE, &pair.base_runs);
    for (size_t i = 0; i < pairing->count;) {
        size_t span = span_of(pairing, i, false);

        pair.candidate =
            take(pairing, pairing->members + i, span, SIDE_CANDIDATE, &pair.candidate_runs);
        if (pair.candidate != NULL) {
            add_pair(pairing, pair);
            candidates++;
        }
        i += span;
    }
    pair.candidate = NULL;
    pair.candidate_runs = 0;
    if (candidates == 0 && pair.base != NULL)
        add_pair(pairing, pair);
}

/* --- cases --- */

static int by_identity_and_time(const void *left, const void *right)
{
    const struct member *a = left;
    const struct member *b = right;
    int order;

    if (a->implementation->identity != b->implementation->identity)
        return a->implementation->identity < b->implementation->identity ? -1 : 1;
    order = ranking_compare_observed(b->run, a->run);
    return order != 0 ? order
                      : memcmp(a->run->digest.bytes, b->run->digest.bytes, DIGEST_SIZE);
}

/* A guest takes part where its implementation has a run of the case, or, with one base,
 * everywhere. Those that do are marked by their rank. */
static void drop_guests(struct pairing *pairing)
{
    size_t kept = 0;

    for (size_t i = 0; i < pairing->count;) {
        size_t span = span_of(pairing, i, false);
        bool has_own = base_is_one(pairing->settings->base_form);

        for (size_t j = 0; j < span; j++)
            has_own = has_own || !pairing->members[i + j].is_guest;
        for (size_t j = 0; j < span; j++) {
            struct member member = pairing->members[i + j];

            if (member.is_guest && !has_own)
                continue;
            member.run->rank = member.is_guest;
            pairing->members[kept++] = member;
        }
        i += span;
    }
    pairing->count = kept;
}

static void pair_case(struct pairing *pairing, const struct store_cohort *cohort)
{
    pairing->cohort = cohort;
    if (pairing->count > 1)
        qsort(pairing->members, pairing->count, sizeof *pairing->members,
              by_identity_and_time);
    drop_guests(pairing);
    side_split(pairing->members, pairing->count, pairing->settings,
               cohort->setting->verdicts_go_higher);
    for (size_t i = 0; i < pairing->count; i++) {
        pairing->pairs->base_runs += pairing->members[i].side == SIDE_BASE;
        pairing->pairs->candidate_runs += pairing->members[i].side == SIDE_CANDIDATE;
    }
    if (base_is_one(pairing->settings->base_form))
        pair_with_one_base(pairing);
    else
        pair_by_implementation(pairing);
}

/* The cohorts of a place: those with a metric, and the runs without one. */
static void pair_place(struct pairing *pairing, struct store_cohort *const *cohorts,
                       size_t count)
{
    const struct store_cohort *without = NULL;
    size_t kept = 0;

    for (size_t i = 0; i < count; i++)
        if (cohorts[i]->setting->metric.length == 0)
            without = cohorts[i];
    for (size_t i = 0; i < count; i++) {
        if (cohorts[i] == without)
            continue;
        pairing->count = 0;
        add_members(pairing, cohorts[i], false);
        if (without != NULL)
            add_members(pairing, without, true);
        pair_case(pairing, cohorts[i]);
    }
    if (without == NULL)
        return;
    pairing->count = 0;
    add_members(pairing, without, false);
    for (size_t i = 0; i < pairing->count; i++)
        if (pairing->members[i].run->rank == 0)
            pairing->members[kept++] = pairing->members[i];
    pairing->count = kept;
    if (kept > 0)
        pair_case(pairing, without);
}

static int by_case(const void *left, const void *right)
{
    const struct pair *a = left;
    const struct pair *b = right;
    const struct ranked_run *first = a->candidate != NULL ? a->candidate : a->base;
    const struct ranked_run *second = b->candidate != NULL ? b->candidate : b->base;

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
    free(pairing.members);
    if (pairs->count > 1)
        qsort(pairs->list, pairs->count, sizeof *pairs->list, by_case);
}

void pair_release_all(struct pairs *pairs)
{
    free(pairs->list);
}
