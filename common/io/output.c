#include <config.h>

#include "io/output.h"

#include "base/mem.h"
#include "gzip/gzip-writer.h"
#include "io/atomic-file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER_SIZE = 64 * 1024, LARGE_WRITE = 16 * 1024 };

struct output {
    struct diag *diag;
    const char *name; /* as in messages; the caller's */
    int fd;
    int error_number; /* of the first failure; 0: there is none */
    bool reported;
    struct atomic_file *file; /* NULL: the destination is written directly */

    bool is_terminal;
    uint64_t bytes;
    char *buffer; /* for write(2) */
    size_t fill;
    int level;
    struct gzip_writer *gzip; /* NULL: plain */
};

/* A gzip_writer_put. */
static void put_block(void *context, const char *data, size_t length);

static void fail(struct output *output, int error_number)
{
    if (output->error_number == 0)
        output->error_number = error_number;
}

bool output_failed(struct output *output)
{
    if (output->error_number == 0)
        return false;
    if (!output->reported)
        diag_fail_file(output->diag, "cannot write", output->name, output->error_number);
    output->reported = true;
    return true;
}

static struct output *output_new(const char *name, int fd, int level, struct diag *diag)
{
    struct output *output = mem_zeroed(1, sizeof *output);

    output->diag = diag;
    output->name = name;
    output->fd = fd;
    output->buffer = mem_alloc(BUFFER_SIZE);
    output->level = level;
    output->is_terminal = level == OUTPUT_NO_GZIP && fd >= 0 && isatty(fd) == 1;
    if (level != OUTPUT_NO_GZIP)
        output->gzip = gzip_writer_new(level, 0, put_block, output);
    return output;
}

static void output_free(struct output *output)
{
    gzip_writer_free(output->gzip);
    free(output->buffer);
    free(output);
}

static int open_path(struct output *output, const char *path)
{
    struct stat status;

    if (stat(path, &status) != 0) {
        if (errno != ENOENT)
            return -1;
        output->file = atomic_file_open(path, NULL, &output->fd);
        return output->file ? 0 : -1;
    }
    if (S_ISREG(status.st_mode)) {
        output->file = atomic_file_open(path, &status, &output->fd);
        return output->file ? 0 : -1;
    }
    output->fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (output->fd < 0)
        return -1;
    output->is_terminal = !output->gzip && isatty(output->fd) == 1;
    return 0;
}

struct output *output_open(const char *path, int level, struct diag *diag)
{
    struct output *output;

    if (!path)
        return output_new("standard output", STDOUT_FILENO, level, diag);
    output = output_new(path, -1, level, diag);
    if (open_path(output, path) != 0) {
        fail(output, errno);
        output_close(output, false);
        return NULL;
    }
    return output;
}

struct output *output_open_log(const char *path, struct diag *diag)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0666);

    if (fd < 0) {
        diag_fail_file(diag, "cannot write", path, errno);
        return NULL;
    }
    return output_new(path, fd, OUTPUT_NO_GZIP, diag);
}

static void write_all(struct output *output, const char *data, size_t length)
{
    while (length > 0 && output->error_number == 0) {
        ssize_t written = write(output->fd, data, length);

        if (written >= 0) {
            data += written;
            length -= (size_t)written;
        } else if (errno == EAGAIN) {
            poll(&(struct pollfd){.fd = output->fd, .events = POLLOUT}, 1, -1);
        } else if (errno != EINTR) {
            fail(output, errno);
        }
    }
}

static void write_buffer(struct output *output)
{
    write_all(output, output->buffer, output->fill);
    output->fill = 0;
}

/* Write bytes of the file, through the buffer where they are few. */
static void put(struct output *output, const char *data, size_t length)
{
    if (length > BUFFER_SIZE - output->fill || length >= LARGE_WRITE)
        write_buffer(output);
    if (length >= LARGE_WRITE) {
        write_all(output, data, length);
        return;
    }
    memcpy(output->buffer + output->fill, data, length);
    output->fill += length;
}

static void put_block(void *context, const char *data, size_t length)
{
    put(context, data, length);
}

int output_compress_on(struct output *output, unsigned threads)
{
    struct gzip_writer *gzip;

    if (!output->gzip || threads == 0)
        return 0;
    gzip = gzip_writer_new(output->level, threads, put_block, output);
    if (!gzip)
        return diag_fail(output->diag, "cannot start a thread: %s", strerror(errno));
    gzip_writer_free(output->gzip);
    output->gzip = gzip;
    return 0;
}

void output_copy(struct output *output, const char *data, size_t length)
{
    output->bytes += length;
    if (length == 0 || output->error_number != 0)
        return;
    if (output->gzip)
        gzip_writer_write(output->gzip, data, length);
    else
        put(output, data, length);
}

void output_write(struct output *output, const char *data, size_t length)
{
    const char *end = data + length;
    const char *at = output->is_terminal ? data : end;

    /* A C1 control is the byte C2 and then the byte of its code. */
    while (at < end && (at = memchr(at, 0xc2, (size_t)(end - at))) != NULL) {
        char escape[7];

        if (++at == end || (unsigned char)*at >= 0xa0)
            continue;
        output_copy(output, data, (size_t)(at - 1 - data));
        snprintf(escape, sizeof escape, "\\u%04x", (unsigned)(unsigned char)*at);
        output_copy(output, escape, strlen(escape));
        data = ++at;
    }
    output_copy(output, data, (size_t)(end - data));
}

void output_flush(struct output *output)
{
    if (output->gzip && output->error_number == 0)
        gzip_writer_flush(output->gzip);
    write_buffer(output);
}

uint64_t output_bytes(const struct output *output)
{
    return output->bytes;
}

static void finish_text(struct output *output)
{
    if (output->gzip && output->error_number == 0)
        gzip_writer_finish(output->gzip);
    write_buffer(output);
}

/* Some file systems report failed writes only at close. Standard output stays open: closing
 * a copy of it reports the same. */
static void close_fd(struct output *output, bool commit)
{
    int fd = output->fd == STDOUT_FILENO ? dup(STDOUT_FILENO) : output->fd;

    if (fd < 0)
        return;
    if (output->file && commit && output->error_number == 0 && atomic_file_sync(fd) != 0)
        fail(output, errno);
    if (close(fd) != 0 && errno != EINTR && output->error_number == 0)
        fail(output, errno);
}

int output_close(struct output *output, bool commit)
{
    int result;

    if (!output)
        return 0;
    if (commit || !output->file)
        finish_text(output);
    close_fd(output, commit);
    if (output->file != NULL && (!commit || output->error_number != 0))
        atomic_file_discard(output->file);
    else if (output->file != NULL && atomic_file_commit(output->file) != 0)
        fail(output, errno);
    result = output_failed(output) ? -1 : 0;
    output_free(output);
    return result;
}

void output_remove_unfinished(void)
{
    atomic_file_remove_all();
}
