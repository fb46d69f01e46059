#include <config.h>

#include "schema/uri.h"

#include "base/hex.h"

/* The components of a reference without its fragment. The data of an absent one is NULL. */
struct uri {
    struct view scheme;
    struct view authority;
    struct view path;
    struct view query;
};

static bool is_letter(char byte)
{
    return (byte | 32) >= 'a' && (byte | 32) <= 'z';
}

static bool is_scheme_byte(char byte)
{
    return is_letter(byte) || (byte >= '0' && byte <= '9') || byte == '+' || byte == '-' ||
           byte == '.';
}

static struct view between(const char *first, const char *end)
{
    return (struct view){first, (size_t)(end - first)};
}

struct view uri_split(struct view text, struct view *fragment)
{
    const char *hash = text.length == 0 ? NULL : memchr(text.data, '#', text.length);

    *fragment = (struct view){NULL, 0};
    if (hash == NULL)
        return text;
    *fragment = between(hash + 1, text.data + text.length);
    return between(text.data, hash);
}

static struct uri split_components(struct view text)
{
    struct uri uri = {{NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}};
    const char *at = text.data;
    const char *end = at + text.length;
    const char *first = at;

    while (at < end && is_scheme_byte(*at))
        at++;
    if (at < end && *at == ':' && at > first && is_letter(*first)) {
        uri.scheme = between(first, at);
        first = ++at;
    }
    at = first;
    if (end - at >= 2 && at[0] == '/' && at[1] == '/') {
        first = at += 2;
        while (at < end && *at != '/' && *at != '?')
            at++;
        uri.authority = between(first, at);
        first = at;
    }
    while (at < end && *at != '?')
        at++;
    uri.path = between(first, at);
    if (at < end)
        uri.query = between(at + 1, end);
    return uri;
}

/* Remove the last segment and its slash from the part of OUT that begins at START. */
static void drop_segment(struct buf *out, size_t start)
{
    while (out->length > start && out->data[out->length - 1] != '/')
        out->length--;
    if (out->length > start)
        out->length--;
}

/* Remove dot segments (section 5.2.4) from the path in OUT that begins at START, in place:
 * it never gets longer. */
static void remove_dots(struct buf *out, size_t start)
{
    const char *at = out->data + start;
    const char *end = out->data + out->length;

    out->length = start;
    while (at < end) {
        const char *segment = at;
        size_t length;

        at += *at == '/';
        while (at < end && *at != '/')
            at++;
        length = (size_t)(at - segment);
        if (length == 3 && memcmp(segment, "/..", 3) == 0)
            drop_segment(out, start);
        if ((length == 3 && memcmp(segment, "/..", 3) == 0) ||
            (length == 2 && memcmp(segment, "/.", 2) == 0)) {
            if (at == end)
                out->data[out->length++] = '/';
            continue;
        }
        if (out->length == start && ((length == 1 && segment[0] == '.') ||
                                     (length == 2 && memcmp(segment, "..", 2) == 0))) {
            at += at < end; /* skip the slash after leading dots of a relative path */
            continue;
        }
        memmove(out->data + out->length, segment, length);
        out->length += length;
    }
}

/* Append the path of a relative reference merged with that of the base (section 5.2.3). */
static void merge_paths(const struct uri *base, struct view path, struct buf *out)
{
    size_t length = base->path.length;

    while (length > 0 && base->path.data[length - 1] != '/')
        length--;
    if (base->authority.data != NULL && base->path.length == 0)
        buf_append_byte(out, '/');
    buf_append(out, base->path.data, length);
    buf_append(out, path.data, path.length);
}

void uri_resolve(struct view base_text, struct view text, struct buf *out)
{
    struct uri base = split_components(base_text);
    struct uri reference = split_components(text);
    struct uri from = reference; /* the source of scheme, authority and query */
    size_t path;

    buf_reserve(out, base_text.length + text.length);
    if (reference.scheme.data == NULL) {
        from.scheme = base.scheme;
        if (reference.authority.data == NULL) {
            from.authority = base.authority;
            if (reference.path.length == 0 && reference.query.data == NULL)
                from.query = base.query;
        }
    }
    if (from.scheme.data != NULL) {
        buf_append(out, from.scheme.data, from.scheme.length);
        buf_append_byte(out, ':');
    }
    if (from.authority.data != NULL) {
        buf_append_text(out, "//");
        buf_append(out, from.authority.data, from.authority.length);
    }
    path = out->length;
    if (reference.scheme.data == NULL && reference.authority.data == NULL &&
        reference.path.length == 0) {
        buf_append(out, base.path.data, base.path.length);
    } else {
        if (reference.scheme.data != NULL || reference.authority.data != NULL ||
            reference.path.data[0] == '/')
            buf_append(out, reference.path.data, reference.path.length);
        else
            merge_paths(&base, reference.path, out);
        remove_dots(out, path);
    }
    if (from.query.data != NULL) {
        buf_append_byte(out, '?');
        buf_append(out, from.query.data, from.query.length);
    }
}

bool uri_decode(struct view text, struct buf *out)
{
    for (size_t i = 0; i < text.length; i++) {
        int high, low;

        if (text.data[i] != '%') {
            buf_append_byte(out, text.data[i]);
            continue;
        }
        if (text.length - i < 3)
            return false;
        high = hex_digit(text.data[i + 1]);
        low = hex_digit(text.data[i + 2]);
        if (high < 0 || low < 0)
            return false;
        buf_append_byte(out, (char)(high * 16 + low));
        i += 2;
    }
    return true;
}
