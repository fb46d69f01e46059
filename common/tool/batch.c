#include <config.h>

#include "tool/batch.h"

#include "base/diag.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* A huge record must not cost its memory for the rest of the run. */
enum { KEEP_BYTES = 1 << 20, KEEP_OUT_BYTES = 16 * INPUT_BLOCK_SIZE };

/* Bytes of a pointer that a message begins with. */
enum { POINTER_SHOWN = 1000 };

void batch_init(struct stream_batch *batch)
{
    *batch = (struct stream_batch){.blank = 0};
    input_block_init(&batch->block);
    arena_init(&batch->arena);
}

void batch_release(struct stream_batch *batch)
{
    input_block_release(&batch->block);
    buf_release(&batch->lines);
    buf_release(&batch->findings);
    buf_release(&batch->pieces);
    buf_release(&batch->words);
    buf_release(&batch->out);
    arena_release(&batch->arena);
}

static void clear(struct stream_batch *batch)
{
    batch->blank = 0;
    batch->line_count = 0;
    batch->finding_count = 0;
    batch->piece_count = 0;
    buf_clear_to(&batch->lines, KEEP_BYTES);
    buf_clear_to(&batch->findings, KEEP_BYTES);
    buf_clear_to(&batch->pieces, KEEP_BYTES);
    buf_clear_to(&batch->words, KEEP_BYTES);
    buf_clear_to(&batch->out, KEEP_OUT_BYTES);
    arena_reset(&batch->arena);
}

/* --- findings --- */

static struct batch_finding *add_finding(struct stream_batch *batch, enum diag_level level,
                                         size_t column, const char *code)
{
    struct batch_finding finding = {
        .level = level, .code = code, .column = column, .words = {batch->words.length, 0}};

    buf_append(&batch->findings, (const char *)&finding, sizeof finding);
    return batch_finding(batch, batch->finding_count++);
}

/* What a message quotes from the input may be long; the rest is cut by diag anyway. */
__attribute__((format(printf, 2, 0))) static void add_words(struct stream_batch *batch,
                                                            const char *format,
                                                            va_list arguments)
{
    char words[DIAG_LINE_SIZE];
    int length = vsnprintf(words, sizeof words, format, arguments);

    if (length < 0)
        length = 0;
    if ((size_t)length >= sizeof words)
        length = sizeof words - 1;
    buf_append(&batch->words, words, (size_t)length);
    batch_finding(batch, batch->finding_count - 1)->words.length += (size_t)length;
}

enum stream_verdict stream_reject(struct stream_record *record, size_t column,
                                  const char *code, const char *format, ...)
{
    va_list arguments;

    add_finding(record->batch, DIAG_ERROR, column, code);
    va_start(arguments, format);
    add_words(record->batch, format, arguments);
    va_end(arguments);
    return STREAM_REJECT;
}

void stream_warn(struct stream_record *record, size_t column, const char *code,
                 const char *format, ...)
{
    va_list arguments;

    add_finding(record->batch, DIAG_WARNING, column, code);
    va_start(arguments, format);
    add_words(record->batch, format, arguments);
    va_end(arguments);
}

/* Keep the pointer as it is, and masked before the message. */
static void add_pointer(struct stream_batch *batch, struct view pointer)
{
    struct batch_finding *finding = batch_finding(batch, batch->finding_count - 1);
    char masked[POINTER_SHOWN];

    finding->pointer = (struct batch_range){batch->words.length, pointer.length};
    buf_append(&batch->words, pointer.data, pointer.length);
    finding->words.start = batch->words.length;
    if (pointer.length == 0)
        return;
    buf_append(&batch->words, masked,
               diag_mask(masked, sizeof masked, pointer.data, pointer.length));
    buf_append_text(&batch->words, ": ");
    finding->message = batch->words.length - finding->words.start;
    finding->words.length = finding->message;
}

void stream_find(struct stream_record *record, enum diag_level level, size_t column,
                 const char *code, struct view pointer, const char *format, ...)
{
    va_list arguments;

    add_finding(record->batch, level, column, code);
    add_pointer(record->batch, pointer);
    va_start(arguments, format);
    add_words(record->batch, format, arguments);
    va_end(arguments);
}

void stream_report(void *record, const struct finding *finding)
{
    stream_find(record, finding->level == CHECK_ERROR ? DIAG_ERROR : DIAG_WARNING,
                finding->column, finding->code, finding->pointer, "%.*s",
                (int)finding->message.length, finding->message.data);
}

void batch_listen(void *state, struct view text)
{
    struct batch_worker *worker = state;
    struct stream_batch *batch = worker->batch;
    struct batch_finding *finding = add_finding(batch, DIAG_NOTE, 0, NULL);

    finding->words.length = text.length < DIAG_LINE_SIZE ? text.length : DIAG_LINE_SIZE;
    buf_append(&batch->words, text.data, finding->words.length);
}

/* --- facts --- */

struct view stream_store_text(const struct stream_record *record, struct view text)
{
    const struct input_block *block = &record->batch->block;
    uintptr_t start = (uintptr_t)block->data;
    uintptr_t at = (uintptr_t)text.data;

    if (text.length == 0)
        return (struct view){"", 0};
    if (at >= start && at - start < block->capacity)
        return text;
    return (struct view){arena_copy_text(record->arena, text.data, text.length),
                         text.length};
}

/* --- lines --- */

/* Whether the input ended before the line did. */
static bool has_no_line_end(const struct stream_record *record)
{
    const struct input_block *block = &record->batch->block;

    return record->text.data + record->text.length ==
           block->data + block->start + block->length;
}

/* Whether the first line of an operand, which is no JSON, is a header row. */
static bool is_header_row(const struct stream_record *record, size_t offset)
{
    struct view text = record->text;

    return record->line == 1 && offset == 0 && text.data[0] != '"' &&
           memchr(text.data, ',', text.length) != NULL;
}

/* Whether an operand begins like UTF-16: with a byte order mark, or with an ASCII character
 * of which one byte is zero. */
static bool is_utf16(const struct stream_record *record)
{
    const char *at = record->text.data;

    return record->line == 1 && record->text.length >= 2 &&
           (memcmp(at, "\xff\xfe", 2) == 0 || memcmp(at, "\xfe\xff", 2) == 0 ||
            (at[0] == '\0') != (at[1] == '\0'));
}

/* What may be wrong with the line as a whole, for the message. */
static const char *line_hint(const struct stream_record *record, size_t offset)
{
    if (is_utf16(record))
        return "; is this UTF-16? iconv converts it to UTF-8";
    if (has_no_line_end(record))
        return "; the input ends in this line: probably truncated";
    return is_header_row(record, offset) ? "; is this CSV? kidx-csv2run reads it" : "";
}

/* Report what the reader found where it expected something else. */
static enum stream_verdict reject_syntax(struct stream_record *record,
                                         const struct reader_error *error)
{
    unsigned char found = (unsigned char)record->text.data[error->offset];
    const char *hint = line_hint(record, error->offset);
    struct stream_batch *batch = record->batch;

    if (error->at_end) {
        stream_reject(record, error->offset + 1, error->code,
                      "%s, found the end of the line%s", error->text, hint);
        batch_finding(batch, batch->finding_count - 1)->cut_short = hint[0] == '\0';
        return STREAM_REJECT;
    }
    if (found > 0x20 && found < 0x7f)
        return stream_reject(record, error->offset + 1, error->code, "%s, found '%c'%s",
                             error->text, found, hint);
    return stream_reject(record, error->offset + 1, error->code, "%s, found byte 0x%02x%s",
                         error->text, found, hint);
}

static enum stream_verdict reject_unread(struct stream_record *record,
                                         const struct reader_error *error)
{
    if (strcmp(error->code, "syntax") == 0 || strcmp(error->code, "trailing_bytes") == 0)
        return reject_syntax(record, error);
    return stream_reject(record, error->offset + 1, error->code, "%s%s", error->text,
                         is_utf16(record) ? line_hint(record, error->offset) : "");
}

/* Whether --select lets the record take part: 1, 0, or -1 where the program failed. */
static int is_selected(struct batch_worker *worker, struct stream_record *record,
                       const struct document *document)
{
    struct view message;
    int truth;

    if (worker->select == NULL)
        return 1;
    program_input_set(worker->input, document);
    truth = program_truth(worker->select, worker->input);
    if (truth < 0) {
        message = program_message(worker->select);
        stream_reject(record, 0, "jq_error", "--select: %.*s", (int)message.length,
                      message.data);
    }
    return truth;
}

static enum stream_verdict deselect(struct stream_record *record)
{
    record->label = "deselected";
    return STREAM_SKIP;
}

/* A record with a format: --select looks at the line of JSON that was made of it. */
static enum stream_verdict judge_formatted(struct batch_worker *worker,
                                           struct stream_record *record)
{
    struct buf *out = record->out;
    size_t before = out->length;
    enum stream_verdict verdict =
        worker->tool->record(worker->tool->tool, worker->tool_worker, record);
    struct reader_error error;

    if (verdict != STREAM_WRITE || worker->select == NULL)
        return verdict;
    buf_reserve(out, READER_PADDING);
    if (reader_parse(worker->reader, out->data + before, out->length - before - 1,
                     &error) != 0)
        return reject_unread(record, &error);
    switch (is_selected(worker, record, reader_document(worker->reader))) {
    case 1:
        return verdict;
    case 0:
        return deselect(record);
    default:
        return STREAM_REJECT;
    }
}

static enum stream_verdict reject_too_long(struct batch_worker *worker,
                                           struct stream_record *record)
{
    const struct stream_format *format = worker->tool->format;

    return stream_reject(record, 0, "line_too_long",
                         "longer than %" PRIu64 " bytes, the limit of --max-line%s",
                         worker->max_line, format == NULL ? "" : format->too_long);
}

static enum stream_verdict judge(struct batch_worker *worker, struct stream_record *record,
                                 char *text)
{
    struct reader_error error;

    if (record->text.length > worker->max_line)
        return reject_too_long(worker, record);
    if (worker->tool->format != NULL)
        return judge_formatted(worker, record);
    if (reader_parse(worker->reader, text, record->text.length, &error) != 0)
        return reject_unread(record, &error);
    record->document = reader_document(worker->reader);
    switch (is_selected(worker, record, record->document)) {
    case 1:
        return worker->tool->record(worker->tool->tool, worker->tool_worker, record);
    case 0:
        return deselect(record);
    default:
        return STREAM_REJECT;
    }
}

/* One line, given as its place in the block. */
static void work_line(struct batch_worker *worker, struct stream_batch *batch,
                      struct batch_range text, uint64_t number)
{
    struct stream_record record = {.file = batch->block.file,
                                   .operand = batch->block.operand,
                                   .line = number,
                                   .text = {batch->block.data + text.start, text.length},
                                   .header = batch->header,
                                   .out = &batch->out,
                                   .arena = &batch->arena,
                                   .batch = batch};
    struct batch_line line = {.number = number,
                              .blank = batch->blank,
                              .text = text,
                              .out = {batch->out.length, 0},
                              .findings = {batch->finding_count, 0}};

    line.verdict = judge(worker, &record, batch->block.data + text.start);
    line.label = record.label;
    line.out.length = batch->out.length - line.out.start;
    line.facts = record.facts;
    line.findings.length = batch->finding_count - line.findings.start;
    buf_append(&batch->lines, (const char *)&line, sizeof line);
    batch->line_count++;
    batch->blank = 0;
}

bool batch_is_blank(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] != ' ' && text[i] != '\t' && text[i] != '\r')
            return false;
    return true;
}

static void work_too_long(struct batch_worker *worker, struct stream_batch *batch)
{
    struct stream_record record = {.batch = batch};
    struct batch_line line = {
        .verdict = STREAM_REJECT, .number = batch->block.first_line, .findings = {0, 1}};

    reject_too_long(worker, &record);
    buf_append(&batch->lines, (const char *)&line, sizeof line);
    batch->line_count++;
}

size_t batch_record_end(const struct stream_format *format, const char *data, size_t length,
                        uint64_t *feeds)
{
    const char *feed;

    if (format != NULL)
        return format->record_end(data, length, feeds);
    feed = memchr(data, '\n', length);
    *feeds = feed != NULL;
    return feed == NULL ? length : (size_t)(feed - data) + 1;
}

size_t batch_text_length(const char *record, size_t length)
{
    if (length > 0 && record[length - 1] == '\n')
        length--;
    if (length > 0 && record[length - 1] == '\r')
        length--;
    return length;
}

void batch_work(void *state, void *job)
{
    struct batch_worker *worker = state;
    struct stream_batch *batch = job;
    const char *data = batch->block.data;
    size_t end = batch->block.start + batch->block.length;
    size_t start = batch->block.start;
    uint64_t number = batch->block.first_line;

    clear(batch);
    worker->batch = batch;
    if (batch->block.kind == INPUT_TOO_LONG) {
        work_too_long(worker, batch);
        return;
    }
    while (start < end) {
        uint64_t feeds;
        size_t length =
            batch_record_end(worker->tool->format, data + start, end - start, &feeds);
        struct batch_range text = {start, batch_text_length(data + start, length)};

        if (text.length <= worker->max_line && batch_is_blank(data + start, text.length))
            batch->blank++;
        else
            work_line(worker, batch, text, number);
        start += length;
        number += feeds;
    }
}
