#include <config.h>

#include "noise.h"

#include "base/map.h"
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

/* What has been read of the effects of some pairs. */
struct noise_floor {
    size_t pairs;
    double value; /* without the bound; 0 where there are too few pairs */
};

/* All pairs of one label with one protocol, environment and metric. */
struct noise_pool {
    struct buf effects; /* double */
    struct noise_floor floor;
};

/* The pairs of a label in a case. */
struct noise_case {
    const struct store_cohort *cohort;
    struct view label;
    size_t pool;
    struct noise_floor floor;
    double logarithm_median;
    double logarithm_p90;
};

struct noise_model {
    struct map pool_numbers; /* → a number in POOLS */
    struct buf pools;        /* struct noise_pool */
    struct buf cases;        /* struct noise_case */
    struct buf runs;         /* struct noise_run, of one case */
    struct buf logarithms;   /* double, |log ratio| of each pair of a label in one case */
    struct buf effects;      /* double, of the same pairs */
    struct buf scratch;
};

static struct noise_pool *pool_at(const struct noise_model *model, size_t number)
{
    return (struct noise_pool *)(void *)model->pools.data + number;
}

/* --- pairs --- */

static int compare_series(const struct noise_run *a, const struct noise_run *b)
{
    int order = view_compare(a->implementation->label, b->implementation->label);

    if (order == 0)
        order = memcmp(a->implementation->digest.bytes, b->implementation->digest.bytes,
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

    return order != 0 ? order : ranking_compare_oldest(a->run, b->run);
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

static void add_pair(struct noise_model *model, double a, double b)
{
    double logarithm =
        logarithm_natural(logarithm_subtract(logarithm_of(a), logarithm_of(b)));
    double effect = ratio_effect(a, b);

    buf_append(&model->logarithms, (const char *)&logarithm, sizeof logarithm);
    buf_append(&model->effects, (const char *)&effect, sizeof effect);
}

/* --- floors --- */

/* Sorts EFFECTS. */
static struct noise_floor floor_of(struct buf *effects)
{
    double *values = (void *)effects->data;
    size_t count = effects->length / sizeof *values;
    struct noise_floor floor = {count, 0};
    double step, third;

    if (count < NOISE_PAIRS)
        return floor;
    step = 1 + quantile_median(values, count); /* sorts them */
    third = values[count - 3];
    floor.value = step * step * step * step * step - 1;
    if (third > floor.value)
        floor.value = third;
    return floor;
}

/* The number of the pool of a label in a cohort. All parts of its key but the last have a
 * length of their own, so that no two keys are equal by chance. */
static size_t find_pool(struct noise_model *model, const struct store_cohort *cohort,
                        struct view label)
{
    const struct store_setting *setting = cohort->setting;
    struct buf *key = &model->scratch;
    struct map_entry *entry;
    bool is_new;

    buf_clear(key);
    buf_append(key, (const char *)setting->protocol->digest->bytes, DIGEST_SIZE);
    buf_append(key, (const char *)setting->environment->digest->bytes, DIGEST_SIZE);
    buf_append_sized(key, setting->metric_text);
    buf_append(key, label.data, label.length);
    entry = map_put(&model->pool_numbers, key->data, key->length, &is_new);
    if (is_new) {
        struct noise_pool pool = {.floor = {0, 0}};

        entry->value.word = model->pools.length / sizeof pool;
        buf_append(&model->pools, (const char *)&pool, sizeof pool);
    }
    return (size_t)entry->value.word;
}

/* Make a case of the pairs of a label, if there are any. */
static void end_label(struct noise_model *model, const struct store_cohort *cohort,
                      struct view label)
{
    struct noise_case one = {.cohort = cohort, .label = label};
    double *logarithms;

    if (model->effects.length == 0)
        return;
    one.pool = find_pool(model, cohort, label);
    buf_append(&pool_at(model, one.pool)->effects, model->effects.data,
               model->effects.length);
    one.floor = floor_of(&model->effects);
    logarithms = (void *)model->logarithms.data;
    one.logarithm_median = quantile_median(logarithms, one.floor.pairs);
    one.logarithm_p90 =
        quantile_of_sorted(logarithms, one.floor.pairs, 90, QUANTILE_LINEAR);
    buf_append(&model->cases, (const char *)&one, sizeof one);
    buf_clear(&model->logarithms);
    buf_clear(&model->effects);
}

/* Make the cases of the runs, which are of one cohort. */
static void add_cases(struct noise_model *model, const struct store_cohort *cohort)
{
    struct noise_run *list = (void *)model->runs.data;
    size_t count = model->runs.length / sizeof *list;

    if (count > 0)
        qsort(list, count, sizeof *list, by_series);
    for (size_t i = 1; i < count; i++) {
        if (compare_series(&list[i - 1], &list[i]) == 0)
            add_pair(model, list[i - 1].run->value, list[i].run->value);
        else if (!view_equal(list[i - 1].implementation->label,
                             list[i].implementation->label))
            end_label(model, cohort, list[i - 1].implementation->label);
    }
    if (count > 0)
        end_label(model, cohort, list[count - 1].implementation->label);
}

/* --- lines --- */

static void write_case(const struct noise_model *model, const struct noise_case *one,
                       struct buf *out)
{
    const struct store_setting *setting = one->cohort->setting;
    bool is_pooled = one->floor.pairs < NOISE_PAIRS;
    struct noise_floor floor = is_pooled ? pool_at(model, one->pool)->floor : one->floor;
    bool is_known = floor.pairs >= NOISE_PAIRS;
    struct writer writer;

    writer_init(&writer, out);
    writer_begin_object(&writer);
    digest_write(&writer, "environment", setting->environment->digest);
    writer_name(&writer, "floor");
    if (is_known)
        writer_number(&writer,
                      floor.value < NOISE_FLOOR_MAX ? floor.value : NOISE_FLOOR_MAX);
    else
        writer_null(&writer);
    writer_name(&writer, "floor_pairs");
    writer_count(&writer, floor.pairs);
    writer_name(&writer, "floor_source");
    if (is_known)
        writer_text(&writer, is_pooled ? "noise_pooled" : "noise");
    else
        writer_null(&writer);
    writer_name(&writer, "kind");
    writer_text(&writer, "kidx.noise/v1");
    writer_name(&writer, "label");
    writer_string(&writer, one->label);
    writer_name(&writer, "log_ratio_median");
    writer_number(&writer, one->logarithm_median);
    writer_name(&writer, "log_ratio_p90");
    writer_number(&writer, one->logarithm_p90);
    writer_name(&writer, "metric");
    writer_string(&writer, setting->metric_text);
    writer_name(&writer, "notes");
    writer_begin_array(&writer);
    if (is_known && floor.value > NOISE_FLOOR_MAX)
        writer_text(&writer, "NOISY");
    if (!is_known)
        writer_text(&writer, "PAIRS_BELOW_12");
    writer_end_array(&writer);
    writer_name(&writer, "pairs");
    writer_count(&writer, one->floor.pairs);
    digest_write(&writer, "protocol", setting->protocol->digest);
    digest_write(&writer, "workload", one->cohort->workload->digest);
    writer_end_object(&writer);
    buf_append_byte(out, '\n');
}

static void write_cases(struct noise_model *model, struct output *output)
{
    const struct noise_case *cases = (const void *)model->cases.data;
    size_t count = model->cases.length / sizeof *cases;

    for (size_t i = 0; i < model->pool_numbers.count; i++)
        pool_at(model, i)->floor = floor_of(&pool_at(model, i)->effects);
    for (size_t i = 0; i < count; i++) {
        buf_clear(&model->scratch);
        write_case(model, &cases[i], &model->scratch);
        output_write(output, model->scratch.data, model->scratch.length);
    }
}

/* --- cases --- */

/* The order of lines. Cohorts that are equal here, with a colon in the name of a metric or
 * statistic, have one name in the lines and are one case. */
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

static void model_release(struct noise_model *model)
{
    for (size_t i = 0; i < model->pool_numbers.count; i++)
        buf_release(&pool_at(model, i)->effects);
    map_release(&model->pool_numbers);
    buf_release(&model->pools);
    buf_release(&model->cases);
    buf_release(&model->runs);
    buf_release(&model->logarithms);
    buf_release(&model->effects);
    buf_release(&model->scratch);
}

void noise_write(const struct store *store, struct output *output)
{
    size_t count = store_cohort_count(store);
    struct store_cohort **cohorts = mem_zeroed(count, sizeof *cohorts);
    struct noise_model model = {.runs = {NULL, 0, 0}};
    size_t next;

    map_init(&model.pool_numbers);
    for (size_t i = 0; i < count; i++)
        cohorts[i] = store->ordered[i];
    if (count > 0)
        qsort(cohorts, count, sizeof *cohorts, by_case);
    for (size_t i = 0; i < count; i = next) {
        buf_clear(&model.runs);
        for (next = i; next < count && by_case(&cohorts[i], &cohorts[next]) == 0; next++)
            add_runs(store, cohorts[next], &model.runs);
        add_cases(&model, cohorts[i]);
    }
    write_cases(&model, output);
    model_release(&model);
    free(cohorts);
}
