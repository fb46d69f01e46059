#include <config.h>

#include "compare-ranks.h"

#include "base/mem.h"
#include "base/pool.h"
#include "compare-rank.h"

#include <errno.h>
#include <stdlib.h>

/* Cohorts are dealt out until they have so many runs. */
enum { PART_RUNS = 64 };

/* Cohorts of a thread, and what became of them. */
struct part {
    struct store *store;
    enum per_implementation per;
    size_t first;
    size_t end;
    struct line *line; /* of the thread that works on it */
    struct buf lines;
    struct summary summary;
};

struct ranks {
    struct pool *pool;
    struct part *parts;
    size_t part_count;
    size_t next; /* the part to fill */
    struct summary *summary;
    ranks_sink *sink;
    void *context;
};

/* --- in a thread --- */

static void write_rank(void *context, const struct rank_line *rank)
{
    struct part *part = context;

    summary_count_rank(&part->summary, rank->run);
    rank_write(part->line, part->store, rank, &part->lines);
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
    const struct part *part = pool_take(ranks->pool);

    summary_add(ranks->summary, &part->summary);
    ranks->sink(ranks->context, part->lines.data, part->lines.length);
}

/* Where the part ends that begins with cohort FIRST. */
static size_t find_end(const struct store *store, size_t first)
{
    size_t runs = 0;

    while (first < store_cohort_count(store) && runs < PART_RUNS)
        runs += store->ordered[first++]->count;
    return first;
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
        buf_clear(&part->lines);
        memset(&part->summary, 0, sizeof part->summary);
        pool_submit(ranks->pool, part);
    }
    while (pool_in_flight(ranks->pool) > 0)
        take_part(ranks);
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
