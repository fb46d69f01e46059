/* buf: a byte buffer that grows.
 *
 * The handle (struct buf) stays where it is, its storage may move with any call that adds:
 * keep offsets, not pointers, across such a call. The bytes hold anything, NUL too, and are
 * not terminated.
 *
 * Allocation does not fail (mem.h).
 */
#ifndef KIDX_BASE_BUF_H
#define KIDX_BASE_BUF_H

#include <stddef.h>
#include <string.h>

/* Bytes that somebody else owns. */
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

/* Make room for EXTRA more bytes, out of line; call buf_reserve. */
void buf_grow(struct buf *buf, size_t extra);

/* Room for at least EXTRA bytes after the content (never NULL); write there, then add to
 * length. */
static inline char *buf_reserve(struct buf *buf, size_t extra)
{
    if (buf->capacity - buf->length <= extra)
        buf_grow(buf, extra);
    return buf->data + buf->length;
}

/* Forget the content, keep the storage. */
static inline void buf_clear(struct buf *buf)
{
    buf->length = 0;
}

/* Forget the content; storage above LIMIT bytes is given back. */
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

/* Append TEXT as diag_mask shows it. */
void buf_append_masked(struct buf *buf, struct view text);

/* The content as a C string: a NUL is put after it, length stays. */
const char *buf_text(struct buf *buf);

static inline struct view buf_view(const struct buf *buf)
{
    return (struct view){buf->data, buf->length};
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
