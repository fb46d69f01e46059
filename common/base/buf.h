/* buf: a byte buffer that grows.
 *
 * Any call that appends may move the storage, so use offsets, not pointers, across such a
 * call. The content may be any bytes, also NUL, and is not terminated.
 *
 * Allocation does not fail (mem.h).
 */
#ifndef KIDX_BASE_BUF_H
#define KIDX_BASE_BUF_H

#include <stddef.h>
#include <string.h>

/* Bytes with another owner. */
struct view {
    const char *data;
    size_t length;
};

/* Initialises a view of a string literal, also in a static table. */
#define VIEW_OF(literal)             \
    {                                \
        literal, sizeof(literal) - 1 \
    }

struct buf {
    char *data;
    size_t length;
    size_t capacity;
};

void buf_init(struct buf *buf);
void buf_release(struct buf *buf);

/* The slow path of buf_reserve: grow the storage. */
void buf_grow(struct buf *buf, size_t extra);

/* Make room for at least EXTRA bytes after the content, and one more. Returns their
 * address, never NULL; write there, then add to length. */
static inline char *buf_reserve(struct buf *buf, size_t extra)
{
    if (buf->capacity - buf->length <= extra)
        buf_grow(buf, extra);
    return buf->data + buf->length;
}

/* Remove the content, but not the storage. */
static inline void buf_clear(struct buf *buf)
{
    buf->length = 0;
}

/* Remove the content; free the storage where it is larger than LIMIT bytes. */
void buf_clear_to(struct buf *buf, size_t limit);

static inline void buf_append(struct buf *buf, const char *data, size_t length)
{
    if (length == 0)
        return;
    memcpy(buf_reserve(buf, length), data, length);
    buf->length += length;
}

static inline void buf_append_byte(struct buf *buf, char byte)
{
    *buf_reserve(buf, 1) = byte;
    buf->length++;
}

static inline void buf_append_text(struct buf *buf, const char *text)
{
    buf_append(buf, text, strlen(text));
}

/* Append formatted text. */
__attribute__((format(printf, 2, 3))) void buf_append_format(struct buf *buf,
                                                             const char *format, ...);

/* Append TEXT as diag_mask writes it. */
void buf_append_masked(struct buf *buf, struct view text);

/* The content as a C string: writes a NUL after it, which length does not count. */
const char *buf_text(struct buf *buf);

static inline struct view buf_view(const struct buf *buf)
{
    return (struct view){buf->data, buf->length};
}

/* Append TEXT after its length, as part of a key of several texts. No separator would be
 * safe, as a text may hold any byte. */
static inline void buf_append_sized(struct buf *buf, struct view text)
{
    buf_append(buf, (const char *)&text.length, sizeof text.length);
    buf_append(buf, text.data, text.length);
}

static inline struct view view_from(const char *text)
{
    return (struct view){text, strlen(text)};
}

/* Whether VIEW holds exactly the bytes of TEXT. */
static inline int view_is(struct view view, const char *text)
{
    size_t length = strlen(text);

    return view.length == length && (length == 0 || memcmp(view.data, text, length) == 0);
}

static inline int view_equal(struct view a, struct view b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.data, b.data, a.length) == 0);
}

/* The order of bytes: below 0, 0, above 0. */
static inline int view_compare(struct view a, struct view b)
{
    size_t length = a.length < b.length ? a.length : b.length;
    int order = length == 0 ? 0 : memcmp(a.data, b.data, length);

    return order != 0 ? order : (a.length > b.length) - (a.length < b.length);
}

#endif
