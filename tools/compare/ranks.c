#include <config.h>

#include "ranks.h"

#include "base/mem.h"
#include "base/pool.h"
#include "rank.h"

#include <errno.h>
#include <stdlib.h>

/* Cohorts are dealt out until they have so many runs; the lines of a larger one are not
 * kept together. */
enum { PART_RUNS = 64, LARGE_RUNS = 512, HANDED_ON = 64 * 1024 };

struct ranks;

/* Cohorts of a thread, and what became of them. */
struct part {
    struct store *store;
    enum per_implementation per;
    size_t first;
    size_t end;
    struct line *line;         /* of the thread that works on it */
    const struct ranks *ranks; /* lines are handed on as they come; NULL: in the end */
    struct buf lines;
    struct summary summary;
};

struct ranks {
    struct pool *pool;
    struct line *line; /* of this thread, while no other works */
    struct part *parts;
    size_t part_count;
    size_t next; /* the part to fill */
    struct summary *summary;
    ranks_sink *sink;
    void *context;
};

static void hand_on(const struct ranks *ranks, struct part *part)
{
    ranks->sink(ranks->context, part->lines.data, part->lines.length);
    buf_clear(&part->lines);
}

/* --- in a thread --- */

static void write_rank(void *context, const struct rank_line *rank)
{
    struct part *part = context;

    summary_count_rank(&part->summary, rank->run);
    rank_write(part->line, part->store, rank, &part->lines);
    if (part->ranks != NULL && part->lines.length >= HANDED_ON)
        hand_on(part->ranks, part);
}

static void rank_part(void *state, void *job)
{
    struct part *part = job;

    part->line = state;
    for (size_t i = part->first; i < part->end; i++) {
        if (i + 1 < part->end)
            store_fetch(part->store, i + 1);
        part->summary.left_out +=
            rank_cohort(part->store, part->store->ordered[i], part->per, write_rank, part);
    }
}

/* --- in order --- */

/* Hand on the oldest part. */
static void take_part(struct ranks *ranks)
{
    struct part *part = pool_collect(ranks->pool);

    summary_add(ranks->summary, &part->summary);
    hand_on(ranks, part);
}

static void take_all(struct ranks *ranks)
{
    while (pool_in_flight(ranks->pool) > 0)
        take_part(ranks);
}

static bool is_large(const struct store *store, size_t cohort)
{
    return store->ordered[cohort]->count > LARGE_RUNS;
}

/* Where the part ends that begins with cohort FIRST: a large one is alone. */
static size_t find_end(const struct store *store, size_t first)
{
    size_t runs = store->ordered[first++]->count;

    while (first < store_cohort_count(store) && runs < PART_RUNS && !is_large(store, first))
        runs += store->ordered[first++]->count;
    return first;
}

/* Work on the part in this thread. */
static void rank_here(struct ranks *ranks, struct part *part)
{
    take_all(ranks);
    part->ranks = ranks;
    rank_part(ranks->line, part);
    part->ranks = NULL;
    summary_add(ranks->summary, &part->summary);
    hand_on(ranks, part);
}

static void deal_out(struct ranks *ranks, struct store *store, enum per_implementation per)
{
    size_t end;

    for (size_t first = 0; first < store_cohort_count(store); first = end) {
        struct part *part = &ranks->parts[ranks->next];

        if (pool_in_flight(ranks->pool) == ranks->part_count)
            take_part(ranks);
        ranks->next = (ranks->next + 1) % ranks->part_count;
        end = find_end(store, first);
        part->store = store;
        part->per = per;
        part->first = first;
        part->end = end;
        memset(&part->summary, 0, sizeof part->summary);
        if (is_large(store, first))
            rank_here(ranks, part);
        else
            pool_submit(ranks->pool, part);
    }
    take_all(ranks);
}

static void make_parts(struct ranks *ranks, size_t count)
{
    ranks->part_count = count;
    ranks->parts = mem_zeroed(count, sizeof *ranks->parts);
    for (size_t i = 0; i < count; i++)
        buf_init(&ranks->parts[i].lines);
}

static void release_parts(struct ranks *ranks)
{
    for (size_t i = 0; i < ranks->part_count; i++)
        buf_release(&ranks->parts[i].lines);
    free(ranks->parts);
}

int ranks_write(struct store *store, enum per_implementation per, unsigned threads,
                struct summary *summary, ranks_sink *sink, void *context)
{
    struct ranks ranks = {.summary = summary, .sink = sink, .context = context};
    struct line *lines = mem_zeroed(threads, sizeof *lines);
    void **states = mem_zeroed(threads, sizeof *states);
    int error = 0;

    for (unsigned i = 0; i < threads; i++) {
        line_init(&lines[i]);
        states[i] = &lines[i];
    }
    ranks.line = &lines[0];
    ranks.pool = pool_new(threads == 1 ? 0 : threads, rank_part, states);
    if (ranks.pool != NULL) {
        make_parts(&ranks, threads == 1 ? 1 : pool_capacity(ranks.pool));
        deal_out(&ranks, store, per);
        release_parts(&ranks);
        pool_free(ranks.pool);
    } else {
        error = errno;
    }
    for (unsigned i = 0; i < threads; i++)
        line_release(&lines[i]);
    free(lines);
    free(states);
    errno = error;
    return error == 0 ? 0 : -1;
}
