/* result: the lines that kidx-compare writes, in parts that several kinds share.
 *
 * Names of a line are given in their order (writer.h). A value that is not known is null,
 * and the line's notes say why: whoever writes the null adds the note. "notes" stands in
 * the midst of a line but is known at its end only, so what stands behind it is kept back:
 *
 *     line_begin(&line, out);
 *     … names before "notes" …
 *     line_break(&line);
 *     … names behind it …
 *     line_end(&line);
 *
 * Notes are static texts, written sorted and once each. A struct line is used again for
 * each line, by one thread.
 */
#ifndef KIDX_TOOLS_COMPARE_RESULT_H
#define KIDX_TOOLS_COMPARE_RESULT_H

#include "store.h"
#include "json/writer.h"

enum { LINE_NOTES = 24 };

/* What the lines about one cohort have in common, made once. */
struct line_cohort {
    const struct store_cohort *cohort;
    char id[DIGEST_TEXT_LENGTH];
    char key[DIGEST_TEXT_LENGTH];
    bool has_key;
    struct buf case_text; /* as a JSON string */
    struct buf subject;   /* as an object */
    const char *notes[LINE_NOTES];
    size_t note_count; /* of the subject */
};

struct line {
    struct writer writer;
    struct digester *digester;
    struct buf *out;
    struct buf behind; /* the names behind "notes" */
    struct line_cohort cached;
    const char *notes[LINE_NOTES];
    size_t note_count;
};

void line_init(struct line *line);
void line_release(struct line *line);

void line_begin(struct line *line, struct buf *out);
void line_break(struct line *line);
void line_end(struct line *line);

/* Add a note; NULL: none. */
void line_note(struct line *line, const char *code);

/* Members. A number that is not KNOWN, a text that is empty, a digest that is NULL are
 * null, and CODE is noted. A word is a plain text (writer.h). */
void line_number(struct line *line, const char *name, bool known, double value,
                 const char *code);
void line_text(struct line *line, const char *name, struct view text, const char *code);
void line_digest(struct line *line, const char *name, const struct digest *digest,
                 const char *code);
void line_digest_text(struct line *line, const char *name,
                      const char text[DIGEST_TEXT_LENGTH]);
void line_null(struct line *line, const char *name, const char *code);
void line_word(struct line *line, const char *name, const char *word);
/* What --base names, as messages show it: a name may hold any bytes. */
void line_bases(struct line *line, const struct opt_list *bases);
void line_words(struct line *line, const char *name, const char *const *words,
                size_t count);
void line_boolean(struct line *line, const char *name, bool value);
void line_count(struct line *line, const char *name, uint64_t count);

/* Why something of a manifest is not known: UNSEEN, as there is no manifest, or ABSENT, as
 * that does not say it. */
const char *line_absence(const struct store_object *object, const char *unseen,
                         const char *absent);

/* The line is about this cohort: its notes are noted. Then what such lines have: "case";
 * "cohort"; "comparison_key"; "subject", which is what was measured on what, in the words
 * of the manifests. */
void line_about(struct line *line, const struct store_cohort *cohort);
void line_cohort_notes(struct line *line, const struct store_cohort *cohort);
void line_case(struct line *line);
void line_cohort_id(struct line *line);
void line_comparison_key(struct line *line);
void line_subject(struct line *line);

/* "direction": of which more, or less, is better. */
void line_direction(struct line *line, const struct store_setting *setting);

/* The state of a run's p20 to p80; zero: no width. */
enum spread { SPREAD_OK, SPREAD_ZERO, SPREAD_ABSENT, SPREAD_INVALID };
enum spread spread_of(const struct ranked_run *run);
const char *spread_name(enum spread spread);

/* Whether p20 to p80 of two runs with a spread overlap or touch, or one has no width. */
bool spread_ties(const struct ranked_run *a, const struct ranked_run *b);

#endif
