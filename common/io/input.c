#include <config.h>

#include "io/input.h"

#include "base/buf.h"
#include "base/mem.h"
#include "io/gunzip.h"
#include "io/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A read is never asked for more than INPUT_BLOCK_SIZE, so the tail behind the last whole
 * record is below that, also in a block that grew. READ_LEAST keeps reads large where the
 * records are nearly as long as a block. */
enum { READ_LEAST = INPUT_BLOCK_SIZE / 4, SHRINK_ABOVE = 1 << 20 };

/* What may stand around a record without counting: a BOM, CR and LF. */
enum { BOM_LENGTH = 3, LINE_END_LENGTH = 2 };
static const char bom[BOM_LENGTH + 1] = "\xef\xbb\xbf";

struct input {
    struct diag *diag;
    const char *const *operands;
    size_t count;
    size_t next; /* the operand to open next */
    uint64_t max_record;
    struct input_framing framing;

    struct source source;
    struct gunzip *gunzip; /* made when first needed */
    bool is_open;
    bool is_gzip;
    bool is_start;    /* no block of this operand was given */
    bool bom_pending; /* the text may still begin with a BOM */
    bool is_skipping; /* inside a record that is too long */
    bool stdin_used;
    uint64_t line;    /* of the next record */
    struct buf carry; /* text behind the last whole record */
    bool carry_seen;  /* by the framing */

    uint64_t bytes_done; /* of operands that are closed */
    uint64_t bytes_total;
};

/* The framing of lines. It has no state: what was seen before new_start holds no LF. */
static size_t find_line_end(void *state, const char *data, size_t new_start, size_t length,
                            uint64_t *lines)
{
    const char *last = memrchr(data + new_start, '\n', length - new_start);
    const char *place = data + new_start;
    uint64_t count = 0;

    (void)state;
    if (!last)
        return 0;
    while (place <= last) {
        place = (const char *)memchr(place, '\n', (size_t)(last - place) + 1) + 1;
        count++;
    }
    *lines = count;
    return (size_t)(last - data) + 1;
}

static void reset_nothing(void *state)
{
    (void)state;
}

static bool is_standard_input(const char *operand)
{
    return strcmp(operand, "-") == 0;
}

/* What is left to read in a regular file; false where the operand is something else. */
static bool operand_size(const char *operand, uint64_t *size)
{
    struct stat status;
    off_t place = 0;

    if (is_standard_input(operand)) {
        if (fstat(STDIN_FILENO, &status) != 0)
            return false;
        place = lseek(STDIN_FILENO, 0, SEEK_CUR);
    } else if (stat(operand, &status) != 0) {
        /* It will be said when its turn comes; until then it counts for nothing. */
        *size = 0;
        return true;
    }
    if (!S_ISREG(status.st_mode))
        return false;
    *size = place >= 0 && place < status.st_size ? (uint64_t)(status.st_size - place) : 0;
    return true;
}

static uint64_t total_size(const char *const *operands, size_t count)
{
    uint64_t total = 0;

    for (size_t i = 0; i < count; i++) {
        uint64_t size;

        if (!operand_size(operands[i], &size))
            return 0;
        total += size;
    }
    return total;
}

struct input *input_new(const char *const *operands, size_t count, uint64_t max_record,
                        const struct input_framing *framing, struct diag *diag)
{
    static const char *const standard_input[] = {"-"};
    struct input *input = mem_zeroed(1, sizeof *input);

    input->diag = diag;
    input->operands = count > 0 ? operands : standard_input;
    input->count = count > 0 ? count : 1;
    input->max_record = max_record;
    input->framing =
        framing ? *framing : (struct input_framing){find_line_end, reset_nothing, NULL};
    source_init(&input->source);
    buf_init(&input->carry);
    input->bytes_total = total_size(input->operands, input->count);
    return input;
}

void input_free(struct input *input)
{
    if (!input)
        return;
    source_release(&input->source);
    gunzip_free(input->gunzip);
    buf_release(&input->carry);
    free(input);
}

void input_block_init(struct input_block *block)
{
    *block = (struct input_block){0};
}

void input_block_release(struct input_block *block)
{
    free(block->data);
    *block = (struct input_block){0};
}

static const char *current_file(const struct input *input)
{
    return input->operands[input->next - 1];
}

static void close_operand(struct input *input)
{
    input->bytes_done += input->source.offset;
    source_close(&input->source);
    input->source.offset = 0;
    input->is_open = false;
    buf_clear(&input->carry);
}

static int fail_read(struct input *input)
{
    return diag_fail_file(input->diag, "cannot read", current_file(input),
                          input->source.error);
}

static int fail_gzip(struct input *input)
{
    struct diag_place place = {.file = current_file(input)};

    if (!gunzip_error(input->gunzip))
        return fail_read(input);
    diag_say(input->diag, DIAG_ERROR, &place, NULL, "gzip: %s at compressed byte %llu",
             gunzip_error(input->gunzip),
             (unsigned long long)gunzip_error_offset(input->gunzip));
    diag_raise(input->diag, EXIT_INCOMPLETE);
    return -1;
}

/* Look for gzip's magic, and for its second byte only where the first one is there. */
static int sniff(struct input *input)
{
    const unsigned char *data;
    ptrdiff_t available = source_need(&input->source, 1);

    data = (const unsigned char *)input->source.buffer;
    if (available > 0 && data[0] == 0x1f)
        available = source_need(&input->source, 2);
    if (available < 0)
        return fail_read(input);
    input->is_gzip = available >= 2 && data[0] == 0x1f && data[1] == 0x8b;
    if (input->is_gzip) {
        if (!input->gunzip)
            input->gunzip = gunzip_new();
        gunzip_start(input->gunzip);
    }
    return 0;
}

static int open_descriptor(struct input *input, const char *operand)
{
    int fd;

    if (is_standard_input(operand)) {
        input->stdin_used = true;
        return STDIN_FILENO;
    }
    fd = open(operand, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        diag_fail_file(input->diag, "cannot open", operand, errno);
    return fd;
}

/* Open the next operand that can be read; false where none is left. */
static bool open_operand(struct input *input)
{
    while (input->next < input->count) {
        const char *operand = input->operands[input->next++];
        int fd;

        /* Standard input was read to its end the first time. */
        if (is_standard_input(operand) && input->stdin_used)
            continue;
        fd = open_descriptor(input, operand);
        if (fd < 0)
            continue;
        source_open(&input->source, fd);
        if (sniff(input) == 0) {
            input->is_open = input->is_start = input->bom_pending = true;
            input->is_skipping = input->carry_seen = false;
            input->line = 1;
            input->framing.reset(input->framing.state);
            return true;
        }
        close_operand(input);
    }
    return false;
}

/* Up to ROOM bytes of text. 0 at the end of the operand, -1 where that was said. */
static ptrdiff_t read_text(struct input *input, char *out, size_t room)
{
    ptrdiff_t length;

    if (room > INPUT_BLOCK_SIZE)
        room = INPUT_BLOCK_SIZE;
    if (input->is_gzip) {
        length = gunzip_read(input->gunzip, &input->source, out, room);
        return length < 0 ? fail_gzip(input) : length;
    }
    length = source_read(&input->source, out, room);
    return length < 0 ? fail_read(input) : length;
}

static void resize_block(struct input_block *block, size_t capacity)
{
    block->data = mem_resize(block->data, capacity, 1);
    block->capacity = capacity;
}

/* Storage for a new block. What a huge record needed is given back, unless the last block
 * filled a good part of it: then so may the next. */
static void renew_storage(struct input_block *block)
{
    if (block->capacity > SHRINK_ABOVE && block->length < block->capacity / 4) {
        free(block->data);
        block->data = NULL;
        block->capacity = 0;
    }
    if (block->capacity < INPUT_BLOCK_SIZE)
        resize_block(block, INPUT_BLOCK_SIZE);
}

/* Begin a block with what was carried over. */
static void begin_block(struct input *input, struct input_block *block)
{
    block->start = 0;
    block->length = input->carry.length;
    block->kind = INPUT_RECORDS;
    block->file = current_file(input);
    block->operand = input->next - 1;
    block->first_line = input->line;
    block->operand_start = input->is_start;
    if (block->length > 0)
        memcpy(block->data, input->carry.data, block->length);
    buf_clear(&input->carry);
}

/* Room for a read behind LENGTH bytes: doubled, but not much beyond the longest record. */
static void make_room(const struct input *input, struct input_block *block, size_t length)
{
    uint64_t most = input->max_record;
    size_t capacity = block->capacity;

    if (capacity - length >= READ_LEAST)
        return;
    most = most < SIZE_MAX / 4 ? most : SIZE_MAX / 4;
    most += BOM_LENGTH + LINE_END_LENGTH + INPUT_BLOCK_SIZE;
    capacity *= 2;
    resize_block(block, capacity < most ? capacity : (size_t)most);
}

/* Step over a BOM at the start of the text, once there is enough of it to tell. That keeps
 * no whole record waiting, as no proper start of a BOM is one. */
static void skip_bom(struct input *input, struct input_block *block, size_t length)
{
    size_t compared = length < BOM_LENGTH ? length : BOM_LENGTH;
    bool same = memcmp(block->data, bom, compared) == 0;

    if (same && compared < BOM_LENGTH)
        return;
    block->start = same ? BOM_LENGTH : 0;
    input->bom_pending = false;
}

/* Where the whole records in the block end, 0 where there is none; *SEEN is how far the
 * framing has looked. */
static size_t find_end(struct input *input, const struct input_block *block, size_t *seen,
                       size_t length, uint64_t *lines)
{
    const char *data = block->data + block->start;
    size_t new_start = *seen > block->start ? *seen - block->start : 0;
    size_t end;

    if (new_start >= length - block->start)
        return 0;
    end = input->framing.find_end(input->framing.state, data, new_start,
                                  length - block->start, lines);
    *seen = length;
    return end > 0 ? block->start + end : 0;
}

/* Hand out the records up to END and carry over what is between END and LENGTH. */
static int give_block(struct input *input, struct input_block *block, size_t end,
                      size_t length, uint64_t lines)
{
    buf_append(&input->carry, block->data + end, length - end);
    input->carry_seen = true;
    block->length = end - block->start;
    input->line += lines;
    input->is_start = false;
    return 1;
}

/* The record in the block is too long: what is there of it is dropped, and the next call
 * skips the rest. */
static int give_too_long(struct input *input, struct input_block *block)
{
    block->kind = INPUT_TOO_LONG;
    block->start = block->length = 0;
    renew_storage(block);
    input->is_skipping = true;
    input->is_start = false;
    return 1;
}

/* One byte more than max_record may be the CR of a line end. */
static bool is_too_long(const struct input *input, size_t length)
{
    return length > 1 && length - 1 > input->max_record;
}

/* Fill BLOCK from the current operand: 1, or 0 where nothing is left of it. */
static int fill_block(struct input *input, struct input_block *block)
{
    size_t length;
    size_t seen;

    begin_block(input, block);
    length = block->length;
    seen = input->carry_seen ? length : 0;
    for (;;) {
        uint64_t lines = 0;
        size_t end = 0;
        ptrdiff_t added;

        if (input->bom_pending)
            skip_bom(input, block, length);
        if (!input->bom_pending) {
            end = find_end(input, block, &seen, length, &lines);
            if (end > 0)
                return give_block(input, block, end, length, lines);
            if (is_too_long(input, length - block->start))
                return give_too_long(input, block);
        }
        make_room(input, block, length);
        added = read_text(input, block->data + length, block->capacity - length);
        if (added < 0)
            return 0;
        if (added == 0)
            return length > block->start ? give_block(input, block, length, length, 0) : 0;
        length += (size_t)added;
    }
}

/* The end of the first record in LENGTH bytes of new text, 0 where there is none. The
 * framing is shown the text one LF after the other, since it answers with the last end it
 * sees. */
static size_t find_first_end(struct input *input, const char *data, size_t length,
                             uint64_t *lines)
{
    size_t seen = 0;

    while (seen < length) {
        const char *place = memchr(data + seen, '\n', length - seen);
        size_t limit = place ? (size_t)(place - data) + 1 : length;

        if (input->framing.find_end(input->framing.state, data, seen, limit, lines) > 0)
            return limit;
        seen = limit;
    }
    return 0;
}

/* Skip to the end of a record that was too long, with the block's storage as a place to
 * read to. False where the operand ends before. */
static bool skip_record(struct input *input, struct input_block *block)
{
    for (;;) {
        ptrdiff_t length = read_text(input, block->data, block->capacity);
        uint64_t lines = 0;
        size_t end;

        if (length <= 0)
            return false;
        end = find_first_end(input, block->data, (size_t)length, &lines);
        if (end > 0) {
            buf_append(&input->carry, block->data + end, (size_t)length - end);
            input->carry_seen = false;
            input->line += lines;
            input->is_skipping = false;
            return true;
        }
    }
}

int input_next(struct input *input, struct input_block *block)
{
    renew_storage(block);
    while (input->is_open || open_operand(input)) {
        if ((!input->is_skipping || skip_record(input, block)) && fill_block(input, block))
            return 1;
        close_operand(input);
    }
    block->length = 0;
    return 0;
}

bool input_would_wait(const struct input *input)
{
    uint64_t size;

    if (input->is_open)
        return source_would_wait(&input->source);
    return input->next < input->count && !operand_size(input->operands[input->next], &size);
}

void input_stop(struct input *input)
{
    if (input->is_open)
        close_operand(input);
    input->next = input->count;
}

uint64_t input_bytes_read(const struct input *input)
{
    return input->bytes_done + input->source.offset;
}

uint64_t input_bytes_total(const struct input *input)
{
    return input->bytes_total;
}
