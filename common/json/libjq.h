/* libjq: jq programs by that library (1.6 and later), with documents going in and JSON text
 * coming out; for program.c, which is what tools use. This is the only file that knows who
 * owns a jv.
 *
 * Errors append their text to a buf of the caller's, at most LIBJQ_MESSAGE_SIZE bytes.
 * Running out of memory ends the tool (diag_memory_exhausted).
 *
 * A struct of this file serves one thread at a time.
 */
#ifndef KIDX_JSON_LIBJQ_H
#define KIDX_JSON_LIBJQ_H

#include "base/buf.h"
#include "json/reader.h"

#include <stdbool.h>

enum { LIBJQ_MESSAGE_SIZE = 1000 };

/* A compiled program and its run. */
struct libjq;

/* A document as libjq holds it. */
struct libjq_value;

/* What `debug` and `stderr` say: a value as JSON text. */
typedef void libjq_listener(void *context, struct view text);

/* Compile TEXT where there is no environment. NULL where it is no program, with the first
 * line of each of libjq's errors, parted by "; ", in MESSAGE: what is wrong and the line of
 * the program, in the same words whatever the version. */
struct libjq *libjq_new(const char *text, struct buf *message);
void libjq_free(struct libjq *libjq);

void libjq_set_listener(struct libjq *libjq, libjq_listener *listener, void *context);

struct libjq_value *libjq_value_new(void);
void libjq_value_free(struct libjq_value *value);

/* Hold DOCUMENT, copied. -1 where it is longer than libjq can count, and nothing is held.
 */
int libjq_value_set(struct libjq_value *value, const struct document *document,
                    struct buf *message);
void libjq_value_clear(struct libjq_value *value);

/* Begin a run; one that is not at its end is given up. */
void libjq_start(struct libjq *libjq, const struct libjq_value *value);

/* The next output: 1, 0 where there are no more, -1 on an error. After 0 and -1 the next
 * call is libjq_start. */

/* Append it to TEXT as JSON, members in no order. nan is null, an infinity the largest
 * double; strings may be ill-formed UTF-8. Nested deeper than READER_DEPTH is an error. */
int libjq_next(struct libjq *libjq, struct buf *text, struct buf *message);

/* Only whether it is other than false and null, in *TRUTH. */
int libjq_next_truth(struct libjq *libjq, bool *truth, struct buf *message);

#endif
