#include <config.h>

#include "gzip/gunzip.h"

#include "feed.h"
#include "tap.h"

#include <stdlib.h>

#define ZLIB_CONST /* next_in points to const */
#include <zlib.h>

enum { ROOM = 4096, SUITE_TEXT = 9000000, SUITE_FILE = 1000000 };

/* Literals before a fault that inflate may keep. */
enum { HELD_BACK = 2 };

/* Which one inflates; all tests are run with each. */
static enum inflate_library library;

struct bytes {
    size_t length;
    char data[ROOM];
};

static void add(struct bytes *bytes, const void *data, size_t length)
{
    memcpy(bytes->data + bytes->length, data, length);
    bytes->length += length;
}

static void add_number(struct bytes *bytes, uint32_t number, int size)
{
    for (int i = 0; i < size; i++)
        bytes->data[bytes->length++] = (char)(number >> 8 * i & 0xff);
}

/* Parts of a header that a member may have, and what shall be wrong in it. */
struct shape {
    unsigned flags; /* those of RFC 1952; the parts follow from them */
    unsigned method_change;
    unsigned header_crc_change;
    unsigned crc_change;
    unsigned length_change;
};

/* A member with TEXT in one stored block. */
static void add_member(struct bytes *bytes, const char *text, struct shape shape)
{
    size_t start = bytes->length;
    uint32_t length = (uint32_t)strlen(text);
    uLong crc = crc32(0, (const Bytef *)text, length);

    add(bytes, "\x1f\x8b", 2);
    add_number(bytes, 8 ^ shape.method_change, 1);
    add_number(bytes, shape.flags, 1);
    add(bytes, "\1\2\3\4\0\3", 6);
    if (shape.flags & 4)
        add(bytes, "\5\0AB\1\0x", 7);
    if (shape.flags & 8)
        add(bytes, "name", 5);
    if (shape.flags & 16)
        add(bytes, "a comment", 10);
    if (shape.flags & 2)
        add_number(bytes,
                   (uint32_t)crc32(0, (const Bytef *)bytes->data + start,
                                   (uInt)(bytes->length - start)) ^
                       shape.header_crc_change,
                   2);
    add_number(bytes, 1, 1);
    add_number(bytes, length, 2);
    add_number(bytes, ~length, 2);
    add(bytes, text, length);
    add_number(bytes, (uint32_t)crc ^ shape.crc_change, 4);
    add_number(bytes, length ^ shape.length_change, 4);
}

/* What reading gave: the text, and the fault after it. */
struct result {
    struct bytes text;
    const char *error;
    uint64_t offset;
};

static struct result read_all(const struct bytes *bytes, size_t piece, size_t room)
{
    struct gunzip *gunzip = gunzip_new(library);
    struct source source;
    struct result result = {.error = "none"};
    ptrdiff_t length;

    source_init(&source);
    source_open(&source, feed_start(bytes->data, bytes->length, piece));
    gunzip_start(gunzip);
    while ((length = gunzip_read(gunzip, &source, result.text.data + result.text.length,
                                 room)) > 0)
        result.text.length += (size_t)length;
    if (length < 0) {
        result.error = gunzip_error(gunzip);
        result.offset = gunzip_error_offset(gunzip);
    }
    if (gunzip_read(gunzip, &source, result.text.data, room) != length)
        result.error = "an end that does not stay";
    source_release(&source);
    gunzip_free(gunzip);
    feed_stop();
    return result;
}

/* Expect the same whatever the pieces are and the room is. */
static void expect(const struct bytes *bytes, const char *text, const char *error,
                   uint64_t offset, const char *what)
{
    static const size_t sizes[] = {1, 2, 3, 4096};
    bool holds = true;

    for (size_t i = 0; i < 4; i++)
        for (size_t k = 0; k < 4; k++) {
            struct result result = read_all(bytes, sizes[i], k == 3 ? 1000 : sizes[k]);
            bool same = result.text.length == strlen(text) &&
                        memcmp(result.text.data, text, strlen(text)) == 0 &&
                        strcmp(result.error, error) == 0 && result.offset == offset;

            if (!same)
                printf("# pieces of %zu, room %zu: '%.*s', %s, %llu\n", sizes[i], sizes[k],
                       (int)result.text.length, result.text.data, result.error,
                       (unsigned long long)result.offset);
            holds = holds && same;
        }
    tap_check(holds, "%s", what);
}

static void test_good(void)
{
    static const unsigned flags[] = {0, 1, 2, 4, 8, 16, 2 | 4, 8 | 16, 31};
    struct bytes bytes = {0};

    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        struct bytes one = {0};

        add_member(&one, "text", (struct shape){.flags = flags[i]});
        expect(&one, "text", "none", 0, "a member with one set of flags");
        add_member(&bytes, i % 2 ? "odd " : "", (struct shape){.flags = flags[i]});
    }
    expect(&bytes, "odd odd odd odd ", "none", 0,
           "members, empty ones too, are concatenated");
    add(&bytes, "\0\0\0\0\0\0\0\0\0\0\0", 11);
    expect(&bytes, "odd odd odd odd ", "none", 0, "NUL bytes after them are padding");
}

static void test_faults(void)
{
    static const struct {
        struct shape shape;
        const char *error;
        uint64_t offset;
        const char *text;
    } cases[] = {
        {{.method_change = 1}, "unknown compression method", 2, ""},
        {{.flags = 0x20}, "reserved header flag is set", 3, ""},
        {{.flags = 0x80}, "reserved header flag is set", 3, ""},
        {{.flags = 2, .header_crc_change = 1}, "header CRC does not match", 10, ""},
        {{.flags = 10, .header_crc_change = 0x8000}, "header CRC does not match", 15, ""},
        {{.crc_change = 1u << 31}, "CRC of the text does not match", 19, "text"},
        {{.length_change = 1u << 31}, "length of the text does not match", 23, "text"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bytes bytes = {0};

        add_member(&bytes, "text", cases[i].shape);
        expect(&bytes, cases[i].text, cases[i].error, cases[i].offset, cases[i].error);
    }
}

static void test_tails(void)
{
    static const struct {
        const char *tail;
        size_t length;
        const char *error;
        uint64_t offset;
    } cases[] = {
        {"\n", 1, "bytes after the last member", 27},
        {"\x1f", 1, "the input ends inside a member", 28},
        {"\x1f\x8b", 2, "the input ends inside a member", 29},
        {"\x1f\x8c", 2, "bytes after the last member", 27},
        {"\x1f\x8c and much more", 16, "bytes after the last member", 27},
        {"garbage", 7, "bytes after the last member", 27},
        {"\0\0x", 3, "bytes after the padding", 29},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bytes bytes = {0};

        add_member(&bytes, "text", (struct shape){0});
        add(&bytes, cases[i].tail, cases[i].length);
        expect(&bytes, "text", cases[i].error, cases[i].offset, cases[i].error);
    }
}

/* Cut a member with all parts at each of its bytes. */
static void test_cuts(void)
{
    struct bytes whole = {0};
    size_t text_start;
    bool holds = true;

    add_member(&whole, "text", (struct shape){.flags = 31});
    text_start = whole.length - 8 - 4;
    for (size_t length = 2; length < whole.length; length++) {
        struct bytes cut = whole;
        size_t text = length < text_start ? 0 : length - text_start;
        struct result result;

        cut.length = length;
        result = read_all(&cut, 3, 100);
        if (strcmp(result.error, "the input ends inside a member") != 0 ||
            result.offset != length || result.text.length != (text < 4 ? text : 4)) {
            printf("# cut at %zu: %s at %llu\n", length, result.error,
                   (unsigned long long)result.offset);
            holds = false;
        }
    }
    tap_check(holds, "an end inside a member is an error, and the text before it is given");
}

/* Text that is there is given before the source has to wait. */
static void test_waiting(void)
{
    struct gunzip *gunzip = gunzip_new(library);
    struct source source;
    struct bytes bytes = {0};
    char out[100];
    int ends[2];

    if (pipe(ends) != 0)
        return;
    add_member(&bytes, "first", (struct shape){0});
    add_member(&bytes, "second", (struct shape){.flags = 31});
    source_init(&source);
    source_open(&source, ends[0]);
    gunzip_start(gunzip);
    alarm(10);
    if (write(ends[1], bytes.data, 17) != 17)
        return;
    tap_equal_count((uint64_t)gunzip_read(gunzip, &source, out, sizeof out), 2,
                    "two bytes of a text come before the rest of it");
    if (write(ends[1], bytes.data + 17, bytes.length - 17) < 0)
        return;
    tap_equal_count((uint64_t)gunzip_read(gunzip, &source, out, sizeof out), 9,
                    "text of all members that are there comes at once");
    tap_equal_bytes(out, 9, "rstsecond", "in order");
    close(ends[1]);
    tap_equal_count((uint64_t)gunzip_read(gunzip, &source, out, sizeof out), 0,
                    "and then the end");
    alarm(0);
    source_release(&source);
    gunzip_free(gunzip);
}

static void deflate_text(struct bytes *bytes, const char *text, size_t length)
{
    z_stream deflater = {0};

    deflateInit2(&deflater, 9, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY);
    deflater.next_in = (const Bytef *)text;
    deflater.avail_in = (uInt)length;
    deflater.next_out = (Bytef *)bytes->data;
    deflater.avail_out = ROOM;
    deflate(&deflater, Z_FINISH);
    deflateEnd(&deflater);
    bytes->length = deflater.total_out;
}

/* A few bytes stand for a long text, and the input ends after them: what the inflater
 * still holds when the room is full is given. */
static void test_text_held_back(void)
{
    char text[1000];
    struct bytes bytes;
    struct result result;

    memset(text, 'a', sizeof text);
    deflate_text(&bytes, text, sizeof text);
    bytes.length -= 8 + 1;
    result = read_all(&bytes, ROOM, 3000);
    tap_check(result.text.length > 500, "most of the text comes with enough room");
    expect(&bytes, result.text.data, "the input ends inside a member", bytes.length,
           "as much comes with little room");
}

/* Text that deflate made, many windows of it, into rooms of odd sizes. */
static void test_deflated(void)
{
    enum { LENGTH = 1000000 };
    static char text[LENGTH];
    static char got[LENGTH + 1];
    static char packed[LENGTH];
    static const size_t rooms[] = {1, 257, 70000};
    z_stream deflater = {0};
    uint32_t state = 1;

    for (size_t i = 0; i < LENGTH; i++) {
        state = state * 1664525 + 1013904223;
        text[i] = i >= 32768 && state >> 30 ? text[i - 32768] : (char)(state >> 24);
    }
    deflateInit2(&deflater, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY);
    deflater.next_in = (const Bytef *)text;
    deflater.avail_in = LENGTH;
    deflater.next_out = (Bytef *)packed;
    deflater.avail_out = sizeof packed;
    deflate(&deflater, Z_FINISH);
    deflateEnd(&deflater);
    for (size_t i = 0; i < 3; i++) {
        struct gunzip *gunzip = gunzip_new(library);
        struct source source;
        size_t length = 0;
        ptrdiff_t added;

        source_init(&source);
        source_open(&source, feed_start(packed, deflater.total_out, 4096));
        gunzip_start(gunzip);
        while ((added = gunzip_read(
                    gunzip, &source, got + length,
                    rooms[i] < LENGTH + 1 - length ? rooms[i] : LENGTH + 1 - length)) > 0)
            length += (size_t)added;
        tap_check(added == 0 && length == LENGTH && memcmp(got, text, LENGTH) == 0,
                  "a megabyte in rooms of %zu", rooms[i]);
        source_release(&source);
        gunzip_free(gunzip);
        feed_stop();
    }
}

/* What a library made of a file of the shared suite. */
struct reading {
    size_t length;
    ptrdiff_t end; /* 0 or -1 */
    const char *error;
    uint64_t offset;
    char text[SUITE_TEXT + 1];
};

static void read_file(const char *packed, size_t size, size_t piece,
                      struct reading *reading)
{
    struct gunzip *gunzip = gunzip_new(library);
    struct source source;

    reading->length = 0;
    source_init(&source);
    source_open(&source, feed_start(packed, size, piece));
    gunzip_start(gunzip);
    while ((reading->end = gunzip_read(gunzip, &source, reading->text + reading->length,
                                       sizeof reading->text - reading->length)) > 0)
        reading->length += (size_t)reading->end;
    reading->error = reading->end < 0 ? gunzip_error(gunzip) : "none";
    reading->offset = gunzip_error_offset(gunzip);
    source_release(&source);
    gunzip_free(gunzip);
    feed_stop();
}

/* A file of the shared suite, and what its manifest says of it. */
struct suite_file {
    char name[256];
    bool is_good;
    size_t length; /* of the text, where it is good */
};

static bool is_right(const struct reading *reading, const struct suite_file *file)
{
    return file->is_good ? reading->end == 0 && reading->length == file->length
                         : reading->end < 0;
}

/* Whether two libraries made the same of a file: where it is not good, the second one may
 * keep literals right before the fault. */
static bool is_alike(const struct reading *a, const struct reading *b)
{
    return a->end == b->end && strcmp(a->error, b->error) == 0 && a->offset == b->offset &&
           b->length <= a->length &&
           a->length - b->length <= (a->end < 0 ? HELD_BACK : 0) &&
           memcmp(a->text, b->text, b->length) == 0;
}

static void tell(const char *name, size_t piece, const struct reading *reading)
{
    printf("# %s in pieces of %zu: %zu bytes, %s at %llu\n", name, piece, reading->length,
           reading->error, (unsigned long long)reading->offset);
}

/* Whether each library gives the manifest's verdict on a file, and all of them the same, in
 * pieces of all sizes and whole. */
static bool is_read_rightly(const char *directory, const struct suite_file *file)
{
    static const size_t pieces[] = {1, 2, 3, 4096, SUITE_FILE};
    static struct reading readings[2];
    static char packed[SUITE_FILE];
    const enum inflate_library libraries[] = {INFLATE_ZLIB, inflate_best()};
    char path[4096];
    bool holds = true;
    size_t size;
    FILE *in;

    snprintf(path, sizeof path, "%s/gz/%s.gz", directory, file->name);
    in = fopen(path, "rb");
    if (!in)
        return false;
    size = fread(packed, 1, sizeof packed, in);
    fclose(in);
    if (size == 0)
        return file->is_good; /* nothing says that this is gzip: it is an empty text */
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0] && holds; i++) {
        for (size_t k = 0; k < 2; k++) {
            library = libraries[k];
            read_file(packed, size, pieces[i], &readings[k]);
            holds = holds && is_right(&readings[k], file);
        }
        holds = holds && size < sizeof packed && is_alike(&readings[0], &readings[1]);
        for (size_t k = 0; k < 2 && !holds; k++)
            tell(file->name, pieces[i], &readings[k]);
    }
    return holds;
}

/* The next file of a manifest: name, verdict, length, and what is of no use here. */
static bool next_file(FILE *manifest, struct suite_file *file)
{
    char line[1024];
    char verdict[8];

    if (!fgets(line, sizeof line, manifest) ||
        sscanf(line, "%255[^\t]\t%7[^\t]\t%zu", file->name, verdict, &file->length) < 2)
        return false;
    file->is_good = strcmp(verdict, "ok") == 0;
    return true;
}

static void test_suite(void)
{
    const char *shared = getenv("KIDX_SHARED");
    const char *checker = getenv("KIDX_CHECKER");
    struct suite_file file = {.length = 0};
    char directory[2048];
    char path[4096];
    FILE *manifest;
    unsigned files = 0;
    unsigned right = 0;

    if (checker && strcmp(checker, "valgrind") == 0) {
        tap_skip("the shared suite takes minutes under valgrind; the sanitizers read it");
        return;
    }
    snprintf(directory, sizeof directory, "%s/suites/gzip", shared ? shared : "../shared");
    snprintf(path, sizeof path, "%s/manifest.tsv", directory);
    manifest = fopen(path, "r");
    if (!manifest) {
        tap_skip("the shared suite is not there; set KIDX_SHARED");
        return;
    }
    if (inflate_best() == INFLATE_ZLIB)
        printf("# there is no other library than zlib\n");
    for (; next_file(manifest, &file); files++)
        right += is_read_rightly(directory, &file);
    tap_check(files > 0 && right == files,
              "%u of %u files of the suite get their verdict from each library", right,
              files);
    fclose(manifest);
}

static void test_library(void)
{
    test_good();
    test_faults();
    test_tails();
    test_cuts();
    test_waiting();
    test_text_held_back();
    test_deflated();
}

int main(void)
{
    library = INFLATE_ZLIB;
    test_library();
    library = inflate_best();
    if (library != INFLATE_ZLIB)
        test_library();
    test_suite();
    return tap_done();
}
