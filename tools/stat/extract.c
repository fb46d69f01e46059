#include <config.h>

#include "extract.h"

#include "value.h"

#include "base/mem.h"
#include "json/writer.h"

#include <stdlib.h>

struct stat_extract {
    const struct stat_question *question;
    struct grouper *grouper;
    struct stat_value *value; /* NULL: records are only counted */
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
    buf_release(&extract->key);
    free(extract);
}

/* The line's BenchmarkRun; NULL: it has none, and the verdict, and why, are set. */
static const struct manifest *find_run(struct stream_record *record,
                                       struct record *manifests,
                                       enum stream_verdict *verdict)
{
    struct manifest_error error;

    if (record_read(record->document, manifests, &error) != 0) {
        *verdict = stream_reject(record, stream_column(record, error.node), error.code,
                                 "%s", error.text);
        return NULL;
    }
    for (size_t i = 0; i < manifests->count; i++)
        if (manifests->manifests[i].kind == KIND_BENCHMARK_RUN)
            return &manifests->manifests[i];
    record->label = "without BenchmarkRun";
    if (manifests->count == 1 && manifests->manifests[0].kind == KIND_SERVING_RUN)
        record->label = "ServingRun";
    *verdict = STREAM_SKIP;
    return NULL;
}

enum stream_verdict stat_extract(struct stat_extract *extract, struct stream_record *record)
{
    const struct stat_question *question = extract->question;
    const struct manifest *run = NULL;
    enum stream_verdict verdict;
    struct record manifests;

    if (extract->value != NULL && question->value == NULL) {
        run = find_run(record, &manifests, &verdict);
        if (run == NULL)
            return verdict;
    }
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
    return STREAM_WRITE;
}

const struct stat_fact *stat_extract_fact(const struct stat_extract *extract)
{
    return &extract->fact;
}
