/* batch: a block of lines with what was made of them, on its way from a worker back to the
 * main thread.
 *
 * The worker fills it (batch_work); the main thread reads lines, findings, output and facts
 * in order and reuses the batch. A batch owns its block and all that it holds.
 */
#ifndef KIDX_TOOL_BATCH_H
#define KIDX_TOOL_BATCH_H

#include "base/buf.h"
#include "base/mem.h"
#include "io/input.h"
#include "json/program.h"
#include "json/reader.h"
#include "tool/stream.h"

/* A range of bytes, or of elements, in one of the batch's buffers. */
struct batch_range {
    size_t start;
    size_t length;
};

/* One diagnostic about a line. */
struct batch_finding {
    enum diag_level level;
    const char *code;
    size_t column;
    bool cut_short;             /* the line ended inside a value: is it pretty-printed? */
    struct batch_range pointer; /* in words */
    struct batch_range words;   /* in words: the masked pointer, then the message */
    size_t message;             /* where it begins in that */
};

struct batch_line {
    enum stream_verdict verdict;
    const char *label;
    uint64_t number;
    uint64_t blank;          /* how many blank ones are between this and the one before */
    struct batch_range text; /* in the block, without line end */
    struct batch_range out;
    const void *facts; /* in the arena, or NULL */
    struct batch_range findings;
};

/* What is to be written of a batch: bytes of what was made, or of the block. */
struct batch_piece {
    bool made;
    struct batch_range range;
};

struct stream_batch {
    struct input_block block;
    const void *header; /* of the operand, where there is a format */
    uint64_t blank;     /* lines behind the last other one */
    size_t line_count;
    size_t finding_count;
    size_t piece_count;
    struct buf lines;    /* struct batch_line */
    struct buf findings; /* struct batch_finding */
    struct buf pieces;   /* struct batch_piece, in the order of the output */
    struct buf words;
    struct buf out;
    struct arena arena; /* facts of the lines */
};

/* What a worker needs. */
struct batch_worker {
    const struct stream_tool *tool;
    void *tool_worker;
    uint64_t max_line;
    struct reader *reader;
    struct program *select; /* NULL: every record takes part */
    struct program_input *input;
    struct stream_batch *batch; /* the one in work, for what its program says */
};

/* A program_listener: what `debug` says becomes a note about the worker's record. */
void batch_listen(void *worker, struct view text);

void batch_init(struct stream_batch *batch);
void batch_release(struct stream_batch *batch);

/* A pool_work: go through the lines of a batch whose block is filled. */
void batch_work(void *worker, void *batch);

/* The length of the record at DATA, its line end included, in LENGTH bytes, which begin
 * with a whole one; FORMAT NULL: a line. *FEEDS line feeds are in it. */
size_t batch_record_end(const struct stream_format *format, const char *data, size_t length,
                        uint64_t *feeds);

/* The length of a record without its LF or CRLF, and whether it is nothing but blanks. */
size_t batch_text_length(const char *record, size_t length);
bool batch_is_blank(const char *text, size_t length);

static inline struct batch_line *batch_line(struct stream_batch *batch, size_t number)
{
    return (struct batch_line *)(void *)batch->lines.data + number;
}

static inline struct batch_finding *batch_finding(struct stream_batch *batch, size_t number)
{
    return (struct batch_finding *)(void *)batch->findings.data + number;
}

static inline struct batch_piece *batch_piece(struct stream_batch *batch, size_t number)
{
    return (struct batch_piece *)(void *)batch->pieces.data + number;
}

#endif
