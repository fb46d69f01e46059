#include <config.h>

#include "rank.h"

#include "base/mem.h"
#include "base/pool.h"
#include "stats/ratio.h"

#include <errno.h>
#include <stdlib.h>

/* --- one run of each implementation --- */

struct choice {
    struct ranked_run *run;
    uint32_t identity;
};

static int by_identity(const void *left, const void *right)
{
    const struct choice *a = left;
    const struct choice *b = right;

    if (a->identity != b->identity)
        return a->identity < b->identity ? -1 : 1;
    return memcmp(a->run->digest.bytes, b->run->digest.bytes, DIGEST_SIZE);
}

static bool is_preferred(const struct ranked_run *run, const struct ranked_run *other,
                         const struct store_cohort *cohort, enum per_implementation per)
{
    if (per == PER_BEST)
        return ranking_is_better(run, other, cohort->setting->higher_is_better);
    return ranking_compare_observed(run, other) > 0;
}

/* Keep the preferred run of each implementation of COUNT runs; returns how many are kept.
 * Where two are equal, the first by digest is kept. */
static size_t choose(const struct store *store, const struct store_cohort *cohort,
                     struct ranked_run **runs, size_t count, enum per_implementation per)
{
    struct choice *choices;
    struct buf storage;
    size_t kept = 0;

    if (count == 0)
        return 0;
    buf_init(&storage);
    choices = (void *)buf_reserve(&storage, count * sizeof *choices);
    for (size_t i = 0; i < count; i++)
        choices[i] =
            (struct choice){runs[i], store_implementation(store, runs[i])->identity};
    qsort(choices, count, sizeof *choices, by_identity);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || choices[i].identity != choices[i - 1].identity)
            runs[kept++] = choices[i].run;
        else if (is_preferred(choices[i].run, runs[kept - 1], cohort, per))
            runs[kept - 1] = choices[i].run;
    }
    buf_release(&storage);
    return kept;
}

/* --- the order --- */

/* Move eligible runs to the front, in the order they are in; returns how many there are. */
static size_t move_eligible(struct ranked_run **runs, size_t count)
{
    size_t eligible = 0;
    size_t others = 0;
    struct buf storage;
    struct ranked_run **rest;

    buf_init(&storage);
    rest = (void *)buf_reserve(&storage, count * sizeof *rest);
    for (size_t i = 0; i < count; i++) {
        if (store_is_eligible(runs[i]))
            runs[eligible++] = runs[i];
        else
            rest[others++] = runs[i];
    }
    memcpy(runs + eligible, rest, others * sizeof *rest);
    buf_release(&storage);
    return eligible;
}

/* The best value is in the first tie chain, but need not be the first there. */
static const struct ranked_run *best_of(struct ranked_run *const *runs, size_t count,
                                        bool higher_is_better)
{
    const struct ranked_run *best = count == 0 ? NULL : runs[0];

    for (size_t i = 1; i < count && runs[i]->rank == 1; i++)
        if (ranking_is_better(runs[i], best, higher_is_better))
            best = runs[i];
    return best;
}

size_t rank_cohort(const struct store *store, struct store_cohort *cohort,
                   enum per_implementation per, const struct ranked_run **best)
{
    struct ranked_run **runs = cohort->runs;
    size_t eligible = move_eligible(runs, cohort->count);
    size_t chosen = eligible;
    size_t others = cohort->count - eligible;

    if (per != PER_ALL) {
        chosen = choose(store, cohort, runs, eligible, per);
        memmove(runs + chosen, runs + eligible, others * sizeof *runs);
    }
    cohort->count = chosen + others;
    ranking_sort(runs, chosen, cohort->profile, cohort->setting->higher_is_better);
    *best = best_of(runs, chosen, cohort->setting->higher_is_better);
    return eligible - chosen;
}

struct rank_line rank_line_of(const struct store_cohort *cohort,
                              const struct ranked_run *best, size_t number)
{
    const struct ranked_run *run = cohort->runs[number];

    if (run->rank == 0)
        return (struct rank_line){cohort, run, NULL, NULL};
    return (struct rank_line){cohort, run, best,
                              number == 0 ? NULL : cohort->runs[number - 1]};
}

/* --- JSON --- */

static void write_spread_tie(struct line *line, const struct rank_line *rank)
{
    const char *const name = "spread_tie_with_previous";

    if (rank->run->rank == 0)
        line_null(line, name, "NOT_ELIGIBLE");
    else if (rank->previous == NULL)
        line_boolean(line, name, false);
    else if (spread_of(rank->run) >= SPREAD_ABSENT)
        line_null(line, name, "NO_SPREAD");
    else if (spread_of(rank->previous) >= SPREAD_ABSENT)
        line_null(line, name, "PREVIOUS_NO_SPREAD");
    else
        line_boolean(line, name, spread_ties(rank->run, rank->previous));
}

static void write_ratio(struct line *line, const struct rank_line *rank)
{
    double ratio = 0;
    bool known =
        rank->best != NULL && ratio_of(rank->run->value, rank->best->value, &ratio);

    line_number(line, "ratio_to_best", known, ratio,
                rank->best == NULL ? "NOT_ELIGIBLE" : "NOT_POSITIVE");
}

static void write_reasons(struct line *line, const struct ranked_run *run)
{
    const char *reasons[STORE_REASONS];
    size_t count = store_reasons(run, reasons);

    line_words(line, "reasons", reasons, count);
}

static void write_rank(struct line *line, const struct store *store,
                       const struct rank_line *rank, struct buf *out)
{
    const struct store_cohort *cohort = rank->cohort;
    const struct store_setting *setting = cohort->setting;
    const struct ranked_run *run = rank->run;
    const struct store_implementation *implementation = store_implementation(store, run);
    bool has_interval = ranking_has(run, RANKING_INTERVAL);

    line_begin(line, out);
    line_about(line, cohort);
    line_case(line);
    line_cohort_id(line);
    line_count(line, "cohort_size", cohort->count);
    line_comparison_key(line);
    line_direction(line, setting);
    line_boolean(line, "eligible", store_is_eligible(run));
    line_word(line, "evidence_level",
              ranking_evidence_name((enum ranking_evidence)run->evidence));
    line_digest_text(line, "implementation_digest", implementation->text);
    line_text(line, "implementation_label", implementation->label, NULL);
    line_number(line, "interval_high", has_interval, run->high, "NO_INTERVAL");
    line_number(line, "interval_low", has_interval, run->low, "NO_INTERVAL");
    line_word(line, "kind", "kidx.rank/v1");
    line_text(line, "metric", setting->metric, "NO_VALUE");
    line_break(line);
    line_text(line, "observed_at", ranking_observed_at(run), NULL);
    line_number(line, "p20", ranking_has(run, RANKING_P20), run->p20, "NO_SPREAD");
    line_number(line, "p80", ranking_has(run, RANKING_P80), run->p80, "NO_SPREAD");
    line_word(line, "policy", RANKING_POLICY);
    line_word(line, "profile", ranking_profile_name(cohort->profile));
    line_number(line, "rank", run->rank != 0, run->rank, "NOT_ELIGIBLE");
    write_ratio(line, rank);
    write_reasons(line, run);
    line_digest(line, "run_digest", &run->digest, NULL);
    line_word(line, "spread_state", spread_name(spread_of(run)));
    write_spread_tie(line, rank);
    line_text(line, "statistic", setting->statistic, "NO_VALUE");
    line_subject(line);
    line_boolean(line, "tied_with_previous", ranking_has(run, RANKING_TIED));
    line_text(line, "unit", setting->unit, "NO_VALUE");
    line_number(line, "value", ranking_has(run, RANKING_VALUE), run->value, "NO_VALUE");
    line_end(line);
}

/* --- all cohorts --- */

/* A job has cohorts of JOB_RUNS runs together; one of more than LARGE_RUNS is ranked by the
 * calling thread, which writes its lines out in pieces of FLUSHED bytes. */
enum { JOB_RUNS = 64, LARGE_RUNS = 512, FLUSHED = 64 * 1024 };

/* Cohorts that follow one another, and what was made of them. */
struct job {
    struct store *store;
    enum per_implementation per;
    size_t first;
    size_t end;
    struct output *output; /* flush to it on the way; NULL: when the job is collected */
    struct buf lines;
    struct summary summary;
};

struct ranker {
    struct pool *pool;
    struct line *line; /* for jobs of the calling thread, while no other works */
    struct job *jobs;
    size_t job_count;
    size_t next; /* the job to fill */
    struct summary *summary;
    struct output *output;
};

static void flush(struct job *job, struct output *output)
{
    output_write(output, job->lines.data, job->lines.length);
    buf_clear(&job->lines);
}

static void write_cohort(struct line *line, struct job *job, struct store_cohort *cohort)
{
    const struct ranked_run *best;

    job->summary.left_out += rank_cohort(job->store, cohort, job->per, &best);
    for (size_t i = 0; i < cohort->count; i++) {
        struct rank_line rank = rank_line_of(cohort, best, i);

        summary_count_rank(&job->summary, rank.run);
        write_rank(line, job->store, &rank, &job->lines);
        if (job->output != NULL && job->lines.length >= FLUSHED)
            flush(job, job->output);
    }
}

static void run_job(void *state, void *item)
{
    struct job *job = item;

    for (size_t i = job->first; i < job->end; i++) {
        if (i + 1 < job->end)
            store_fetch(job->store, i + 1);
        write_cohort(state, job, job->store->ordered[i]);
    }
}

/* Write what the oldest job made. */
static void collect_job(struct ranker *ranker)
{
    struct job *job = pool_collect(ranker->pool);

    summary_add(ranker->summary, &job->summary);
    flush(job, ranker->output);
}

static void collect_all(struct ranker *ranker)
{
    while (pool_in_flight(ranker->pool) > 0)
        collect_job(ranker);
}

static bool is_large(const struct store *store, size_t cohort)
{
    return store->ordered[cohort]->count > LARGE_RUNS;
}

/* The end of the job that begins with cohort FIRST: a large cohort is a job of its own. */
static size_t find_end(const struct store *store, size_t first)
{
    size_t runs = store->ordered[first++]->count;

    while (first < store_cohort_count(store) && runs < JOB_RUNS && !is_large(store, first))
        runs += store->ordered[first++]->count;
    return first;
}

/* Run the job in the calling thread. */
static void run_here(struct ranker *ranker, struct job *job)
{
    collect_all(ranker);
    job->output = ranker->output;
    run_job(ranker->line, job);
    summary_add(ranker->summary, &job->summary);
    flush(job, ranker->output);
}

static void distribute(struct ranker *ranker, struct store *store,
                       enum per_implementation per)
{
    size_t end;

    for (size_t first = 0; first < store_cohort_count(store); first = end) {
        struct job *job = &ranker->jobs[ranker->next];

        if (pool_in_flight(ranker->pool) == ranker->job_count)
            collect_job(ranker);
        ranker->next = (ranker->next + 1) % ranker->job_count;
        end = find_end(store, first);
        *job = (struct job){
            .store = store, .per = per, .first = first, .end = end, .lines = job->lines};
        if (is_large(store, first))
            run_here(ranker, job);
        else
            pool_submit(ranker->pool, job);
    }
    collect_all(ranker);
}

static void run_jobs(struct ranker *ranker, struct store *store,
                     enum per_implementation per, size_t job_count)
{
    ranker->job_count = job_count;
    ranker->jobs = mem_zeroed(job_count, sizeof *ranker->jobs);
    for (size_t i = 0; i < job_count; i++)
        buf_init(&ranker->jobs[i].lines);
    distribute(ranker, store, per);
    for (size_t i = 0; i < job_count; i++)
        buf_release(&ranker->jobs[i].lines);
    free(ranker->jobs);
}

int rank_write_all(struct store *store, enum per_implementation per, unsigned threads,
                   struct summary *summary, struct output *output)
{
    struct ranker ranker = {.summary = summary, .output = output};
    struct line *lines = mem_zeroed(threads, sizeof *lines);
    void **states = mem_zeroed(threads, sizeof *states);
    int error = 0;

    for (unsigned i = 0; i < threads; i++) {
        line_init(&lines[i]);
        states[i] = &lines[i];
    }
    ranker.line = &lines[0];
    ranker.pool = pool_new(threads == 1 ? 0 : threads, run_job, states);
    if (ranker.pool != NULL) {
        run_jobs(&ranker, store, per, threads == 1 ? 1 : pool_capacity(ranker.pool));
        pool_free(ranker.pool);
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
