#include <config.h>

#include "tool/repeats.h"

#include "base/mem.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct value {
    uint64_t count;
    size_t length;
    bool is_cut;
    char text[REPEATS_VALUE_SIZE];
};

struct repeats_code {
    const char *code;
    enum diag_level level;
    const char *file;
    size_t printed;
    uint64_t counted;
    size_t value_count;
    bool has_more_values;
    struct value *values; /* REPEATS_VALUES, or NULL while none was counted */
};

void repeats_init(struct repeats *repeats, struct diag *diag, bool unlimited)
{
    *repeats = (struct repeats){.diag = diag, .unlimited = unlimited};
}

void repeats_release(struct repeats *repeats)
{
    for (size_t i = 0; i < repeats->count; i++)
        free(repeats->codes[i].values);
    free(repeats->codes);
}

static bool is_same_code(const char *left, const char *right)
{
    return left == right || strcmp(left, right) == 0;
}

static struct repeats_code *find_code(struct repeats *repeats, enum diag_level level,
                                      const char *code)
{
    for (size_t i = 0; i < repeats->count; i++)
        if (repeats->codes[i].level == level && is_same_code(repeats->codes[i].code, code))
            return &repeats->codes[i];
    if (repeats->count == repeats->capacity) {
        repeats->capacity = repeats->capacity * 2 + 8;
        repeats->codes =
            mem_resize(repeats->codes, repeats->capacity, sizeof *repeats->codes);
    }
    repeats->codes[repeats->count] = (struct repeats_code){.code = code, .level = level};
    return &repeats->codes[repeats->count++];
}

/* --- values --- */

/* The last place of TEXT in MESSAGE, or NULL. */
static const char *find_last(struct view message, const char *text)
{
    size_t length = strlen(text);

    for (size_t i = message.length; i >= length && i > 0; i--)
        if (memcmp(message.data + i - length, text, length) == 0)
            return message.data + i - length;
    return NULL;
}

/* The value that a message quotes; empty where it quotes none. */
static struct view quoted_value(struct view message)
{
    static const char found[] = ", found ";
    const char *end = message.data + message.length;
    const char *first = find_last(message, found);

    if (first != NULL) {
        first += sizeof found - 1;
        return (struct view){first, (size_t)(end - first)};
    }
    first = memchr(message.data, '"', message.length);
    if (first == NULL)
        return (struct view){"", 0};
    return (struct view){first, (size_t)(find_last(message, "\"") + 1 - first)};
}

/* Shorten a value without splitting a character. */
static size_t cut_length(struct view value)
{
    size_t length = value.length;

    if (length <= REPEATS_VALUE_SIZE)
        return length;
    length = REPEATS_VALUE_SIZE;
    while (length > REPEATS_VALUE_SIZE - 4 &&
           ((unsigned char)value.data[length] & 0xc0) == 0x80)
        length--;
    return length;
}

static void count_value(struct repeats_code *code, struct view value)
{
    size_t length = cut_length(value);
    struct value *at;

    if (code->values == NULL)
        code->values = mem_zeroed(REPEATS_VALUES, sizeof *code->values);
    for (size_t i = 0; i < code->value_count; i++) {
        at = &code->values[i];
        if (at->length == length && memcmp(at->text, value.data, length) == 0) {
            at->count++;
            return;
        }
    }
    if (code->value_count == REPEATS_VALUES) {
        code->has_more_values = true;
        return;
    }
    at = &code->values[code->value_count++];
    at->count = 1;
    at->length = length;
    at->is_cut = length < value.length;
    memcpy(at->text, value.data, length);
}

/* The number of the most frequent value, the first one of equals. There is one. */
static struct value *most_frequent(const struct repeats_code *code)
{
    struct value *most = code->values;

    for (size_t i = 1; i < code->value_count; i++)
        if (code->values[i].count > most->count)
            most = &code->values[i];
    return most;
}

/* Append the values as ` ("a" 3, "b" 2, …)` and forget their counts. */
static void write_values(struct repeats_code *code, struct buf *out)
{
    size_t shown = code->value_count < REPEATS_SHOWN ? code->value_count : REPEATS_SHOWN;

    for (size_t i = 0; i < shown; i++) {
        struct value *value = most_frequent(code);

        buf_append_text(out, i == 0 ? " (" : ", ");
        buf_append(out, value->text, value->length);
        if (value->is_cut)
            buf_append_text(out, value->text[0] == '"' ? "…\"" : "…");
        buf_append_format(out, " %" PRIu64, value->count);
        value->count = 0;
    }
    if (shown < code->value_count || code->has_more_values)
        buf_append_text(out, ", …");
    if (shown > 0)
        buf_append_byte(out, ')');
    code->value_count = 0;
    code->has_more_values = false;
}

/* --- reports --- */

static void flush_code(struct repeats *repeats, struct repeats_code *code)
{
    struct diag_place place = {code->file, 0, 0};
    struct buf values;

    if (code->counted == 0)
        return;
    buf_init(&values);
    write_values(code, &values);
    diag_say(repeats->diag, code->level, &place, NULL, "and %" PRIu64 " more: %s%s",
             code->counted, code->code, buf_text(&values));
    buf_release(&values);
    code->counted = 0;
}

void repeats_flush(struct repeats *repeats)
{
    for (size_t i = 0; i < repeats->count; i++)
        flush_code(repeats, &repeats->codes[i]);
}

/* Whether a finding is printed; otherwise it is counted. */
static bool admit(struct repeats *repeats, enum diag_level level, const char *file,
                  const char *text, struct view message)
{
    struct repeats_code *code;
    struct view value;

    if (text == NULL || repeats->unlimited)
        return true;
    code = find_code(repeats, level, text);
    if (code->file != file) {
        flush_code(repeats, code);
        code->file = file;
        code->printed = 0;
    }
    if (code->printed < REPEATS_PRINTED) {
        code->printed++;
        return true;
    }
    code->counted++;
    value = quoted_value(message);
    if (value.length > 0)
        count_value(code, value);
    return false;
}

void repeats_report(struct repeats *repeats, enum diag_level level,
                    const struct diag_place *place, const char *code, struct view message,
                    const char *hint)
{
    if (admit(repeats, level, place->file, code, message))
        diag_say(repeats->diag, level, place, code, "%.*s%s", (int)message.length,
                 message.data, hint);
}
