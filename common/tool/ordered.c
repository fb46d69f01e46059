#include <config.h>

#include "tool/rejects.h"
#include "tool/loop.h"

#include <stdarg.h>
#include <stdio.h>

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
        repeats_report(
            &stream->repeats, finding->level, &place, finding->code, words,
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
    diag_raise(&stream->tool->diag, EXIT_FINDINGS);
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
    repeats_report(&stream->repeats, level, &place, code, view_from(words), "");
    tally_add(&stream->tally.late, code);
    if (tool->rejects != NULL) {
        reject.message = view_from(words);
        buf_clear_to(&stream->scratch, INPUT_BLOCK_SIZE);
        rejects_write(&reject, &stream->scratch);
        output_write(tool->rejects, stream->scratch.data, stream->scratch.length);
    }
    if (level != DIAG_ERROR)
        return;
    diag_raise(&tool->diag, EXIT_FINDINGS);
    if (stream->settings->fail_fast) {
        stream->stopped = true;
        tool->abandoned = true;
    }
}

/* Let the tool decide about a line that has facts. */
static void order_line(struct stream *stream, struct stream_batch *batch,
                       struct batch_line *line)
{
    struct stream_record record = {
        .file = batch->block.file,
        .operand = batch->block.operand,
        .line = line->number,
        .text = {batch->block.data + line->text.start, line->text.length},
        .out = &batch->out,
        .facts = line->facts,
        .label = line->label,
        .batch = batch};

    if (stream->stream_tool->ordered == NULL || line->facts == NULL ||
        (line->verdict != STREAM_PASS && line->verdict != STREAM_WRITE))
        return;
    line->verdict = stream->stream_tool->ordered(stream->stream_tool->tool, &record);
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

/* Call the tool's finish. Findings of the ordered stage begin at ORDERED. Returns the range
 * of what it wrote. */
static struct batch_range call_finish(struct stream *stream, struct stream_batch *batch,
                                      const struct batch_line *line, size_t ordered,
                                      const char *code)
{
    const struct stream_tool *tool = stream->stream_tool;
    struct stream_outcome outcome = {
        .verdict = line->verdict, .code = code, .facts = line->facts};
    struct batch_range out = {batch->out.length, 0};

    buf_clear(&stream->findings);
    list_findings(stream, batch, line->findings.start,
                  line->findings.start + line->findings.length);
    list_findings(stream, batch, ordered, batch->finding_count);
    outcome.findings = (const void *)stream->findings.data;
    outcome.count = stream->findings.length / sizeof(struct stream_finding);
    tool->finish(tool->tool, &outcome, tool->replaces_output ? &batch->out : NULL);
    out.length = batch->out.length - out.start;
    return out;
}

/* Add a range to what is to be written: of what was made of the block where MADE, else of
 * the block itself. What touches is one piece. */
static void add_piece(struct stream_batch *batch, bool made, struct batch_range range)
{
    struct batch_piece piece = {made, range};
    struct batch_piece *last = NULL;

    if (range.length == 0)
        return;
    if (batch->piece_count > 0)
        last = batch_piece(batch, batch->piece_count - 1);
    if (last != NULL && last->made == made &&
        last->range.start + last->range.length == range.start) {
        last->range.length += range.length;
        return;
    }
    buf_append(&batch->pieces, (const char *)&piece, sizeof piece);
    batch->piece_count++;
}

static void pass_line(struct stream_batch *batch, const struct batch_line *line)
{
    struct batch_range text = line->text;
    size_t end = text.start + text.length;
    bool has_feed =
        end < batch->block.start + batch->block.length && batch->block.data[end] == '\n';

    text.length += has_feed;
    add_piece(batch, false, text);
    if (!has_feed) {
        add_piece(batch, true, (struct batch_range){batch->out.length, 1});
        buf_append_byte(&batch->out, '\n');
    }
}

/* Add what is written for a line. ORDERED is what the ordered stage put into out. */
static void write_line(struct stream_batch *batch, const struct batch_line *line,
                       struct batch_range ordered)
{
    if (line->verdict == STREAM_PASS) {
        pass_line(batch, line);
    } else if (line->verdict == STREAM_WRITE) {
        add_piece(batch, true, ordered);
        add_piece(batch, true, line->out);
    }
}

/* Report the findings of a line and count it by its verdict. Findings of the ordered stage
 * begin at ORDERED. Returns the code of a rejection, else NULL. */
static const char *count_line(struct stream *stream, struct stream_batch *batch,
                              const struct batch_line *line, size_t ordered)
{
    size_t end = line->findings.start + line->findings.length;
    const struct batch_finding *error =
        say_findings(stream, batch, line, line->findings.start, end);
    const struct batch_finding *ordered_error =
        say_findings(stream, batch, line, ordered, batch->finding_count);

    switch (line->verdict) {
    case STREAM_PASS:
    case STREAM_WRITE:
        tally_add(&stream->tally.passed, line->label);
        break;
    case STREAM_REJECT:
        error = error != NULL ? error : ordered_error;
        reject_line(stream, batch, line, error);
        return error->code;
    case STREAM_SKIP:
        tally_add(&stream->tally.skipped, line->label);
        break;
    }
    return NULL;
}

static void finish_line(struct stream *stream, struct stream_batch *batch,
                        struct batch_line *line)
{
    const struct stream_tool *tool = stream->stream_tool;
    size_t ordered = batch->finding_count;
    struct batch_range out = {batch->out.length, 0};
    const char *code;

    order_line(stream, batch, line);
    out.length = batch->out.length - out.start;
    code = count_line(stream, batch, line, ordered);
    if (!tool->replaces_output)
        write_line(batch, line, out);
    if (tool->finish == NULL)
        return;
    out = call_finish(stream, batch, line, ordered, code);
    if (tool->replaces_output)
        add_piece(batch, true, out);
}

void stream_finish_batch(struct stream *stream, struct stream_batch *batch)
{
    if (stream->operand != batch->block.operand)
        repeats_flush(&stream->repeats);
    stream->operand = batch->block.operand;
    for (size_t i = 0; i < batch->line_count && !stream->stopped; i++) {
        stream->tally.blank += batch_line(batch, i)->blank;
        finish_line(stream, batch, batch_line(batch, i));
    }
    if (!stream->stopped)
        stream->tally.blank += batch->blank;
}

void stream_write_batch(void *state, void *job)
{
    struct output *output = state;
    struct stream_batch *batch = job;

    for (size_t i = 0; i < batch->piece_count; i++) {
        const struct batch_piece *piece = batch_piece(batch, i);
        struct batch_range range = piece->range;

        if (piece->made)
            output_write(output, batch->out.data + range.start, range.length);
        else
            output_copy(output, batch->block.data + range.start, range.length);
    }
    output_flush(output);
}
