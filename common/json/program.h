/* program: a jq program, compiled once and run on each record.
 *
 * A plain path (path.h) is followed on the document itself, at full speed. Anything else is
 * libjq's (1.6 and later): the document becomes jq's own value, each output becomes text,
 * and the reader makes a document of it. So an output is always a node of a document, read,
 * converted and written like any other, and one that our reader would refuse (nested deeper
 * than 256) is an error.
 *
 *     program_start(program, input);
 *     while ((result = program_next(program, &output)) > 0)
 *         …
 *
 * Numbers are doubles in libjq: the double that number_parse gives, and of an output the
 * one that libjq has; nan comes out as null, an infinity as ±1.7976931348623157e+308, as jq
 * prints them. A node that a plain path leads to keeps the text of its number.
 *
 * A program depends on nothing but its text and the record (and, where it asks, on the
 * clock and its time zone). `env` and `$ENV` are empty, ~/.jq is not read. What reads
 * elsewhere is refused when compiled: import, include, module, modulemeta, input, inputs,
 * and input_filename and input_line_number, which only know jq's own reader. A program may
 * define functions with these names for itself.
 *
 * `halt` ends the outputs of a record as if there were no more, `halt_error` is an error
 * with its message. `debug` and `stderr` go to the listener. An error(null) is no output in
 * libjq 1.6, an error later.
 *
 * libjq does not bound what a program computes: one that never ends, or builds what memory
 * does not hold, does so here. Its hash of names may have no key, so that a hostile object
 * of many members slows a program that is no plain path.
 *
 * Compile on the main thread, while no other thread runs: the environment is taken away
 * meanwhile. A program and an input serve one thread at a time; each worker has its own.
 * Running out of memory ends the tool (diag_memory_exhausted).
 */
#ifndef KIDX_JSON_PROGRAM_H
#define KIDX_JSON_PROGRAM_H

#include "base/buf.h"
#include "json/reader.h"

#include <stdbool.h>
#include <stdint.h>

struct program;

/* A record that several programs look at. What libjq needs of it is made when the first of
 * them asks, and once. */
struct program_input;

/* What `debug` and `stderr` say: a value as JSON text. Any thread that runs the program. */
typedef void program_listener(void *context, struct view text);

enum { PROGRAM_MESSAGE_SIZE = 1000 }; /* of libjq's errors; what is longer is cut */

/* Compile TEXT. NULL where it is no program, with the reason appended to MESSAGE: the first
 * line of each of libjq's errors, parted by "; ". An empty text is `.`, as in jq. Takes
 * some 20 ms where it is no plain path. */
struct program *program_new(const char *text, struct buf *message);
void program_free(struct program *program);

void program_set_listener(struct program *program, program_listener *listener,
                          void *context);

struct program_input *program_input_new(void);
void program_input_free(struct program_input *input);

/* The record is now DOCUMENT, which stays as it is until the next call. */
void program_input_set(struct program_input *input, const struct document *document);

/* An output. Valid until the next call with the same program, and as long as the record. */
struct program_output {
    const struct document *document;
    uint32_t node;
};

/* Begin to run PROGRAM on INPUT; a run before it need not have come to its end. */
void program_start(struct program *program, struct program_input *input);

/* The next output: 1, or 0 where there are no more, or -1 on an error (program_message),
 * which ends the run. */
int program_next(struct program *program, struct program_output *output);

/* What --select asks: the first output decides, false, null and no output are 0, anything
 * else 1; -1 on an error before it. Starts a run of its own. */
int program_truth(struct program *program, struct program_input *input);

/* The text of the last error, UTF-8, until the next run. */
struct view program_message(const struct program *program);

#endif
