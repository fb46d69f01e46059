#include <config.h>

#include "base/source.h"

#include "base/mem.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void source_init(struct source *source)
{
    *source = (struct source){.fd = -1};
}

void source_release(struct source *source)
{
    source_close(source);
    free(source->buffer);
    source->buffer = NULL;
}

/* The size of a regular file; 0 for any other. */
static off_t file_size(int fd)
{
    struct stat status;

    return fstat(fd, &status) == 0 && S_ISREG(status.st_mode) ? status.st_size : 0;
}

/* Make room for at least LENGTH bytes in the buffer, with its content. */
static void make_room(struct source *source, size_t length)
{
    if (source->capacity >= length)
        return;
    source->buffer = mem_resize(source->buffer, length, 1);
    source->capacity = length;
}

void source_open(struct source *source, int fd)
{
    make_room(source, SOURCE_BUFFER_SIZE);
    source->fd = fd;
    source->size = fd < 0 ? 0 : file_size(fd);
    source->end = false;
    source->error = 0;
    source->start = source->fill = 0;
    source->offset = 0;
}

void source_open_fed(struct source *source, uint64_t offset)
{
    source_open(source, -1);
    source->offset = offset;
}

/* Move the unread bytes to the start of the buffer. */
static void move_to_start(struct source *source)
{
    if (source->start == 0)
        return;
    memmove(source->buffer, source->buffer + source->start, source->fill - source->start);
    source->fill -= source->start;
    source->start = 0;
}

void source_feed(struct source *source, const char *data, size_t length)
{
    if (length == 0)
        return;
    move_to_start(source);
    make_room(source, source->fill + length);
    memcpy(source->buffer + source->fill, data, length);
    source->fill += length;
}

void source_feed_end(struct source *source)
{
    source->end = true;
}

void source_close(struct source *source)
{
    if (source->fd > STDIN_FILENO)
        close(source->fd);
    source->fd = -1;
    source->end = true;
    source->start = source->fill = 0;
}

/* Whether a read of the descriptor would wait. */
static bool has_to_wait(const struct source *source)
{
    struct pollfd entry = {.fd = source->fd, .events = POLLIN};

    return poll(&entry, 1, 0) == 0;
}

static ptrdiff_t read_some(struct source *source, char *out, size_t room)
{
    if (source->fd >= 0 && !source->end && source->before_wait && has_to_wait(source) &&
        !source->before_wait(source->listener))
        source->end = true;
    while (source->fd >= 0 && !source->end && !source->error) {
        ssize_t length = read(source->fd, out, room);

        if (length > 0)
            return length;
        if (length == 0) {
            source->end = true;
            if (file_size(source->fd) < source->size)
                source->error = SOURCE_SHRANK;
        } else if (errno == EAGAIN) {
            /* Another process that shares the descriptor made it non-blocking. */
            poll(&(struct pollfd){.fd = source->fd, .events = POLLIN}, 1, -1);
        } else if (errno != EINTR) {
            source->error = errno;
        }
    }
    return source->error ? -1 : 0;
}

ptrdiff_t source_need(struct source *source, size_t want)
{
    if (source->fill - source->start < want)
        move_to_start(source);
    while (source->fill - source->start < want) {
        ptrdiff_t length = read_some(source, source->buffer + source->fill,
                                     source->capacity - source->fill);

        if (length < 0)
            return -1;
        if (length == 0)
            break;
        source->fill += (size_t)length;
    }
    return (ptrdiff_t)(source->fill - source->start);
}

ptrdiff_t source_read(struct source *source, char *out, size_t room)
{
    size_t buffered = source->fill - source->start;
    ptrdiff_t length;

    if (buffered > 0) {
        length = (ptrdiff_t)(buffered < room ? buffered : room);
        memcpy(out, source->buffer + source->start, (size_t)length);
        source_skip(source, (size_t)length);
        return length;
    }
    length = read_some(source, out, room);
    if (length > 0)
        source->offset += (uint64_t)length;
    return length;
}

bool source_is_ready(struct source *source, size_t want)
{
    while (source->fill - source->start < want && !source->end && !source->error) {
        if (has_to_wait(source))
            return false;
        source_need(source, source->fill - source->start + 1);
    }
    return true;
}
