#include <config.h>

#include "supersession.h"

/* A superseded run, and what supersedes it. */
struct successor {
    const struct ranked_run *run;
    const struct ranked_run *last; /* of the chain; NULL: the chain is a circle */
    enum { CHAIN_NEW, CHAIN_WALKED, CHAIN_KNOWN } state;
};

/* What a row and the run that it supersedes have in common. The bytes are a key. */
struct scope {
    struct digest_half row; /* of the superseded run */
    struct digest workload;
    struct digest protocol;
    struct digest environment;
    uint32_t source;
    uint32_t identity; /* of the implementation */
    uint32_t side;
};

static struct scope scope_of(const struct store *store,
                             const struct compare_settings *settings,
                             const struct ranked_run *run, const struct digest_half *row)
{
    const struct store_cohort *cohort = store->ordered[run->cohort];
    struct scope scope;

    memset(&scope, 0, sizeof scope);
    scope.row = *row;
    scope.workload = *cohort->workload->digest;
    scope.protocol = *cohort->setting->protocol->digest;
    scope.environment = *cohort->setting->environment->digest;
    scope.source = run->source;
    scope.identity = store_implementation(store, run)->identity;
    scope.side = settings->base_form == BASE_FILES && ranking_has(run, RANKING_BASE);
    return scope;
}

/* Fill ROWS, the superseded ids, and SCOPES, the same with all that must be equal; a
 * scope's value is the newest run that supersedes. */
static void gather_claims(const struct store *store,
                          const struct compare_settings *settings, struct map *rows,
                          struct map *scopes)
{
    const struct store_claim *claims = (const void *)store->claims.data;

    for (size_t i = 0; i < store->claims.length / sizeof *claims; i++) {
        struct ranked_run *run = store_run(store, claims[i].run);
        struct scope scope = scope_of(store, settings, run, &claims[i].row);
        struct map_entry *entry = map_put(scopes, &scope, sizeof scope, NULL);

        map_put(rows, &claims[i].row, sizeof claims[i].row, NULL);
        if (entry->value.pointer == NULL ||
            ranking_compare_newest(run, entry->value.pointer) < 0)
            entry->value.pointer = run;
    }
}

static void add_successor(struct store *store, const struct ranked_run *run,
                          const struct ranked_run *by)
{
    struct successor *successor = arena_alloc(&store->arena, sizeof *successor);

    *successor = (struct successor){.run = by};
    map_put(&store->successors, &run, sizeof run, NULL)->value.pointer = successor;
}

static struct successor *successor_of(const struct store *store,
                                      const struct ranked_run *run)
{
    const struct map_entry *entry = map_find(&store->successors, &run, sizeof run);

    return entry == NULL ? NULL : entry->value.pointer;
}

/* Find the end of the chain that begins at FIRST, and store it in each part of the chain,
 * so that no part is walked again. */
static void resolve_chain(const struct store *store, struct successor *first)
{
    struct successor *at = first;
    const struct ranked_run *last = NULL;

    while (at->state == CHAIN_NEW) {
        struct successor *next = successor_of(store, at->run);

        at->state = CHAIN_WALKED;
        if (next == NULL) {
            last = at->run;
            break;
        }
        at = next;
    }
    if (at->state == CHAIN_KNOWN)
        last = at->last;
    for (at = first; at != NULL && at->state == CHAIN_WALKED;
         at = successor_of(store, at->run)) {
        at->state = CHAIN_KNOWN;
        at->last = last;
    }
}

void supersession_resolve(struct store *store, const struct compare_settings *settings)
{
    struct map rows, scopes;

    if (store->claims.length == 0)
        return;
    map_init(&rows);
    map_init(&scopes);
    gather_claims(store, settings, &rows, &scopes);
    for (size_t i = 0; i < store->run_count; i++) {
        struct ranked_run *run = store_run(store, i);
        const struct map_entry *entry;
        struct scope scope;

        if (!ranking_has(run, RANKING_ROW) ||
            map_find(&rows, &run->row, sizeof run->row) == NULL)
            continue;
        scope = scope_of(store, settings, run, &run->row);
        entry = map_find(&scopes, &scope, sizeof scope);
        if (entry == NULL) {
            run->flags |= RANKING_SUPERSESSION_MISMATCH;
            continue;
        }
        run->flags |= RANKING_SUPERSEDED;
        add_successor(store, run, entry->value.pointer);
    }
    map_release(&rows);
    map_release(&scopes);
    for (size_t i = 0; i < store->successors.count; i++)
        resolve_chain(store, store->successors.entries[i].value.pointer);
}

bool supersession_covers(const struct store *store, const struct ranked_run *run,
                         const struct ranked_run *hidden)
{
    const struct successor *successor = successor_of(store, hidden);

    return successor != NULL && successor->last != NULL &&
           digest_equal(&successor->last->digest, &run->digest) &&
           ranking_compare_observed(run, hidden) >= 0;
}
