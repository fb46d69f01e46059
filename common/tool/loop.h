/* loop: the state of stream_run, shared by the loop (loop.c) and the ordered stage
 * (ordered.c). No tool includes it.
 */
#ifndef KIDX_TOOL_LOOP_H
#define KIDX_TOOL_LOOP_H

#include "base/pool.h"
#include "io/input.h"
#include "tool/batch.h"
#include "tool/repeats.h"
#include "tool/stream.h"
#include "tool/tally.h"

struct stream {
    struct tool *tool;
    const struct stream_settings *settings;
    const struct stream_tool *stream_tool;
    struct input *input;
    struct pool *pool;    /* the workers */
    struct pool *writers; /* one, which writes what is finished */
    size_t worker_count;
    struct batch_worker *workers;
    size_t batch_count;
    struct stream_batch **spare; /* batches not in flight, batch_count in all */
    size_t spare_count;
    struct tally tally;
    struct repeats repeats;
    size_t operand; /* of the batch finished last */
    struct buf scratch;
    struct buf findings; /* struct stream_finding, for the tool's finish */
    const void *header;  /* of the operand that is read, where there is a format */
    bool header_pending; /* it was not read yet */
    bool ended;          /* nothing more is read */
    bool stopped;        /* and nothing more is written */
    bool hinted;         /* at jq -c . */
    bool shows_progress;
    double started;
    double next_progress;
};

/* The ordered stage: report, count and finish each line of a batch that a worker has
 * processed. What is to be written is listed in the batch as pieces. */
void stream_finish_batch(struct stream *stream, struct stream_batch *batch);

/* A pool_work: write the pieces of a batch to the output that is the state. */
void stream_write_batch(void *output, void *batch);

#endif
