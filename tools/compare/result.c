#include <config.h>

#include "result.h"

#include <stdlib.h>

void line_init(struct line *line)
{
    memset(line, 0, sizeof *line);
    line->digester = digester_new();
    buf_init(&line->behind);
    buf_init(&line->cached.case_text);
    buf_init(&line->cached.subject);
}

void line_release(struct line *line)
{
    digester_free(line->digester);
    buf_release(&line->behind);
    buf_release(&line->cached.case_text);
    buf_release(&line->cached.subject);
}

void line_begin(struct line *line, struct buf *out)
{
    line->out = out;
    line->note_count = 0;
    writer_init(&line->writer, out);
    writer_begin_object(&line->writer);
}

void line_break(struct line *line)
{
    buf_clear(&line->behind);
    writer_init(&line->writer, &line->behind);
    line->writer.comma = true;
}

static int by_code(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void line_end(struct line *line)
{
    struct writer writer;

    qsort(line->notes, line->note_count, sizeof *line->notes, by_code);
    writer_init(&writer, line->out);
    writer.comma = true;
    writer_name(&writer, "notes");
    writer_begin_array(&writer);
    for (size_t i = 0; i < line->note_count; i++)
        writer_word(&writer, line->notes[i]);
    writer_end_array(&writer);
    buf_append(line->out, line->behind.data, line->behind.length);
    buf_append_text(line->out, "}\n");
}

void line_note(struct line *line, const char *code)
{
    for (size_t i = 0; code != NULL && i < line->note_count; i++)
        if (strcmp(line->notes[i], code) == 0)
            return;
    if (code != NULL && line->note_count < LINE_NOTES)
        line->notes[line->note_count++] = code;
}

/* --- members --- */

void line_null(struct line *line, const char *name, const char *code)
{
    writer_name(&line->writer, name);
    writer_null(&line->writer);
    line_note(line, code);
}

void line_number(struct line *line, const char *name, bool known, double value,
                 const char *code)
{
    if (!known) {
        line_null(line, name, code);
        return;
    }
    writer_name(&line->writer, name);
    writer_number(&line->writer, value);
}

void line_text(struct line *line, const char *name, struct view text, const char *code)
{
    if (text.length == 0) {
        line_null(line, name, code);
        return;
    }
    writer_name(&line->writer, name);
    writer_string(&line->writer, text);
}

void line_digest(struct line *line, const char *name, const struct digest *digest,
                 const char *code)
{
    char text[DIGEST_TEXT_LENGTH];

    if (digest == NULL) {
        line_null(line, name, code);
        return;
    }
    digest_text(digest, text);
    line_digest_text(line, name, text);
}

void line_digest_text(struct line *line, const char *name,
                      const char text[DIGEST_TEXT_LENGTH])
{
    writer_name(&line->writer, name);
    writer_plain(&line->writer, (struct view){text, DIGEST_TEXT_LENGTH});
}

void line_word(struct line *line, const char *name, const char *word)
{
    writer_name(&line->writer, name);
    writer_word(&line->writer, word);
}

void line_words(struct line *line, const char *name, const char *const *words, size_t count)
{
    writer_name(&line->writer, name);
    writer_begin_array(&line->writer);
    for (size_t i = 0; i < count; i++)
        writer_word(&line->writer, words[i]);
    writer_end_array(&line->writer);
}

void line_bases(struct line *line, const struct opt_list *bases)
{
    struct buf masked;

    buf_init(&masked);
    writer_name(&line->writer, "base");
    writer_begin_array(&line->writer);
    for (size_t i = 0; i < bases->count; i++) {
        buf_clear(&masked);
        buf_append_masked(&masked, view_from(bases->texts[i]));
        writer_string(&line->writer, buf_view(&masked));
    }
    writer_end_array(&line->writer);
    buf_release(&masked);
}

void line_boolean(struct line *line, const char *name, bool value)
{
    writer_name(&line->writer, name);
    writer_boolean(&line->writer, value);
}

void line_count(struct line *line, const char *name, uint64_t count)
{
    writer_name(&line->writer, name);
    writer_count(&line->writer, count);
}

/* --- cohorts --- */

const char *line_absence(const struct store_object *object, const char *unseen,
                         const char *absent)
{
    return object->name.data == NULL ? unseen : absent;
}

static void make_subject(struct line *line, const struct store_cohort *cohort)
{
    const struct store_object *workload = cohort->workload;
    const struct store_object *protocol = cohort->setting->protocol;
    const struct store_object *environment = cohort->setting->environment;

    writer_begin_object(&line->writer);
    if (workload->axes.length > 0) {
        writer_name(&line->writer, "axes");
        writer_canonical(&line->writer, workload->axes);
    } else {
        line_null(line, "axes", line_absence(workload, "WORKLOAD_UNSEEN", "NO_AXES"));
    }
    line_text(line, "environment", environment->name,
              line_absence(environment, "ENVIRONMENT_UNSEEN", "NO_NAME"));
    line_text(line, "product", environment->product,
              line_absence(environment, "ENVIRONMENT_UNSEEN", "NO_PRODUCT"));
    line_text(line, "protocol", protocol->name,
              line_absence(protocol, "PROTOCOL_UNSEEN", "NO_NAME"));
    line_text(line, "workload", workload->name,
              line_absence(workload, "WORKLOAD_UNSEEN", "NO_NAME"));
    writer_end_object(&line->writer);
}

/* Make what the lines about a cohort have in common. */
static void cache_cohort(struct line *line, const struct store_cohort *cohort)
{
    struct line_cohort *cached = &line->cached;
    struct line part = {.note_count = 0};
    struct digest digest;

    cached->cohort = cohort;
    store_cohort_id(cohort, line->digester, &cached->subject, &digest);
    digest_text(&digest, cached->id);
    cached->has_key =
        store_comparison_key(cohort, line->digester, &cached->subject, &digest);
    if (cached->has_key)
        digest_text(&digest, cached->key);
    buf_clear(&cached->subject);
    store_case_text(cohort, &cached->subject);
    buf_clear(&cached->case_text);
    writer_append_string(&cached->case_text, buf_view(&cached->subject));
    buf_clear(&cached->subject);
    writer_init(&part.writer, &cached->subject);
    make_subject(&part, cohort);
    memcpy(cached->notes, part.notes, sizeof part.notes);
    cached->note_count = part.note_count;
}

void line_about(struct line *line, const struct store_cohort *cohort)
{
    if (line->cached.cohort != cohort)
        cache_cohort(line, cohort);
    line_cohort_notes(line, cohort);
}

void line_cohort_notes(struct line *line, const struct store_cohort *cohort)
{
    if ((cohort->notes & COHORT_COLLISION) != 0)
        line_note(line, "IMPL_DIGEST_COLLISION");
    if ((cohort->notes & COHORT_UNKEYED) != 0)
        line_note(line, "RESIDUE_VARIES");
}

void line_case(struct line *line)
{
    writer_name(&line->writer, "case");
    writer_canonical(&line->writer, buf_view(&line->cached.case_text));
}

void line_cohort_id(struct line *line)
{
    line_digest_text(line, "cohort", line->cached.id);
}

void line_comparison_key(struct line *line)
{
    if (line->cached.has_key)
        line_digest_text(line, "comparison_key", line->cached.key);
    else
        line_null(line, "comparison_key", "WORKLOAD_UNSEEN");
}

void line_subject(struct line *line)
{
    writer_name(&line->writer, "subject");
    writer_canonical(&line->writer, buf_view(&line->cached.subject));
    for (size_t i = 0; i < line->cached.note_count; i++)
        line_note(line, line->cached.notes[i]);
}

void line_direction(struct line *line, const struct store_setting *setting)
{
    line_word(line, "direction",
              setting->higher_is_better ? "higher_is_better" : "lower_is_better");
}

/* --- spread --- */

enum spread spread_of(const struct ranked_run *run)
{
    if (!ranking_has(run, RANKING_VALUE | RANKING_P20 | RANKING_P80))
        return SPREAD_ABSENT;
    if (run->p20 > run->p80 || (ranking_has(run, RANKING_MEDIAN) &&
                                (run->p20 > run->value || run->value > run->p80)))
        return SPREAD_INVALID;
    return run->p20 == run->p80 ? SPREAD_ZERO : SPREAD_OK;
}

const char *spread_name(enum spread spread)
{
    static const char *const names[] = {"ok", "zero", "absent", "invalid"};

    return names[spread];
}

bool spread_ties(const struct ranked_run *a, const struct ranked_run *b)
{
    return spread_of(a) == SPREAD_ZERO || spread_of(b) == SPREAD_ZERO ||
           (a->p20 <= b->p80 && b->p20 <= a->p80);
}
