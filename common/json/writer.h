/* writer: the only place where JSON is written.
 *
 * The output is in the form of RFC 8785 (JSON Canonicalization Scheme): no blanks,
 * ECMAScript numbers, short escapes, and \u00xx in lower case for controls only. The caller
 * determines the order of names; it must sort them by UTF-16 code unit (canonical.h does so
 * for a document), so that equal results are equal bytes.
 *
 *     writer_begin_object(&writer);
 *     writer_name(&writer, "digest");
 *     writer_text(&writer, digest);
 *     writer_end_object(&writer);
 *
 * A writer owns no memory; it appends to a buf of the caller. It belongs to one thread.
 * Nothing fails; running out of memory ends the process (mem.h).
 */
#ifndef KIDX_JSON_WRITER_H
#define KIDX_JSON_WRITER_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct writer {
    struct buf *out;
    bool comma; /* the next value or name needs one before it */
};

void writer_init(struct writer *writer, struct buf *out);

void writer_begin_object(struct writer *writer);
void writer_end_object(struct writer *writer);
void writer_begin_array(struct writer *writer);
void writer_end_array(struct writer *writer);

/* A plain text is printable ASCII without quote and backslash. It needs no escape, and none
 * is looked for. Literals and digests are plain. */

/* A name; its value follows. */
void writer_plain_name(struct writer *writer, struct view name);

/* The same for a literal, whose length the compiler knows. */
static inline void writer_name(struct writer *writer, const char *name)
{
    writer_plain_name(writer, view_from(name));
}

/* A name of any UTF-8. */
void writer_name_view(struct writer *writer, struct view name);

/* A string that is a plain text. */
void writer_plain(struct writer *writer, struct view text);

static inline void writer_word(struct writer *writer, const char *word)
{
    writer_plain(writer, view_from(word));
}

/* A string: UTF-8, NUL allowed. */
void writer_string(struct writer *writer, struct view string);

/* The same for a C string. */
void writer_text(struct writer *writer, const char *text);

/* A finite number. */
void writer_number(struct writer *writer, double number);

/* A count; the caller must know that one above 2^53 may not be exact as a double. */
void writer_count(struct writer *writer, uint64_t count);

void writer_boolean(struct writer *writer, bool value);
void writer_null(struct writer *writer);

/* JSON text that is in canonical form already. */
void writer_canonical(struct writer *writer, struct view text);

/* Append STRING in quotes to OUT, without a comma. */
void writer_append_string(struct buf *out, struct view string);

#endif
