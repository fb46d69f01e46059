#include <config.h>

#include "json/order.h"

#include "base/map.h"
#include "base/word.h"

#include <string.h>

enum { FEW_NAMES = 16 /* sorted by insertion */, CHUNK = 8 };

/* The rank of a byte in the order of UTF-16 code units. Characters above U+FFFF (lead bytes
 * 0xf0 to 0xf4) are surrogates there and precede U+E000 to U+FFFF (lead bytes 0xee, 0xef);
 * all others are in the order of their bytes. */
static unsigned rank(unsigned char byte)
{
    return byte == 0xee || byte == 0xef ? byte + 0x10U : byte;
}

int order_compare(struct view a, struct view b)
{
    size_t shorter = a.length < b.length ? a.length : b.length;
    size_t i = 0;

    while (shorter - i >= CHUNK && word_load(a.data + i) == word_load(b.data + i))
        i += CHUNK;
    while (i < shorter && a.data[i] == b.data[i])
        i++;
    if (i == shorter)
        return (a.length > b.length) - (a.length < b.length);
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

uint64_t order_chunk(struct view text)
{
    uint64_t word = 0;
    uint64_t high;

    if (text.length == 0)
        return 0;
    word = load_big_endian(text.data);
    if (text.length < CHUNK)
        word &= ~UINT64_C(0) << (8 * (CHUNK - text.length));
    high = word & UINT64_C(0x8080808080808080);
    if (high & word << 1 & word << 2) { /* some byte is 0xe0 or more */
        uint64_t ranked = 0;

        for (int shift = 56; shift >= 0; shift -= 8)
            ranked = ranked << 8 | rank((unsigned char)(word >> shift));
        return ranked;
    }
    return word;
}

bool order_is_before(const struct document *document, struct order_name a,
                     struct order_name b)
{
    if (a.chunk != b.chunk)
        return a.chunk < b.chunk;
    return order_compare(document_string(document, a.name),
                         document_string(document, b.name)) < 0;
}

static void sort_few(const struct document *document, struct order_name *names,
                     size_t count)
{
    for (size_t i = 1; i < count; i++) {
        struct order_name name = names[i];
        size_t place = i;

        for (; place > 0 && order_is_before(document, name, names[place - 1]); place--)
            names[place] = names[place - 1];
        names[place] = name;
    }
}

/* The next number of xorshift64 (Marsaglia 2003). */
static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Partition around a random pivot, so that no input is known to be slow. On return the
 * names before *LESS are at most the pivot and those from *MORE on at least. Equal names
 * are exchanged, so that many of them are split evenly. */
static void partition(const struct document *document, struct order_name *names,
                      size_t count, uint64_t *random, size_t *less, size_t *more)
{
    struct order_name pivot = names[next_random(random) % count];
    size_t low = 0;
    size_t end = count; /* one after the upper scan, so that it is never negative */

    while (low < end) {
        struct order_name name;

        while (order_is_before(document, names[low], pivot))
            low++;
        while (order_is_before(document, pivot, names[end - 1]))
            end--;
        if (low >= end)
            break;
        name = names[low];
        names[low++] = names[--end];
        names[end] = name;
    }
    *less = end;
    *more = low;
}

static void sort(const struct document *document, struct order_name *names, size_t count,
                 uint64_t *random)
{
    while (count > FEW_NAMES) {
        size_t less, more;

        partition(document, names, count, random, &less, &more);
        /* The recursion is into the smaller part: its depth is at most log2(count). */
        if (less < count - more) {
            sort(document, names, less, random);
            names += more;
            count -= more;
        } else {
            sort(document, names + more, count - more, random);
            count = less;
        }
    }
    sort_few(document, names, count);
}

void order_sort(const struct document *document, struct order_name *names, size_t count)
{
    uint64_t random = map_seed() | 1;

    sort(document, names, count, &random);
}
