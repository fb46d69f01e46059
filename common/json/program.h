/* program: a jq program that is compiled once and run on each record.
 *
 * A plain path (path.h) is followed on the document itself, at full speed. Anything else is
 * run by libjq (1.6 and later): the document is converted to a value of jq, each output is
 * written as text, and the reader parses that. So an output is always a node of a document
 * and is used like any other, and one that the reader would reject (nested deeper than 256)
 * is an error.
 *
 *     program_start(program, input);
 *     while ((result = program_next(program, &output)) > 0)
 *         …
 *
 * Numbers are doubles in libjq, converted by number_parse; in outputs nan becomes null and
 * an infinity ±1.7976931348623157e+308, as jq prints them. A number to which a plain path
 * leads has its original text.
 *
 * A program depends on nothing but its text and the record (and on the clock and its time
 * zone, if it uses them). `env` and `$ENV` are empty, and ~/.jq is not read. What reads
 * other input is rejected when it is compiled: import, include, module, modulemeta, input,
 * inputs, and input_filename and input_line_number, which only know jq's own reader. A
 * program may define functions of these names itself.
 *
 * `halt` ends the outputs of a record as if there were no more; `halt_error` is an error
 * with its message. The output of `debug` and `stderr` goes to the listener. error(null) is
 * no output in libjq 1.6 and an error later.
 *
 * libjq does not limit what a program computes: it may never end, or may need more memory
 * than there is. Its hash of names may have no key, so that a hostile object of many
 * members makes a program slow, unless it is a plain path.
 *
 * Compile on the main thread while no other thread runs, since the environment is emptied
 * meanwhile. A program and an input may be used by one thread at a time; each worker has
 * its own. Running out of memory ends the process (diag_memory_exhausted).
 */
#ifndef KIDX_JSON_PROGRAM_H
#define KIDX_JSON_PROGRAM_H

#include "base/buf.h"
#include "json/reader.h"

#include <stdbool.h>
#include <stdint.h>

struct program;

/* A record on which several programs run. It is converted for libjq only once, when the
 * first of them needs that. */
struct program_input;

/* Receives the output of `debug` and `stderr`, a value as JSON text, in the thread that
 * runs the program. */
typedef void program_listener(void *context, struct view text);

enum { PROGRAM_MESSAGE_SIZE = 1000 }; /* in bytes; longer messages of libjq are cut */

/* Compile TEXT. NULL where it is no program, with the reason appended to MESSAGE: the first
 * line of each error of libjq, separated by "; ". An empty text is `.`, as in jq. Takes
 * some 20 ms unless it is a plain path. */
struct program *program_new(const char *text, struct buf *message);
void program_free(struct program *program);

void program_set_listener(struct program *program, program_listener *listener,
                          void *context);

struct program_input *program_input_new(void);
void program_input_free(struct program_input *input);

/* Set the record to DOCUMENT, which must not change until the next call. */
void program_input_set(struct program_input *input, const struct document *document);

/* An output, valid until the next call with the same program and as long as the record. */
struct program_output {
    const struct document *document;
    uint32_t node;
};

/* Begin to run PROGRAM on INPUT. A run that has not ended is abandoned. */
void program_start(struct program *program, struct program_input *input);

/* The next output: 1, or 0 where there are no more, or -1 on an error (program_message),
 * which ends the run. */
int program_next(struct program *program, struct program_output *output);

/* The truth of the first output, for --select: 0 for false, null and no output, 1 for
 * anything else, -1 on an error. Starts a run of its own. */
int program_truth(struct program *program, struct program_input *input);

/* The text of the last error, UTF-8, until the next run. */
struct view program_message(const struct program *program);

#endif
