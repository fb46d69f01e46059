#include <config.h>

#include "result.h"

#include "base/diag.h"

#include <stdlib.h>

void result_init(struct result *result)
{
    memset(result, 0, sizeof *result);
    /* Each worker got one from OpenSSL before, so memory is exhausted if this fails. */
    result->digester = digester_new();
    if (result->digester == NULL)
        diag_memory_exhausted();
    buf_init(&result->cached.case_text);
    buf_init(&result->cached.subject);
}

void result_release(struct result *result)
{
    digester_free(result->digester);
    buf_release(&result->cached.case_text);
    buf_release(&result->cached.subject);
}

/* --- notes --- */

static void add_note(struct result_notes *notes, const char *code)
{
    for (size_t i = 0; i < notes->count; i++)
        if (strcmp(notes->codes[i], code) == 0)
            return;
    if (notes->count < RESULT_NOTES)
        notes->codes[notes->count++] = code;
}

void result_note(struct result *result, const char *code)
{
    add_note(&result->notes, code);
}

static int by_code(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void result_write_notes(struct result *result)
{
    struct result_notes *notes = &result->notes;

    if (notes->count > 1)
        qsort(notes->codes, notes->count, sizeof *notes->codes, by_code);
    result_words(result, "notes", notes->codes, notes->count);
}

void result_begin(struct result *result, struct buf *out)
{
    writer_init(&result->writer, out);
    writer_begin_object(&result->writer);
}

void result_end(struct result *result)
{
    writer_end_object(&result->writer);
    buf_append_byte(result->writer.out, '\n');
    result->notes.count = 0;
}

/* --- members --- */

void result_null(struct result *result, const char *name)
{
    writer_name(&result->writer, name);
    writer_null(&result->writer);
}

void result_number(struct result *result, const char *name, bool known, double value)
{
    writer_name(&result->writer, name);
    if (known)
        writer_number(&result->writer, value);
    else
        writer_null(&result->writer);
}

static void write_text(struct writer *writer, const char *name, struct view text)
{
    writer_name(writer, name);
    if (text.length > 0)
        writer_string(writer, text);
    else
        writer_null(writer);
}

void result_text(struct result *result, const char *name, struct view text)
{
    write_text(&result->writer, name, text);
}

void result_digest(struct result *result, const char *name, const struct digest *digest)
{
    char text[DIGEST_TEXT_LENGTH];

    if (digest == NULL) {
        result_null(result, name);
        return;
    }
    digest_text(digest, text);
    result_digest_text(result, name, text);
}

void result_digest_text(struct result *result, const char *name,
                        const char text[DIGEST_TEXT_LENGTH])
{
    writer_name(&result->writer, name);
    writer_plain(&result->writer, (struct view){text, DIGEST_TEXT_LENGTH});
}

void result_word(struct result *result, const char *name, const char *word)
{
    writer_name(&result->writer, name);
    if (word != NULL)
        writer_word(&result->writer, word);
    else
        writer_null(&result->writer);
}

void result_words(struct result *result, const char *name, const char *const *words,
                  size_t count)
{
    writer_name(&result->writer, name);
    writer_begin_array(&result->writer);
    for (size_t i = 0; i < count; i++)
        writer_word(&result->writer, words[i]);
    writer_end_array(&result->writer);
}

void result_bases(struct result *result, const struct opt_list *bases)
{
    struct buf masked;

    buf_init(&masked);
    writer_name(&result->writer, "base");
    writer_begin_array(&result->writer);
    for (size_t i = 0; i < bases->count; i++) {
        buf_clear(&masked);
        buf_append_masked(&masked, view_from(bases->texts[i]));
        writer_string(&result->writer, buf_view(&masked));
    }
    writer_end_array(&result->writer);
    buf_release(&masked);
}

void result_boolean(struct result *result, const char *name, bool value)
{
    writer_name(&result->writer, name);
    writer_boolean(&result->writer, value);
}

void result_count(struct result *result, const char *name, uint64_t count)
{
    writer_name(&result->writer, name);
    writer_count(&result->writer, count);
}

/* --- cohorts --- */

const char *result_absence(const struct store_object *object, const char *unseen,
                           const char *absent)
{
    return object->name.data == NULL ? unseen : absent;
}

static void write_subject(struct writer *writer, const struct store_cohort *cohort)
{
    const struct store_object *workload = cohort->workload;
    const struct store_object *environment = cohort->setting->environment;

    writer_begin_object(writer);
    writer_name(writer, "axes");
    if (workload->axes.length > 0)
        writer_canonical(writer, workload->axes);
    else
        writer_null(writer);
    write_text(writer, "environment", environment->name);
    write_text(writer, "product", environment->product);
    write_text(writer, "protocol", cohort->setting->protocol->name);
    write_text(writer, "workload", workload->name);
    writer_end_object(writer);
}

/* Note why TEXT, which is about OBJECT, is not known, if it is empty. */
static void note_empty(struct result_notes *notes, struct view text,
                       const struct store_object *object, const char *unseen,
                       const char *absent)
{
    if (text.length == 0)
        add_note(notes, result_absence(object, unseen, absent));
}

static void collect_notes(struct result_cohort *cached)
{
    const struct store_object *workload = cached->cohort->workload;
    const struct store_setting *setting = cached->cohort->setting;
    const struct store_object *protocol = setting->protocol;
    const struct store_object *environment = setting->environment;
    struct result_notes *notes = &cached->notes;

    notes->count = 0;
    note_empty(notes, workload->axes, workload, "WORKLOAD_UNSEEN", "NO_AXES");
    note_empty(notes, workload->name, workload, "WORKLOAD_UNSEEN", "NO_NAME");
    note_empty(notes, environment->name, environment, "ENVIRONMENT_UNSEEN", "NO_NAME");
    note_empty(notes, environment->product, environment, "ENVIRONMENT_UNSEEN",
               "NO_PRODUCT");
    note_empty(notes, protocol->name, protocol, "PROTOCOL_UNSEEN", "NO_NAME");
    if (!cached->has_key)
        add_note(notes, "WORKLOAD_UNSEEN");
    if (setting->metric.length == 0 || setting->statistic.length == 0 ||
        setting->unit.length == 0)
        add_note(notes, "NO_VALUE");
}

/* Make what the lines about a cohort have in common. */
static void cache_cohort(struct result *result, const struct store_cohort *cohort)
{
    struct result_cohort *cached = &result->cached;
    struct digest digest;
    struct writer writer;

    cached->cohort = cohort;
    store_cohort_id(cohort, result->digester, &cached->subject, &digest);
    digest_text(&digest, cached->id);
    cached->has_key =
        store_comparison_key(cohort, result->digester, &cached->subject, &digest);
    if (cached->has_key)
        digest_text(&digest, cached->key);
    buf_clear(&cached->subject);
    store_case_text(cohort, &cached->subject);
    buf_clear(&cached->case_text);
    writer_append_string(&cached->case_text, buf_view(&cached->subject));
    buf_clear(&cached->subject);
    writer_init(&writer, &cached->subject);
    write_subject(&writer, cohort);
    collect_notes(cached);
}

void result_about(struct result *result, const struct store_cohort *cohort)
{
    if (result->cached.cohort != cohort)
        cache_cohort(result, cohort);
    for (size_t i = 0; i < result->cached.notes.count; i++)
        result_note(result, result->cached.notes.codes[i]);
    result_note_cohort(result, cohort);
}

void result_note_cohort(struct result *result, const struct store_cohort *cohort)
{
    result_note_if(result, (cohort->notes & COHORT_COLLISION) != 0,
                   "IMPL_DIGEST_COLLISION");
    result_note_if(result, (cohort->notes & COHORT_UNKEYED) != 0, "RESIDUE_VARIES");
}

void result_case(struct result *result)
{
    writer_name(&result->writer, "case");
    writer_canonical(&result->writer, buf_view(&result->cached.case_text));
}

void result_cohort_id(struct result *result)
{
    result_digest_text(result, "cohort", result->cached.id);
}

void result_comparison_key(struct result *result)
{
    if (result->cached.has_key)
        result_digest_text(result, "comparison_key", result->cached.key);
    else
        result_null(result, "comparison_key");
}

void result_subject(struct result *result)
{
    writer_name(&result->writer, "subject");
    writer_canonical(&result->writer, buf_view(&result->cached.subject));
}

void result_direction(struct result *result, bool higher_is_better)
{
    result_word(result, "direction",
                higher_is_better ? "higher_is_better" : "lower_is_better");
}
