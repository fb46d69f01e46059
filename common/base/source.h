/* source: an open file descriptor with a read buffer.
 *
 * The one place where input is read: interrupted reads are taken up again, a descriptor
 * that somebody made non-blocking is waited for, a short read is handed on at once, the
 * offset is known. An end and an error are final: nothing is read after them. A file that
 * is shorter at its end than it was at its start was cut while it was read, so what came of
 * it is neither the old nor the new one: that is an error, too; growing is none. The
 * descriptor is the caller's to open; the source closes it when it is told to (standard
 * input stays open).
 *
 * A fed source has no descriptor: what it is fed is all there is to read, until more comes
 * or it is told that this was the end.
 */
#ifndef KIDX_BASE_SOURCE_H
#define KIDX_BASE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { SOURCE_BUFFER_SIZE = 64 * 1024 };

/* An error that is no errno. */
enum { SOURCE_SHRANK = -1 };

struct source {
    int fd;     /* -1: none */
    off_t size; /* of a regular file, when it was opened */
    bool end;   /* nothing comes after what is buffered */
    int error;  /* errno of a failed read, SOURCE_SHRANK, or 0 */
    char *buffer;
    size_t capacity;
    size_t start; /* unread bytes are buffer[start..fill) */
    size_t fill;
    uint64_t offset; /* of buffer[start] in what was read from the descriptor */

    /* NULL, or called where a read has to wait for whoever writes to a pipe or terminal;
     * false: it does not wait, and the input ends here. Set by the caller. */
    bool (*before_wait)(void *listener);
    void *listener;
};

void source_init(struct source *source);
void source_release(struct source *source);

/* Take over FD; buffered bytes of an earlier one are forgotten. */
void source_open(struct source *source, int fd);

/* Begin to be fed, with what has this offset. */
void source_open_fed(struct source *source, uint64_t offset);
void source_feed(struct source *source, const char *data, size_t length);
void source_feed_end(struct source *source);

/* Close, except standard input. */
void source_close(struct source *source);

/* Make at least WANT (≤ SOURCE_BUFFER_SIZE) unread bytes available unless the input ends
 * first, or a fed source has no more. Returns the number available, -1 on a read error
 * (source->error). */
ptrdiff_t source_need(struct source *source, size_t want);

/* Count LENGTH of the available bytes as read. */
static inline void source_skip(struct source *source, size_t length)
{
    source->start += length;
    source->offset += length;
}

/* Up to ROOM bytes into OUT, past the buffer where it is empty. 0 at the end, -1 on error.
 */
ptrdiff_t source_read(struct source *source, char *out, size_t room);

/* Whether source_need need not wait for WANT bytes; what is there now is read. */
bool source_is_ready(struct source *source, size_t want);

#endif
