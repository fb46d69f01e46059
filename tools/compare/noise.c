#include <config.h>

#include "noise.h"

#include "base/mem.h"
#include "json/writer.h"
#include "stats/logarithm.h"
#include "stats/quantile.h"
#include "stats/ratio.h"

#include <stdlib.h>

/* A run with what tells the repeats of a case apart. */
struct noise_run {
    const struct ranked_run *run;
    const struct store_implementation *implementation;
    struct view benchmark;
};

/* The |log ratio| and the effect of each pair of a case; buffers of double. */
struct noise_pairs {
    struct buf logarithms;
    struct buf effects;
};

/* --- pairs --- */

static int compare_series(const struct noise_run *a, const struct noise_run *b)
{
    int order = memcmp(a->implementation->digest.bytes, b->implementation->digest.bytes,
                       DIGEST_SIZE);

    if (order == 0)
        order = view_compare(a->implementation->provider, b->implementation->provider);
    return order != 0 ? order : view_compare(a->benchmark, b->benchmark);
}

static int by_series(const void *left, const void *right)
{
    const struct noise_run *a = left;
    const struct noise_run *b = right;
    int order = compare_series(a, b);

    if (order == 0)
        order = ranking_compare_observed(a->run, b->run);
    return order != 0 ? order
                      : memcmp(a->run->digest.bytes, b->run->digest.bytes, DIGEST_SIZE);
}

/* Append the repeats of a cohort to RUNS. */
static void add_runs(const struct store *store, const struct store_cohort *cohort,
                     struct buf *runs)
{
    for (size_t i = 0; i < cohort->count; i++) {
        const struct ranked_run *run = cohort->runs[i];
        struct noise_run noise = {run, store_implementation(store, run),
                                  store_benchmark(store, run)};

        if (run->status == RUN_PASSED && ranking_has(run, RANKING_VALUE) && run->value > 0)
            buf_append(runs, (const char *)&noise, sizeof noise);
    }
}

static void add_pair(struct noise_pairs *pairs, double a, double b)
{
    double logarithm =
        logarithm_natural(logarithm_subtract(logarithm_of(a), logarithm_of(b)));
    double effect = ratio_effect(a, b);

    buf_append(&pairs->logarithms, (const char *)&logarithm, sizeof logarithm);
    buf_append(&pairs->effects, (const char *)&effect, sizeof effect);
}

static void make_pairs(struct noise_pairs *pairs, struct buf *runs)
{
    struct noise_run *list = (void *)runs->data;
    size_t count = runs->length / sizeof *list;

    buf_clear(&pairs->logarithms);
    buf_clear(&pairs->effects);
    if (count > 0)
        qsort(list, count, sizeof *list, by_series);
    for (size_t i = 1; i < count; i++)
        if (compare_series(&list[i - 1], &list[i]) == 0)
            add_pair(pairs, list[i - 1].run->value, list[i].run->value);
}

/* --- lines --- */

static double quantile(struct buf *values, unsigned percent)
{
    double *sorted = (void *)values->data;
    size_t count = values->length / sizeof *sorted;

    quantile_sort(sorted, count);
    return quantile_of_sorted(sorted, count, percent, QUANTILE_LINEAR);
}

static void write_case(const struct store_cohort *cohort, struct noise_pairs *pairs,
                       struct buf *out)
{
    struct writer writer;

    writer_init(&writer, out);
    writer_begin_object(&writer);
    digest_write(&writer, "environment", cohort->setting->environment->digest);
    writer_name(&writer, "floor");
    writer_number(&writer, quantile(&pairs->effects, 90));
    writer_name(&writer, "kind");
    writer_text(&writer, "kidx.noise/v1");
    writer_name(&writer, "log_ratio_median");
    writer_number(&writer, quantile(&pairs->logarithms, 50));
    writer_name(&writer, "log_ratio_p90");
    writer_number(&writer, quantile(&pairs->logarithms, 90));
    writer_name(&writer, "metric");
    writer_string(&writer, cohort->setting->metric_text);
    writer_name(&writer, "pairs");
    writer_count(&writer, pairs->effects.length / sizeof(double));
    digest_write(&writer, "protocol", cohort->setting->protocol->digest);
    digest_write(&writer, "workload", cohort->workload->digest);
    writer_end_object(&writer);
    buf_append_byte(out, '\n');
}

/* --- cases --- */

/* The order of lines. Cohorts that are equal here, with a colon in the name of a metric or
 * statistic, have one id and are one case. */
static int by_case(const void *left, const void *right)
{
    const struct store_cohort *a = *(struct store_cohort *const *)left;
    const struct store_cohort *b = *(struct store_cohort *const *)right;
    int order = memcmp(a->workload->digest, b->workload->digest, DIGEST_SIZE);

    if (order == 0)
        order =
            memcmp(a->setting->protocol->digest, b->setting->protocol->digest, DIGEST_SIZE);
    if (order == 0)
        order = memcmp(a->setting->environment->digest, b->setting->environment->digest,
                       DIGEST_SIZE);
    return order != 0 ? order
                      : view_compare(a->setting->metric_text, b->setting->metric_text);
}

void noise_write(const struct store *store, struct output *output)
{
    size_t count = store_cohort_count(store);
    struct store_cohort **cohorts = mem_zeroed(count, sizeof *cohorts);
    struct noise_pairs pairs = {{NULL, 0, 0}, {NULL, 0, 0}};
    struct buf runs = {NULL, 0, 0};
    struct buf line = {NULL, 0, 0};
    size_t next;

    for (size_t i = 0; i < count; i++)
        cohorts[i] = store->ordered[i];
    if (count > 0)
        qsort(cohorts, count, sizeof *cohorts, by_case);
    for (size_t i = 0; i < count; i = next) {
        buf_clear(&runs);
        for (next = i; next < count && by_case(&cohorts[i], &cohorts[next]) == 0; next++)
            add_runs(store, cohorts[next], &runs);
        make_pairs(&pairs, &runs);
        if (pairs.effects.length == 0)
            continue;
        buf_clear(&line);
        write_case(cohorts[i], &pairs, &line);
        output_write(output, line.data, line.length);
    }
    buf_release(&pairs.logarithms);
    buf_release(&pairs.effects);
    buf_release(&runs);
    buf_release(&line);
    free(cohorts);
}
