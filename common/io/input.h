/* input: reads operands as blocks of whole records.
 *
 * Operands are read in order; "-", or no operand, is standard input (in messages "-"). An
 * operand that begins with gzip's magic is decompressed (gzip/gunzip.h); one that begins
 * like another compressed format is rejected by the name of the format; any other is text.
 * A UTF-8 BOM at the start of an operand's text is skipped.
 *
 * A block is one or more whole records of one operand, at most INPUT_BLOCK_RECORDS, in a
 * buffer that the block owns, so that a worker can process it while the next one is read. A
 * record is a line, unless a framing is set, as for CSV. A block is returned as soon as
 * read(2) has returned a whole record: it does not wait for more input.
 *
 * Memory is bounded by max_record, the length of a record without its line end and BOM: a
 * longer record whose end was not read yet becomes a block of its own of kind
 * INPUT_TOO_LONG without data; it is skipped in bounded memory, and its lines are counted.
 * A block may still have whole records longer than max_record, where that is less than a
 * block. The consumer, who splits the block and so knows their lengths, rejects these, and
 * the verdict is the same however read(2) splits the text.
 *
 * What cannot be read (a missing file, a directory, a read error, bad gzip) is reported
 * through diag with EXIT_TROUBLE, and the next operand is read. Records before the fault
 * are returned; the unfinished one after them is dropped. For gzip the message has the
 * offset in the compressed file.
 *
 * Only the main thread uses a struct input.
 */
#ifndef KIDX_IO_INPUT_H
#define KIDX_IO_INPUT_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* After the last record of a block, INPUT_PADDING zero bytes of the storage follow, so that
 * a parser can load several bytes at once and mark the end. */
enum { INPUT_BLOCK_SIZE = 256 * 1024, INPUT_BLOCK_RECORDS = 1024, INPUT_PADDING = 64 };

enum input_kind { INPUT_RECORDS, INPUT_TOO_LONG };

struct input_block {
    char *data; /* the storage; the records are length bytes at data + start */
    size_t capacity;
    size_t start;
    size_t length;
    enum input_kind kind;
    const char *file;    /* as in messages; valid as long as the operands */
    size_t operand;      /* its index, from 0 */
    uint64_t first_line; /* of the first record, from 1 */
    bool operand_start;  /* it is the first block of its operand */
};

/* A number of records, and of the line feeds in them. */
struct input_count {
    size_t records;
    uint64_t lines;
};

/* Finds the ends of records; a record ends after an LF. find_end returns the offset in
 * data[0..length) after the last whole record, 0 where there is none yet, and in *COUNT the
 * records and lines between the end that it returned before (or the reset) and this one. It
 * looks for at most count->records (> 0) records; where it finds as many, it has not
 * scanned what is after them. It has scanned what is before new_start in earlier calls, and
 * the bytes there may be gone (of a record that is skipped). Its state between calls has no
 * offsets, as the text moves. The state is reset at the start of an operand. */
struct input_framing {
    size_t (*find_end)(void *state, const char *data, size_t new_start, size_t length,
                       struct input_count *count);
    void (*reset)(void *state);
    void *state;
    /* The most bytes to read at once; 0: INPUT_BLOCK_SIZE, which is the maximum. Less is
     * better where the output of a record is much longer than the record, so that a cache
     * has room for both. */
    size_t read_size;
};

struct input;

/* OPERANDS (COUNT of them) are not copied; MAX_RECORD is in bytes; FRAMING NULL: lines. */
struct input *input_new(const char *const *operands, size_t count, uint64_t max_record,
                        const struct input_framing *framing, struct diag *diag);
void input_free(struct input *input);

/* Call BEFORE_FAULT before a fault is reported, when all records before it were returned,
 * so that findings in them can be reported first. Call BEFORE_WAIT before input_next waits
 * for the writer of a pipe or terminal. Where one returns false, the fault is not reported,
 * the call does not wait, and nothing more is read. */
void input_listen(struct input *input, bool (*before_fault)(void *context),
                  bool (*before_wait)(void *context), void *context);

/* Inflate on THREADS threads (gzip/gunzip-ahead.h); text and faults are the same. Call it
 * before the first input_next. */
void input_inflate_on(struct input *input, unsigned threads);

void input_block_init(struct input_block *block);
void input_block_release(struct input_block *block);

/* Fill BLOCK, whose storage is reused. Returns 1, or 0 at the end of all operands. */
int input_next(struct input *input, struct input_block *block);

/* For progress: the bytes read from files so far, which may be compressed, and their total,
 * 0 where it is unknown (pipes). */
uint64_t input_bytes_read(const struct input *input);
uint64_t input_bytes_total(const struct input *input);

#endif
