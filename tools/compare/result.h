/* result: the lines that kidx-compare writes, and the members that several kinds of them
 * share.
 *
 * Names of a line are written in their order (writer.h). A value that is not known is null,
 * and a note says why; the member "notes" is in the middle of a line, so all notes are
 * collected before the first member is written:
 *
 *     result_about(&result, cohort);
 *     result_note_if(&result, !known, "NO_INTERVAL");
 *     result_begin(&result, &out);
 *     … names before "notes" …
 *     result_write_notes(&result);
 *     … names after it …
 *     result_end(&result);
 *
 * A struct result is used for one line after the other, by one thread. Notes are static
 * texts, written sorted and once each.
 */
#ifndef KIDX_TOOLS_COMPARE_RESULT_H
#define KIDX_TOOLS_COMPARE_RESULT_H

#include "store.h"
#include "json/writer.h"

enum { RESULT_NOTES = 24 };

struct result_notes {
    const char *codes[RESULT_NOTES];
    size_t count;
};

/* What the lines about one cohort have in common, made once. */
struct result_cohort {
    const struct store_cohort *cohort;
    char id[DIGEST_TEXT_LENGTH];
    char key[DIGEST_TEXT_LENGTH];
    bool has_key;
    struct buf case_text; /* as a JSON string */
    struct buf subject;   /* as a JSON object */
    struct result_notes notes;
};

struct result {
    struct writer writer;
    struct digester *digester;
    struct result_cohort cached;
    struct result_notes notes;
};

void result_init(struct result *result);
void result_release(struct result *result);

/* Add a note of the next line. */
void result_note(struct result *result, const char *code);

static inline void result_note_if(struct result *result, bool applies, const char *code)
{
    if (applies)
        result_note(result, code);
}

/* The next line is about this cohort: add the notes on what is not known of it, including
 * its metric, statistic and unit. */
void result_about(struct result *result, const struct store_cohort *cohort);
/* The next line is about this cohort, among others. */
void result_note_cohort(struct result *result, const struct store_cohort *cohort);

/* Append a line to OUT; result_end forgets its notes. */
void result_begin(struct result *result, struct buf *out);
void result_write_notes(struct result *result);
void result_end(struct result *result);

/* Members. A number that is not KNOWN, a text that is empty, a word or digest that is NULL
 * are null. A word is a plain text (writer.h). */
void result_number(struct result *result, const char *name, bool known, double value);
void result_text(struct result *result, const char *name, struct view text);
void result_word(struct result *result, const char *name, const char *word);
void result_digest(struct result *result, const char *name, const struct digest *digest);
void result_digest_text(struct result *result, const char *name,
                        const char text[DIGEST_TEXT_LENGTH]);
void result_null(struct result *result, const char *name);
void result_words(struct result *result, const char *name, const char *const *words,
                  size_t count);
void result_boolean(struct result *result, const char *name, bool value);
void result_count(struct result *result, const char *name, uint64_t count);
/* "base": what --base names. A name may hold any bytes, and is masked as in messages. */
void result_bases(struct result *result, const struct opt_list *bases);

/* Members that are made of the cohort of result_about: "case", "cohort", "comparison_key",
 * and "subject", which says in the manifests' words what was measured on what. */
void result_case(struct result *result);
void result_cohort_id(struct result *result);
void result_comparison_key(struct result *result);
void result_subject(struct result *result);
/* "direction": whether more or less is better. */
void result_direction(struct result *result, bool higher_is_better);

/* Why something of a manifest is not known: UNSEEN if there is no manifest, else ABSENT. */
const char *result_absence(const struct store_object *object, const char *unseen,
                           const char *absent);

#endif
