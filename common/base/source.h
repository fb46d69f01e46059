/* source: an open file descriptor with a read buffer.
 *
 * Interrupted reads are repeated, a non-blocking descriptor is waited for, and a short read
 * is returned at once. Nothing is read after an end or an error. A file that is shorter at
 * its end than when it was opened is an error, since the text is neither the old file nor
 * the new one; a file may grow. The caller opens the descriptor, and source_close closes it
 * (except standard input).
 *
 * A fed source has no descriptor: the caller feeds it data as it is available, and marks
 * the end.
 *
 * A source is for one thread at a time.
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
    bool end;   /* nothing follows the buffered bytes */
    int error;  /* errno of a failed read, SOURCE_SHRANK, or 0 */
    char *buffer;
    size_t capacity;
    size_t start; /* unread bytes are buffer[start..fill) */
    size_t fill;
    uint64_t offset; /* of buffer[start] from the place where the descriptor was opened */

    /* Set by the caller; NULL: none. Called before a read waits for the writer of a pipe or
     * terminal; where it returns false, the read does not wait, and the input ends. */
    bool (*before_wait)(void *listener);
    void *listener;
};

void source_init(struct source *source);
void source_release(struct source *source);

/* Read from FD from now on; buffered bytes of an earlier one are discarded. */
void source_open(struct source *source, int fd);

/* Begin a fed source; its first byte has OFFSET. */
void source_open_fed(struct source *source, uint64_t offset);
void source_feed(struct source *source, const char *data, size_t length);
void source_feed_end(struct source *source);

/* Close the descriptor, except standard input. */
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

/* Read up to ROOM bytes to OUT, directly where the buffer is empty. 0: the end, -1: an
 * error.
 */
ptrdiff_t source_read(struct source *source, char *out, size_t room);

/* Whether source_need would not wait for WANT bytes; reads what is available now. */
bool source_is_ready(struct source *source, size_t want);

#endif
