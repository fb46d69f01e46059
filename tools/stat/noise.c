#include <config.h>

#include "noise.h"

#include "extract.h"

#include "base/map.h"
#include "json/canonical.h"
#include "json/writer.h"
#include "record/identity.h"
#include "record/run.h"
#include "stats/quantile.h"
#include "stats/ratio.h"

#include <stdlib.h>

/* What makes a case; its metric key and a NUL stand behind it. */
struct noise_case {
    struct digest workload;
    struct digest protocol;
    struct digest environment;
};

/* What a run leaves. Behind it stand the key of its case, that of its series, and the
 * fraction of its instant. */
struct noise_fact {
    struct digest run;
    double value;
    int64_t seconds;
    size_t case_length;
    struct view key;      /* the case, then the series */
    struct view fraction; /* of the second */
};

struct noise_run {
    struct digest digest;
    double value;
    struct instant observed;
};

/* The runs of one implementation in one case. */
struct series {
    size_t case_length; /* of its key in the map */
    struct buf runs;    /* struct noise_run */
};

struct noise_model {
    struct map map; /* the keys of case and series → struct series */
    struct arena arena;
};

/* --- reading --- */

struct noise_reader {
    struct canonical canonical;
    struct digester *digester;
    struct buf text;
    struct buf key;
};

struct noise_reader *noise_reader_new(void)
{
    struct noise_reader *reader = mem_zeroed(1, sizeof *reader);

    canonical_init(&reader->canonical);
    reader->digester = digester_new();
    return reader;
}

void noise_reader_free(struct noise_reader *reader)
{
    if (reader == NULL)
        return;
    canonical_release(&reader->canonical);
    digester_free(reader->digester);
    buf_release(&reader->text);
    buf_release(&reader->key);
    free(reader);
}

static void append_text(struct buf *key, struct view text)
{
    buf_append(key, text.data, text.length);
    buf_append_byte(key, '\0');
}

static void store_fact(struct noise_reader *reader, const struct run *run,
                       struct stream_record *record, struct digest digest)
{
    struct noise_case of = {run->workload, run->protocol, run->environment};
    struct noise_fact *fact = arena_alloc(record->arena, sizeof *fact);
    struct buf *key = &reader->key;

    *fact =
        (struct noise_fact){.run = digest,
                            .value = run->primary.value,
                            .seconds = run->observed.seconds,
                            .fraction = stream_store_text(record, run->observed.fraction)};
    buf_clear(key);
    buf_append(key, (const char *)&of, sizeof of);
    cohort_metric_text(&run->primary, key);
    buf_append_byte(key, '\0');
    fact->case_length = key->length;
    buf_append(key, (const char *)&run->implementation, sizeof run->implementation);
    append_text(key, run->provider);
    append_text(key, run->benchmark);
    fact->key = stream_store_text(record, buf_view(key));
    record->facts = fact;
}

static enum stream_verdict skip(struct stream_record *record, const char *reason)
{
    record->label = reason;
    return STREAM_SKIP;
}

static enum stream_verdict reject(struct stream_record *record,
                                  const struct manifest_error *error)
{
    return stream_reject(record, stream_column(record, error->node), error->code, "%s",
                         error->text);
}

enum stream_verdict noise_read(struct noise_reader *reader, struct stream_record *record)
{
    const struct manifest *manifest;
    enum stream_verdict verdict;
    struct manifest_error error;
    struct record manifests;
    struct digest digest;
    struct run run;

    manifest = stat_find_run(record, &manifests, &verdict);
    if (manifest == NULL)
        return verdict;
    if (run_read(record->document, manifest->spec, &run, &error) != 0)
        return reject(record, &error);
    if (run.status != RUN_PASSED)
        return skip(record, run_status_reason(run.status));
    if (!run.primary.exists)
        return skip(record, missing_name(MISSING_PRIMARY));
    if (!(run.primary.value > 0))
        return skip(record, "NON_POSITIVE");
    buf_clear(&reader->text);
    if (identity_append(record->document, manifest, &reader->canonical, &reader->text,
                        &error) != 0)
        return reject(record, &error);
    digester_hash(reader->digester, reader->text.data, reader->text.length, &digest);
    store_fact(reader, &run, record, digest);
    return STREAM_WRITE;
}

/* --- the model --- */

struct noise_model *noise_model_new(void)
{
    struct noise_model *model = mem_zeroed(1, sizeof *model);

    map_init(&model->map);
    arena_init(&model->arena);
    return model;
}

static struct series *series_of(const struct noise_model *model, size_t number)
{
    return model->map.entries[number].value.pointer;
}

void noise_model_free(struct noise_model *model)
{
    for (size_t i = 0; i < model->map.count; i++)
        buf_release(&series_of(model, i)->runs);
    map_release(&model->map);
    arena_release(&model->arena);
    free(model);
}

void noise_model_add(struct noise_model *model, const struct noise_fact *fact)
{
    struct map_entry *entry;
    struct noise_run run;
    struct series *series;
    bool added;

    entry = map_put(&model->map, fact->key.data, fact->key.length, &added);
    if (added) {
        series = arena_alloc(&model->arena, sizeof *series);
        series->case_length = fact->case_length;
        buf_init(&series->runs);
        entry->value.pointer = series;
    }
    series = entry->value.pointer;
    run = (struct noise_run){fact->run, fact->value, {fact->seconds, {NULL, 0}}};
    run.observed.fraction = (struct view){
        arena_copy_text(&model->arena, fact->fraction.data, fact->fraction.length),
        fact->fraction.length};
    buf_append(&series->runs, (const char *)&run, sizeof run);
}

/* --- pairs --- */

static int compare_runs(const void *a, const void *b)
{
    const struct noise_run *x = a;
    const struct noise_run *y = b;
    int order = instant_compare(&x->observed, &y->observed);

    return order != 0 ? order : memcmp(x->digest.bytes, y->digest.bytes, DIGEST_SIZE);
}

/* The |log ratio| and the effect of each pair of a case. */
struct pairs {
    struct buf logarithms; /* double */
    struct buf effects;
};

static void add_pair(struct pairs *pairs, double a, double b)
{
    double logarithm =
        logarithm_natural(logarithm_subtract(logarithm_of(a), logarithm_of(b)));
    double effect = ratio_effect_of(a, b);

    buf_append(&pairs->logarithms, (const char *)&logarithm, sizeof logarithm);
    buf_append(&pairs->effects, (const char *)&effect, sizeof effect);
}

static void add_series(struct pairs *pairs, struct series *series)
{
    struct noise_run *runs = (void *)series->runs.data;
    size_t count = series->runs.length / sizeof *runs;

    qsort(runs, count, sizeof *runs, compare_runs);
    for (size_t i = 1; i < count; i++)
        if (!digest_equal(&runs[i - 1].digest, &runs[i].digest))
            add_pair(pairs, runs[i - 1].value, runs[i].value);
}

static double quantile(struct buf *values, unsigned percent)
{
    double *sorted = (void *)values->data;
    size_t count = values->length / sizeof *sorted;

    quantile_sort(sorted, count);
    return quantile_of_sorted(sorted, count, percent, QUANTILE_LINEAR);
}

/* --- writing --- */

static void write_case(struct view key, struct pairs *pairs, struct buf *out)
{
    struct noise_case of;
    struct writer writer;

    memcpy(&of, key.data, sizeof of);
    writer_init(&writer, out);
    writer_begin_object(&writer);
    digest_write(&writer, "environment", &of.environment);
    writer_name(&writer, "floor");
    writer_number(&writer, quantile(&pairs->effects, 90));
    writer_name(&writer, "kind");
    writer_text(&writer, "kidx.noise/v1");
    writer_name(&writer, "log_ratio_median");
    writer_number(&writer, quantile(&pairs->logarithms, 50));
    writer_name(&writer, "log_ratio_p90");
    writer_number(&writer, quantile(&pairs->logarithms, 90));
    writer_name(&writer, "metric");
    writer_string(&writer, (struct view){key.data + sizeof of, key.length - sizeof of - 1});
    writer_name(&writer, "pairs");
    writer_count(&writer, pairs->effects.length / sizeof(double));
    digest_write(&writer, "protocol", &of.protocol);
    digest_write(&writer, "workload", &of.workload);
    writer_end_object(&writer);
    buf_append_byte(out, '\n');
}

static struct view case_of(const struct map_entry *entry)
{
    const struct series *series = entry->value.pointer;

    return (struct view){entry->key, series->case_length};
}

/* By case. */
static int compare_series(const void *a, const void *b)
{
    return view_compare(case_of(*(const struct map_entry *const *)a),
                        case_of(*(const struct map_entry *const *)b));
}

void noise_model_write(struct noise_model *model, struct output *output)
{
    size_t count = model->map.count;
    const struct map_entry **sorted = mem_zeroed(count, sizeof *sorted);
    struct pairs pairs = {{NULL, 0, 0}, {NULL, 0, 0}};
    struct buf line = {NULL, 0, 0};

    for (size_t i = 0; i < count; i++)
        sorted[i] = &model->map.entries[i];
    if (count > 0)
        qsort(sorted, count, sizeof *sorted, compare_series);
    for (size_t i = 0; i < count;) {
        struct view key = case_of(sorted[i]);

        buf_clear(&pairs.logarithms);
        buf_clear(&pairs.effects);
        for (; i < count && view_equal(case_of(sorted[i]), key); i++)
            add_series(&pairs, sorted[i]->value.pointer);
        if (pairs.effects.length == 0)
            continue;
        buf_clear(&line);
        write_case(key, &pairs, &line);
        output_write(output, line.data, line.length);
    }
    buf_release(&pairs.logarithms);
    buf_release(&pairs.effects);
    buf_release(&line);
    free(sorted);
}
