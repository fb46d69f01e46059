/* libjq-message: what libjq says of a program that does not compile, in the words that all
 * of its versions have, so that a message is the same everywhere.
 *
 * A message stands at the end of a buf, behind BEFORE bytes of something else.
 */
#ifndef KIDX_JSON_LIBJQ_MESSAGE_H
#define KIDX_JSON_LIBJQ_MESSAGE_H

#include "base/buf.h"

/* Append the first line of what libjq said, behind "; " where something was said before:
 * without "jq: error: " and the colon at its end, without the column that 1.8 gives (it
 * counts what program.c puts before the text), and without the guess of 1.6 and 1.7 that a
 * shell took quotes away, which is wrong for a program from a file. The other lines show
 * the line of the program. Nothing is appended for a count ("jq: 1 compile error"), which
 * is the last thing said. */
void libjq_message_add(struct buf *message, size_t before, const char *said);

/* Cut the message to LIMIT bytes, on the border of a character, and say so by "...". */
void libjq_message_cut(struct buf *message, size_t before, size_t limit);

#endif
