#include <config.h>

#include "tool/stream.h"

#include "base/mem.h"
#include "base/pool.h"
#include "io/input.h"
#include "io/progress.h"
#include "tool/batch.h"
#include "tool/rejects.h"
#include "tool/tally.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { DEFAULT_MAX_LINE = 64 << 20, JOBS_MAX = 256, DEFAULT_LEVEL = 6 };

/* Seconds until the status line first shows by itself, and between two of it. */
static const double progress_delay = 1.0;
static const double progress_interval = 0.2;

struct stream {
    struct tool *tool;
    const struct stream_settings *settings;
    const struct stream_tool *stream_tool;
    struct input *input;
    struct pool *pool;
    size_t worker_count;
    struct batch_worker *workers;
    size_t batch_count;
    struct stream_batch **spare; /* batches not in flight, batch_count in all */
    size_t spare_count;
    struct tally tally;
    struct buf scratch;
    struct buf findings; /* struct stream_finding, for the tool's conclude */
    const void *header;  /* of the operand that is read, where there is a format */
    bool header_pending; /* it was not read yet */
    bool ended;          /* nothing more is read */
    bool stopped;        /* and nothing more is written */
    bool hinted;         /* at jq -c . */
    bool shows_progress;
    double started;
    double next_progress;
};

/* --- options --- */

void stream_settings_init(struct stream_settings *settings)
{
    *settings = (struct stream_settings){
        .gzip_level = OUTPUT_NO_GZIP, .jobs = 1, .max_line = DEFAULT_MAX_LINE};
}

void stream_options(struct stream_settings *settings, struct opt table[STREAM_OPTION_COUNT])
{
    const struct opt options[STREAM_OPTION_COUNT] = {
        {.kind = OPT_GROUP, .help = "Options of all kidx tools"},
        {OPT_TEXT, 'o', "output", "FILE", &settings->output, 0, 0, 0,
         "write there, not to standard output"},
        {OPT_NUMBER, 'z', "gzip", "[LEVEL]", &settings->gzip_level, DEFAULT_LEVEL, 0, 9,
         "compress the output; 0 to 9 (default 6)"},
        {OPT_NUMBER, 'j', "jobs", "N", &settings->jobs, 0, 0, JOBS_MAX,
         "worker threads (default 1; 0: one per processor)"},
        {OPT_TEXT, 0, "select", "PROGRAM", &settings->select, 0, 0, 0,
         "only records for which this jq program is true"},
        {OPT_TEXT, 0, "rejects", "FILE", &settings->rejects, 0, 0, 0,
         "log rejected lines there, as JSON"},
        {OPT_SWITCH, 0, "fail-fast", NULL, &settings->fail_fast, 1, 0, 0,
         "stop at the first rejected line"},
        {OPT_SIZE, 0, "max-line", "BYTES", &settings->max_line, 0, 0, 0,
         "longest accepted line (default 64M)"},
        {OPT_CHOICE, 0, "progress", NULL, &settings->progress, PROGRESS_ON, 0, 0,
         "show progress, even without a terminal"},
        {OPT_CHOICE, 0, "no-progress", NULL, &settings->progress, PROGRESS_OFF, 0, 0,
         "never show progress"},
        {OPT_SWITCH, 'q', "quiet", NULL, &settings->quiet, 1, 0, 0, "errors only"},
        {OPT_SWITCH, 'v', "verbose", NULL, &settings->verbose, 1, 0, 0,
         "say at the end what became of every line"},
        {OPT_HELP, 'h', "help", NULL, NULL, 0, 0, 0, "show this help"},
        {OPT_VERSION, 'V', "version", NULL, NULL, 0, 0, 0, "show the version"},
        {.kind = OPT_END},
    };

    memcpy(table, options, sizeof options);
}

/* --- the ordered stage --- */

/* A range of a buffer, which has no data yet where nothing was ever put into it. */
static struct view range_of(const struct buf *buf, struct batch_range range)
{
    return range.length == 0 ? (struct view){"", 0}
                             : (struct view){buf->data + range.start, range.length};
}

static struct view words_of(const struct stream_batch *batch,
                            const struct batch_finding *finding)
{
    return (struct view){batch->words.data + finding->words.start, finding->words.length};
}

/* Say findings FROM to TO of a line. Returns the first error, or NULL. */
static const struct batch_finding *say_findings(struct stream *stream,
                                                struct stream_batch *batch,
                                                const struct batch_line *line, size_t from,
                                                size_t to)
{
    const struct batch_finding *first_error = NULL;

    for (size_t i = from; i < to; i++) {
        const struct batch_finding *finding = batch_finding(batch, i);
        struct diag_place place = {batch->block.file, line->number, finding->column};
        struct view words = words_of(batch, finding);
        bool hint = finding->cut_short && !stream->hinted;

        stream->hinted = stream->hinted || finding->level == DIAG_ERROR;
        diag_say(
            &stream->tool->diag, finding->level, &place, finding->code, "%.*s%s",
            (int)words.length, words.data,
            hint ? "; is this pretty-printed? one record is one line, as jq -c . writes it"
                 : "");
        if (finding->level == DIAG_ERROR && first_error == NULL)
            first_error = finding;
    }
    return first_error;
}

static void log_reject(struct stream *stream, const struct stream_batch *batch,
                       const struct batch_line *line, const struct batch_finding *finding)
{
    struct reject reject = {
        .code = finding->code,
        .message = words_of(batch, finding),
        .file = batch->block.file,
        .line = line->number,
        .column = finding->column,
        .input = {batch->block.data + line->text.start, line->text.length}};

    if (batch->block.kind == INPUT_TOO_LONG ||
        line->text.length > stream->settings->max_line)
        reject.input.data = NULL;
    buf_clear_to(&stream->scratch, INPUT_BLOCK_SIZE);
    rejects_write(&reject, &stream->scratch);
    output_write(stream->tool->rejects, stream->scratch.data, stream->scratch.length);
}

static void reject_line(struct stream *stream, const struct stream_batch *batch,
                        const struct batch_line *line, const struct batch_finding *finding)
{
    diag_raise(&stream->tool->diag, EXIT_REJECTED);
    tally_add(&stream->tally.rejected, finding->code);
    if (stream->tool->rejects != NULL)
        log_reject(stream, batch, line, finding);
    if (stream->settings->fail_fast) {
        stream->stopped = true;
        stream->tool->abandoned = true;
    }
}

void stream_late(struct tool *tool, enum diag_level level, const char *file, uint64_t line,
                 const char *code, const char *format, ...)
{
    struct stream *stream = tool->stream;
    struct diag_place place = {file, line, 0};
    char words[DIAG_LINE_SIZE];
    struct reject reject = {.code = code, .file = file, .line = line};
    va_list arguments;

    if (stream->stopped)
        return;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    diag_say(&tool->diag, level, &place, code, "%s", words);
    tally_add(&stream->tally.late, code);
    if (tool->rejects != NULL) {
        reject.message = (struct view){words, strlen(words)};
        buf_clear_to(&stream->scratch, INPUT_BLOCK_SIZE);
        rejects_write(&reject, &stream->scratch);
        output_write(tool->rejects, stream->scratch.data, stream->scratch.length);
    }
    if (level != DIAG_ERROR)
        return;
    diag_raise(&tool->diag, EXIT_REJECTED);
    if (stream->settings->fail_fast) {
        stream->stopped = true;
        tool->abandoned = true;
    }
}

/* Let the tool say the last word on a line that left facts. */
static void settle_line(struct stream *stream, struct stream_batch *batch,
                        struct batch_line *line)
{
    struct stream_record record = {
        .file = batch->block.file,
        .operand = batch->block.operand,
        .line = line->number,
        .text = {batch->block.data + line->text.start, line->text.length},
        .out = &batch->out,
        .facts = &batch->facts,
        .label = line->label,
        .batch = batch};

    if (stream->stream_tool->settle == NULL || line->facts.length == 0 ||
        (line->verdict != STREAM_PASS && line->verdict != STREAM_WRITE))
        return;
    line->verdict = stream->stream_tool->settle(stream->stream_tool->tool, &record,
                                                range_of(&batch->facts, line->facts));
    line->label = record.label;
}

static void list_findings(struct stream *stream, const struct stream_batch *batch,
                          size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        const struct batch_finding *kept =
            (const struct batch_finding *)(const void *)batch->findings.data + i;
        const char *words = batch->words.data + kept->words.start;
        const struct stream_finding finding = {
            .level = kept->level,
            .code = kept->code,
            .pointer = {batch->words.data + kept->pointer.start, kept->pointer.length},
            .message = {words + kept->message, kept->words.length - kept->message}};

        if (kept->code != NULL)
            buf_append(&stream->findings, (const char *)&finding, sizeof finding);
    }
}

/* Let the tool write what stands for a line. SETTLED is the first finding made after those
 * of the line. */
static struct batch_range conclude_line(struct stream *stream, struct stream_batch *batch,
                                        const struct batch_line *line, size_t settled)
{
    struct batch_range out = {batch->out.length, 0};

    buf_clear(&stream->findings);
    list_findings(stream, batch, line->findings.start,
                  line->findings.start + line->findings.length);
    list_findings(stream, batch, settled, batch->finding_count);
    stream->stream_tool->conclude(
        stream->stream_tool->tool, line->verdict, range_of(&batch->facts, line->facts),
        (const void *)stream->findings.data,
        stream->findings.length / sizeof(struct stream_finding), &batch->out);
    out.length = batch->out.length - out.start;
    return out;
}

/* What touches in the block, or in what was made of it, is written together: [start, end)
 * waits. */
struct span {
    bool made;
    size_t start;
    size_t end;
};

static void flush_span(struct stream *stream, const struct stream_batch *batch,
                       struct span *span)
{
    const char *data = span->made ? batch->out.data : batch->block.data;

    if (span->end > span->start)
        output_write(stream->tool->output, data + span->start, span->end - span->start);
    span->start = span->end;
}

/* Add a range to what waits. */
static void extend_span(struct stream *stream, const struct stream_batch *batch,
                        struct span *span, bool made, struct batch_range range)
{
    if (span->made != made || span->end != range.start) {
        flush_span(stream, batch, span);
        *span = (struct span){made, range.start, range.start};
    }
    span->end += range.length;
}

static void pass_line(struct stream *stream, const struct stream_batch *batch,
                      const struct batch_line *line, struct span *span)
{
    size_t end = line->text.start + line->text.length;

    extend_span(stream, batch, span, false, line->text);
    if (end < batch->block.start + batch->block.length && batch->block.data[end] == '\n') {
        span->end++;
        return;
    }
    flush_span(stream, batch, span);
    output_write(stream->tool->output, "\n", 1);
}

/* Write what stands for a line, if anything does. SETTLED is what the settle function put
 * into out, and BEFORE_SETTLING the number of findings before its. */
static void write_line(struct stream *stream, struct stream_batch *batch,
                       const struct batch_line *line, size_t before_settling,
                       struct batch_range settled, struct span *span)
{
    if (line->verdict == STREAM_SKIP)
        return;
    if (stream->stream_tool->conclude != NULL) {
        extend_span(stream, batch, span, true,
                    conclude_line(stream, batch, line, before_settling));
    } else if (line->verdict == STREAM_PASS) {
        pass_line(stream, batch, line, span);
    } else if (line->verdict == STREAM_WRITE) {
        if (settled.length > 0)
            extend_span(stream, batch, span, true, settled);
        extend_span(stream, batch, span, true, line->out);
    }
}

/* Do with a line what its verdict says. */
static void finish_line(struct stream *stream, struct stream_batch *batch,
                        struct batch_line *line, struct span *span)
{
    size_t found = line->findings.start + line->findings.length;
    size_t before_settling = batch->finding_count;
    struct batch_range settled = {batch->out.length, 0};
    const char *code = NULL;
    const struct batch_finding *error;
    const struct batch_finding *late_error;

    settle_line(stream, batch, line);
    settled.length = batch->out.length - settled.start;
    error = say_findings(stream, batch, line, line->findings.start, found);
    late_error = say_findings(stream, batch, line, before_settling, batch->finding_count);
    switch (line->verdict) {
    case STREAM_PASS:
    case STREAM_WRITE:
        tally_add(&stream->tally.passed, line->label);
        break;
    case STREAM_REJECT:
        error = error != NULL ? error : late_error;
        code = error->code;
        reject_line(stream, batch, line, error);
        break;
    case STREAM_SKIP:
        tally_add(&stream->tally.skipped, line->label);
        break;
    }
    write_line(stream, batch, line, before_settling, settled, span);
    if (stream->stream_tool->finish != NULL)
        stream->stream_tool->finish(stream->stream_tool->tool, line->verdict, code,
                                    range_of(&batch->facts, line->facts));
}

static void finish_batch(struct stream *stream, struct stream_batch *batch)
{
    struct span span = {false, batch->block.start, batch->block.start};

    stream->tally.blank += batch->blank;
    for (size_t i = 0; i < batch->line_count && !stream->stopped; i++)
        finish_line(stream, batch, batch_line(batch, i), &span);
    flush_span(stream, batch, &span);
    output_flush(stream->tool->output);
    if (output_failed(stream->tool->output) ||
        (stream->tool->rejects != NULL && output_failed(stream->tool->rejects)))
        stream->stopped = true;
    stream->spare[stream->spare_count++] = batch;
}

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

/* Take back all batches in flight. */
static void drain(struct stream *stream)
{
    struct stream_batch *batch;

    while ((batch = pool_take(stream->pool)) != NULL) {
        if (!stream->stopped)
            finish_batch(stream, batch);
        else
            stream->spare[stream->spare_count++] = batch;
    }
}

/* An operand cannot be read on: first comes what was found in the lines before. */
static bool finish_before_fault(void *context)
{
    struct stream *stream = context;

    drain(stream);
    return !stream->stopped;
}

/* Hand the header of an operand to the tool. */
static void begin_operand(struct stream *stream, const struct stream_batch *batch,
                          struct view text)
{
    const struct stream_tool *tool = stream->stream_tool;

    drain(stream);
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

static void run_loop(struct stream *stream)
{
    struct stream_batch *batch;

    while (!stream->stopped && !stream->ended) {
        size_t in_flight = pool_in_flight(stream->pool);

        /* Nothing finished waits while the next read may have to. */
        if (in_flight > 0 && (stream->spare_count == 0 || pool_ready(stream->pool) ||
                              input_would_wait(stream->input))) {
            finish_batch(stream, pool_take(stream->pool));
            show_progress(stream);
            continue;
        }
        batch = stream->spare[--stream->spare_count];
        if (!input_next(stream->input, &batch->block)) {
            stream->spare[stream->spare_count++] = batch;
            break;
        }
        if (stream->stream_tool->format != NULL)
            take_header(stream, batch);
        if (stream->ended || stream->stopped)
            stream->spare[stream->spare_count++] = batch;
        else
            pool_submit(stream->pool, batch);
    }
    drain(stream);
}

static unsigned count_workers(long jobs)
{
    long processors;

    if (jobs > 0)
        return (unsigned)jobs;
    processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 1 ? 1 : processors > JOBS_MAX ? JOBS_MAX : (unsigned)processors;
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

    stream->worker_count = count_workers(stream->settings->jobs);
    stream->workers = mem_zeroed(stream->worker_count, sizeof *stream->workers);
    states = mem_zeroed(stream->worker_count, sizeof *states);
    for (size_t i = 0; i < stream->worker_count; i++) {
        if (start_worker(stream, &stream->workers[i]) != 0) {
            free(states);
            return -1;
        }
        states[i] = &stream->workers[i];
    }
    stream->pool = pool_new((unsigned)stream->worker_count, batch_work, states);
    free(states);
    if (stream->pool == NULL)
        return diag_fail(&stream->tool->diag, "cannot start a thread: %s", strerror(errno));
    return 0;
}

/* One worker takes each batch at once; more need some in hand. */
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

/* Find the regular file that PATH, or FD where there is none, stands for. */
static bool find_file(const char *path, int fd, struct stat *file)
{
    return (path != NULL ? stat(path, file) : fstat(fd, file)) == 0 &&
           S_ISREG(file->st_mode);
}

static bool is_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Refuse to write directly to a file that is read, or in two ways to one: its content would
 * be lost, or be read again and again. */
static int check_files(struct stream *stream, const char *const *operands, size_t count)
{
    static const char *const standard_input[] = {"-"};
    const struct stream_settings *settings = stream->settings;
    struct diag *diag = &stream->tool->diag;
    struct stat output;
    struct stat messages;
    struct stat log;
    bool has_output = find_file(settings->output, STDOUT_FILENO, &output);
    bool has_log = settings->rejects != NULL && find_file(settings->rejects, -1, &log);

    if (has_log && has_output && is_same_file(&log, &output))
        return diag_fail(diag, "--rejects: '%s' is the output", settings->rejects);
    if (has_log && find_file(NULL, STDERR_FILENO, &messages) &&
        is_same_file(&log, &messages))
        return diag_fail(diag, "--rejects: '%s' is standard error", settings->rejects);
    if (settings->rejects != NULL && settings->output != NULL &&
        strcmp(settings->rejects, settings->output) == 0 &&
        access(settings->output, F_OK) != 0)
        return diag_fail(diag, "--rejects: '%s' is the output", settings->rejects);
    if (count == 0) {
        operands = standard_input;
        count = 1;
    }
    for (size_t i = 0; i < count; i++) {
        const char *path = strcmp(operands[i], "-") == 0 ? NULL : operands[i];
        struct stat input;

        if (!find_file(path, STDIN_FILENO, &input))
            continue;
        if (has_log && is_same_file(&log, &input))
            return diag_fail(diag, "--rejects: '%s' is an input", settings->rejects);
        if (settings->output == NULL && has_output && is_same_file(&output, &input))
            return diag_fail(diag, "'%s' is standard output, too", operands[i]);
    }
    return 0;
}

static int open_outputs(struct stream *stream)
{
    const struct stream_settings *settings = stream->settings;
    struct tool *tool = stream->tool;

    tool->output = output_open(settings->output, (int)settings->gzip_level, &tool->diag);
    if (tool->output == NULL)
        return -1;
    if (settings->rejects == NULL)
        return 0;
    tool->rejects = output_open_log(settings->rejects, &tool->diag);
    return tool->rejects == NULL ? -1 : 0;
}

static void release(struct stream *stream)
{
    if (stream->pool != NULL)
        pool_free(stream->pool);
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
    tally_write_late(&stream->tally, &stream->scratch);
    diag_remark(&stream->tool->diag, "%s", buf_text(&stream->scratch));
}

void stream_run(struct tool *tool, const struct stream_settings *settings,
                const struct stream_tool *stream_tool, const char *const *operands,
                size_t count)
{
    struct stream stream = {.tool = tool, .settings = settings, .stream_tool = stream_tool};

    tool->diag.quiet = settings->quiet;
    tool->stream = &stream;
    buf_init(&stream.scratch);
    buf_init(&stream.findings);
    if (check_files(&stream, operands, count) == 0 && start_workers(&stream) == 0 &&
        open_outputs(&stream) == 0) {
        make_batches(&stream);
        stream.input = input_new(
            operands, count, stream.workers[0].max_line,
            stream_tool->format == NULL ? NULL : stream_tool->format->framing, &tool->diag);
        input_listen(stream.input, finish_before_fault, &stream);
        start_progress(&stream);
        run_loop(&stream);
        if (stream_tool->end != NULL && !stream.stopped)
            stream_tool->end(stream_tool->tool, &stream.tally);
        if (settings->verbose)
            say_tally(&stream);
    }
    release(&stream);
}
