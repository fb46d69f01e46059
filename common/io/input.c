#include <config.h>

#include "io/input.h"

#include "base/buf.h"
#include "base/mem.h"
#include "io/operands.h"

#include <stdlib.h>
#include <string.h>

/* A read is never asked for more than INPUT_BLOCK_SIZE, so the tail after the last whole
 * record is below that, also in a block that grew. READ_LEAST keeps reads large where the
 * records are nearly as long as a block. */
enum { READ_LEAST = INPUT_BLOCK_SIZE / 4, SHRINK_ABOVE = 1 << 20 };

/* What may stand around a record without counting: a BOM, CR and LF. */
enum { BOM_LENGTH = 3, LINE_END_LENGTH = 2 };
static const char bom[BOM_LENGTH + 1] = "\xef\xbb\xbf";

struct input {
    struct operands operands;
    uint64_t max_record;
    struct input_framing framing;
    uint64_t line;    /* of the next record */
    bool is_start;    /* no block of this operand was given */
    bool bom_pending; /* the text may still begin with a BOM */
    bool is_skipping; /* inside a record that is too long */
    struct buf carry; /* text that was read, but is in no block yet */
    size_t carry_start;
    bool carry_seen; /* by the framing: it has no whole record */
};

/* The framing of lines. It has no state: what was seen before new_start holds no LF. */
static size_t find_line_end(void *state, const char *data, size_t new_start, size_t length,
                            struct input_count *count)
{
    const char *place = data + new_start;
    const char *limit = data + length;
    size_t end = 0;
    size_t found = 0;

    (void)state;
    while (found < count->records && place < limit &&
           (place = memchr(place, '\n', (size_t)(limit - place)))) {
        end = (size_t)(++place - data);
        found++;
    }
    *count = (struct input_count){found, found};
    return end;
}

static void reset_nothing(void *state)
{
    (void)state;
}

struct input *input_new(const char *const *operands, size_t count, uint64_t max_record,
                        const struct input_framing *framing, struct diag *diag)
{
    struct input *input = mem_zeroed(1, sizeof *input);

    operands_init(&input->operands, operands, count, diag);
    input->max_record = max_record;
    input->framing =
        framing ? *framing : (struct input_framing){find_line_end, reset_nothing, NULL, 0};
    if (input->framing.read_size == 0)
        input->framing.read_size = INPUT_BLOCK_SIZE;
    buf_init(&input->carry);
    return input;
}

void input_free(struct input *input)
{
    if (!input)
        return;
    operands_release(&input->operands);
    buf_release(&input->carry);
    free(input);
}

void input_listen(struct input *input, bool (*before_fault)(void *context),
                  bool (*before_wait)(void *context), void *context)
{
    input->operands.before_fault = before_fault;
    input->operands.before_wait = before_wait;
    input->operands.listener = context;
}

void input_inflate_on(struct input *input, unsigned threads)
{
    input->operands.threads = threads;
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

static bool open_operand(struct input *input)
{
    if (!operands_open(&input->operands))
        return false;
    input->line = 1;
    input->is_start = input->bom_pending = true;
    input->is_skipping = input->carry_seen = false;
    input->framing.reset(input->framing.state);
    return true;
}

static void close_operand(struct input *input)
{
    operands_close(&input->operands);
    buf_clear(&input->carry);
    input->carry_start = 0;
}

static ptrdiff_t read_text(struct input *input, char *out, size_t room)
{
    size_t most = input->framing.read_size;

    return operands_read(&input->operands, out, room < most ? room : most);
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
    if (block->capacity < INPUT_BLOCK_SIZE + INPUT_PADDING)
        resize_block(block, INPUT_BLOCK_SIZE + INPUT_PADDING);
}

/* Begin a block with LENGTH bytes of what was carried over. */
static void begin_block(struct input *input, struct input_block *block, size_t length)
{
    block->start = 0;
    block->length = length;
    block->kind = INPUT_RECORDS;
    block->file = operands_name(&input->operands);
    block->operand = operands_number(&input->operands);
    block->first_line = input->line;
    block->operand_start = input->is_start;
    if (length > 0)
        memcpy(block->data, input->carry.data + input->carry_start, length);
    input->carry_start += length;
    if (input->carry_start < input->carry.length)
        return;
    buf_clear(&input->carry);
    input->carry_start = 0;
}

/* Room for a read after LENGTH bytes: doubled, but not much beyond the longest record. */
static void make_room(const struct input *input, struct input_block *block, size_t length)
{
    uint64_t most = input->max_record;
    size_t capacity = block->capacity;

    if (capacity - length >= READ_LEAST + INPUT_PADDING)
        return;
    most = most < SIZE_MAX / 4 ? most : SIZE_MAX / 4;
    most += BOM_LENGTH + LINE_END_LENGTH + INPUT_PADDING + INPUT_BLOCK_SIZE;
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
                       size_t length, struct input_count *count)
{
    const char *data = block->data + block->start;
    size_t new_start = *seen > block->start ? *seen - block->start : 0;
    size_t end;

    *count = (struct input_count){0, 0};
    if (new_start >= length - block->start)
        return 0;
    count->records = INPUT_BLOCK_RECORDS;
    end = input->framing.find_end(input->framing.state, data, new_start,
                                  length - block->start, count);
    *seen = length;
    return end > 0 ? block->start + end : 0;
}

/* Hand out COUNT, the records up to END. */
static int give_block(struct input *input, struct input_block *block, size_t end,
                      const struct input_count *count)
{
    input->carry_seen = count->records < INPUT_BLOCK_RECORDS;
    memset(block->data + end, 0, INPUT_PADDING);
    block->length = end - block->start;
    input->line += count->lines;
    input->is_start = false;
    return 1;
}

/* Hand out records of what was carried over; 0 where there is no whole one. */
static int give_carried(struct input *input, struct input_block *block)
{
    struct input_count count = {INPUT_BLOCK_RECORDS, 0};
    size_t length = input->carry.length - input->carry_start;
    size_t end;

    if (input->carry_seen || length == 0)
        return 0;
    end = input->framing.find_end(
        input->framing.state, input->carry.data + input->carry_start, 0, length, &count);
    input->carry_seen = true;
    if (end == 0)
        return 0;
    begin_block(input, block, end);
    return give_block(input, block, end, &count);
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

/* Fill BLOCK from the current operand, no whole record being carried over: 1, or 0 where
 * nothing is left of it. */
static int fill_block(struct input *input, struct input_block *block)
{
    size_t length = input->carry.length - input->carry_start;
    size_t seen = length;

    begin_block(input, block, length);
    for (;;) {
        struct input_count count = {0, 0};
        size_t end = 0;
        ptrdiff_t added;

        if (input->bom_pending)
            skip_bom(input, block, length);
        if (!input->bom_pending) {
            end = find_end(input, block, &seen, length, &count);
            if (end > 0) {
                buf_append(&input->carry, block->data + end, length - end);
                return give_block(input, block, end, &count);
            }
            if (is_too_long(input, length - block->start))
                return give_too_long(input, block);
        }
        make_room(input, block, length);
        added = read_text(input, block->data + length,
                          block->capacity - length - INPUT_PADDING);
        if (added < 0)
            return 0;
        if (added == 0)
            return length > block->start ? give_block(input, block, length, &count) : 0;
        length += (size_t)added;
    }
}

/* Skip to the end of a record that was too long, with the block's storage as a place to
 * read to. False where the operand ends before. */
static bool skip_record(struct input *input, struct input_block *block)
{
    for (;;) {
        ptrdiff_t length = read_text(input, block->data, block->capacity);
        struct input_count count = {1, 0};
        size_t end;

        if (length <= 0)
            return false;
        end = input->framing.find_end(input->framing.state, block->data, 0, (size_t)length,
                                      &count);
        if (end > 0) {
            buf_append(&input->carry, block->data + end, (size_t)length - end);
            input->carry_seen = false;
            input->line += count.lines;
            input->is_skipping = false;
            return true;
        }
    }
}

int input_next(struct input *input, struct input_block *block)
{
    renew_storage(block);
    while (input->operands.is_open || open_operand(input)) {
        if ((!input->is_skipping || skip_record(input, block)) &&
            (give_carried(input, block) || fill_block(input, block)))
            return 1;
        close_operand(input);
    }
    block->length = 0;
    return 0;
}

uint64_t input_bytes_read(const struct input *input)
{
    return operands_bytes_read(&input->operands);
}

uint64_t input_bytes_total(const struct input *input)
{
    return input->operands.bytes_total;
}
