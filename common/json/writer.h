/* writer: the only place where JSON is written.
 *
 * What it writes is RFC 8785 form (JSON Canonicalization Scheme): no blanks, ECMAScript
 * numbers, short escapes and lower-case \u00xx for controls only. The order of names is the
 * caller's: give them sorted by UTF-16 code unit (canonical.h does it for a document), and
 * equal results are equal bytes.
 *
 *     writer_begin_object(&writer);
 *     writer_name(&writer, "digest");
 *     writer_text(&writer, digest);
 *     writer_end_object(&writer);
 *
 * A writer holds no memory of its own; it appends to a buf of the caller's.
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

/* A plain text is printable ASCII without quote and backslash: it needs no escape, and
 * nobody looks for one. Literals and digests are plain. */

/* A name; its value follows. */
void writer_plain_name(struct writer *writer, struct view name);

/* The same for a literal, whose length the compiler knows. */
static inline void writer_name(struct writer *writer, const char *name)
{
    writer_plain_name(writer, view_from(name));
}

/* A name of any bytes that are UTF-8. */
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

/* A count; above 2^53 it is not exactly a double and the caller knows. */
void writer_count(struct writer *writer, uint64_t count);

void writer_boolean(struct writer *writer, bool value);
void writer_null(struct writer *writer);

/* JSON text that is in canonical form already. */
void writer_canonical(struct writer *writer, struct view text);

/* Append STRING in quotes to OUT, no comma: for those that keep account of commas alone. */
void writer_append_string(struct buf *out, struct view string);

#endif
