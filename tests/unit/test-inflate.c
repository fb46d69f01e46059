#include <config.h>

#include "gzip/inflate.h"

#include "tap.h"

#include <stdlib.h>

#define ZLIB_CONST /* next_in points to const */
#include <zlib.h>

enum { TEXT_MAX = 400000, PACKED_MAX = 500000, LIBRARIES = 2 };

static unsigned char packed[PACKED_MAX];
static char text[TEXT_MAX];

/* What a library made of a stream. */
struct result {
    enum inflate_verdict verdict; /* INFLATE_GOES_ON: the data was not enough */
    size_t length;
    size_t consumed;
    char text[TEXT_MAX + 1];
};

static struct result results[LIBRARIES];

/* A generator of its own, so that a failure can be seen again (Marsaglia's xorshift). */
static uint64_t random_state = 88172645463325252U;

static uint64_t random_below(uint64_t limit)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (random_state >> 11) % limit;
}

/* How many rounds of COUNT to try: valgrind is slow. */
static unsigned rounds_of(unsigned count)
{
    const char *checker = getenv("KIDX_CHECKER");

    return checker && strcmp(checker, "valgrind") == 0 ? count / 30 : count;
}

/* Inflate SIZE bytes at DATA in pieces and into rooms of at most these sizes. */
static void run(struct inflate *inflate, const unsigned char *data, size_t size,
                size_t piece, size_t room, struct result *result)
{
    struct inflate_step step = {data, 0, result->text, 0};
    size_t left = size;

    result->verdict = INFLATE_GOES_ON;
    inflate_start(inflate);
    while (result->verdict == INFLATE_GOES_ON && (left > 0 || step.room == 0)) {
        size_t given = left < piece ? left : piece;
        size_t free = TEXT_MAX + 1 - (size_t)(step.out - result->text);

        if (free == 0)
            break;
        step.available = given;
        step.room = free < room ? free : room;
        result->verdict = inflate_text(inflate, &step);
        left -= given - step.available;
    }
    result->length = (size_t)(step.out - result->text);
    result->consumed = size - left;
}

/* Run both libraries; whether text and verdict are equal, and at an end the data consumed.
 */
static bool same(struct inflate *const *inflate, const unsigned char *data, size_t size)
{
    static const size_t sizes[] = {1, 3, 61, 4096, 70000, PACKED_MAX};
    const struct result *a = &results[0];
    const struct result *b = &results[1];

    for (size_t i = 0; i < LIBRARIES; i++)
        run(inflate[i], data, size, sizes[random_below(6)], sizes[random_below(6)],
            &results[i]);
    return a->verdict == b->verdict && a->length == b->length &&
           memcmp(a->text, b->text, a->length) == 0 &&
           (a->verdict != INFLATE_ENDED || a->consumed == b->consumed);
}

/* Text of a random kind: lines like records, noise, runs, or repeats from far away. */
static size_t make_text(size_t limit)
{
    uint64_t kind = random_below(4);
    size_t length = random_below(limit) + 1;

    for (size_t i = 0; i < length; i++) {
        uint64_t random = random_below(1000);

        if (kind == 0)
            text[i] =
                "{\"median\":0123456789.e-7,\"unit\":\"ms\"}\n"[(i + random / 700) % 38];
        else if (kind == 1)
            text[i] = (char)random;
        else if (kind == 2)
            text[i] = random < 990 && i > 0 ? text[i - 1] : (char)random;
        else
            text[i] =
                i >= 32768 && random < 900 ? text[i - 32768] : (char)('a' + random % 7);
    }
    return length;
}

/* Deflate with a random level and strategy, now and then flushed. */
static size_t make_stream(size_t length)
{
    z_stream deflater = {0};
    size_t done = 0;

    deflateInit2(&deflater, (int)random_below(10), Z_DEFLATED, -(int)(9 + random_below(7)),
                 (int)(1 + random_below(9)), (int)random_below(5));
    deflater.next_out = packed;
    deflater.avail_out = sizeof packed;
    while (done < length) {
        size_t part = random_below(length - done) + 1;

        deflater.next_in = (const Bytef *)text + done;
        deflater.avail_in = (uInt)part;
        deflate(&deflater, random_below(2) ? Z_SYNC_FLUSH : Z_NO_FLUSH);
        done += part;
    }
    deflate(&deflater, Z_FINISH);
    deflateEnd(&deflater);
    return deflater.total_out;
}

/* Good streams with other bytes after them, in all pieces and rooms. */
static void test_good(struct inflate *inflate, const char *name)
{
    static const size_t sizes[] = {1, 2, 3, 257, 4096, 70000, PACKED_MAX};
    bool holds = true;

    for (unsigned round = 0; round < 42; round++) {
        size_t length = make_text(round % 6 ? 3000 : TEXT_MAX);
        size_t size = make_stream(length);
        struct result *result = &results[0];

        memset(packed + size, (int)random_below(256), 20);
        run(inflate, packed, size + 20, sizes[round % 7], sizes[round / 7], result);
        holds = holds && result->verdict == INFLATE_ENDED && result->length == length &&
                memcmp(result->text, text, length) == 0 && result->consumed == size;
    }
    tap_check(holds, "%s: good streams give their text, and no byte after is consumed",
              name);
}

/* A room that is full where the stream ends, and no more data. */
static void test_full_room(struct inflate *inflate, const char *name)
{
    size_t length = 100000;
    size_t size;
    struct inflate_step step;
    enum inflate_verdict verdict;

    memset(text, 'a', length);
    size = make_stream(length);
    inflate_start(inflate);
    step = (struct inflate_step){packed, size, results[0].text, length - 1};
    verdict = inflate_text(inflate, &step);
    tap_check(verdict == INFLATE_GOES_ON && step.room == 0, "%s: a full room", name);
    step.room = 10;
    verdict = inflate_text(inflate, &step);
    while (verdict == INFLATE_GOES_ON && step.available > 0)
        verdict = inflate_text(inflate, &step);
    tap_check(verdict == INFLATE_ENDED && step.room == 9, "%s: and then the last byte",
              name);
}

static void test_faults(struct inflate *inflate, const char *name)
{
    static const struct {
        const char *what;
        size_t size;
        const char *data;
    } cases[] = {
        {"the reserved type of block", 2, "\x07\x00"},
        {"lengths of a stored block that differ", 6, "\x01\x01\x00\xff\xff."},
        {"a distance before the start", 4, "\x4b\x04\x41\x00"},
        {"too many lengths of literals", 12,
         "\xfd\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"},
        {"no code for lengths of codes", 60,
         "\x05\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
         "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bool holds = true;

        for (size_t piece = 1; piece < 13; piece++) {
            run(inflate, (const unsigned char *)cases[i].data, cases[i].size, piece, piece,
                &results[0]);
            holds = holds && results[0].verdict == INFLATE_FAULT;
        }
        tap_check(holds, "%s: %s is a fault", name, cases[i].what);
    }
}

static void test_truncated(struct inflate *const *inflate)
{
    unsigned other_verdicts = 0;
    size_t held_back = 0;
    bool is_start = true;

    for (unsigned round = 0; round < rounds_of(60); round++) {
        size_t length = make_text(2000);
        size_t size = make_stream(length);

        for (size_t cut = 0; cut < size; cut++) {
            size_t shorter;

            if (same(inflate, packed, cut))
                continue;
            other_verdicts += results[0].verdict != results[1].verdict;
            shorter = results[1].length;
            is_start = is_start && shorter <= results[0].length &&
                       memcmp(results[0].text, results[1].text, shorter) == 0;
            if (results[0].length - shorter > held_back)
                held_back = results[0].length - shorter;
        }
    }
    tap_equal_count(other_verdicts, 0, "truncated streams have equal verdicts");
    tap_check(is_start && held_back <= 2,
              "and equal texts, but for %zu literals held back (at most 2)", held_back);
}

/* Whether gzip's trailer would hold. */
static bool is_accepted(const struct result *result, size_t length)
{
    return result->verdict == INFLATE_ENDED && result->length == length &&
           inflate_crc(0, result->text, length) == inflate_crc(0, text, length);
}

/* Streams with one bit flipped. A flip in a code may make it incomplete, so equality is not
 * promised, but that no text is made up is: the shorter text is the start of the longer
 * one, and a trailer would tell good from bad alike. */
static void test_flipped(struct inflate *const *inflate)
{
    unsigned rounds = rounds_of(3000);
    unsigned equal = 0;
    bool accepts_same = true;
    bool is_start = true;

    for (unsigned round = 0; round < rounds; round++) {
        size_t length = make_text(round % 20 ? 3000 : 100000);
        size_t size = make_stream(length);
        size_t bit = random_below(8 * size);
        size_t shorter;

        packed[bit / 8] ^= (unsigned char)(1U << bit % 8);
        equal += same(inflate, packed, size);
        shorter =
            results[0].length < results[1].length ? results[0].length : results[1].length;
        accepts_same = accepts_same &&
                       is_accepted(&results[0], length) == is_accepted(&results[1], length);
        is_start = is_start && memcmp(results[0].text, results[1].text, shorter) == 0;
    }
    printf("# %u of %u streams with a flipped bit give the same in all\n", equal, rounds);
    tap_check(equal > rounds * 3 / 4, "most streams with a flipped bit give the same");
    tap_check(is_start, "and where not, one text is the start of the other");
    tap_check(accepts_same, "and a CRC accepts or refuses both");
}

static void test_library(enum inflate_library library, const char *name)
{
    struct inflate *inflate = inflate_new(library);

    test_good(inflate, name);
    test_full_room(inflate, name);
    test_faults(inflate, name);
    inflate_free(inflate);
}

int main(void)
{
    test_library(INFLATE_ZLIB, "zlib");
    if (inflate_best() == INFLATE_ZLIB) {
        tap_skip("no other library was found");
    } else {
        struct inflate *inflate[] = {inflate_new(INFLATE_ZLIB),
                                     inflate_new(inflate_best())};

        test_library(inflate_best(), "ISA-L");
        test_truncated(inflate);
        test_flipped(inflate);
        inflate_free(inflate[0]);
        inflate_free(inflate[1]);
    }
    return tap_done();
}
