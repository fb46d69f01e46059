#include <config.h>

#include "unmatched.h"

#include "base/mem.h"

#include <stdlib.h>

struct leftover {
    struct pair pair;
    struct view label;
    const struct digest *shape;
    bool is_gone; /* into the pair of another */
};

void leftovers_init(struct leftovers *leftovers)
{
    *leftovers = (struct leftovers){.list = NULL};
}

void leftovers_release(struct leftovers *leftovers)
{
    free(leftovers->list);
}

void leftovers_add(struct leftovers *leftovers, const struct store *store,
                   const struct pair *pair)
{
    const struct store_object *workload = pair->cohort->workload;

    if (leftovers->count == leftovers->capacity) {
        leftovers->capacity = leftovers->capacity == 0 ? 64 : 2 * leftovers->capacity;
        leftovers->list =
            mem_resize(leftovers->list, leftovers->capacity, sizeof *leftovers->list);
    }
    leftovers->list[leftovers->count++] = (struct leftover){
        .pair = *pair,
        .label = pair_implementation(store, pair)->label,
        .shape = workload->name.data != NULL ? &workload->shape : workload->digest};
}

/* --- matching --- */

static int compare_keys(const struct leftover *a, const struct leftover *b)
{
    int order = view_compare(a->label, b->label);

    return order != 0 ? order : memcmp(a->shape->bytes, b->shape->bytes, DIGEST_SIZE);
}

/* Bases first, in the order of their cases. */
static int by_key(const void *left, const void *right)
{
    const struct leftover *a = left;
    const struct leftover *b = right;
    int order = compare_keys(a, b);

    if (order == 0)
        order = (a->pair.base == NULL) - (b->pair.base == NULL);
    if (order == 0)
        order = (a->pair.cohort->place > b->pair.cohort->place) -
                (a->pair.cohort->place < b->pair.cohort->place);
    if (order == 0) {
        const struct entrant *first =
            a->pair.base != NULL ? a->pair.base : a->pair.candidate;
        const struct entrant *second =
            b->pair.base != NULL ? b->pair.base : b->pair.candidate;

        order = memcmp(first->digest.bytes, second->digest.bytes, DIGEST_SIZE);
    }
    return order;
}

/* Pair the bases among COUNT leftovers of one key with candidates that differ in
 * DIFFERENCES members. */
static void match_key(struct leftover *list, size_t count, size_t bases,
                      unsigned differences)
{
    for (size_t i = 0; i < bases; i++) {
        for (size_t j = bases; j < count && !list[i].is_gone; j++) {
            enum mismatch first;

            if (list[j].is_gone || list[j].pair.base != NULL ||
                mismatch_count(list[i].pair.cohort, list[j].pair.cohort, &first) !=
                    differences)
                continue;
            list[j].pair.base = list[i].pair.base;
            list[j].pair.base_runs = list[i].pair.base_runs;
            list[j].pair.mismatch = first;
            list[i].is_gone = true;
        }
    }
}

void leftovers_match(struct leftovers *leftovers)
{
    struct leftover *list = leftovers->list;

    if (leftovers->count > 1)
        qsort(list, leftovers->count, sizeof *list, by_key);
    for (size_t i = 0; i < leftovers->count;) {
        size_t end = i;
        size_t bases = 0;

        for (; end < leftovers->count && compare_keys(&list[i], &list[end]) == 0; end++)
            bases += list[end].pair.base != NULL;
        for (unsigned differences = 1; differences <= MISMATCH_MOST; differences++)
            match_key(list + i, end - i, bases, differences);
        i = end;
    }
}

bool leftovers_take(struct leftovers *leftovers, struct pair *pair)
{
    while (leftovers->taken < leftovers->count) {
        const struct leftover *leftover = &leftovers->list[leftovers->taken++];

        if (leftover->is_gone)
            continue;
        *pair = leftover->pair;
        return true;
    }
    return false;
}
