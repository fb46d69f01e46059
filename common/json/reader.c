#include <config.h>

#include "json/reader.h"

#include "base/hex.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "json/number.h"
#include "json/order.h"
#include "json/object-cache.h"
#include "json/scan.h"

#include <stdlib.h>

enum {
    /* Objects of more members have their names sorted to find duplicates; in others each
     * name is compared with all before it, if a filter does not exclude them. */
    FEW_MEMBERS = 64,
    /* Storage of more nodes or bytes is freed once a record needs much less of it. */
    KEEP_NODES = 1 << 18
};

_Static_assert(OBJECT_CACHE_DEPTH + OBJECT_CACHE_NODES_MAX <= READER_DEPTH,
               "copied nodes are never too deep");

/* An object or array that is open. */
struct frame {
    uint32_t node;
    uint32_t members;
    uint64_t filter; /* a bit for each name so far, by a weak hash */
};

struct reader {
    struct document document;
    size_t node_capacity;
    struct buf decoded;
    struct buf names;  /* struct order_name: of the large object being sorted */
    struct buf order;  /* uint32_t: names of large objects in order */
    struct buf orders; /* struct document_order */
    struct object_cache *cache;
    struct frame
        frames[1 + READER_DEPTH]; /* the first is a sentinel: no container is open */
};

struct reader *reader_new(void)
{
    struct reader *reader = mem_zeroed(1, sizeof *reader);

    buf_init(&reader->decoded);
    buf_init(&reader->names);
    buf_init(&reader->order);
    buf_init(&reader->orders);
    reader->cache = object_cache_new();
    return reader;
}

void reader_free(struct reader *reader)
{
    if (reader == NULL)
        return;
    free(reader->document.nodes);
    buf_release(&reader->decoded);
    buf_release(&reader->names);
    buf_release(&reader->order);
    buf_release(&reader->orders);
    object_cache_free(reader->cache);
    free(reader);
}

struct document *reader_document(struct reader *reader)
{
    return &reader->document;
}

/* Reserve all nodes that a text of LENGTH bytes can have, so that the loop need not check:
 * a value takes two bytes, including its separator, but an opening bracket only one. */
static void reserve_nodes(struct reader *reader, size_t length)
{
    size_t need = length / 2 + READER_DEPTH + 2;

    if (reader->node_capacity >= need &&
        (reader->node_capacity <= KEEP_NODES || reader->node_capacity / 8 <= need))
        return;
    if (reader->node_capacity < need && need <= KEEP_NODES)
        need += need / 2;
    free(reader->document.nodes);
    reader->document.nodes = mem_resize(NULL, need, sizeof(struct node));
    reader->node_capacity = need;
}

/* --- errors --- */

static int fail(struct reader_error *error, const char *code, const char *text,
                const char *start, const char *at)
{
    error->code = code;
    error->text = text;
    error->offset = (size_t)(at - start);
    error->at_end = false;
    return -1;
}

/* Report that the text at AT is not what was EXPECTED. */
static int fail_unexpected(struct reader_error *error, const char *expected,
                           const struct document *document, const char *at)
{
    const char *end = document->text + document->length;

    if (end - at >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0)
        return fail(error, "bom", "byte order mark inside the input", document->text, at);
    fail(error, "syntax", expected, document->text, at);
    error->at_end = at == end;
    return -1;
}

/* --- strings --- */

/* The four hex digits at AT, or -1. */
static int32_t hex_unit(const char *at)
{
    int32_t unit = 0;

    for (int i = 0; i < 4; i++) {
        int digit = hex_digit(at[i]);

        if (digit < 0)
            return -1;
        unit = unit << 4 | digit;
    }
    return unit;
}

/* Decode the escape at AT, its backslash, into OUT. Returns the byte after it, or NULL with
 * *ERROR set. */
static const char *decode_escape(const struct document *document, const char *at,
                                 char **out, struct reader_error *error)
{
    static const char short_names[] = "\"\\/bfnrt";
    static const char short_values[] = "\"\\/\b\f\n\r\t";
    const char *found;
    int32_t unit;
    uint32_t code;

    if (at[1] != 'u') {
        found = at[1] == '\0' ? NULL : strchr(short_names, at[1]);
        if (found == NULL) {
            if (at + 1 == document->text + document->length)
                fail_unexpected(error, "expected the rest of a string", document, at + 1);
            else
                fail(error, "bad_escape", "expected one of \"\\/bfnrtu after a backslash",
                     document->text, at);
            return NULL;
        }
        *(*out)++ = short_values[found - short_names];
        return at + 2;
    }
    unit = hex_unit(at + 2);
    if (unit < 0) {
        fail(error, "bad_escape", "expected four hex digits after \\u", document->text, at);
        return NULL;
    }
    code = (uint32_t)unit;
    at += 6;
    if (code >= 0xd800 && code <= 0xdfff) {
        unit = code < 0xdc00 && at[0] == '\\' && at[1] == 'u' ? hex_unit(at + 2) : -1;
        if (unit < 0xdc00 || unit > 0xdfff) {
            fail(error, "lone_surrogate", "expected a surrogate pair", document->text,
                 at - 6);
            return NULL;
        }
        code = 0x10000 + ((code - 0xd800) << 10) + ((uint32_t)unit - 0xdc00);
        at += 6;
    }
    *out += utf8_encode(code, *out);
    return at;
}

/* Parse the rest of a string from AT, the first byte that is not plain: check UTF-8, reject
 * controls, and decode from the first escape on. FIRST is the first byte of the string.
 * Returns the closing quote, or NULL with *ERROR set. */
static const char *finish_string(struct reader *reader, struct node *string,
                                 const char *first, const char *at,
                                 struct reader_error *error)
{
    struct document *document = &reader->document;
    char *out = NULL;
    const char *copied = first;

    for (;; at = scan_plain(at)) {
        size_t character;

        if (*at == '"')
            break;
        if (*at == '\\') {
            if (out == NULL) {
                string->flags = NODE_DECODED;
                string->start = (uint32_t)reader->decoded.length;
                out = reader->decoded.data + reader->decoded.length;
            }
            memcpy(out, copied, (size_t)(at - copied));
            out += at - copied;
            at = decode_escape(document, at, &out, error);
            if (at == NULL)
                return NULL;
            copied = at;
            continue;
        }
        if ((unsigned char)*at < 0x20) {
            if (at == document->text + document->length)
                fail_unexpected(error, "expected the rest of a string", document, at);
            else
                fail(error, "control_character",
                     "control character in a string, expected an escape", document->text,
                     at);
            return NULL;
        }
        character = utf8_length(at);
        if (character == 0) {
            fail(error, "bad_utf8", "ill-formed UTF-8 in a string", document->text, at);
            return NULL;
        }
        at += character;
    }
    if (out == NULL) {
        string->length = (uint32_t)(at - first);
    } else {
        memcpy(out, copied, (size_t)(at - copied));
        out += at - copied;
        string->length =
            (uint32_t)((size_t)(out - reader->decoded.data) - reader->decoded.length);
        reader->decoded.length += string->length;
    }
    return at;
}

/* --- numbers --- */

/* Parse the number at AT into NUMBER. Returns the byte after it, or NULL with *ERROR set.
 */
static const char *parse_number(struct document *document, struct node *number,
                                const char *at, struct reader_error *error)
{
    const char *first = at;
    const char *digits;

    if (*at == '-')
        at++;
    digits = at;
    while (*at >= '0' && *at <= '9')
        at++;
    if (at == digits) {
        fail_unexpected(error,
                        at == first ? "expected a value" : "expected a digit after '-'",
                        document, at);
        return NULL;
    }
    if (*digits == '0' && at - digits > 1) {
        fail(error, "syntax", "number with a leading zero", document->text, digits);
        return NULL;
    }
    number->flags = NODE_INTEGER;
    if (at - digits <= 15 && !(*digits == '0' && digits != first))
        number->flags = NODE_INTEGER | NODE_SHORT;
    if (*at == '.') {
        const char *fraction = ++at;

        number->flags = 0;
        while (*at >= '0' && *at <= '9')
            at++;
        if (at == fraction) {
            fail_unexpected(error, "expected a digit after the decimal point", document,
                            at);
            return NULL;
        }
    }
    if (*at == 'e' || *at == 'E') {
        const char *exponent;

        number->flags = 0;
        at++;
        if (*at == '+' || *at == '-')
            at++;
        exponent = at;
        while (*at >= '0' && *at <= '9')
            at++;
        if (at == exponent) {
            fail_unexpected(error, "expected a digit in the exponent", document, at);
            return NULL;
        }
    }
    number->length = (uint32_t)(at - first);
    if (number->flags == NODE_INTEGER)
        document->long_integers = true;
    if (!(number->flags & NODE_SHORT) && number_may_overflow(first, number->length)) {
        double value;

        if (!number_parse(first, number->length, &value)) {
            fail(error, "number_range", "number beyond the double range", document->text,
                 first);
            return NULL;
        }
    }
    return at;
}

/* --- duplicate names --- */

static bool names_equal(const struct document *document, uint32_t a, uint32_t b)
{
    return document->nodes[a].length == document->nodes[b].length &&
           view_equal(document_string(document, a), document_string(document, b));
}

/* A weak hash of the length and at most 16 bytes. Use its high bits. */
static uint64_t hash_name(const char *text, size_t length)
{
    uint64_t word = 0;

    if (length >= 8) {
        uint64_t tail;

        memcpy(&word, text, 8);
        memcpy(&tail, text + length - 8, 8);
        word ^= tail * 3;
    } else {
        memcpy(&word, text, 8); /* readable by READER_PADDING */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        word &= (UINT64_C(1) << (8 * length)) - 1;
#else
        word = length == 0 ? 0 : word >> (64 - 8 * length);
#endif
    }
    return (word ^ length) * UINT64_C(0x9e3779b97f4a7c15);
}

/* Whether NAME, the latest of FRAME's object, is new there. Objects with many members are
 * checked at their end. */
static bool name_is_new(const struct document *document, struct frame *frame, uint32_t name)
{
    const struct node *nodes = document->nodes;
    struct view text = document_string(document, name);
    uint64_t bit;

    if (frame->members >= FEW_MEMBERS)
        return true; /* sort_names checks it */
    bit = UINT64_C(1) << (hash_name(text.data, text.length) >> 58);
    if (frame->filter & bit)
        for (uint32_t other = frame->node + 1; other < name; other = nodes[other + 1].next)
            if (names_equal(document, other, name))
                return false;
    frame->filter |= bit;
    return true;
}

/* Sort the names of an object with many members, and store their order for the document.
 * Returns the first name that is a duplicate, or NODE_NONE. */
static uint32_t sort_names(struct reader *reader, uint32_t object, uint32_t end)
{
    struct document *document = &reader->document;
    const struct node *nodes = document->nodes;
    struct document_order order = {object, end, reader->order.length / sizeof(uint32_t), 0};
    struct order_name *names;
    uint32_t twice = NODE_NONE;
    uint32_t first = NODE_NONE; /* of equal names, the first in the text */
    uint32_t *sorted;
    size_t count = 0;

    buf_clear(&reader->names);
    for (uint32_t name = object + 1; name < end; name = nodes[name + 1].next) {
        struct order_name *next = (void *)buf_reserve(&reader->names, sizeof *next);

        *next = (struct order_name){order_chunk(document_string(document, name)), name};
        reader->names.length += sizeof *next;
        count++;
    }
    names = (void *)reader->names.data;
    order_sort(document, names, count);
    sorted = (void *)buf_reserve(&reader->order, count * sizeof *sorted);
    for (size_t i = 0; i < count; i++) {
        uint32_t name = names[i].name;

        sorted[i] = name;
        if (i > 0 && names[i].chunk == names[i - 1].chunk &&
            names_equal(document, name, sorted[i - 1])) {
            uint32_t later = name > first ? name : first;

            first = name < first ? name : first;
            twice = twice == NODE_NONE || later < twice ? later : twice;
        } else {
            first = name;
        }
    }
    reader->order.length += count * sizeof *sorted;
    order.count = count;
    buf_append(&reader->orders, (const char *)&order, sizeof order);
    return twice;
}

/* --- cache of objects --- */

static uint64_t name_hash(const struct document *document, uint32_t name)
{
    struct view text = document_string(document, name);

    return hash_name(text.data, text.length);
}

/* The object in the cache that equals the one at AT, the value of NAME; or NULL. */
static const struct cached_object *find_cached(struct reader *reader, uint32_t name,
                                               const char *at)
{
    const struct document *document = &reader->document;

    return object_cache_find(reader->cache, name_hash(document, name), at,
                             (size_t)(document->text + document->length - at));
}

/* Offer OBJECT, whose nodes end before END, to the cache, if it is a member of an object.
 */
static void cache_object(struct reader *reader, const struct frame *frame, uint32_t object,
                         uint32_t end)
{
    const struct document *document = &reader->document;

    if (frame != reader->frames && document->nodes[frame->node].type == NODE_OBJECT)
        object_cache_store(reader->cache, name_hash(document, object - 1), document, object,
                           end);
}

/* --- the loop --- */

/* Parse the string after the quote at AT[-1]. Returns its closing quote, or NULL with
 * *ERROR set. */
static inline const char *parse_string(struct reader *reader, struct node *node,
                                       const char *text, const char *at,
                                       struct reader_error *error)
{
    const char *plain = scan_plain(at);

    node->type = NODE_STRING;
    node->start = (uint32_t)(at - text);
    if (*plain != '"')
        return finish_string(reader, node, at, plain, error);
    node->length = (uint32_t)(plain - at);
    return plain;
}

static inline const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')
        at++;
    return at;
}

static int parse_text(struct reader *reader, const char *text, struct reader_error *error)
{
    struct document *document = &reader->document;
    struct node *nodes = document->nodes;
    struct frame *frame = reader->frames;
    const char *at = skip_blanks(text);
    const char *plain;
    struct node *node;
    uint32_t count = 0;

value:
    node = &nodes[count];
    node->start = (uint32_t)(at - text);
    node->flags = 0;
    switch (*at) {
    case '"':
        plain = parse_string(reader, node, text, at + 1, error);
        if (plain == NULL)
            return -1;
        at = plain + 1;
        break;
    case '{':
    case '[':
        node->type = *at == '{' ? NODE_OBJECT : NODE_ARRAY;
        if (frame == reader->frames + READER_DEPTH)
            return fail(error, "too_deep", "nested deeper than 256", text, at);
        frame++;
        frame->node = count++;
        frame->members = 0;
        frame->filter = 0;
        at = skip_blanks(at + 1);
        if (node->type == NODE_OBJECT) {
            if (*at == '"')
                goto name;
            if (*at == '}')
                goto close;
            return fail_unexpected(error, "expected a name in quotes or '}'", document, at);
        }
        if (*at == ']')
            goto close;
        goto value;
    case 't':
        if (memcmp(at, "true", 4) != 0)
            return fail_unexpected(error, "expected a value", document, at);
        node->type = NODE_TRUE;
        node->length = 4;
        at += 4;
        break;
    case 'f':
        if (memcmp(at, "false", 5) != 0)
            return fail_unexpected(error, "expected a value", document, at);
        node->type = NODE_FALSE;
        node->length = 5;
        at += 5;
        break;
    case 'n':
        if (memcmp(at, "null", 4) != 0)
            return fail_unexpected(error, "expected a value", document, at);
        node->type = NODE_NULL;
        node->length = 4;
        at += 4;
        break;
    default:
        node->type = NODE_NUMBER;
        at = parse_number(document, node, at, error);
        if (at == NULL)
            return -1;
        break;
    }
    node->next = ++count;

after_value:
    if (frame == reader->frames)
        goto end;
    at = skip_blanks(at);
    if (*at == ',') {
        at = skip_blanks(at + 1);
        if (nodes[frame->node].type == NODE_ARRAY)
            goto value;
        if (*at != '"')
            return fail_unexpected(error, "expected a name in quotes", document, at);
        goto name;
    }
    if (nodes[frame->node].type == NODE_ARRAY) {
        if (*at != ']')
            return fail_unexpected(error, "expected ',' or ']'", document, at);
    } else if (*at != '}') {
        return fail_unexpected(error, "expected ',' or '}'", document, at);
    }

close:
    at++;
    node = &nodes[frame->node];
    node->length = (uint32_t)(at - text) - node->start;
    node->next = count;
    if (frame->members > FEW_MEMBERS) {
        uint32_t twice = sort_names(reader, frame->node, count);

        if (twice != NODE_NONE)
            return fail(error, "duplicate_name", "name that its object already has", text,
                        text + document_offset(document, twice));
        node->flags |= NODE_ORDERED;
    }
    frame--;
    if (node->type == NODE_OBJECT && frame - reader->frames <= OBJECT_CACHE_DEPTH)
        cache_object(reader, frame, (uint32_t)(node - nodes), count);
    goto after_value;

name:
    node = &nodes[count];
    node->flags = 0;
    plain = parse_string(reader, node, text, at + 1, error);
    if (plain == NULL)
        return -1;
    if (!name_is_new(document, frame, count))
        return fail(error, "duplicate_name", "name that its object already has", text, at);
    frame->members++;
    node->next = ++count;
    at = skip_blanks(plain + 1);
    if (*at != ':')
        return fail_unexpected(error, "expected ':' after a name", document, at);
    at = skip_blanks(at + 1);
    if (*at == '{' && frame - reader->frames <= OBJECT_CACHE_DEPTH) {
        const struct cached_object *cached = find_cached(reader, count - 1, at);

        if (cached != NULL) {
            count += object_cache_copy(cached, &nodes[count], count, (uint32_t)(at - text));
            at += cached->text.length;
            goto after_value;
        }
    }
    goto value;

end:
    at = skip_blanks(at);
    if (at != text + document->length) {
        if (text + document->length - at >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0)
            return fail_unexpected(error, "", document, at);
        return fail(error, "trailing_bytes", "expected nothing after the value", text, at);
    }
    document->count = count;
    return 0;
}

int reader_parse(struct reader *reader, char *text, size_t length,
                 struct reader_error *error)
{
    char after = text[length];
    int result;

    reserve_nodes(reader, length);
    buf_clear(&reader->decoded);
    if (memchr(text, '\\', length) != NULL) {
        /* A decoded string is never longer than its text; loads may go beyond it. */
        buf_clear_to(&reader->decoded, KEEP_NODES);
        buf_reserve(&reader->decoded, length + READER_PADDING);
    }
    buf_clear_to(&reader->names, KEEP_NODES);
    buf_clear_to(&reader->order, KEEP_NODES);
    buf_clear_to(&reader->orders, KEEP_NODES);
    reader->document.text = text;
    reader->document.length = length;
    reader->document.decoded = reader->decoded.data;
    reader->document.count = 0;
    reader->document.long_integers = false;
    /* No token contains NUL, so none is parsed beyond the end. */
    text[length] = '\0';
    result = parse_text(reader, text, error);
    reader->document.order = (const void *)reader->order.data;
    reader->document.orders = (const void *)reader->orders.data;
    reader->document.order_count = reader->orders.length / sizeof(struct document_order);
    text[length] = after;
    return result;
}
