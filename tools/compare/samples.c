#include <config.h>

#include "samples.h"

#include "base/map.h"
#include "base/mem.h"
#include "json/number.h"
#include "json/reader.h"
#include "stats/quantile.h"
#include "stats/sum.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE = 64 * 1024 };

struct samples {
    const char *directory;
    struct diag *diag;
    struct digester *digester;
    struct reader *reader;
    struct buf path;
    struct buf text;
    struct buf values; /* double */
    struct map known;  /* a digest's struct samples_summary */
    struct arena summaries;
};

struct samples *samples_new(const char *directory, struct diag *diag)
{
    struct samples *samples = mem_zeroed(1, sizeof *samples);

    samples->directory = directory;
    samples->diag = diag;
    samples->digester = digester_new();
    samples->reader = reader_new();
    map_init(&samples->known);
    arena_init(&samples->summaries);
    return samples;
}

void samples_free(struct samples *samples)
{
    if (samples == NULL)
        return;
    digester_free(samples->digester);
    reader_free(samples->reader);
    buf_release(&samples->path);
    buf_release(&samples->text);
    buf_release(&samples->values);
    map_release(&samples->known);
    arena_release(&samples->summaries);
    free(samples);
}

static enum samples_state reject(struct samples *samples, uint64_t line, const char *code,
                                 const char *message)
{
    struct diag_place place = {buf_text(&samples->path), line, 0};

    diag_say(samples->diag, DIAG_ERROR, &place, code, "%s", message);
    diag_raise(samples->diag, EXIT_FINDINGS);
    return SAMPLES_BAD;
}

/* Open the file of the path: one that a reader does not have to wait for, nor for ever. */
static enum samples_state open_file(struct samples *samples, int *fd)
{
    const char *path = buf_text(&samples->path);
    struct stat status;

    *fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (*fd < 0 && (errno == ENOENT || errno == ENOTDIR))
        return SAMPLES_MISSING;
    if (*fd < 0 || fstat(*fd, &status) != 0) {
        diag_fail_file(samples->diag, "cannot open", path, errno);
        return SAMPLES_BAD;
    }
    if (!S_ISREG(status.st_mode))
        return reject(samples, 0, "bad_samples", "this is no regular file");
    return SAMPLES_READ;
}

static enum samples_state read_file(struct samples *samples, int fd)
{
    ssize_t got;

    buf_clear(&samples->text);
    do {
        got = read(fd, buf_reserve(&samples->text, PIECE), PIECE);
        if (got > 0)
            samples->text.length += (size_t)got;
    } while ((got > 0 && samples->text.length <= SAMPLES_SIZE_MAX) ||
             (got < 0 && errno == EINTR));
    if (got < 0) {
        diag_fail_file(samples->diag, "cannot read", buf_text(&samples->path), errno);
        return SAMPLES_BAD;
    }
    if (got > 0)
        return reject(samples, 0, "bad_samples", "this is larger than 256 MiB");
    memset(buf_reserve(&samples->text, READER_PADDING), 0, READER_PADDING);
    return SAMPLES_READ;
}

static enum samples_state read_all(struct samples *samples)
{
    int fd;
    enum samples_state state = open_file(samples, &fd);

    if (state == SAMPLES_READ)
        state = read_file(samples, fd);
    if (fd >= 0)
        close(fd);
    return state;
}

/* Take the number of a line; false where it is none above 0. */
static bool take_value(struct samples *samples, char *line, size_t length)
{
    struct reader_error error;
    const struct document *document;
    struct view text;
    double value;

    if (reader_parse(samples->reader, line, length, &error) != 0)
        return false;
    document = reader_document(samples->reader);
    text = document_raw(document, 0);
    if (!document_is(document, 0, NODE_NUMBER) ||
        !number_parse(text.data, text.length, &value) || !(value > 0))
        return false;
    buf_append(&samples->values, (const char *)&value, sizeof value);
    return true;
}

static bool is_blank(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r')
            return false;
    return true;
}

static enum samples_state take_values(struct samples *samples)
{
    char *at = samples->text.data;
    char *end = at + samples->text.length;

    buf_clear(&samples->values);
    for (uint64_t line = 1; at < end; line++) {
        char *feed = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((feed == NULL ? end : feed) - at);

        if (!is_blank(at, length) && !take_value(samples, at, length))
            return reject(samples, line, "bad_samples",
                          "expected a number of nanoseconds above 0");
        at += length + (feed != NULL);
    }
    return SAMPLES_READ;
}

static enum samples_state load(struct samples *samples, const struct digest *digest)
{
    char text[DIGEST_TEXT_LENGTH];
    struct digest computed;
    enum samples_state state;

    digest_text(digest, text);
    buf_clear(&samples->path);
    buf_append_text(&samples->path, samples->directory);
    buf_append_byte(&samples->path, '/');
    buf_append(&samples->path, text + 7, DIGEST_TEXT_LENGTH - 7);
    state = read_all(samples);
    if (state != SAMPLES_READ)
        return state;
    digester_hash(samples->digester, samples->text.data, samples->text.length, &computed);
    if (!digest_equal(&computed, digest))
        return reject(samples, 0, "digest_mismatch",
                      "the content is not what the name says");
    return take_values(samples);
}

static void summarize(struct samples *samples, struct samples_summary *summary)
{
    double *values = (void *)samples->values.data;
    size_t count = samples->values.length / sizeof *values;
    struct sum sum;

    summary->count = count;
    summary->state = SAMPLES_FEW;
    if (count == 0)
        return;
    sum_init(&sum);
    for (size_t i = 0; i < count; i++)
        sum_add_times(&sum, values[i], 1);
    summary->mean = sum_quotient(&sum, count);
    sum_release(&sum);
    quantile_sort(values, count);
    summary->middle = (struct interval){values[(count - 1) / 2], values[count / 2]};
    if (interval_median(values, count, 0.975, &summary->interval, &summary->level))
        summary->state = SAMPLES_READ;
}

const struct samples_summary *samples_find(struct samples *samples,
                                           const struct digest *digest)
{
    bool is_new;
    struct map_entry *entry = map_put(&samples->known, digest, sizeof *digest, &is_new);
    struct samples_summary *summary;

    if (!is_new)
        return entry->value.pointer;
    summary = arena_alloc(&samples->summaries, sizeof *summary);
    *summary = (struct samples_summary){.count = 0};
    entry->value.pointer = summary;
    summary->state = load(samples, digest);
    if (summary->state == SAMPLES_READ)
        summarize(samples, summary);
    return summary;
}
