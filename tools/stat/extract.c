#include <config.h>

#include "extract.h"

#include "value.h"

#include "base/mem.h"
#include "json/canonical.h"
#include "json/writer.h"
#include "record/identity.h"

#include <stdlib.h>

struct stat_extract {
    const struct stat_question *question;
    struct grouper *grouper;
    struct stat_value *value; /* NULL: records are only counted */
    struct canonical canonical;
    struct digester *digester;
    struct buf text; /* of which the digest is taken */
    struct buf key;
    struct stat_fact fact;
};

int stat_question_init(struct stat_question *question, const char *by, const char *value,
                       bool is_count, struct diag *diag)
{
    const char *name = value == NULL ? "primary" : value;

    question->value = value;
    buf_init(&question->value_name);
    if (!is_count)
        writer_append_string(&question->value_name, view_from(name));
    return grouping_init(&question->by, by, diag);
}

void stat_question_release(struct stat_question *question)
{
    grouping_release(&question->by);
    buf_release(&question->value_name);
}

struct stat_extract *stat_extract_new(const struct stat_question *question,
                                      struct diag *diag)
{
    struct stat_extract *extract = mem_zeroed(1, sizeof *extract);
    bool is_count = question->value_name.length == 0;

    extract->question = question;
    canonical_init(&extract->canonical);
    extract->digester = digester_new();
    extract->grouper = grouper_new(&question->by, diag);
    if (extract->grouper != NULL && !is_count)
        extract->value = stat_value_new(question->value, diag);
    if (extract->grouper != NULL && (is_count || extract->value != NULL))
        return extract;
    stat_extract_free(extract);
    return NULL;
}

void stat_extract_free(struct stat_extract *extract)
{
    if (extract == NULL)
        return;
    grouper_free(extract->grouper);
    stat_value_free(extract->value);
    canonical_release(&extract->canonical);
    digester_free(extract->digester);
    buf_release(&extract->text);
    buf_release(&extract->key);
    free(extract);
}

/* The BenchmarkRun among MANIFESTS, or NULL. */
static const struct manifest *find_run(const struct record *manifests)
{
    for (size_t i = 0; i < manifests->count; i++)
        if (manifests->manifests[i].kind == KIND_BENCHMARK_RUN)
            return &manifests->manifests[i];
    return NULL;
}

static enum stream_verdict reject(struct stream_record *record,
                                  const struct manifest_error *error)
{
    return stream_reject(record, stream_column(record, error->node), error->code, "%s",
                         error->text);
}

static enum stream_verdict skip(struct stream_record *record,
                                const struct record *manifests)
{
    record->label = "without BenchmarkRun";
    if (manifests->count == 1 && manifests->manifests[0].kind == KIND_SERVING_RUN)
        record->label = "ServingRun";
    return STREAM_SKIP;
}

/* Append VIEW and its length, so that no two lists of texts are one. */
static void append_sized(struct buf *out, struct view view)
{
    buf_append(out, (const char *)&view.length, sizeof view.length);
    buf_append(out, view.data, view.length);
}

/* Set the digest of the fact, which two lines share that have one run and add the same to
 * one group, such as a bundle and an export row. A run without identity has none. */
static void identify(struct stat_extract *extract, struct document *document,
                     const struct manifest *run)
{
    struct stat_fact *fact = &extract->fact;
    struct buf *text = &extract->text;
    struct manifest_error error;

    buf_clear(text);
    if (identity_append(document, run, &extract->canonical, text, &error) != 0)
        return;
    append_sized(text, fact->key);
    append_sized(text, fact->entries);
    append_sized(text, fact->measures[0].text);
    buf_append(text, (const char *)&fact->non_finite, sizeof fact->non_finite);
    buf_append(text, (const char *)fact->missing, sizeof fact->missing);
    digester_hash(extract->digester, text->data, text->length, &fact->run);
    fact->has_run = true;
}

enum stream_verdict stat_extract(struct stat_extract *extract, struct stream_record *record)
{
    const struct stat_question *question = extract->question;
    bool is_primary = extract->value != NULL && question->value == NULL;
    const struct manifest *run = NULL;
    struct manifest_error error;
    struct record manifests;

    if (extract->value != NULL && record_read(record->document, &manifests, &error) == 0)
        run = find_run(&manifests);
    else if (is_primary)
        return reject(record, &error);
    if (is_primary && run == NULL)
        return skip(record, &manifests);
    buf_clear(&extract->key);
    if (grouper_write(extract->grouper, record, &extract->key) != 0)
        return STREAM_REJECT;
    buf_append_byte(&extract->key, '\0');
    buf_append(&extract->key, question->value_name.data, question->value_name.length);
    extract->fact = (struct stat_fact){.key = buf_view(&extract->key)};
    if (extract->value == NULL)
        extract->fact.records = 1;
    else if (stat_value_take(extract->value, record, run, &extract->fact) != 0)
        return STREAM_REJECT;
    if (extract->value != NULL && extract->fact.entries.length == 0)
        record->label = "missing";
    if (run != NULL)
        identify(extract, record->document, run);
    stat_fact_store(&extract->fact, record);
    return STREAM_WRITE;
}
