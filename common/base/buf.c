#include <config.h>

#include "base/buf.h"

#include "base/diag.h"
#include "base/mem.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { BUF_SMALLEST = 64 };

void buf_init(struct buf *buf)
{
    *buf = (struct buf){NULL, 0, 0};
}

void buf_release(struct buf *buf)
{
    free(buf->data);
    buf_init(buf);
}

void buf_grow(struct buf *buf, size_t extra)
{
    size_t capacity = buf->capacity + buf->capacity / 2;

    if (extra >= PTRDIFF_MAX - buf->length)
        diag_memory_exhausted();
    if (capacity <= buf->length + extra)
        capacity = buf->length + extra + 1;
    if (capacity < BUF_SMALLEST)
        capacity = BUF_SMALLEST;
    buf->data = mem_resize(buf->data, capacity, 1);
    buf->capacity = capacity;
}

void buf_clear_to(struct buf *buf, size_t limit)
{
    if (buf->capacity > limit)
        buf_release(buf);
    buf->length = 0;
}

void buf_append_format(struct buf *buf, const char *format, ...)
{
    va_list arguments;
    int length;

    /* Most texts fit at once; a longer one is formatted again. */
    buf_reserve(buf, BUF_SMALLEST);
    va_start(arguments, format);
    length =
        vsnprintf(buf->data + buf->length, buf->capacity - buf->length, format, arguments);
    va_end(arguments);
    if (length < 0)
        diag_memory_exhausted();
    if ((size_t)length >= buf->capacity - buf->length) {
        buf_reserve(buf, (size_t)length + 1);
        va_start(arguments, format);
        vsnprintf(buf->data + buf->length, buf->capacity - buf->length, format, arguments);
        va_end(arguments);
    }
    buf->length += (size_t)length;
}

void buf_append_masked(struct buf *buf, struct view text)
{
    enum { ESCAPE_LENGTH = 4 }; /* of a masked byte */
    size_t room = ESCAPE_LENGTH * text.length;

    buf->length += diag_mask(buf_reserve(buf, room), room, text.data, text.length);
}

const char *buf_text(struct buf *buf)
{
    *buf_reserve(buf, 1) = '\0';
    return buf->data;
}
