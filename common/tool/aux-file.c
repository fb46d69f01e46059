#include <config.h>

#include "tool/aux-file.h"

#include "io/input.h"

/* Records, and the file as a whole where it is one. */
#define LONGEST READER_TEXT_MAX

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

static struct view trim(struct view text)
{
    while (text.length > 0 && is_blank(text.data[text.length - 1]))
        text.length--;
    while (text.length > 0 && is_blank(*text.data)) {
        text.data++;
        text.length--;
    }
    return text;
}

/* The place of byte OFFSET. */
static struct diag_place find_place(const char *file, struct view text, size_t offset)
{
    struct diag_place place = {file, 1, 1};

    for (size_t i = 0; i < offset && i < text.length; i++) {
        place.column++;
        if (text.data[i] == '\n') {
            place.line++;
            place.column = 1;
        }
    }
    return place;
}

void aux_file_warn(const char *file, struct view text, size_t offset, const char *code,
                   const char *message, struct diag *diag)
{
    struct diag_place place = find_place(file, text, offset);

    diag_say(diag, DIAG_WARNING, &place, code, "%s", message);
}

int aux_file_report(const char *file, struct view text, size_t offset, const char *code,
                    const char *message, struct diag *diag)
{
    struct diag_place place = find_place(file, text, offset);

    diag_say(diag, DIAG_ERROR, &place, code, "%s", message);
    diag_raise(diag, EXIT_TROUBLE);
    return -1;
}

static int take_line(struct reader *reader, char *text, struct aux_line *line,
                     struct diag *diag,
                     int (*take)(void *context, const struct aux_line *line), void *context)
{
    struct view trimmed = trim(line->text);
    struct reader_error error;

    line->text = trimmed;
    line->document = NULL;
    if (trimmed.length == 0)
        return 0;
    if (*trimmed.data == '{' || *trimmed.data == '[') {
        char *start = text + (trimmed.data - text);

        if (reader_parse(reader, start, trimmed.length, &error) != 0) {
            line->place.column = (uint64_t)(trimmed.data - text) + error.offset + 1;
            diag_say(diag, DIAG_ERROR, &line->place, error.code, "%s", error.text);
            diag_raise(diag, EXIT_TROUBLE);
            return -1;
        }
        line->document = reader_document(reader);
    }
    return take(context, line);
}

/* The lines of a block. */
static int take_block(struct reader *reader, struct input_block *block, struct diag *diag,
                      int (*take)(void *context, const struct aux_line *line),
                      void *context)
{
    char *at = block->data + block->start;
    char *end = at + block->length;
    uint64_t number = block->first_line;

    while (at < end) {
        char *feed = memchr(at, '\n', (size_t)(end - at));
        char *stop = feed == NULL ? end : feed;
        struct aux_line line = {.place = {block->file, number++, 0},
                                .text = {at, (size_t)(stop - at)}};

        if (take_line(reader, at, &line, diag, take, context) != 0)
            return -1;
        at = feed == NULL ? end : feed + 1;
    }
    return 0;
}

int aux_file_read(const char *file, struct diag *diag,
                  int (*take)(void *context, const struct aux_line *line), void *context)
{
    struct input *input = input_new(&file, 1, LONGEST, NULL, diag);
    struct reader *reader = reader_new();
    struct input_block block;
    int result = 0;

    input_block_init(&block);
    while (result == 0 && input_next(input, &block))
        result = take_block(reader, &block, diag, take, context);
    /* What cannot be read was said by the input, and is in the status. */
    if (diag->status == EXIT_TROUBLE)
        result = -1;
    input_block_release(&block);
    reader_free(reader);
    input_free(input);
    return result;
}

int aux_file_read_whole(const char *file, struct buf *text, struct diag *diag)
{
    struct input *input = input_new(&file, 1, LONGEST, NULL, diag);
    struct input_block block;

    input_block_init(&block);
    while (input_next(input, &block))
        buf_append(text, block.data + block.start, block.length);
    memset(buf_reserve(text, READER_PADDING), 0, READER_PADDING);
    input_block_release(&block);
    input_free(input);
    return diag->status == EXIT_TROUBLE ? -1 : 0;
}
