#include <config.h>

#include "json/order.h"

#include "base/map.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { FEW_NAMES = 16 /* sorted by insertion */, MANY_NAMES = 1024, CHUNK = 8 };

/* Characters above U+FFFF (lead bytes 0xf0 to 0xf4) are surrogates in UTF-16 and stand
 * before U+E000 to U+FFFF (lead bytes 0xee, 0xef). All else is in the order of its bytes.
 */
static unsigned rank(unsigned char byte)
{
    return byte == 0xee || byte == 0xef ? byte + 0x10U : byte;
}

int order_compare(struct view a, struct view b)
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

uint64_t order_chunk(struct view text)
{
    return chunk_at(text, 0);
}

bool order_is_before(const struct document *document, struct order_name a,
                     struct order_name b)
{
    if (a.chunk != b.chunk)
        return a.chunk < b.chunk;
    return order_compare(document_string(document, a.name),
                         document_string(document, b.name)) < 0;
}

/* What a sort works on. All names agree before `offset`, which is where chunks are loaded.
 */
struct sort {
    const struct document *document;
    uint64_t random;
};

static struct view rest_of(const struct sort *sort, struct order_name name, size_t offset)
{
    struct view text = document_string(sort->document, name.name);

    return (struct view){text.data + offset, text.length - offset};
}

static void sort_few(const struct sort *sort, struct order_name *names, size_t count,
                     size_t offset)
{
    for (size_t i = 1; i < count; i++) {
        struct order_name name = names[i];
        size_t place = i;

        while (place > 0 &&
               (name.chunk < names[place - 1].chunk ||
                (name.chunk == names[place - 1].chunk &&
                 order_compare(rest_of(sort, name, offset),
                               rest_of(sort, names[place - 1], offset)) < 0))) {
            names[place] = names[place - 1];
            place--;
        }
        names[place] = name;
    }
}

/* The middle one of three chunks, picked by xorshift64 (Marsaglia 2003): a fixed choice
 * could be played against. */
static uint64_t pick_pivot(struct sort *sort, const struct order_name *names, size_t count)
{
    uint64_t chunks[3];
    uint64_t low;
    uint64_t high;

    for (int i = 0; i < 3; i++) {
        sort->random ^= sort->random << 13;
        sort->random ^= sort->random >> 7;
        sort->random ^= sort->random << 17;
        chunks[i] = names[sort->random % count].chunk;
    }
    low = chunks[0] < chunks[1] ? chunks[0] : chunks[1];
    high = chunks[0] < chunks[1] ? chunks[1] : chunks[0];
    return chunks[2] < low ? low : chunks[2] > high ? high : chunks[2];
}

static void swap(struct order_name *a, struct order_name *b)
{
    struct order_name held = *a;

    *a = *b;
    *b = held;
}

/* Of names that agree in the chunk at OFFSET, take those that end within it to the front,
 * shorter ones first (they are prefixes of the longer ones), and load the next chunk of the
 * rest. Returns how many end. */
static size_t advance_chunk(const struct sort *sort, struct order_name *names, size_t count,
                            size_t offset)
{
    size_t ended = 0;
    size_t placed = 0;

    for (size_t i = 0; i < count; i++) {
        struct view rest = rest_of(sort, names[i], offset);

        if (rest.length > CHUNK)
            names[i].chunk = chunk_at(rest, CHUNK);
        else
            swap(&names[i], &names[ended++]);
    }
    for (size_t length = 0; placed < ended; length++)
        for (size_t i = placed; i < ended; i++)
            if (rest_of(sort, names[i], offset).length == length)
                swap(&names[i], &names[placed++]);
    return ended;
}

static void sort_from(struct sort *sort, struct order_name *names, size_t count,
                      size_t offset)
{
    while (count > FEW_NAMES) {
        uint64_t pivot = pick_pivot(sort, names, count);
        size_t less = 0;
        size_t more = count;
        size_t equal;
        size_t ended;

        for (size_t i = 0; i < more;) {
            if (names[i].chunk < pivot)
                swap(&names[i++], &names[less++]);
            else if (names[i].chunk > pivot)
                swap(&names[i], &names[--more]);
            else
                i++;
        }
        equal = more - less;
        ended = equal > 1 ? advance_chunk(sort, names + less, equal, offset) : equal;
        /* Go on with the largest part, so that the depth stays below log2(count). */
        if (equal >= less && equal >= count - more) {
            sort_from(sort, names, less, offset);
            sort_from(sort, names + more, count - more, offset);
            names += less + ended;
            count = equal - ended;
            offset += CHUNK;
            continue;
        }
        sort_from(sort, names + less + ended, equal - ended, offset + CHUNK);
        if (less >= count - more) {
            sort_from(sort, names + more, count - more, offset);
            count = less;
        } else {
            sort_from(sort, names, less, offset);
            names += more;
            count -= more;
        }
    }
    sort_few(sort, names, count, offset);
}

static unsigned digit(struct order_name name, unsigned place)
{
    return (unsigned)(name.chunk >> 8 * place) & 0xff;
}

/* Deal names from FROM to TO by a byte of their chunk, keeping the order of those that
 * agree in it. COUNTS says how many have each value, and is used up. */
static void deal(const struct order_name *from, struct order_name *to, size_t count,
                 unsigned place, size_t counts[256])
{
    size_t start = 0;

    for (unsigned value = 0; value < 256; value++) {
        size_t length = counts[value];

        counts[value] = start;
        start += length;
    }
    for (size_t i = 0; i < count; i++)
        to[counts[digit(from[i], place)]++] = from[i];
}

/* Sort by chunks: names are dealt out by each byte that tells some apart, the last one
 * first. */
static void sort_chunks(struct order_name *names, size_t count)
{
    struct order_name *other = mem_alloc(count * sizeof *other);
    struct order_name *from = names;
    struct order_name *to = other;
    size_t counts[CHUNK][256] = {{0}};

    for (size_t i = 0; i < count; i++)
        for (unsigned place = 0; place < CHUNK; place++)
            counts[place][digit(names[i], place)]++;
    for (unsigned place = 0; place < CHUNK; place++) {
        struct order_name *dealt = to;

        if (counts[place][digit(names[0], place)] == count)
            continue;
        deal(from, to, count, place, counts[place]);
        to = from;
        from = dealt;
    }
    if (from != names)
        memcpy(names, from, count * sizeof *names);
    free(other);
}

/* Of many names, first sort the chunks without comparing, as the quicksort would miss every
 * other branch. */
static void sort_many(struct sort *sort, struct order_name *names, size_t count,
                      size_t offset)
{
    size_t start = 0;

    sort_chunks(names, count);
    while (start < count) {
        size_t end = start + 1;

        while (end < count && names[end].chunk == names[start].chunk)
            end++;
        if (end - start > 1) {
            start += advance_chunk(sort, names + start, end - start, offset);
            sort_from(sort, names + start, end - start, offset + CHUNK);
        }
        start = end;
    }
}

/* How many bytes all names have in common at their start. */
static size_t common_prefix(const struct sort *sort, const struct order_name *names,
                            size_t count)
{
    struct view first = document_string(sort->document, names[0].name);
    size_t common = first.length;

    for (size_t i = 1; i < count && common > 0; i++) {
        struct view text = document_string(sort->document, names[i].name);
        size_t same = 0;

        common = text.length < common ? text.length : common;
        if (memcmp(text.data, first.data, common) == 0)
            continue;
        while (text.data[same] == first.data[same])
            same++;
        common = same;
    }
    return common;
}

void order_sort(const struct document *document, struct order_name *names, size_t count)
{
    struct sort sort = {document, map_seed() | 1};
    size_t common;

    if (count < MANY_NAMES) {
        sort_from(&sort, names, count, 0);
        return;
    }
    common = common_prefix(&sort, names, count);
    for (size_t i = 0; i < count && common > 0; i++)
        names[i].chunk = chunk_at(document_string(document, names[i].name), common);
    sort_many(&sort, names, count, common);
}
