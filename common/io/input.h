/* input: operands to blocks of whole records.
 *
 * Operands are read in order; "-" or none is standard input (called "-" in messages). An
 * operand that begins with gzip's magic is decompressed on the fly (gzip/gunzip.h),
 * anything else is text. A UTF-8 BOM at the start of an operand's text is skipped.
 *
 * Text comes in blocks: one or more whole records of one operand, at most
 * INPUT_BLOCK_RECORDS, in a buffer that the block owns, so that a block can go to a worker
 * while the next one is read. In the usual
 * framing a record is a line; a CSV reader sets its own. What read(2) gives is handed on as
 * soon as it holds a whole record: nothing waits for more input.
 *
 * Memory is bounded by max_record (the length of a record without its line end and BOM): a
 * record that exceeds it before its end was read becomes a block of its own of kind
 * INPUT_TOO_LONG, whose data is empty; it is skipped in bounded memory, and its lines are
 * counted. A whole record in a block of records may be longer than max_record, where that
 * is less than a block: finding the records, the consumer sees their length for nothing, so
 * it compares them. The two together give the same verdict whatever read(2) gives.
 *
 * What cannot be read (a missing file, a directory, a read error, bad gzip) is reported
 * through diag, makes the status EXIT_TROUBLE, and the next operand is read. Records before
 * the fault are given, the unfinished one after them is dropped. For gzip the message names
 * the offset in the compressed file.
 */
#ifndef KIDX_IO_INPUT_H
#define KIDX_IO_INPUT_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* INPUT_PADDING zero bytes of the storage stand after the last record of a block, so that
 * a parser can load several bytes at once and mark the end. */
enum { INPUT_BLOCK_SIZE = 256 * 1024, INPUT_BLOCK_RECORDS = 1024, INPUT_PADDING = 64 };

enum input_kind { INPUT_RECORDS, INPUT_TOO_LONG };

struct input_block {
    char *data; /* the storage; the records are length bytes at data + start */
    size_t capacity;
    size_t start;
    size_t length;
    enum input_kind kind;
    const char *file;    /* as in messages; lives as long as the operands */
    size_t operand;      /* its number, from 0 */
    uint64_t first_line; /* the line on which the first record starts, from 1 */
    bool operand_start;  /* the first block of its operand */
};

/* The records of a text, and the line feeds in them. */
struct input_count {
    size_t records;
    uint64_t lines;
};

/* How far whole records reach; a record ends after an LF. The framing has seen what is
 * before new_start and does not look there again (a record that is skipped is no longer
 * there); it keeps its own state between calls, without offsets, as the text moves. The
 * state is reset at the start of an operand. Returns the offset in data[0..length) after
 * the last whole record, 0 where there is none yet; *COUNT then is of what is between the
 * end returned before (or the reset) and this one. At most count->records (> 0) are looked
 * for: where as many are found, what is after them was not seen. */
struct input_framing {
    size_t (*find_end)(void *state, const char *data, size_t new_start, size_t length,
                       struct input_count *count);
    void (*reset)(void *state);
    void *state;
    /* How much is read at once, at most INPUT_BLOCK_SIZE; 0: as much. Less is better where
     * far more is made of a record than it has bytes, so that a cache holds both. */
    size_t read_size;
};

struct input;

/* OPERANDS (COUNT of them, not copied); MAX_RECORD in bytes; FRAMING may be NULL (lines).
 */
struct input *input_new(const char *const *operands, size_t count, uint64_t max_record,
                        const struct input_framing *framing, struct diag *diag);
void input_free(struct input *input);

/* From now on BEFORE_FAULT is told before a fault is reported, when all records before it
 * have been given, so that what was found in them can be said first; and BEFORE_WAIT where
 * input_next has to wait for whoever writes to a pipe or terminal. False: the fault is not
 * said, it is not waited, and nothing more is read. */
void input_listen(struct input *input, bool (*before_fault)(void *context),
                  bool (*before_wait)(void *context), void *context);

/* Inflate on THREADS of its own (gzip/gunzip-ahead.h); text and faults are the same. Before
 * the first input_next. */
void input_inflate_on(struct input *input, unsigned threads);

void input_block_init(struct input_block *block);
void input_block_release(struct input_block *block);

/* Fill BLOCK (its storage is reused). Returns 1, or 0 at the end of all operands. */
int input_next(struct input *input, struct input_block *block);

/* For progress: bytes read from files so far (compressed ones where they are), and the
 * total, 0 where it is not known (pipes). */
uint64_t input_bytes_read(const struct input *input);
uint64_t input_bytes_total(const struct input *input);

#endif
