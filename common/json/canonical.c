#include <config.h>

#include "json/canonical.h"

#include "base/map.h"
#include "json/number.h"
#include "json/writer.h"

enum {
    FEW_MEMBERS = 16,     /* sorted by insertion */
    KEEP_BYTES = 1 << 20, /* scratch above this is given back after a record */
    CHUNK = 8
};

/* A name on its way to its place, with the next eight bytes that decide. */
struct member {
    uint64_t chunk;
    uint32_t name;
};

void canonical_init(struct canonical *canonical)
{
    buf_init(&canonical->members);
    buf_init(&canonical->replacements);
    buf_init(&canonical->texts);
    buf_init(&canonical->text);
    canonical->random = map_seed() | 1;
}

void canonical_release(struct canonical *canonical)
{
    buf_release(&canonical->members);
    buf_release(&canonical->replacements);
    buf_release(&canonical->texts);
    buf_release(&canonical->text);
}

/* --- order --- */

/* Characters above U+FFFF (lead bytes 0xf0 to 0xf4) are surrogates in UTF-16 and stand
 * before U+E000 to U+FFFF (lead bytes 0xee, 0xef). All else is in the order of its bytes.
 */
static unsigned rank(unsigned char byte)
{
    return byte == 0xee || byte == 0xef ? byte + 0x10U : byte;
}

int canonical_compare(struct view a, struct view b)
{
    size_t shorter = a.length < b.length ? a.length : b.length;

    if (shorter == 0 || memcmp(a.data, b.data, shorter) == 0)
        return (a.length > b.length) - (a.length < b.length);
    for (size_t i = 0;; i++)
        if (a.data[i] != b.data[i])
            return rank((unsigned char)a.data[i]) < rank((unsigned char)b.data[i]) ? -1 : 1;
}

static uint64_t load_big_endian(const char *data)
{
    uint64_t word;

    memcpy(&word, data, CHUNK);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* The eight bytes of TEXT from OFFSET on as a number in the order of rank(), zeros behind
 * its end. READER_PADDING lets eight bytes be read at any place of a name. */
static uint64_t chunk_at(struct view text, size_t offset)
{
    uint64_t word;
    uint64_t high;

    if (offset >= text.length)
        return 0;
    word = load_big_endian(text.data + offset);
    if (text.length - offset < CHUNK)
        word &= ~UINT64_C(0) << (8 * (CHUNK - (text.length - offset)));
    high = word & UINT64_C(0x8080808080808080);
    if (high & word << 1 & word << 2) { /* some byte is 0xe0 or more */
        uint64_t ranked = 0;

        for (int shift = 56; shift >= 0; shift -= 8)
            ranked = ranked << 8 | rank((unsigned char)(word >> shift));
        return ranked;
    }
    return word;
}

static bool stands_before(const struct document *document, struct member a, struct member b)
{
    if (a.chunk != b.chunk)
        return a.chunk < b.chunk;
    return canonical_compare(document_string(document, a.name),
                             document_string(document, b.name)) < 0;
}

static void sort_few(const struct document *document, struct member *members, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        struct member member = members[i];
        size_t place = i;

        while (place > 0 && stands_before(document, member, members[place - 1])) {
            members[place] = members[place - 1];
            place--;
        }
        members[place] = member;
    }
}

static uint64_t pick_pivot(struct canonical *canonical, const struct member *members,
                           size_t count)
{
    uint64_t chunks[3];
    uint64_t low;
    uint64_t high;

    for (int i = 0; i < 3; i++) {
        /* xorshift64 (Marsaglia 2003): a fixed choice could be played against. */
        canonical->random ^= canonical->random << 13;
        canonical->random ^= canonical->random >> 7;
        canonical->random ^= canonical->random << 17;
        chunks[i] = members[canonical->random % count].chunk;
    }
    low = chunks[0] < chunks[1] ? chunks[0] : chunks[1];
    high = chunks[0] < chunks[1] ? chunks[1] : chunks[0];
    return chunks[2] < low ? low : chunks[2] > high ? high : chunks[2];
}

static void swap_members(struct member *a, struct member *b)
{
    struct member held = *a;

    *a = *b;
    *b = held;
}

/* Take those whose name ends within the chunk at OFFSET to the front, shorter ones first
 * (they are prefixes of the longer ones), and load the next chunk of the rest. Returns how
 * many end. */
static size_t advance_chunk(const struct document *document, struct member *members,
                            size_t count, size_t offset)
{
    size_t ended = 0;

    for (size_t i = 0; i < count; i++) {
        struct view text = document_string(document, members[i].name);

        if (text.length > offset + CHUNK) {
            members[i].chunk = chunk_at(text, offset + CHUNK);
            continue;
        }
        swap_members(&members[i], &members[ended]);
        ended++;
    }
    sort_few(document, members, ended);
    return ended;
}

/* All members agree before OFFSET, and their chunks are loaded from there. */
static void sort_members(struct canonical *canonical, const struct document *document,
                         struct member *members, size_t count, size_t offset)
{
    while (count > FEW_MEMBERS) {
        uint64_t pivot = pick_pivot(canonical, members, count);
        size_t less = 0;
        size_t more = count;
        size_t equal;

        for (size_t i = 0; i < more;) {
            if (members[i].chunk < pivot)
                swap_members(&members[i++], &members[less++]);
            else if (members[i].chunk > pivot)
                swap_members(&members[i], &members[--more]);
            else
                i++;
        }
        equal = more - less;
        /* Go on with the largest part, so that the depth stays below log2(count). */
        if (equal >= less && equal >= count - more) {
            size_t ended;

            sort_members(canonical, document, members, less, offset);
            sort_members(canonical, document, members + more, count - more, offset);
            ended = advance_chunk(document, members + less, equal, offset);
            members += less + ended;
            count = equal - ended;
            offset += CHUNK;
            continue;
        }
        if (equal > 1) {
            size_t ended = advance_chunk(document, members + less, equal, offset);

            sort_members(canonical, document, members + less + ended, equal - ended,
                         offset + CHUNK);
        }
        if (less >= count - more) {
            sort_members(canonical, document, members + more, count - more, offset);
            count = less;
        } else {
            sort_members(canonical, document, members, less, offset);
            members += more;
            count -= more;
        }
    }
    sort_few(document, members, count);
}

/* --- writing --- */

/* Append LENGTH bytes that have READER_PADDING readable bytes behind them, 16 at a time:
 * most are short, and a call of memcpy would cost more than they do. */
static void append_padded(struct buf *out, const char *data, size_t length)
{
    char *to = buf_reserve(out, length + 16);

    out->length += length;
    if (length > 64) {
        memcpy(to, data, length);
        return;
    }
    for (size_t done = 0; done < length; done += 16)
        memcpy(to + done, data + done, 16);
}

static void write_string(const struct document *document, uint32_t node, struct buf *out)
{
    const struct node *string = &document->nodes[node];

    if (string->flags & NODE_DECODED)
        writer_append_string(out, document_string(document, node));
    else
        append_padded(out, document->text + string->start - 1, string->length + 2U);
}

static void write_number(const struct document *document, uint32_t node, struct buf *out)
{
    const struct node *number = &document->nodes[node];

    if (number->flags & NODE_SHORT)
        append_padded(out, document->text + number->start, number->length);
    else
        out->length += number_canonical(document->text + number->start, number->length,
                                        buf_reserve(out, NUMBER_TEXT_SIZE));
}

static void write_replacement(const struct canonical *canonical, uint32_t node,
                              struct buf *out)
{
    const struct canonical_replacement *first = (const void *)canonical->replacements.data;
    size_t count = canonical->replacements.length / sizeof *first;

    while (count > 1) {
        size_t half = count / 2;

        if (first[half].node <= node) {
            first += half;
            count -= half;
        } else {
            count = half;
        }
    }
    buf_append(out, canonical->texts.data + first->start, first->length);
}

static void write_value(struct canonical *canonical, const struct document *document,
                        uint32_t node, struct buf *out);

static void write_array(struct canonical *canonical, const struct document *document,
                        uint32_t node, struct buf *out)
{
    const struct node *nodes = document->nodes;

    buf_append_byte(out, '[');
    for (uint32_t child = node + 1; child < nodes[node].next; child = nodes[child].next) {
        if (child != node + 1)
            buf_append_byte(out, ',');
        write_value(canonical, document, child, out);
    }
    buf_append_byte(out, ']');
}

static void write_object(struct canonical *canonical, const struct document *document,
                         uint32_t node, struct buf *out)
{
    const struct node *nodes = document->nodes;
    struct buf *scratch = &canonical->members;
    size_t base = scratch->length;
    size_t count = 0;
    bool sorted = true;
    struct member *members;

    for (uint32_t name = node + 1; name < nodes[node].next; name = nodes[name + 1].next) {
        struct member *member = (void *)buf_reserve(scratch, sizeof *member);

        member->chunk = chunk_at(document_string(document, name), 0);
        member->name = name;
        sorted = sorted && (count == 0 || stands_before(document, member[-1], *member));
        scratch->length += sizeof *member;
        count++;
    }
    if (!sorted)
        sort_members(canonical, document, (void *)(scratch->data + base), count, 0);
    buf_append_byte(out, '{');
    for (size_t i = 0; i < count; i++) {
        members = (void *)(scratch->data + base); /* inner objects may have moved it */
        if (i > 0)
            buf_append_byte(out, ',');
        write_string(document, members[i].name, out);
        buf_append_byte(out, ':');
        write_value(canonical, document, members[i].name + 1, out);
    }
    buf_append_byte(out, '}');
    scratch->length = base;
}

/* Recursion is bounded by READER_DEPTH. */
static void write_value(struct canonical *canonical, const struct document *document,
                        uint32_t node, struct buf *out)
{
    if (document->nodes[node].flags & NODE_MARK) {
        write_replacement(canonical, node, out);
        return;
    }
    switch (document_type(document, node)) {
    case NODE_OBJECT:
        write_object(canonical, document, node, out);
        break;
    case NODE_ARRAY:
        write_array(canonical, document, node, out);
        break;
    case NODE_STRING:
        write_string(document, node, out);
        break;
    case NODE_NUMBER:
        write_number(document, node, out);
        break;
    case NODE_NULL:
    case NODE_FALSE:
    case NODE_TRUE:
        append_padded(out, document->text + document->nodes[node].start,
                      document->nodes[node].length);
        break;
    }
}

void canonical_write(struct canonical *canonical, const struct document *document,
                     uint32_t node, struct buf *out)
{
    write_value(canonical, document, node, out);
    buf_clear_to(&canonical->members, KEEP_BYTES);
}

void canonical_replace(struct canonical *canonical, struct document *document,
                       uint32_t node, struct view text)
{
    struct canonical_replacement replacement = {node, canonical->texts.length, text.length};

    buf_append(&canonical->texts, text.data, text.length);
    buf_append(&canonical->replacements, (const char *)&replacement, sizeof replacement);
    document->nodes[node].flags |= NODE_MARK;
}

void canonical_clear(struct canonical *canonical)
{
    buf_clear_to(&canonical->replacements, KEEP_BYTES);
    buf_clear_to(&canonical->texts, KEEP_BYTES);
}
