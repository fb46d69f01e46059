#include <config.h>

#include "json/program.h"

#include "base/mem.h"
#include "json/libjq.h"
#include "json/path.h"
#include "json/program-scan.h"

#include <stdlib.h>

enum { KEEP_BYTES = 1 << 20 }; /* memory of an output above this is freed */

_Static_assert((int)PROGRAM_MESSAGE_SIZE == (int)LIBJQ_MESSAGE_SIZE, "one length");

struct program_input {
    const struct document *document;
    struct libjq_value *value;
    bool valued; /* the value is that of the document */
};

struct program {
    struct path path;
    struct libjq *libjq; /* NULL: the path is the program */
    struct program_input *input;
    bool begun;
    bool ended;
    struct buf text;       /* an output of libjq, or "null" for a path without a node */
    struct reader *reader; /* of the text */
    struct buf message;
};

/* Parse the text into a document. */
static int read_text(struct program *program, struct reader_error *error)
{
    memset(buf_reserve(&program->text, READER_PADDING), 0, READER_PADDING);
    return reader_parse(program->reader, program->text.data, program->text.length, error);
}

/* Compile with two builtins redefined: `env` reads the environment when it runs, and
 * `stderr` of 1.6 writes to standard error itself. The definitions are put on the first
 * line, so that line numbers in messages are right. */
static struct libjq *compile(const char *text, const struct program_scan *scan,
                             struct buf *message)
{
    struct libjq *libjq;
    struct buf program;

    buf_init(&program);
    if (scan->uses_env)
        buf_append_text(&program, "def env: {}; ");
#ifndef HAVE_JQ_SET_STDERR_CB
    if (scan->uses_stderr)
        buf_append_text(&program, "def stderr: debug; ");
#endif
    buf_append_text(&program, text);
    libjq = libjq_new(buf_text(&program), message);
    buf_release(&program);
    return libjq;
}

struct program *program_new(const char *text, struct buf *message)
{
    struct program_scan scan = program_scan(text);
    struct program *program;
    struct reader_error error;
    struct libjq *libjq = NULL;
    struct path path;

    if (scan.unavailable != NULL) {
        buf_append_format(message,
                          "'%s' is not available: a program sees one record, no other "
                          "input and no files",
                          scan.unavailable);
        return NULL;
    }
    if (!path_parse(&path, scan.empty ? "." : text, NULL)) {
        libjq = compile(text, &scan, message);
        if (libjq == NULL)
            return NULL;
    }
    program = mem_zeroed(1, sizeof *program);
    program->path = path;
    program->libjq = libjq;
    program->ended = true;
    program->reader = reader_new();
    buf_init(&program->message);
    buf_init(&program->text);
    buf_append_text(&program->text, "null");
    read_text(program, &error);
    return program;
}

void program_free(struct program *program)
{
    if (program == NULL)
        return;
    path_release(&program->path);
    libjq_free(program->libjq);
    reader_free(program->reader);
    buf_release(&program->text);
    buf_release(&program->message);
    free(program);
}

void program_set_listener(struct program *program, program_listener *listener,
                          void *context)
{
    if (program->libjq != NULL)
        libjq_set_listener(program->libjq, listener, context);
}

struct program_input *program_input_new(void)
{
    struct program_input *input = mem_zeroed(1, sizeof *input);

    input->value = libjq_value_new();
    return input;
}

void program_input_free(struct program_input *input)
{
    if (input == NULL)
        return;
    libjq_value_free(input->value);
    free(input);
}

void program_input_set(struct program_input *input, const struct document *document)
{
    if (input->valued)
        libjq_value_clear(input->value);
    input->valued = false;
    input->document = document;
}

void program_start(struct program *program, struct program_input *input)
{
    program->input = input;
    program->begun = false;
    program->ended = false;
    buf_clear(&program->message);
}

/* Start libjq on the record, which is converted by the first program that needs it. */
static int begin(struct program *program)
{
    struct program_input *input = program->input;

    program->begun = true;
    if (!input->valued &&
        libjq_value_set(input->value, input->document, &program->message) < 0)
        return -1;
    input->valued = true;
    libjq_start(program->libjq, input->value);
    return 0;
}

/* Produce the only output of a plain path. */
static int follow(struct program *program, struct program_output *output)
{
    const struct document *document = program->input->document;
    struct path_match match;

    switch (path_follow(&program->path, document, &match)) {
    case PATH_NODE:
        *output = (struct program_output){document, match.node};
        return 1;
    case PATH_NULL:
        *output = (struct program_output){reader_document(program->reader), 0};
        return 1;
    default:
        path_explain(&program->path, document, &match, &program->message);
        return -1;
    }
}

/* Produce the next output of libjq. */
static int compute(struct program *program, struct program_output *output)
{
    struct reader_error error;
    int result;

    if (!program->begun && begin(program) < 0)
        return -1;
    buf_clear_to(&program->text, KEEP_BYTES);
    result = libjq_next(program->libjq, &program->text, &program->message);
    if (result <= 0)
        return result;
    if (read_text(program, &error) < 0) {
        /* This happens with strings that are not UTF-8: [55296] | implode. */
        buf_append_format(&program->message, "an output is no JSON: %s", error.text);
        return -1;
    }
    *output = (struct program_output){reader_document(program->reader), 0};
    return 1;
}

int program_next(struct program *program, struct program_output *output)
{
    int result;

    if (program->ended)
        return 0;
    result = program->libjq == NULL ? follow(program, output) : compute(program, output);
    program->ended = program->libjq == NULL || result <= 0;
    return result;
}

int program_truth(struct program *program, struct program_input *input)
{
    struct program_output output;
    bool truth;
    int result;

    program_start(program, input);
    program->ended = true;
    if (program->libjq == NULL) {
        if (follow(program, &output) < 0)
            return -1;
        return !document_is(output.document, output.node, NODE_NULL) &&
               !document_is(output.document, output.node, NODE_FALSE);
    }
    if (begin(program) < 0)
        return -1;
    result = libjq_next_truth(program->libjq, &truth, &program->message);
    return result <= 0 ? result : truth;
}

struct view program_message(const struct program *program)
{
    return buf_view(&program->message);
}
