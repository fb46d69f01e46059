#include <config.h>

#include "support.h"

#include "base/mem.h"

#include <sys/mman.h>
#include <unistd.h>

struct document *fuzz_parse(struct reader **reader, struct view text)
{
    /* The document's strings are views into it. */
    static struct buf copies[8];
    static struct reader *owners[8];
    struct reader_error error;
    struct buf *copy = NULL;

    if (*reader == NULL)
        *reader = reader_new();
    for (size_t i = 0; copy == NULL && i < sizeof owners / sizeof *owners; i++) {
        if (owners[i] == NULL)
            owners[i] = *reader;
        if (owners[i] == *reader)
            copy = &copies[i];
    }
    FUZZ_REQUIRE(copy != NULL);
    buf_clear(copy);
    buf_append(copy, text.data, text.length);
    memset(buf_reserve(copy, READER_PADDING), 0, READER_PADDING);
    if (reader_parse(*reader, copy->data, copy->length, &error) != 0)
        return NULL;
    return reader_document(*reader);
}

void fuzz_canonical(const struct document *document, struct buf *out)
{
    struct canonical canonical;

    canonical_init(&canonical);
    canonical_write(&canonical, document, 0, out);
    canonical_release(&canonical);
}

/* --- lines --- */

void fuzz_lines_init(struct fuzz_lines *lines, const struct stream_tool *tool, void *worker)
{
    static struct reader *reader;

    if (reader == NULL)
        reader = reader_new();
    memset(lines, 0, sizeof *lines);
    diag_init(&lines->tool.diag);
    lines->settings.max_line = 1 << 20;
    lines->stream.tool = &lines->tool;
    lines->stream.settings = &lines->settings;
    lines->stream.stream_tool = tool;
    buf_init(&lines->stream.scratch);
    buf_init(&lines->stream.findings);
    repeats_init(&lines->stream.repeats, &lines->tool.diag, false);
    lines->tool.stream = &lines->stream;
    lines->worker = (struct batch_worker){
        .tool = tool, .tool_worker = worker, .max_line = 1 << 20, .reader = reader};
    buf_init(&lines->out);
}

void fuzz_lines_release(struct fuzz_lines *lines)
{
    repeats_release(&lines->stream.repeats);
    buf_release(&lines->stream.scratch);
    buf_release(&lines->stream.findings);
    buf_release(&lines->out);
}

static void fill_block(struct input_block *block, struct view text)
{
    block->data = mem_zeroed(text.length + INPUT_PADDING, 1);
    if (text.length > 0)
        memcpy(block->data, text.data, text.length);
    block->capacity = text.length + INPUT_PADDING;
    block->length = text.length;
    block->file = "fuzz";
    block->first_line = 1;
}

void fuzz_lines_take(struct fuzz_lines *lines, struct view text)
{
    struct stream_batch batch;

    batch_init(&batch);
    fill_block(&batch.block, text);
    batch_work(&lines->worker, &batch);
    stream_finish_batch(&lines->stream, &batch);
    for (size_t i = 0; i < batch.piece_count; i++) {
        const struct batch_piece *piece = batch_piece(&batch, i);
        const char *data = piece->made ? batch.out.data : batch.block.data;

        buf_append(&lines->out, data + piece->range.start, piece->range.length);
    }
    batch_release(&batch);
}

void fuzz_lines_end(struct fuzz_lines *lines)
{
    if (lines->stream.stream_tool->end != NULL)
        lines->stream.stream_tool->end(lines->stream.stream_tool->tool,
                                       &lines->stream.tally);
}

bool fuzz_next_line(struct view *text, struct view *line)
{
    const char *end;

    if (text->length == 0)
        return false;
    end = memchr(text->data, '\n', text->length);
    line->data = text->data;
    line->length = end == NULL ? text->length : (size_t)(end - text->data);
    text->data += line->length + (end != NULL);
    text->length -= line->length + (end != NULL);
    return true;
}

void fuzz_reverse(struct view text, struct buf *out)
{
    while (text.length > 0) {
        size_t end = text.length - (text.data[text.length - 1] == '\n');
        size_t start = end;

        while (start > 0 && text.data[start - 1] != '\n')
            start--;
        buf_append(out, text.data + start, end - start);
        buf_append_byte(out, '\n');
        text.length = start;
    }
}

size_t fuzz_choice(struct view text, size_t count)
{
    uint32_t sum = 0;

    for (size_t i = 0; i < text.length; i++)
        sum = sum * 31 + (unsigned char)text.data[i];
    return (sum ^ sum >> 16) % count;
}

/* --- files --- */

int fuzz_file(void)
{
    int fd = memfd_create("fuzz", 0);

    FUZZ_REQUIRE(fd >= 0);
    return fd;
}

void fuzz_file_path(int fd, char path[32])
{
    snprintf(path, 32, "/proc/self/fd/%d", fd);
}

void fuzz_file_read(int fd, struct buf *out)
{
    off_t size = lseek(fd, 0, SEEK_END);
    ssize_t got;

    FUZZ_REQUIRE(size >= 0 && lseek(fd, 0, SEEK_SET) == 0);
    while ((got = read(fd, buf_reserve(out, (size_t)size + 1), (size_t)size + 1)) > 0)
        out->length += (size_t)got;
    FUZZ_REQUIRE(got == 0);
}
