#include <config.h>

#include "io/csv.h"

#include "base/mem.h"
#include "base/utf8.h"

#include <stdbool.h>
#include <stdlib.h>

enum { TEXT_STORAGE_MAX = 1 << 20 }; /* more storage for the text of a row is freed */

/* --- ends of records --- */

enum scan_state {
    SCAN_PLAIN,  /* outside quotes */
    SCAN_QUOTED, /* inside */
    SCAN_CLOSED, /* after a quote inside: it closes the field, or is the first of two */
    SCAN_CR,     /* after a CR */
    SCAN_BROKEN  /* after an error: only an LF ends the row */
};

/* Bytes that may change the state in SCAN_PLAIN and SCAN_QUOTED. */
static const bool is_special[256] = {['"'] = true, ['\n'] = true, ['\r'] = true};

static void scan_reset(struct csv_scan *scan)
{
    *scan = (struct csv_scan){SCAN_PLAIN, '\n', 0};
}

/* The state after BYTE, which is no LF; in SCAN_PLAIN and SCAN_QUOTED it is special. */
static enum scan_state step(enum scan_state state, char byte, char previous)
{
    switch (state) {
    case SCAN_PLAIN:
        if (byte == '"' && (previous == ',' || previous == '\n'))
            return SCAN_QUOTED;
        return byte == '\r' ? SCAN_CR : SCAN_PLAIN;
    case SCAN_QUOTED:
        return byte == '"' ? SCAN_CLOSED : SCAN_QUOTED;
    case SCAN_CLOSED:
        if (byte == '"')
            return SCAN_QUOTED;
        if (byte == ',')
            return SCAN_PLAIN;
        return byte == '\r' ? SCAN_CR : SCAN_BROKEN;
    case SCAN_CR:
    case SCAN_BROKEN:
        break;
    }
    return SCAN_BROKEN;
}

/* Move *AT after the next LF that ends a record: true, or false where *AT is LENGTH. */
static bool scan_record(struct csv_scan *scan, const char *data, size_t *at, size_t length)
{
    enum scan_state state = (enum scan_state)scan->state;
    char previous = scan->previous;
    size_t i = *at;

    while (i < length) {
        size_t start = i;

        if (state == SCAN_PLAIN || state == SCAN_QUOTED)
            while (i < length && !is_special[(unsigned char)data[i]])
                i++;
        if (i > start)
            previous = data[i - 1];
        if (i == length)
            break;
        if (data[i] == '\n') {
            scan->feeds++;
            if (state != SCAN_QUOTED) {
                scan->state = SCAN_PLAIN;
                scan->previous = '\n';
                *at = i + 1;
                return true;
            }
        } else {
            state = step(state, data[i], previous);
        }
        previous = data[i++];
    }
    scan->state = (unsigned char)state;
    scan->previous = previous;
    *at = length;
    return false;
}

static size_t find_end(void *state, const char *data, size_t new_start, size_t length,
                       struct input_count *count)
{
    struct csv_scan *scan = state;
    struct input_count found = {0, 0};
    size_t at = new_start;
    size_t end = 0;

    while (found.records < count->records && scan_record(scan, data, &at, length)) {
        end = at;
        found.records++;
        found.lines += scan->feeds;
        scan->feeds = 0;
    }
    *count = found;
    return end;
}

static void reset(void *state)
{
    scan_reset(state);
}

struct input_framing csv_framing(struct csv_scan *scan)
{
    scan_reset(scan);
    return (struct input_framing){find_end, reset, scan, 0};
}

size_t csv_record_end(const char *data, size_t length, uint64_t *feeds)
{
    struct csv_scan scan;
    size_t at = 0;

    scan_reset(&scan);
    scan_record(&scan, data, &at, length);
    *feeds = scan.feeds;
    return at;
}

/* --- fields --- */

void csv_row_init(struct csv_row *row)
{
    *row = (struct csv_row){NULL, 0, 0, {NULL, 0, 0}};
}

void csv_row_release(struct csv_row *row)
{
    free(row->fields);
    buf_release(&row->text);
    csv_row_init(row);
}

static int fail(struct csv_error *error, const char *code, const char *text, size_t offset)
{
    *error = (struct csv_error){code, text, offset};
    return -1;
}

/* Whether none of eight bytes is NUL or above 0x7f. */
static bool is_plain_word(const char *at)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t word;

    memcpy(&word, at, sizeof word);
    return ((word | (word - ones)) & (ones << 7)) == 0;
}

/* RFC 4180 is about text: UTF-8 without NUL. */
static int check_text(struct view record, struct csv_error *error)
{
    size_t i = 0;

    while (i < record.length) {
        char character[4] = {0}; /* utf8_length may read four bytes */
        size_t left = record.length - i;
        size_t length = 1;

        if (left >= 8 && is_plain_word(record.data + i)) {
            i += 8;
            continue;
        }
        if (record.data[i] == '\0')
            return fail(error, "bad_csv", "a NUL byte: is this UTF-16, or no text at all?",
                        i);
        if ((unsigned char)record.data[i] >= 0x80) {
            memcpy(character, record.data + i, left < 4 ? left : 4);
            length = utf8_length(character);
        }
        if (length == 0)
            return fail(error, "bad_utf8", "not UTF-8: is this Latin-1 or UTF-16?", i);
        i += length;
    }
    return 0;
}

static void add_field(struct csv_row *row, const char *data, size_t length)
{
    if (row->count++ >= CSV_FIELDS_MAX)
        return;
    if (row->count > row->capacity) {
        row->capacity = row->capacity < 32 ? 32 : row->capacity * 2;
        row->fields = mem_resize(row->fields, row->capacity, sizeof *row->fields);
    }
    row->fields[row->count - 1] = (struct view){data, length};
}

/* Copy the text between quotes to the row's text, with one quote for two. The row's text
 * does not move: it has room for the whole record. */
static void add_unquoted(struct csv_row *row, const char *data, size_t length)
{
    const char *end = data + length;
    char *start = row->text.data + row->text.length;
    char *to = start;

    while (data < end) {
        const char *quote = memchr(data, '"', (size_t)(end - data));
        size_t part = (size_t)((quote == NULL ? end : quote + 1) - data);

        memcpy(to, data, part);
        to += part;
        data += quote == NULL ? part : part + 1;
    }
    row->text.length += (size_t)(to - start);
    add_field(row, start, (size_t)(to - start));
}

/* Add the quoted field at *AT, and move *AT after its closing quote. */
static int split_quoted(struct csv_row *row, struct view record, size_t *at,
                        struct csv_error *error)
{
    const char *end = record.data + record.length;
    const char *start = record.data + *at + 1;
    const char *quote = start;
    bool doubled = false;

    for (;;) {
        quote = memchr(quote, '"', (size_t)(end - quote));
        if (quote == NULL)
            return fail(error, "bad_csv", "this quote is not closed", *at);
        if (quote + 1 == end || quote[1] != '"')
            break;
        doubled = true;
        quote += 2;
    }
    if (doubled)
        add_unquoted(row, start, (size_t)(quote - start));
    else
        add_field(row, start, (size_t)(quote - start));
    *at = (size_t)(quote - record.data) + 1;
    if (quote + 1 == end || quote[1] == ',')
        return 0;
    if (quote[1] == '\r')
        return fail(error, "bad_csv", "a CR without LF", *at);
    return fail(error, "bad_csv", "text after a closing quote", *at);
}

/* Add the field at *AT, which does not begin with a quote, and move *AT after it. */
static int split_plain(struct csv_row *row, struct view record, size_t *at,
                       struct csv_error *error)
{
    size_t start = *at;
    size_t i = start;

    while (i < record.length && record.data[i] != ',' && record.data[i] != '\r')
        i++;
    if (i < record.length && record.data[i] == '\r')
        return fail(error, "bad_csv", "a CR without LF", i);
    add_field(row, record.data + start, i - start);
    *at = i;
    return 0;
}

static void clear(struct csv_row *row, size_t length)
{
    row->count = 0;
    buf_clear_to(&row->text, TEXT_STORAGE_MAX);
    buf_reserve(&row->text, length);
}

int csv_split(struct csv_row *row, struct view record, struct csv_error *error)
{
    size_t at = 0;

    clear(row, record.length);
    if (check_text(record, error) != 0)
        return -1;
    for (;;) {
        int result = at < record.length && record.data[at] == '"'
                         ? split_quoted(row, record, &at, error)
                         : split_plain(row, record, &at, error);

        if (result != 0) {
            row->count = 0;
            return -1;
        }
        if (at == record.length)
            return 0;
        at++;
    }
}

size_t csv_field_offset(struct view record, size_t number)
{
    size_t at = 0;

    for (; number > 0 && at < record.length; number--) {
        bool quoted = record.data[at] == '"';

        at += quoted;
        while (at < record.length && (quoted || record.data[at] != ',')) {
            bool doubled = record.data[at] == '"' && at + 1 < record.length &&
                           record.data[at + 1] == '"';

            quoted = quoted && (record.data[at] != '"' || doubled);
            at += quoted && doubled ? 2 : 1;
        }
        at++;
    }
    return at;
}
