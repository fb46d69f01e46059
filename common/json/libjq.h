/* libjq: compiles and runs jq programs by the library of that name (1.6 and later), from
 * documents to JSON text; for program.c, which tools use. This is the only file that
 * includes jq.h or jv.h.
 *
 * Errors are appended to a buf of the caller, at most LIBJQ_MESSAGE_SIZE bytes, in the same
 * words whatever the version of libjq. Running out of memory ends the process
 * (diag_memory_exhausted).
 *
 * A struct of this file may be used by one thread at a time.
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

/* Receives the output of `debug` and `stderr`: a value as JSON text. */
typedef void libjq_listener(void *context, struct view text);

/* Compile TEXT with an empty environment. NULL where it is no program, with the first line
 * of each error of libjq in MESSAGE, separated by "; ": what is wrong, and the line of the
 * program. */
struct libjq *libjq_new(const char *text, struct buf *message);
void libjq_free(struct libjq *libjq);

void libjq_set_listener(struct libjq *libjq, libjq_listener *listener, void *context);

struct libjq_value *libjq_value_new(void);
void libjq_value_free(struct libjq_value *value);

/* Convert DOCUMENT, which is copied. -1 where it is longer than libjq can count; there is
 * no value then. */
int libjq_value_set(struct libjq_value *value, const struct document *document,
                    struct buf *message);
void libjq_value_clear(struct libjq_value *value);

/* Begin a run; one that has not ended is abandoned. */
void libjq_start(struct libjq *libjq, const struct libjq_value *value);

/* Both functions produce the next output. They return 1, 0 where there are no more, or -1
 * on an error; after 0 and -1 the next call must be libjq_start. */

/* Append the output to TEXT as JSON, members in no order. nan is written as null, an
 * infinity as the largest double; strings may be ill-formed UTF-8. Nesting deeper than
 * READER_DEPTH is an error. */
int libjq_next(struct libjq *libjq, struct buf *text, struct buf *message);

/* Store in *TRUTH whether the output is neither false nor null. */
int libjq_next_truth(struct libjq *libjq, bool *truth, struct buf *message);

#endif
