#include <config.h>

#include "gzip/gunzip-ahead.h"

#include "gzip/gunzip.h"

#include "blocks.h"
#include "feed.h"
#include "tap.h"

#include <stdlib.h>

#define ZLIB_CONST /* next_in points to const */
#include <zlib.h>

enum { TEXT_MAX = 1500000, PACKED_MAX = 2000000 };

/* Compressed data in the making, and where its blocks begin. */
static char packed[PACKED_MAX];
static size_t packed_length;
static size_t block_starts[1000];
static size_t block_count;

static char text[TEXT_MAX];

/* What a reader made of it. */
struct reading {
    size_t length;
    ptrdiff_t end; /* 0 or -1 */
    const char *error;
    uint64_t offset;
    char text[2 * TEXT_MAX]; /* a flip may make more; what is beyond this is not read */
};

static struct reading want;
static struct reading got;

/* A generator of its own, so that a failure can be seen again (Marsaglia's xorshift). */
static uint64_t random_state = 88172645463325252U;

static uint64_t random_below(uint64_t limit)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (random_state >> 11) % limit;
}

static bool is_slow(void)
{
    const char *checker = getenv("KIDX_CHECKER");

    return checker && strcmp(checker, "valgrind") == 0;
}

static void make_text(void)
{
    static const char words[] = "{\"median\":0123456789.e-7,\"unit\":\"ms\"}\n";

    for (size_t i = 0; i < sizeof text; i++)
        text[i] = i % 5000 < 2000 ? words[random_below(sizeof words - 1)]
                                  : words[i % (sizeof words - 1)];
}

static void add(const void *data, size_t length)
{
    memcpy(packed + packed_length, data, length);
    packed_length += length;
}

/* LENGTH bytes of text at AT in blocks of at most MOST. */
static void add_blocks(size_t at, size_t length, size_t most)
{
    while (length > 0) {
        size_t part = length < most ? length : most;

        block_starts[block_count++] = packed_length;
        packed_length += blocks_make_open(1, text + at, part, packed + packed_length);
        at += part;
        length -= part;
    }
}

/* The empty block. */
static void add_end(void)
{
    packed_length += blocks_make(1, NULL, 0, packed + packed_length);
}

/* One member as gzip makes it. */
static void add_member(size_t at, size_t length)
{
    z_stream deflater = {0};

    deflateInit2(&deflater, 1, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY);
    deflater.next_in = (const Bytef *)text + at;
    deflater.avail_in = (uInt)length;
    deflater.next_out = (Bytef *)packed + packed_length;
    deflater.avail_out = (uInt)(PACKED_MAX - packed_length);
    deflate(&deflater, Z_FINISH);
    deflateEnd(&deflater);
    packed_length += deflater.total_out;
}

static void begin(void)
{
    packed_length = block_count = 0;
}

/* Blocks of the whole text, and the empty one. */
static void make_blocks(void)
{
    begin();
    add_blocks(0, sizeof text, BLOCKS_TEXT);
    add_end();
}

static void read_serially(size_t piece, struct reading *reading)
{
    struct gunzip *gunzip = gunzip_new(inflate_best());
    struct source source;

    reading->length = 0;
    source_init(&source);
    source_open(&source, feed_start(packed, packed_length, piece));
    do {
        reading->end = gunzip_read(gunzip, &source, reading->text + reading->length,
                                   sizeof reading->text - reading->length);
        reading->length += reading->end > 0 ? (size_t)reading->end : 0;
    } while (reading->end > 0 && reading->length < sizeof reading->text);
    reading->error = reading->end < 0 ? gunzip_error(gunzip) : "none";
    reading->offset = gunzip_error_offset(gunzip);
    source_release(&source);
    gunzip_free(gunzip);
    feed_stop();
}

static void read_ahead(struct gunzip_ahead *ahead, size_t piece, size_t room,
                       struct reading *reading)
{
    struct source source;

    reading->length = 0;
    source_init(&source);
    source_open(&source, feed_start(packed, packed_length, piece));
    gunzip_ahead_start(ahead);
    do {
        size_t left = sizeof reading->text - reading->length;

        reading->end = gunzip_ahead_read(ahead, &source, reading->text + reading->length,
                                         left < room ? left : room);
        reading->length += reading->end > 0 ? (size_t)reading->end : 0;
    } while (reading->end > 0 && reading->length < sizeof reading->text);
    reading->error = reading->end < 0 ? gunzip_ahead_error(ahead) : "none";
    reading->offset = reading->end < 0 ? gunzip_ahead_error_offset(ahead) : 0;
    source_release(&source);
    feed_stop();
}

/* By how much the text before a fault may differ with the pieces (io/inflate.h). */
static size_t held_back(const struct reading *reading)
{
    if (reading->end == 0 || inflate_best() == INFLATE_ZLIB)
        return 0;
    return strcmp(reading->error, "the input ends inside a member") == 0 ? 2
           : strcmp(reading->error, "invalid deflate data") == 0         ? 260
                                                                         : 0;
}

static bool is_same(const struct reading *a, const struct reading *b)
{
    size_t shorter = a->length < b->length ? a->length : b->length;

    return (a->end > 0) == (b->end > 0) && (a->end < 0) == (b->end < 0) &&
           strcmp(a->error, b->error) == 0 && a->offset == b->offset &&
           a->length + b->length - 2 * shorter <= held_back(a) &&
           memcmp(a->text, b->text, shorter) == 0;
}

/* Whether threads make of the data what reading it serially does. */
static bool reads_alike(const char *what)
{
    static const unsigned threads[] = {1, 2, 5};
    static const size_t pieces[] = {PACKED_MAX, 4096, 700};
    static const size_t rooms[] = {1000000, 4096, 70001};

    read_serially(PACKED_MAX, &want);
    for (size_t i = 0; i < 3; i++) {
        struct gunzip_ahead *ahead = gunzip_ahead_new(threads[i]);
        size_t room = rooms[random_below(3)];
        size_t piece = pieces[random_below(3)];

        for (int again = 0; again < 2; again++) {
            read_ahead(ahead, piece, room, &got);
            if (is_same(&want, &got))
                continue;
            printf("# %s, %u threads, pieces of %zu, room %zu: %zu bytes, %s at %llu; want "
                   "%zu, %s at %llu\n",
                   what, threads[i], piece, room, got.length, got.error,
                   (unsigned long long)got.offset, want.length, want.error,
                   (unsigned long long)want.offset);
            gunzip_ahead_free(ahead);
            return false;
        }
        gunzip_ahead_free(ahead);
    }
    return true;
}

static void expect_alike(const char *what)
{
    tap_check(reads_alike(what), "%s", what);
}

/* Whether PLACE is where a block begins, or the end. */
static bool is_boundary(uint64_t place)
{
    for (size_t i = 0; i < block_count; i++)
        if (block_starts[i] == place)
            return true;
    return place == packed_length;
}

/* Whether the first LENGTH bytes are read as blocks: whenever some of them are returned,
 * whole blocks were read. */
static bool comes_of_blocks(size_t length)
{
    struct gunzip_ahead *ahead = gunzip_ahead_new(2);
    struct source source;
    size_t done = 0;
    ptrdiff_t added = 1;
    bool result = true;

    source_init(&source);
    source_open(&source, feed_start(packed, packed_length, PACKED_MAX));
    gunzip_ahead_start(ahead);
    while (added > 0 && done < length) {
        size_t room = length - done < 1000 ? length - done : 1000;

        added = gunzip_ahead_read(ahead, &source, got.text, room);
        done += added > 0 ? (size_t)added : 0;
        result = result && is_boundary(source.offset);
    }
    result = result && done == length;
    source_release(&source);
    gunzip_ahead_free(ahead);
    feed_stop();
    return result;
}

static void test_ways(void)
{
    size_t end;

    make_blocks();
    tap_check(comes_of_blocks(1) && comes_of_blocks(700000), "blocks are read as blocks");
    packed[block_starts[9] + 16] ^= 1;
    /* The reader may have looked as far as the end that the changed header declares. */
    end = block_starts[9] + (size_t)(unsigned char)packed[block_starts[9] + 16] +
          ((size_t)(unsigned char)packed[block_starts[9] + 17] << 8) + 1;
    block_starts[block_count++] = end;
    tap_check(comes_of_blocks(1) && !comes_of_blocks(sizeof text),
              "until one has another size");
    begin();
    add_member(0, sizeof text);
    tap_check(!comes_of_blocks(1), "a member is read as a stream");
}

static void test_good(void)
{
    make_blocks();
    expect_alike("blocks of usual size");
    tap_check(got.end == 0 && got.length == sizeof text &&
                  memcmp(got.text, text, sizeof text) == 0,
              "give their text");
    begin();
    add_blocks(0, 3000, 10);
    add_end();
    add_blocks(3000, 200000, 7000);
    expect_alike("tiny blocks, an empty one, small ones");
    add("\0\0\0\0\0", 5);
    expect_alike("padding after blocks");
    begin();
    add_end();
    expect_alike("nothing but the empty block");
    begin();
    add_member(0, sizeof text);
    expect_alike("one member, no blocks");
    begin();
    add_blocks(0, 300000, BLOCKS_TEXT);
    add_member(300000, 300000);
    add_blocks(600000, 300000, BLOCKS_TEXT);
    expect_alike("blocks, then a member, then blocks");
    tap_equal_count(got.length, 900000, "give all text");
}

/* A member of much text, and a header that calls it a block: more than a job has room for.
 */
static void test_long_block(void)
{
    static char zeros[700000];
    z_stream deflater = {0};
    char *start = packed;

    begin();
    add_blocks(0, 100000, BLOCKS_TEXT);
    start = packed + packed_length;
    add("\x1f\x8b\x08\x04\0\0\0\0\0\xff\x06\0BC\x02\0", 16);
    packed_length += 2;
    deflateInit2(&deflater, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
    deflater.next_in = (const Bytef *)zeros;
    deflater.avail_in = sizeof zeros;
    deflater.next_out = (Bytef *)packed + packed_length;
    deflater.avail_out = 60000;
    deflate(&deflater, Z_FINISH);
    packed_length += deflater.total_out;
    deflateEnd(&deflater);
    for (uint32_t i = 0, crc = (uint32_t)crc32(0, (Bytef *)zeros, sizeof zeros); i < 4; i++)
        packed[packed_length++] = (char)(crc >> 8 * i & 0xff);
    for (uint32_t i = 0; i < 4; i++)
        packed[packed_length++] = (char)((uint32_t)sizeof zeros >> 8 * i & 0xff);
    start[16] = (char)((packed + packed_length - start - 1) & 0xff);
    start[17] = (char)((packed + packed_length - start - 1) >> 8);
    add_blocks(100000, 100000, BLOCKS_TEXT);
    expect_alike("a block with too much text");
    tap_equal_count(got.length, 200000 + sizeof zeros, "gives it all the same");
}

static void test_faults(void)
{
    static const char *const tails[] = {"x", "\x1f", "\x1f\x8b", "\x1f\x8b\x08\x04",
                                        "\0\0x"};
    static const size_t lengths[] = {1, 1, 2, 4, 3};
    size_t at;

    for (size_t i = 0; i < 5; i++) {
        make_blocks();
        add(tails[i], lengths[i]);
        expect_alike("bytes after the blocks");
    }
    for (size_t i = 0; i < 6; i++) {
        make_blocks();
        at = block_starts[i * 4 % block_count];
        packed[at + 16] = (char)(packed[at + 16] + (i % 2 ? 1 : -1));
        expect_alike("a size that is wrong costs nothing");
        tap_check(got.end == 0 && got.length == sizeof text, "all text is there");
    }
    for (size_t i = 1; i <= 8; i++) {
        make_blocks();
        packed[block_starts[i] - i] ^= 0x10;
        expect_alike("a trailer that is wrong");
        tap_check(got.end == -1, "is a fault");
    }
    make_blocks();
    packed[block_starts[7] + 3] |= 0x40;
    expect_alike("a reserved flag");
}

/* Cut anywhere, and with any bit flipped. */
static void test_random(void)
{
    unsigned rounds = is_slow() ? 3 : 25;
    unsigned alike = 0;

    for (unsigned round = 0; round < rounds; round++) {
        make_blocks();
        packed_length = (size_t)random_below(packed_length);
        alike += reads_alike("a cut");
    }
    tap_equal_count(alike, rounds, "cut blocks read alike");
    alike = 0;
    for (unsigned round = 0; round < rounds; round++) {
        make_blocks();
        packed[random_below(packed_length)] ^= (char)(1 << random_below(8));
        alike += reads_alike("a flip");
    }
    tap_equal_count(alike, rounds, "blocks with a flipped bit read alike");
}

/* A block that is there is given before its writer is waited for. */
static void test_waiting(void)
{
    struct gunzip_ahead *ahead = gunzip_ahead_new(2);
    struct source source;
    char out[100];
    int ends[2];

    if (pipe(ends) != 0)
        return;
    begin();
    add_blocks(0, 60, 30);
    source_init(&source);
    source_open(&source, ends[0]);
    gunzip_ahead_start(ahead);
    alarm(10);
    if (write(ends[1], packed, block_starts[1] + 10) < 0)
        return;
    tap_equal_count((uint64_t)gunzip_ahead_read(ahead, &source, out, sizeof out), 30,
                    "a block comes before the next one is whole");
    if (write(ends[1], packed + block_starts[1] + 10,
              packed_length - block_starts[1] - 10) < 0)
        return;
    tap_equal_count((uint64_t)gunzip_ahead_read(ahead, &source, out, sizeof out), 30,
                    "and then that");
    close(ends[1]);
    tap_equal_count((uint64_t)gunzip_ahead_read(ahead, &source, out, sizeof out), 0,
                    "and then the end");
    alarm(0);
    source_release(&source);
    gunzip_ahead_free(ahead);
}

/* Freed, and begun again, in the middle. */
static void test_dropping(void)
{
    struct gunzip_ahead *ahead = gunzip_ahead_new(3);
    struct source source;
    char out[10];

    make_blocks();
    source_init(&source);
    for (int i = 0; i < 3; i++) {
        source_open(&source, feed_start(packed, packed_length, 4096));
        gunzip_ahead_start(ahead);
        memset(out, 0, sizeof out);
        gunzip_ahead_read(ahead, &source, out, sizeof out);
        source_close(&source);
        feed_stop();
        if (i == 0) {
            begin();
            add_member(0, sizeof text);
        }
    }
    tap_check(memcmp(out, text, 10) == 0, "what was not read is dropped");
    source_release(&source);
    gunzip_ahead_free(ahead);
}

int main(void)
{
    make_text();
    test_ways();
    test_good();
    test_long_block();
    test_faults();
    test_random();
    test_waiting();
    test_dropping();
    return tap_done();
}
