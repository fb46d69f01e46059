#include <config.h>

#include "json/libjq.h"

#include "base/diag.h"
#include "base/mem.h"
#include "json/number.h"
#include "json/writer.h"

#include <jv.h>
#include <jq.h>

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Ownership of a jv: a function of libjq consumes its arguments, and the caller owns what
 * it returns, except for these, which only borrow: jv_copy, jv_get_kind, jv_is_valid,
 * jv_number_value, jv_string_value and the jv_object_iter functions. In this file a
 * parameter called `owned` is consumed, and one called `value` is borrowed.
 */

enum { LONGEST_DOCUMENT = 1 << 29 }; /* libjq counts with int */

struct libjq_value {
    jv held; /* invalid where there is none */
};

struct libjq {
    jq_state *state;
    libjq_listener *listener;
    void *listener_context;
    struct buf remark; /* the text that is passed to the listener */
};

static void memory_exhausted(void *unused)
{
    (void)unused;
    diag_memory_exhausted();
}

/* --- values to text --- */

static struct view string_view(jv value)
{
    int length = jv_string_length_bytes(jv_copy(value));

    return (struct view){jv_string_value(value), (size_t)length};
}

static void write_number(struct writer *writer, double number)
{
    static const double largest = 0x1.fffffffffffffp+1023;

    if (number != number)
        writer_null(writer);
    else if (number > largest)
        writer_number(writer, largest);
    else if (number < -largest)
        writer_number(writer, -largest);
    else
        writer_number(writer, number);
}

static bool write_value(struct writer *writer, jv value, unsigned depth);

static bool write_array(struct writer *writer, jv value, unsigned depth)
{
    int length = jv_array_length(jv_copy(value));

    writer_begin_array(writer);
    for (int i = 0; i < length; i++) {
        jv element = jv_array_get(jv_copy(value), i);
        bool fits = write_value(writer, element, depth);

        jv_free(element);
        if (!fits)
            return false;
    }
    writer_end_array(writer);
    return true;
}

static bool write_object(struct writer *writer, jv value, unsigned depth)
{
    writer_begin_object(writer);
    for (int at = jv_object_iter(value); jv_object_iter_valid(value, at);
         at = jv_object_iter_next(value, at)) {
        jv name = jv_object_iter_key(value, at);
        jv member = jv_object_iter_value(value, at);
        bool fits;

        writer_name_view(writer, string_view(name));
        fits = write_value(writer, member, depth);
        jv_free(name);
        jv_free(member);
        if (!fits)
            return false;
    }
    writer_end_object(writer);
    return true;
}

/* Write VALUE as JSON, members in no order, with DEPTH brackets already open. False where
 * it is nested deeper than the reader accepts; the text is incomplete then. libjq builds
 * values of any depth. */
static bool write_value(struct writer *writer, jv value, unsigned depth)
{
    switch (jv_get_kind(value)) {
    case JV_KIND_FALSE:
    case JV_KIND_TRUE:
        writer_boolean(writer, jv_get_kind(value) == JV_KIND_TRUE);
        break;
    case JV_KIND_NUMBER:
        write_number(writer, jv_number_value(value));
        break;
    case JV_KIND_STRING:
        writer_string(writer, string_view(value));
        break;
    case JV_KIND_ARRAY:
        return depth < READER_DEPTH && write_array(writer, value, depth + 1);
    case JV_KIND_OBJECT:
        return depth < READER_DEPTH && write_object(writer, value, depth + 1);
    default:
        writer_null(writer);
        break;
    }
    return true;
}

/* --- messages --- */

/* The end of the line without a ", column N" that libjq 1.8 appends. */
static const char *before_column(const char *line, const char *end)
{
    static const char column[] = ", column ";
    const char *digits = end;

    while (digits > line && digits[-1] >= '0' && digits[-1] <= '9')
        digits--;
    if (digits == end || digits - line < (ptrdiff_t)(sizeof column - 1))
        return end;
    digits -= sizeof column - 1;
    return memcmp(digits, column, sizeof column - 1) == 0 ? digits : end;
}

/* Append the first line of an error in the words that all versions of libjq have, so that
 * messages are the same everywhere: without "jq: error: ", the colon at its end, the column
 * of 1.8 (which counts what program.c puts before the text), and the guess of 1.6 and 1.7
 * that a shell removed quotes (which is wrong for a program from a file). */
static void append_error(struct buf *message, const char *line)
{
    static const char prefix[] = "jq: error: ";
    static const char guess[] = " (Unix shell quoting issues?)";
    const char *end = line + strcspn(line, "\n");
    const char *guessed = strstr(line, guess);

    if (strncmp(line, prefix, sizeof prefix - 1) == 0)
        line += sizeof prefix - 1;
    if (end > line && end[-1] == ':')
        end--;
    end = before_column(line, end);
    if (guessed != NULL && guessed < end) {
        buf_append(message, line, (size_t)(guessed - line));
        line = guessed + sizeof guess - 1;
    }
    buf_append(message, line, (size_t)(end - line));
}

/* Append one message of the compiler, after "; " if there is one already. The final count
 * ("jq: 1 compile error") is left out. */
static void add_compiler_message(struct buf *message, size_t before, const char *text)
{
    if (strncmp(text, "jq: ", 4) == 0 && text[4] >= '0' && text[4] <= '9')
        return;
    if (message->length > before)
        buf_append_text(message, "; ");
    append_error(message, text);
}

/* Cut the message after its first BEFORE bytes to LIMIT bytes, at a character boundary, and
 * append "..." then. */
static void cut_message(struct buf *message, size_t before, size_t limit)
{
    if (message->length - before <= limit)
        return;
    message->length = before + limit - 3;
    while (((unsigned char)message->data[message->length] & 0xc0) == 0x80)
        message->length--;
    buf_append_text(message, "...");
}

/* Append what was thrown: a text, or another value in the words of jq. */
static void explain_thrown(jv owned, struct buf *message)
{
    size_t before = message->length;

    if (jv_get_kind(owned) == JV_KIND_STRING) {
        struct view text = string_view(owned);

        while (text.length > 0 && text.data[text.length - 1] == '\n')
            text.length--;
        buf_append(message, text.data, text.length);
    } else {
        struct writer writer;

        buf_append_text(message, "(not a string): ");
        writer_init(&writer, message);
        if (!write_value(&writer, owned, 0))
            buf_append_text(message, "...");
    }
    jv_free(owned);
    cut_message(message, before, LIBJQ_MESSAGE_SIZE);
}

static void notify_listener(void *context, jv owned)
{
    struct libjq *libjq = context;
    struct writer writer;

    if (libjq->listener != NULL) {
        buf_clear(&libjq->remark);
        writer_init(&writer, &libjq->remark);
        if (!write_value(&writer, owned, 0))
            buf_append_text(&libjq->remark, "...");
        libjq->listener(libjq->listener_context, buf_view(&libjq->remark));
    }
    jv_free(owned);
}

/* --- compiling --- */

/* The errors that libjq reports while it compiles. */
struct report {
    struct buf *message;
    size_t before; /* length of the message before the first of them */
};

static void collect_error(void *context, jv owned)
{
    struct report *report = context;
    jv formatted = jq_format_error(owned);

    add_compiler_message(report->message, report->before, jv_string_value(formatted));
    jv_free(formatted);
}

/* Compile with an empty environment: libjq reads $ENV from it and, through HOME, ~/.jq. */
static bool compile_alone(jq_state *state, const char *text)
{
    char *nothing[] = {NULL};
    char **environment = environ;
    int compiled;

    environ = nothing;
    compiled = jq_compile(state, text);
    environ = environment;
    return compiled != 0;
}

struct libjq *libjq_new(const char *text, struct buf *message)
{
    struct report report = {message, message->length};
    struct libjq *libjq = mem_zeroed(1, sizeof *libjq);
    bool compiled;

    buf_init(&libjq->remark);
    libjq->state = jq_init();
    if (libjq->state == NULL)
        diag_memory_exhausted();
    jq_set_nomem_handler(libjq->state, memory_exhausted, NULL);
    jq_set_error_cb(libjq->state, collect_error, &report);
    jq_set_debug_cb(libjq->state, notify_listener, libjq);
#ifdef HAVE_JQ_SET_STDERR_CB
    jq_set_stderr_cb(libjq->state, notify_listener, libjq);
#endif
    compiled = compile_alone(libjq->state, text);
    jq_set_error_cb(libjq->state, NULL, NULL);
    if (compiled)
        return libjq;
    if (message->length == report.before)
        buf_append_text(message, "libjq rejects the program and gives no reason");
    cut_message(message, report.before, LIBJQ_MESSAGE_SIZE);
    libjq_free(libjq);
    return NULL;
}

void libjq_free(struct libjq *libjq)
{
    if (libjq == NULL)
        return;
    jq_teardown(&libjq->state);
    buf_release(&libjq->remark);
    free(libjq);
}

void libjq_set_listener(struct libjq *libjq, libjq_listener *listener, void *context)
{
    libjq->listener = listener;
    libjq->listener_context = context;
}

/* --- documents to values --- */

static jv string_value(const struct document *document, uint32_t node)
{
    struct view string = document_string(document, node);

    return jv_string_sized(string.data, (int)string.length);
}

/* Convert NODE; the caller owns the value. Recursion is bounded by READER_DEPTH. */
static jv value_of(const struct document *document, uint32_t node)
{
    const struct node *nodes = document->nodes;
    const struct node *this = &nodes[node];
    double number = 0;
    jv value;

    switch (document_type(document, node)) {
    case NODE_FALSE:
        return jv_false();
    case NODE_TRUE:
        return jv_true();
    case NODE_NUMBER:
        number_parse(document->text + this->start, this->length, &number);
        return jv_number(number);
    case NODE_STRING:
        return string_value(document, node);
    case NODE_ARRAY:
        value = jv_array();
        for (uint32_t child = node + 1; child < this->next; child = nodes[child].next)
            value = jv_array_append(value, value_of(document, child));
        return value;
    case NODE_OBJECT:
        value = jv_object();
        for (uint32_t name = node + 1; name < this->next; name = nodes[name + 1].next)
            value = jv_object_set(value, string_value(document, name),
                                  value_of(document, name + 1));
        return value;
    case NODE_NULL:
        break;
    }
    return jv_null();
}

struct libjq_value *libjq_value_new(void)
{
    struct libjq_value *value = mem_zeroed(1, sizeof *value);

    value->held = jv_invalid();
    return value;
}

void libjq_value_free(struct libjq_value *value)
{
    if (value == NULL)
        return;
    jv_free(value->held);
    free(value);
}

void libjq_value_clear(struct libjq_value *value)
{
    jv_free(value->held);
    value->held = jv_invalid();
}

int libjq_value_set(struct libjq_value *value, const struct document *document,
                    struct buf *message)
{
    libjq_value_clear(value);
    if (document->length > LONGEST_DOCUMENT) {
        buf_append_text(message, "a record of more than 512 MiB is too long for libjq");
        return -1;
    }
    /* libjq sets this handler per thread, and only when a program runs. */
    jv_nomem_handler(memory_exhausted, NULL);
    value->held = value_of(document, 0);
    return 0;
}

/* --- running --- */

void libjq_start(struct libjq *libjq, const struct libjq_value *value)
{
    jq_start(libjq->state, jv_copy(value->held), 0);
}

/* The result of a run that has no more outputs: 0 or -1. */
static int finish(jq_state *state, jv owned, struct buf *message)
{
    if (jq_halted(state)) {
        jv code = jq_get_exit_code(state);
        bool is_error = jv_is_valid(code); /* `halt_error`, not `halt` */

        jv_free(code);
        jv_free(owned);
        if (!is_error)
            return 0;
        explain_thrown(jq_get_error_message(state), message);
        return -1;
    }
    if (jv_invalid_has_msg(jv_copy(owned))) {
        explain_thrown(jv_invalid_get_msg(owned), message);
        return -1;
    }
    jv_free(owned);
    return 0;
}

int libjq_next(struct libjq *libjq, struct buf *text, struct buf *message)
{
    jv output = jq_next(libjq->state);
    struct writer writer;
    bool fits;

    if (!jv_is_valid(output))
        return finish(libjq->state, output, message);
    writer_init(&writer, text);
    fits = write_value(&writer, output, 0);
    jv_free(output);
    if (fits)
        return 1;
    buf_append_text(message, "an output is nested deeper than 256");
    return -1;
}

int libjq_next_truth(struct libjq *libjq, bool *truth, struct buf *message)
{
    jv output = jq_next(libjq->state);

    if (!jv_is_valid(output))
        return finish(libjq->state, output, message);
    *truth = jv_get_kind(output) != JV_KIND_NULL && jv_get_kind(output) != JV_KIND_FALSE;
    jv_free(output);
    return 1;
}
