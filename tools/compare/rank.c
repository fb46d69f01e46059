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
    if (per == PER_BEST && store_can_be_best(run) != store_can_be_best(other))
        return store_can_be_best(run);
    if (per == PER_BEST)
        return ranking_is_better(run, other, cohort->setting->higher_is_better);
    return ranking_compare_observed(run, other) > 0;
}

/* Move the preferred run of each implementation to the front of COUNT runs, the first by
 * digest if two are equal. Returns how many implementations there are. */
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

/* Move eligible runs to the front, and change the order no further. Returns how many there
 * are. */
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

/* The run with the best value, of those that can be the best; NULL: none can. It is in the
 * tie chain of the first one, but not always before the others of it. */
static const struct ranked_run *best_of(struct ranked_run *const *runs, size_t count,
                                        bool higher_is_better)
{
    const struct ranked_run *best = NULL;

    for (size_t i = 0; i < count && (best == NULL || runs[i]->rank == best->rank); i++)
        if (store_can_be_best(runs[i]) &&
            (best == NULL || ranking_is_better(runs[i], best, higher_is_better)))
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

/* Whether p20 to p80 of two runs overlap or touch, or one has no width. */
static bool spreads_tie(const struct ranked_run *a, const struct ranked_run *b)
{
    return ranking_spread_of(a) == SPREAD_ZERO || ranking_spread_of(b) == SPREAD_ZERO ||
           (a->p20 <= b->p80 && b->p20 <= a->p80);
}

/* Why it is not known whether the spread ties with that of the run before; NULL: it is. */
static const char *no_spread_tie(const struct rank_line *rank)
{
    if (rank->run->rank == 0)
        return "NOT_ELIGIBLE";
    if (rank->previous == NULL)
        return NULL;
    if (ranking_spread_of(rank->run) >= SPREAD_ABSENT)
        return "NO_SPREAD";
    return ranking_spread_of(rank->previous) >= SPREAD_ABSENT ? "PREVIOUS_NO_SPREAD" : NULL;
}

static void write_reasons(struct result *result, const struct ranked_run *run)
{
    const char *reasons[STORE_REASONS];
    size_t count = store_reasons(run, reasons);

    result_words(result, "reasons", reasons, count);
}

static void write_rank(struct result *result, const struct store *store,
                       const struct rank_line *rank, struct buf *out)
{
    const struct store_cohort *cohort = rank->cohort;
    const struct store_setting *setting = cohort->setting;
    const struct ranked_run *run = rank->run;
    const struct store_implementation *implementation = store_implementation(store, run);
    const char *no_tie = no_spread_tie(rank);
    bool has_interval = ranking_has(run, RANKING_INTERVAL);
    bool has_value = ranking_has(run, RANKING_VALUE);
    bool has_p20 = ranking_has(run, RANKING_P20);
    bool has_p80 = ranking_has(run, RANKING_P80);
    double ratio = 0;
    bool has_ratio = rank->best != NULL && ratio_of(run->value, rank->best->value, &ratio);

    result_about(result, cohort);
    result_note_if(result, run->rank == 0, "NOT_ELIGIBLE");
    result_note_if(result, ranking_has(run, RANKING_SUPERSESSION_MISMATCH),
                   "SUPERSESSION_MISMATCH");
    result_note_if(result, run->rank != 0 && !has_ratio, "NOT_POSITIVE");
    result_note_if(result, !has_interval, "NO_INTERVAL");
    result_note_if(result, !has_p20 || !has_p80, "NO_SPREAD");
    result_note_if(result, !has_value, "NO_VALUE");
    result_note_if(result, no_tie != NULL, no_tie);

    result_begin(result, out);
    result_case(result);
    result_cohort_id(result);
    result_count(result, "cohort_size", cohort->count);
    result_comparison_key(result);
    result_direction(result, setting->higher_is_better);
    result_boolean(result, "eligible", store_is_eligible(run));
    result_word(result, "evidence_level",
                ranking_evidence_name((enum ranking_evidence)run->evidence));
    result_digest_text(result, "implementation_digest", implementation->text);
    result_text(result, "implementation_label", implementation->label);
    result_number(result, "interval_high", has_interval, run->high);
    result_number(result, "interval_low", has_interval, run->low);
    result_word(result, "kind", "kidx.rank/v1");
    result_text(result, "metric", setting->metric);
    result_write_notes(result);
    result_text(result, "observed_at", ranking_observed_at(run));
    result_number(result, "p20", has_p20, run->p20);
    result_number(result, "p80", has_p80, run->p80);
    result_word(result, "policy", RANKING_POLICY);
    result_word(result, "profile", ranking_profile_name(cohort->profile));
    result_number(result, "rank", run->rank != 0, run->rank);
    result_number(result, "ratio_to_best", has_ratio, ratio);
    write_reasons(result, run);
    result_digest(result, "run_digest", &run->digest);
    result_word(result, "spread_state", ranking_spread_name(ranking_spread_of(run)));
    if (no_tie != NULL)
        result_null(result, "spread_tie_with_previous");
    else
        result_boolean(result, "spread_tie_with_previous",
                       rank->previous != NULL && spreads_tie(run, rank->previous));
    result_text(result, "statistic", setting->statistic);
    result_subject(result);
    result_boolean(result, "tied_with_previous", ranking_has(run, RANKING_TIED));
    result_text(result, "unit", setting->unit);
    result_number(result, "value", has_value, run->value);
    result_end(result);
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
    struct result *result; /* for jobs of the calling thread, while no other works */
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

static void write_cohort(struct result *result, struct job *job,
                         struct store_cohort *cohort)
{
    const struct ranked_run *best;

    job->summary.left_out += rank_cohort(job->store, cohort, job->per, &best);
    for (size_t i = 0; i < cohort->count; i++) {
        struct rank_line rank = rank_line_of(cohort, best, i);

        summary_count_rank(&job->summary, rank.run);
        write_rank(result, job->store, &rank, &job->lines);
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
    run_job(ranker->result, job);
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
    struct result *results = mem_zeroed(threads, sizeof *results);
    void **states = mem_zeroed(threads, sizeof *states);
    int error = 0;

    for (unsigned i = 0; i < threads; i++) {
        result_init(&results[i]);
        states[i] = &results[i];
    }
    ranker.result = &results[0];
    ranker.pool = pool_new(threads == 1 ? 0 : threads, run_job, states);
    if (ranker.pool != NULL) {
        run_jobs(&ranker, store, per, threads == 1 ? 1 : pool_capacity(ranker.pool));
        pool_free(ranker.pool);
    } else {
        error = errno;
    }
    for (unsigned i = 0; i < threads; i++)
        result_release(&results[i]);
    free(results);
    free(states);
    errno = error;
    return error == 0 ? 0 : -1;
}
