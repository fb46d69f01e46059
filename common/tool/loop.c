#include <config.h>

#include "tool/stream.h"

#include "base/mem.h"
#include "io/progress.h"
#include "tool/loop.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Seconds until the status line first shows by itself, and between two of it. */
static const double progress_delay = 1.0;
static const double progress_interval = 0.2;

/* --- progress --- */

static double seconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void start_progress(struct stream *stream)
{
    int choice = stream->settings->progress;

    stream->shows_progress =
        choice == PROGRESS_ON || (choice == PROGRESS_AUTO && isatty(STDERR_FILENO) == 1);
    stream->started = stream->shows_progress ? seconds_now() : 0;
    stream->next_progress =
        stream->started + (choice == PROGRESS_ON ? progress_interval : progress_delay);
}

static void show_progress(struct stream *stream)
{
    struct progress progress;
    char text[DIAG_STATUS_LINE_SIZE];
    double now;

    if (!stream->shows_progress)
        return;
    now = seconds_now();
    if (now < stream->next_progress)
        return;
    stream->next_progress = now + progress_interval;
    progress =
        (struct progress){input_bytes_read(stream->input), input_bytes_total(stream->input),
                          tally_read(&stream->tally), now - stream->started};
    progress_text(&progress, text, sizeof text);
    diag_set_status_line(&stream->tool->diag, text);
}

/* --- the loop --- */

/* All is done with a batch. */
static void take_back(struct stream *stream, struct stream_batch *batch)
{
    stream->spare[stream->spare_count++] = batch;
    if (stream->tool->rejects != NULL && output_failed(stream->tool->rejects))
        stream->stopped = true;
}

/* Take back the oldest batch that was written; waits for it. */
static void take_written(struct stream *stream)
{
    take_back(stream, pool_collect(stream->writers));
    if (output_failed(stream->tool->output))
        stream->stopped = true;
}

/* Finish the oldest batch in work, and have it written. While it is not ready this thread
 * works, too, as the last of the workers. */
static void finish_oldest(struct stream *stream)
{
    struct batch_worker *worker = &stream->workers[stream->worker_count - 1];
    struct stream_batch *batch;

    while (!pool_ready(stream->pool) && pool_help(stream->pool, worker))
        continue;
    batch = pool_collect(stream->pool);
    if (!stream->stopped)
        stream_finish_batch(stream, batch);
    show_progress(stream);
    if (batch->piece_count == 0) {
        take_back(stream, batch);
        return;
    }
    if (pool_in_flight(stream->writers) == pool_capacity(stream->writers))
        take_written(stream);
    pool_submit(stream->writers, batch);
}

/* Finish all batches that workers have. */
static void drain(struct stream *stream)
{
    while (pool_in_flight(stream->pool) > 0)
        finish_oldest(stream);
}

/* Called before input_next waits: report first what was found in the lines before. */
static bool finish_before_wait(void *context)
{
    struct stream *stream = context;

    drain(stream);
    return !stream->stopped;
}

/* Called before a fault of the input is reported. */
static bool finish_before_fault(void *context)
{
    struct stream *stream = context;

    drain(stream);
    repeats_flush(&stream->repeats);
    return !stream->stopped;
}

/* Hand the header of an operand to the tool. */
static void begin_operand(struct stream *stream, const struct stream_batch *batch,
                          struct view text)
{
    const struct stream_tool *tool = stream->stream_tool;

    drain(stream);
    repeats_flush(&stream->repeats);
    if (stream->stopped)
        return;
    if (text.length > stream->workers[0].max_line)
        text.data = NULL;
    stream->header_pending = false;
    stream->header =
        tool->format->begin(tool->tool, batch->block.file, batch->block.first_line, text);
    stream->ended = stream->header == NULL;
}

/* Take the header, which is the first record that is not blank, off a block. */
static void take_header(struct stream *stream, struct stream_batch *batch)
{
    struct input_block *block = &batch->block;

    if (block->operand_start)
        stream->header_pending = true;
    if (stream->header_pending && block->kind == INPUT_TOO_LONG)
        begin_operand(stream, batch, (struct view){NULL, 0});
    while (stream->header_pending && !stream->stopped && block->length > 0) {
        const char *data = block->data + block->start;
        uint64_t feeds;
        size_t length =
            batch_record_end(stream->stream_tool->format, data, block->length, &feeds);
        struct view text = {data, batch_text_length(data, length)};

        if (batch_is_blank(text.data, text.length))
            stream->tally.blank++;
        else
            begin_operand(stream, batch, text);
        block->start += length;
        block->length -= length;
        block->first_line += feeds;
    }
    batch->header = stream->header;
}

/* Read a block and hand it to the workers; false at the end of all input. */
static bool read_batch(struct stream *stream)
{
    struct stream_batch *batch = stream->spare[--stream->spare_count];
    bool more = input_next(stream->input, &batch->block) == 1;

    if (more && stream->stream_tool->format != NULL)
        take_header(stream, batch);
    if (more && !stream->ended && !stream->stopped)
        pool_submit(stream->pool, batch);
    else
        stream->spare[stream->spare_count++] = batch;
    return more;
}

static void run_loop(struct stream *stream)
{
    bool more = true;

    while (more && !stream->stopped && !stream->ended) {
        bool working = pool_in_flight(stream->pool) > 0;

        if (pool_ready(stream->writers))
            take_written(stream);
        else if (working && pool_ready(stream->pool))
            finish_oldest(stream);
        else if (stream->spare_count > 0)
            more = read_batch(stream);
        else if (working)
            finish_oldest(stream);
        else
            take_written(stream);
    }
    drain(stream);
    while (pool_in_flight(stream->writers) > 0)
        take_written(stream);
}

unsigned stream_worker_count(const struct stream_settings *settings)
{
    long processors;

    if (settings->jobs > 0)
        return (unsigned)settings->jobs;
    processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 1                 ? 1
           : processors > STREAM_JOBS_MAX ? STREAM_JOBS_MAX
                                          : (unsigned)processors;
}

static int start_worker(struct stream *stream, struct batch_worker *worker)
{
    worker->tool = stream->stream_tool;
    worker->max_line = stream->settings->max_line;
    if (worker->max_line > READER_TEXT_MAX)
        worker->max_line = READER_TEXT_MAX;
    worker->reader = reader_new();
    if (stream->settings->select != NULL) {
        buf_clear(&stream->scratch);
        worker->select = program_new(stream->settings->select, &stream->scratch);
        if (worker->select == NULL)
            return diag_fail(&stream->tool->diag, "--select: %s",
                             buf_text(&stream->scratch));
        program_set_listener(worker->select, batch_listen, worker);
        worker->input = program_input_new();
    }
    worker->tool_worker = worker->tool->worker_new(worker->tool->tool);
    return worker->tool_worker == NULL ? -1 : 0;
}

static int start_workers(struct stream *stream)
{
    void **states;

    stream->worker_count = stream_worker_count(stream->settings);
    stream->workers = mem_zeroed(stream->worker_count, sizeof *stream->workers);
    states = mem_zeroed(stream->worker_count, sizeof *states);
    for (size_t i = 0; i < stream->worker_count; i++) {
        if (start_worker(stream, &stream->workers[i]) != 0) {
            free(states);
            return -1;
        }
        states[i] = &stream->workers[i];
    }
    stream->pool = pool_new((unsigned)stream->worker_count - 1, batch_work, states);
    free(states);
    if (stream->pool == NULL)
        return diag_fail(&stream->tool->diag, "cannot start a thread: %s", strerror(errno));
    return 0;
}

/* Writing has a thread of its own where work has. */
static int start_writer(struct stream *stream)
{
    void *const states[] = {stream->tool->output};

    stream->writers = pool_new(stream->worker_count > 1, stream_write_batch, states);
    if (stream->writers == NULL)
        return diag_fail(&stream->tool->diag, "cannot start a thread: %s", strerror(errno));
    return 0;
}

/* Without threads each batch is done with at once; else some are in hand. */
static void make_batches(struct stream *stream)
{
    stream->batch_count = stream->worker_count == 1 ? 1 : pool_capacity(stream->pool);
    stream->spare = mem_zeroed(stream->batch_count, sizeof *stream->spare);
    for (size_t i = 0; i < stream->batch_count; i++) {
        stream->spare[i] = mem_alloc(sizeof **stream->spare);
        batch_init(stream->spare[i]);
    }
    stream->spare_count = stream->batch_count;
}

static int open_outputs(struct stream *stream)
{
    const struct stream_settings *settings = stream->settings;
    struct tool *tool = stream->tool;

    tool->output = output_open(settings->output, (int)settings->gzip_level, &tool->diag);
    if (tool->output == NULL)
        return -1;
    if (stream->worker_count > 1 &&
        output_compress_on(tool->output, (unsigned)stream->worker_count) != 0)
        return -1;
    if (settings->rejects == NULL)
        return 0;
    tool->rejects = output_open_log(settings->rejects, &tool->diag);
    return tool->rejects == NULL ? -1 : 0;
}

/* Until release. */
static void attach(struct stream *stream)
{
    stream->tool->stream = stream;
}

static void release(struct stream *stream)
{
    pool_free(stream->pool);
    pool_free(stream->writers);
    for (size_t i = 0; i < stream->worker_count; i++) {
        if (stream->workers[i].tool_worker != NULL)
            stream->stream_tool->worker_free(stream->workers[i].tool_worker);
        program_free(stream->workers[i].select);
        program_input_free(stream->workers[i].input);
        reader_free(stream->workers[i].reader);
    }
    free(stream->workers);
    for (size_t i = 0; i < stream->spare_count; i++) {
        batch_release(stream->spare[i]);
        free(stream->spare[i]);
    }
    free(stream->spare);
    input_free(stream->input);
    buf_release(&stream->scratch);
    buf_release(&stream->findings);
    repeats_release(&stream->repeats);
    stream->tool->stream = NULL;
}

/* The closing count of -v. */
static void say_tally(struct stream *stream)
{
    const struct stream_format *format = stream->stream_tool->format;

    buf_clear(&stream->scratch);
    tally_write_lines(&stream->tally, format == NULL ? "lines" : format->noun,
                      &stream->scratch);
    diag_remark(&stream->tool->diag, "%s", buf_text(&stream->scratch));
    buf_clear(&stream->scratch);
    tally_write_records(&stream->tally, &stream->scratch);
    diag_remark(&stream->tool->diag, "%s", buf_text(&stream->scratch));
    if (stream->tally.late.count == 0)
        return;
    buf_clear(&stream->scratch);
    tally_write_deferred(&stream->tally, &stream->scratch);
    diag_remark(&stream->tool->diag, "%s", buf_text(&stream->scratch));
}

void stream_run(struct tool *tool, const struct stream_settings *settings,
                const struct stream_tool *stream_tool, const char *const *operands,
                size_t count)
{
    struct stream stream = {.tool = tool, .settings = settings, .stream_tool = stream_tool};

    tool->diag.quiet = settings->quiet;
    attach(&stream);
    buf_init(&stream.scratch);
    buf_init(&stream.findings);
    repeats_init(&stream.repeats, &tool->diag, settings->verbose);
    if (start_workers(&stream) == 0 && open_outputs(&stream) == 0 &&
        start_writer(&stream) == 0) {
        make_batches(&stream);
        stream.input = input_new(
            operands, count, stream.workers[0].max_line,
            stream_tool->format == NULL ? NULL : stream_tool->format->framing, &tool->diag);
        input_listen(stream.input, finish_before_fault, finish_before_wait, &stream);
        if (stream.worker_count > 1)
            input_inflate_on(stream.input, (unsigned)stream.worker_count);
        start_progress(&stream);
        run_loop(&stream);
        repeats_flush(&stream.repeats);
        if (stream_tool->end != NULL && !stream.stopped)
            stream_tool->end(stream_tool->tool, &stream.tally);
        repeats_flush(&stream.repeats);
        if (settings->verbose)
            say_tally(&stream);
    }
    release(&stream);
}
