#include <config.h>

#include "io/input.h"

#include "base/buf.h"
#include "base/mem.h"
#include "base/source.h"
#include "gzip/gunzip-ahead.h"
#include "gzip/gunzip.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- operands --- */

/* Called before a fault is reported, or before the input waits for whoever writes to a pipe
 * or terminal; false: it is not reported, or not waited for, and nothing more is read. */
typedef bool operands_listener(void *context);

/* The files that are read, one after the other, as text. */
struct operands {
    struct diag *diag;
    operands_listener *before_fault; /* NULL: none */
    operands_listener *before_wait;
    void *listener;
    unsigned threads; /* that inflate; 0: the caller's does */
    const char *const *names;
    size_t count;
    size_t opened;    /* how many were opened, or could not be */
    const char *name; /* of the one that is open, as in messages */
    bool is_open;
    bool is_gzip;
    bool stdin_used;
    struct source source;
    struct gunzip *gunzip; /* one of these two is made when it is needed */
    struct gunzip_ahead *ahead;
    uint64_t bytes_done;  /* of operands that are closed */
    uint64_t bytes_total; /* 0: unknown */
};

static bool is_standard_input(const char *name)
{
    return strcmp(name, "-") == 0;
}

/* How much of a regular file is unread; false where the operand is something else. */
static bool operand_size(const char *name, uint64_t *size)
{
    struct stat status;
    off_t place = 0;

    if (is_standard_input(name)) {
        if (fstat(STDIN_FILENO, &status) != 0)
            return false;
        place = lseek(STDIN_FILENO, 0, SEEK_CUR);
    } else if (stat(name, &status) != 0) {
        /* Opening it will fail and be reported in its turn. */
        *size = 0;
        return true;
    }
    if (!S_ISREG(status.st_mode))
        return false;
    *size = place >= 0 && place < status.st_size ? (uint64_t)(status.st_size - place) : 0;
    return true;
}

static uint64_t total_size(const struct operands *operands)
{
    uint64_t total = 0;

    for (size_t i = 0; i < operands->count; i++) {
        uint64_t size;

        if (!operand_size(operands->names[i], &size))
            return 0;
        total += size;
    }
    return total;
}

static void operands_init(struct operands *operands, const char *const *names, size_t count,
                          struct diag *diag)
{
    static const char *const standard_input[] = {"-"};

    *operands = (struct operands){.diag = diag};
    operands->names = count > 0 ? names : standard_input;
    operands->count = count > 0 ? count : 1;
    operands->bytes_total = total_size(operands);
    source_init(&operands->source);
}

static void operands_release(struct operands *operands)
{
    source_release(&operands->source);
    gunzip_free(operands->gunzip);
    gunzip_ahead_free(operands->ahead);
}

/* Whether the listener lets a fault be reported; if not, nothing more is read. */
static bool may_report(struct operands *operands)
{
    if (operands->before_fault == NULL || operands->before_fault(operands->listener))
        return true;
    operands->opened = operands->count;
    return false;
}

static int fail_file(struct operands *operands, const char *action, int error_number)
{
    if (!may_report(operands))
        return -1;
    return diag_fail_file(operands->diag, action, operands->name, error_number);
}

static int fail_read(struct operands *operands)
{
    struct diag_place place = {.file = operands->name};

    if (operands->source.error != SOURCE_SHRANK)
        return fail_file(operands, "cannot read", operands->source.error);
    if (!may_report(operands))
        return -1;
    diag_say(operands->diag, DIAG_ERROR, &place, NULL,
             "it became shorter while it was read");
    diag_raise(operands->diag, EXIT_TROUBLE);
    return -1;
}

static int fail_gzip(struct operands *operands)
{
    struct diag_place place = {.file = operands->name};
    const char *error = operands->ahead ? gunzip_ahead_error(operands->ahead)
                                        : gunzip_error(operands->gunzip);
    uint64_t offset;

    if (!error)
        return fail_read(operands);
    if (!may_report(operands))
        return -1;
    offset = operands->ahead ? gunzip_ahead_error_offset(operands->ahead)
                             : gunzip_error_offset(operands->gunzip);
    diag_say(operands->diag, DIAG_ERROR, &place, NULL, "gzip: %s at compressed byte %llu",
             error, (unsigned long long)offset);
    diag_raise(operands->diag, EXIT_TROUBLE);
    return -1;
}

static void start_gunzip(struct operands *operands)
{
    if (operands->threads > 0) {
        if (!operands->ahead)
            operands->ahead = gunzip_ahead_new(operands->threads);
        gunzip_ahead_start(operands->ahead);
        return;
    }
    if (!operands->gunzip)
        operands->gunzip = gunzip_new(inflate_best());
    gunzip_start(operands->gunzip);
}

/* How operands begin that are not plain text. */
enum { MAGIC_MAX = 8 };
static const struct magic {
    size_t length;
    char bytes[MAGIC_MAX];
    const char *kind; /* NULL: gzip, which is read */
    const char *advice;
} magics[] = {
    {2, "\x1f\x8b", NULL, NULL},
    {4, "\x28\xb5\x2f\xfd", "zstd", "decompress it, as by zstd -dc"},
    {6,
     "\xfd"
     "7zXZ\0",
     "xz", "decompress it, as by xz -dc"},
    {3, "BZh", "bzip2", "decompress it, as by bzip2 -dc"},
    {4, "PK\x03\x04", "zip", "extract its members, as by unzip -p"},
};

/* Whether the operand begins with the magic: 1 or 0, -1 where it cannot be read. It waits
 * for more bytes only while those before them match. */
static int begins_with(struct operands *operands, const struct magic *magic)
{
    for (size_t i = 0; i < magic->length; i++) {
        ptrdiff_t available = source_need(&operands->source, i + 1);
        const struct source *source = &operands->source;

        if (available < 0)
            return -1;
        if ((size_t)available <= i || source->buffer[source->start + i] != magic->bytes[i])
            return 0;
    }
    return 1;
}

static int fail_kind(struct operands *operands, const struct magic *magic)
{
    struct diag_place place = {.file = operands->name};

    if (!may_report(operands))
        return -1;
    diag_say(operands->diag, DIAG_ERROR, &place, NULL, "this is %s: %s", magic->kind,
             magic->advice);
    diag_raise(operands->diag, EXIT_TROUBLE);
    return -1;
}

/* Detect from its first bytes whether the operand is gzip; reject other compressed formats.
 */
static int detect_format(struct operands *operands)
{
    operands->is_gzip = false;
    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++) {
        int found = begins_with(operands, &magics[i]);

        if (found < 0)
            return fail_read(operands);
        if (found == 0)
            continue;
        if (magics[i].kind != NULL)
            return fail_kind(operands, &magics[i]);
        operands->is_gzip = true;
        start_gunzip(operands);
        return 0;
    }
    return 0;
}

static int open_descriptor(struct operands *operands, const char *name)
{
    uint64_t size;
    int fd;

    if (is_standard_input(name)) {
        operands->stdin_used = true;
        return STDIN_FILENO;
    }
    if (operands->before_wait && !operand_size(name, &size) &&
        !operands->before_wait(operands->listener)) {
        operands->opened = operands->count;
        return -1;
    }
    fd = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        fail_file(operands, "cannot open", errno);
    return fd;
}

static uint64_t operands_bytes_read(const struct operands *operands)
{
    return operands->bytes_done + (operands->is_open ? operands->source.offset : 0);
}

static void operands_close(struct operands *operands)
{
    operands->bytes_done = operands_bytes_read(operands);
    source_close(&operands->source);
    operands->is_open = false;
}

static bool operands_open(struct operands *operands)
{
    while (operands->opened < operands->count) {
        const char *name = operands->names[operands->opened++];
        int fd;

        /* Standard input was read to its end the first time. */
        if (is_standard_input(name) && operands->stdin_used)
            continue;
        operands->name = name;
        fd = open_descriptor(operands, name);
        if (fd < 0)
            continue;
        operands->source.before_wait = operands->before_wait;
        operands->source.listener = operands->listener;
        source_open(&operands->source, fd);
        operands->is_open = true;
        if (detect_format(operands) == 0)
            return true;
        operands_close(operands);
    }
    return false;
}

static ptrdiff_t operands_read(struct operands *operands, char *out, size_t room)
{
    ptrdiff_t length;

    if (operands->is_gzip) {
        length = operands->ahead
                     ? gunzip_ahead_read(operands->ahead, &operands->source, out, room)
                     : gunzip_read(operands->gunzip, &operands->source, out, room);
        return length < 0 ? fail_gzip(operands) : length;
    }
    length = source_read(&operands->source, out, room);
    return length < 0 ? fail_read(operands) : length;
}

/* --- blocks --- */

/* A read is for at most INPUT_BLOCK_SIZE bytes, so the rest after the last whole record is
 * shorter than that, also in a block that grew. READ_LEAST makes reads large where records
 * are nearly as long as a block. */
enum { READ_LEAST = INPUT_BLOCK_SIZE / 4, SHRINK_ABOVE = 1 << 20 };

/* A BOM, CR and LF do not count for the length of a record. */
enum { BOM_LENGTH = 3, LINE_END_LENGTH = 2 };
static const char bom[BOM_LENGTH + 1] = "\xef\xbb\xbf";

struct input {
    struct operands operands;
    uint64_t max_record;
    struct input_framing framing;
    uint64_t line;    /* of the next record */
    bool is_start;    /* no block of this operand was returned */
    bool bom_pending; /* the text may still begin with a BOM */
    bool is_skipping; /* inside a record that is too long */
    struct buf carry; /* text that was read, but is in no block yet */
    size_t carry_start;
    bool carry_scanned; /* by the framing: it has no whole record */
};

/* The framing of lines. It has no state: there is no LF before new_start. */
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
    input->is_skipping = input->carry_scanned = false;
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

/* Provide the storage for a new block. Free that of a huge record, unless the last block
 * used much of it: then the next may, too. */
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

/* Begin a block with LENGTH bytes of the carried text. */
static void begin_block(struct input *input, struct input_block *block, size_t length)
{
    block->start = 0;
    block->length = length;
    block->kind = INPUT_RECORDS;
    block->file = input->operands.name;
    block->operand = input->operands.opened - 1;
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

/* Make room for a read after LENGTH bytes: double the storage, but not much beyond the
 * longest record. */
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

/* Skip a BOM at the start of the text, once enough bytes were read. No whole record waits
 * for that, as no incomplete BOM is one. */
static void skip_bom(struct input *input, struct input_block *block, size_t length)
{
    size_t compared = length < BOM_LENGTH ? length : BOM_LENGTH;
    bool same = memcmp(block->data, bom, compared) == 0;

    if (same && compared < BOM_LENGTH)
        return;
    block->start = same ? BOM_LENGTH : 0;
    input->bom_pending = false;
}

/* Find the end of the whole records in the block, 0 where there is none; the framing has
 * scanned up to *SCANNED. */
static size_t find_end(struct input *input, const struct input_block *block,
                       size_t *scanned, size_t length, struct input_count *count)
{
    const char *data = block->data + block->start;
    size_t new_start = *scanned > block->start ? *scanned - block->start : 0;
    size_t end;

    *count = (struct input_count){0, 0};
    if (new_start >= length - block->start)
        return 0;
    count->records = INPUT_BLOCK_RECORDS;
    end = input->framing.find_end(input->framing.state, data, new_start,
                                  length - block->start, count);
    *scanned = length;
    return end > 0 ? block->start + end : 0;
}

/* Finish the block with COUNT, the records up to END. */
static int finish_block(struct input *input, struct input_block *block, size_t end,
                        const struct input_count *count)
{
    input->carry_scanned = count->records < INPUT_BLOCK_RECORDS;
    memset(block->data + end, 0, INPUT_PADDING);
    block->length = end - block->start;
    input->line += count->lines;
    input->is_start = false;
    return 1;
}

/* Fill BLOCK from the carried text: 1, or 0 where that has no whole record. */
static int fill_from_carry(struct input *input, struct input_block *block)
{
    struct input_count count = {INPUT_BLOCK_RECORDS, 0};
    size_t length = input->carry.length - input->carry_start;
    size_t end;

    if (input->carry_scanned || length == 0)
        return 0;
    end = input->framing.find_end(
        input->framing.state, input->carry.data + input->carry_start, 0, length, &count);
    input->carry_scanned = true;
    if (end == 0)
        return 0;
    begin_block(input, block, end);
    return finish_block(input, block, end, &count);
}

/* The record in the block is too long: drop the part that was read; the next call skips the
 * rest. */
static int drop_too_long(struct input *input, struct input_block *block)
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

/* Fill BLOCK from the operand: 1, or 0 at its end. Precondition: the carried text has no
 * whole record. */
static int fill_from_operand(struct input *input, struct input_block *block)
{
    size_t length = input->carry.length - input->carry_start;
    size_t scanned = length;

    begin_block(input, block, length);
    for (;;) {
        struct input_count count = {0, 0};
        size_t end = 0;
        ptrdiff_t added;

        if (input->bom_pending)
            skip_bom(input, block, length);
        if (!input->bom_pending) {
            end = find_end(input, block, &scanned, length, &count);
            if (end > 0) {
                buf_append(&input->carry, block->data + end, length - end);
                return finish_block(input, block, end, &count);
            }
            if (is_too_long(input, length - block->start))
                return drop_too_long(input, block);
        }
        make_room(input, block, length);
        added = read_text(input, block->data + length,
                          block->capacity - length - INPUT_PADDING);
        if (added < 0)
            return 0;
        if (added == 0)
            return length > block->start ? finish_block(input, block, length, &count) : 0;
        length += (size_t)added;
    }
}

/* Skip to the end of a record that is too long, reading into the storage of the block.
 * False where the operand ends before that. */
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
            input->carry_scanned = false;
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
            (fill_from_carry(input, block) || fill_from_operand(input, block)))
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
