#include <config.h>

#include "base/diag.h"

#include "base/utf8.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The most bytes of a line for names, so that there is room for the text after them. */
enum { PROGRAM_SIZE = 128, FILE_SIZE = 1024, CODE_SIZE = 64 };

/* Moves to the start of the line and erases it (ECMA-48, EL). */
static const char wipe[] = "\r\033[K";
enum { WIPE_LENGTH = sizeof wipe - 1 };

static const char *program_name = "kidx";

/* A line that is being written; what does not fit is cut. */
struct line {
    size_t length;
    char data[WIPE_LENGTH + DIAG_LINE_SIZE + DIAG_STATUS_LINE_SIZE];
};

void diag_init(struct diag *diag)
{
    *diag = (struct diag){.status = EXIT_OK};
}

void diag_set_program(const char *name)
{
    program_name = name;
}

const char *diag_program(void)
{
    return program_name;
}

void diag_raise(struct diag *diag, int status)
{
    if (diag->status < status)
        diag->status = status;
}

/* The length of the first character of TEXT where it needs no masking, else 0.
 * Precondition: LENGTH is at least 1. */
static size_t shown_length(const char *text, size_t length)
{
    char next[5] = {0}; /* utf8_length expects a NUL after the text */
    size_t size = 1;

    if ((unsigned char)text[0] >= 0x80) {
        memcpy(next, text, length < 4 ? length : 4);
        text = next;
        size = utf8_length(next);
    }
    return size == 0 || utf8_is_unsafe(utf8_decode(text, size)) ? 0 : size;
}

size_t diag_mask(char *out, size_t size, const char *text, size_t length)
{
    static const char digits[] = "0123456789abcdef";
    static const char dots[] = "...";
    size_t written = 0;
    size_t cut = 0; /* the last end of a character after which the dots fit */

    for (size_t i = 0; i < length;) {
        size_t shown = shown_length(text + i, length - i);
        size_t needed = shown != 0 ? shown : 4;

        if (size - written < needed) {
            size_t tail = size - cut < 3 ? size - cut : 3;

            memcpy(out + cut, dots, tail);
            return cut + tail;
        }
        if (shown != 0) {
            memcpy(out + written, text + i, shown);
            i += shown;
        } else {
            unsigned char byte = (unsigned char)text[i++];

            out[written] = '\\';
            out[written + 1] = 'x';
            out[written + 2] = digits[byte >> 4];
            out[written + 3] = digits[byte & 15];
        }
        written += needed;
        if (size - written >= 3)
            cut = written;
    }
    return written;
}

static void line_append(struct line *line, const char *text)
{
    size_t length = strlen(text);
    size_t room = sizeof line->data - line->length;

    if (length > room)
        length = room;
    memcpy(line->data + line->length, text, length);
    line->length += length;
}

/* Append TEXT masked, at most LIMIT bytes of it. */
static void line_append_masked(struct line *line, const char *text, size_t length,
                               size_t limit)
{
    size_t room = sizeof line->data - line->length;

    line->length +=
        diag_mask(line->data + line->length, room < limit ? room : limit, text, length);
}

static void line_append_number(struct line *line, uint64_t number)
{
    char text[24];

    snprintf(text, sizeof text, "%" PRIu64, number);
    line_append(line, text);
}

/* Write the line to standard error. A failure cannot be reported anywhere. */
static void line_write(const struct line *line)
{
    int saved = errno;
    size_t done = 0;

    while (done < line->length) {
        ssize_t got = write(STDERR_FILENO, line->data + done, line->length - done);

        if (got >= 0) {
            done += (size_t)got;
        } else if (errno == EAGAIN) {
            struct pollfd standard_error = {.fd = STDERR_FILENO, .events = POLLOUT};

            poll(&standard_error, 1, -1);
        } else if (errno != EINTR) {
            break;
        }
    }
    errno = saved;
}

static void line_append_place(struct line *line, const struct diag_place *place)
{
    line_append_masked(line, place->file, strlen(place->file), FILE_SIZE);
    if (place->line != 0) {
        line_append(line, ":");
        line_append_number(line, place->line);
        if (place->column != 0) {
            line_append(line, ":");
            line_append_number(line, place->column);
        }
    }
    line_append(line, ": ");
}

/* Write `TOOL: PLACE: LABEL: TEXT [CODE]`; what is NULL is left out. */
__attribute__((format(printf, 5, 0))) static void say(struct diag *diag,
                                                      const struct diag_place *place,
                                                      const char *label, const char *code,
                                                      const char *format, va_list arguments)
{
    struct line line;
    char text[DIAG_LINE_SIZE];
    char ending[CODE_SIZE + 4] = "";
    size_t ending_length = 0;
    size_t start;

    /* Masking never shortens: a text cut here does not fit the line either. */
    text[0] = '\0';
    vsnprintf(text, sizeof text, format, arguments);
    line.length = 0;
    if (diag->status_line_shown)
        line_append(&line, wipe);
    start = line.length;
    line_append_masked(&line, program_name, strlen(program_name), PROGRAM_SIZE);
    line_append(&line, ": ");
    if (place != NULL && place->file != NULL)
        line_append_place(&line, place);
    if (label != NULL) {
        line_append(&line, label);
        line_append(&line, ": ");
    }
    if (code != NULL) {
        ending[0] = ' ';
        ending[1] = '[';
        ending_length = 2 + diag_mask(ending + 2, CODE_SIZE, code, strlen(code));
        ending[ending_length++] = ']';
    }
    ending[ending_length++] = '\n';
    line_append_masked(&line, text, strlen(text),
                       DIAG_LINE_SIZE - ending_length - (line.length - start));
    memcpy(line.data + line.length, ending, ending_length);
    line.length += ending_length;
    if (diag->status_line_shown) {
        memcpy(line.data + line.length, diag->status_line, diag->status_line_length);
        line.length += diag->status_line_length;
    }
    line_write(&line);
}

void diag_say(struct diag *diag, enum diag_level level, const struct diag_place *place,
              const char *code, const char *format, ...)
{
    static const char *const labels[] = {
        [DIAG_ERROR] = "error", [DIAG_WARNING] = "warning", [DIAG_NOTE] = "note"};
    va_list arguments;

    if (diag->quiet && level != DIAG_ERROR)
        return;
    va_start(arguments, format);
    say(diag, place, labels[level], code, format, arguments);
    va_end(arguments);
}

__attribute__((format(printf, 2, 0))) static void fail(struct diag *diag,
                                                       const char *format,
                                                       va_list arguments)
{
    say(diag, NULL, "error", NULL, format, arguments);
    diag_raise(diag, EXIT_TROUBLE);
}

int diag_fail(struct diag *diag, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fail(diag, format, arguments);
    va_end(arguments);
    return -1;
}

int diag_misuse(struct diag *diag, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fail(diag, format, arguments);
    va_end(arguments);
    diag_remark(diag, "try '%s --help'", diag_program());
    return -1;
}

int diag_fail_file(struct diag *diag, const char *action, const char *file,
                   int error_number)
{
    char name[FILE_SIZE];
    size_t length = diag_mask(name, sizeof name, file, strlen(file));

    return diag_fail(diag, "%s '%.*s': %s", action, (int)length, name,
                     strerror(error_number));
}

void diag_remark(struct diag *diag, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    say(diag, NULL, NULL, NULL, format, arguments);
    va_end(arguments);
}

void diag_fatal(const char *text)
{
    struct line line = {.length = 0};

    /* Without a struct diag it is unknown whether a status line is shown. */
    if (isatty(STDERR_FILENO))
        line_append(&line, wipe);
    line_append_masked(&line, program_name, strlen(program_name), PROGRAM_SIZE);
    line_append(&line, ": error: ");
    line_append(&line, text);
    line_append(&line, "\n");
    line_write(&line);
    quick_exit(EXIT_TROUBLE);
}

void diag_memory_exhausted(void)
{
    diag_fatal("memory exhausted");
}

void diag_set_status_line(struct diag *diag, const char *text)
{
    struct line line = {.length = 0};
    size_t length = text == NULL ? 0 : strlen(text);

    if (length == 0 && !diag->status_line_shown)
        return;
    diag->status_line_length =
        diag_mask(diag->status_line, sizeof diag->status_line, text, length);
    diag->status_line_shown = length != 0;
    line_append(&line, wipe);
    memcpy(line.data + line.length, diag->status_line, diag->status_line_length);
    line.length += diag->status_line_length;
    line_write(&line);
}
