/* gzip: members to text. A file that begins with gzip's magic is judged as it is; anything
 * else is made into a file of members, so that wrong CRCs do not hide what comes behind
 * them: each byte in front says how a member is built, and the text is what follows.
 *
 * The verdict, the text and the place of a fault do not depend on the sizes in which text
 * is asked for; zlib, left to do all of it, gives the same verdict and text; and raw data
 * inflates to the same text in pieces of any size. Good is a file without a fault.
 */
#include <config.h>

#include "gzip/gunzip.h"

#include "support.h"

#include <unistd.h>
#include <zlib.h>

const char fuzz_corpus[] = "gunzip";

enum { TEXT_MAXIMUM = 1 << 20, MEMBERS = 8 };

/* --- ours --- */

struct outcome {
    bool good;
    bool cut; /* there was more than TEXT_MAXIMUM */
    uint64_t offset;
    struct buf text;
};

/* ROOMS: the sizes to ask for, one after the other. */
static void gunzip_all(struct view file, const size_t *rooms, size_t room_count,
                       struct outcome *outcome)
{
    struct gunzip *gunzip = gunzip_new(inflate_best());
    struct source source;
    int fd = fuzz_file();
    ptrdiff_t got = 1;

    FUZZ_REQUIRE(write(fd, file.data, file.length) == (ssize_t)file.length);
    FUZZ_REQUIRE(lseek(fd, 0, SEEK_SET) == 0);
    source_init(&source);
    source_open(&source, fd);
    gunzip_start(gunzip);
    buf_clear(&outcome->text);
    for (size_t i = 0; got > 0 && outcome->text.length < TEXT_MAXIMUM; i++) {
        size_t room = rooms[i % room_count];

        got = gunzip_read(gunzip, &source, buf_reserve(&outcome->text, room), room);
        FUZZ_REQUIRE(got <= (ptrdiff_t)room);
        outcome->text.length += got > 0 ? (size_t)got : 0;
    }
    outcome->good = got == 0;
    outcome->cut = got > 0;
    outcome->offset = 0;
    if (got < 0) {
        outcome->offset = gunzip_error_offset(gunzip);
        FUZZ_REQUIRE(gunzip_error(gunzip) != NULL && outcome->offset <= file.length);
        FUZZ_REQUIRE(gunzip_read(gunzip, &source, (char[1]){0}, 1) == -1);
    }
    source_close(&source);
    source_release(&source);
    gunzip_free(gunzip);
}

/* --- zlib's --- */

static bool is_padding(const unsigned char *data, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (data[i] != 0)
            return false;
    return true;
}

/* Members one after the other, header, CRC and length zlib's business. */
static bool zlib_all(struct view file, struct buf *text)
{
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)file.data,
                       .avail_in = (uInt)file.length};
    int status = Z_OK;

    buf_clear(text);
    FUZZ_REQUIRE(inflateInit2(&stream, 15 + 16) == Z_OK);
    while (true) {
        enum { ROOM = 1 << 16 };

        stream.next_out = (Bytef *)buf_reserve(text, ROOM);
        stream.avail_out = ROOM;
        status = inflate(&stream, Z_NO_FLUSH);
        text->length += ROOM - stream.avail_out;
        if (status == Z_STREAM_END) {
            if (is_padding(stream.next_in, stream.avail_in))
                break;
            FUZZ_REQUIRE(inflateReset(&stream) == Z_OK);
        } else if (status != Z_OK || text->length >= TEXT_MAXIMUM + ROOM) {
            break;
        }
    }
    inflateEnd(&stream);
    return status == Z_STREAM_END;
}

/* --- raw data --- */

static void inflate_pieces(struct view data, size_t piece, struct buf *text, bool *ended,
                           size_t *left)
{
    struct inflate *inflate = inflate_new(INFLATE_ZLIB);
    enum inflate_verdict verdict = INFLATE_GOES_ON;
    size_t at = 0;

    FUZZ_REQUIRE(inflate_start(inflate) == 0);
    buf_clear(text);
    while (verdict == INFLATE_GOES_ON && text->length < TEXT_MAXIMUM) {
        size_t available = data.length - at < piece ? data.length - at : piece;
        struct inflate_step step = {(const unsigned char *)data.data + at, available,
                                    buf_reserve(text, 4096), 4096};

        verdict = inflate_text(inflate, &step);
        at += available - step.available;
        text->length += 4096 - step.room;
        if (verdict == INFLATE_GOES_ON && at == data.length && step.room > 0)
            break;
    }
    *ended = verdict == INFLATE_ENDED;
    *left = data.length - at;
    inflate_free(inflate);
}

static void judge_raw(struct view data)
{
    struct buf texts[2];
    bool ended[2];
    size_t left[2];
    size_t piece = data.length > 0 ? (unsigned char)data.data[data.length - 1] % 7 + 1 : 1;

    buf_init(&texts[0]);
    buf_init(&texts[1]);
    inflate_pieces(data, SIZE_MAX, &texts[0], &ended[0], &left[0]);
    inflate_pieces(data, piece, &texts[1], &ended[1], &left[1]);
    FUZZ_REQUIRE(ended[0] == ended[1]);
    FUZZ_REQUIRE(!ended[0] || left[0] == left[1]);
    if (texts[0].length < TEXT_MAXIMUM && texts[1].length < TEXT_MAXIMUM)
        FUZZ_REQUIRE(view_equal(buf_view(&texts[0]), buf_view(&texts[1])));
    buf_release(&texts[0]);
    buf_release(&texts[1]);
}

/* --- files that are made --- */

static void append_little(struct buf *file, uLong value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        buf_append_byte(file, (char)(value >> 8 * i & 0xff));
}

/* What RFC 1952 (section 2.3) puts before the data; PLAN has the flags in its low bits. */
static void append_header(struct buf *file, unsigned plan)
{
    size_t start = file->length;
    unsigned flags = plan & 0x1f;

    buf_append(file, "\x1f\x8b\x08", 3);
    buf_append_byte(file, (char)flags);
    buf_append(file, "\0\0\0\0\0\xff", 6);
    if ((flags & 4) != 0)
        buf_append(file, "\x06\0BC\x02\0\xff\xff", 8);
    if ((flags & 8) != 0)
        buf_append(file, "name", 5);
    if ((flags & 16) != 0)
        buf_append(file, "", 1);
    if ((flags & 2) != 0)
        append_little(
            file,
            crc32(0, (const Bytef *)file->data + start, (uInt)(file->length - start)) &
                0xffff,
            2);
}

static void append_member(struct buf *file, unsigned plan, struct view text)
{
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)text.data,
                       .avail_in = (uInt)text.length};
    size_t bound;

    append_header(file, plan);
    FUZZ_REQUIRE(deflateInit2(&stream, (int)(plan >> 5) % 4 * 3, Z_DEFLATED, -9, 1,
                              Z_DEFAULT_STRATEGY) == Z_OK);
    bound = deflateBound(&stream, (uLong)text.length);
    stream.next_out = (Bytef *)buf_reserve(file, bound);
    stream.avail_out = (uInt)bound;
    FUZZ_REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
    file->length += stream.total_out;
    deflateEnd(&stream);
    append_little(file, crc32(0, (const Bytef *)text.data, (uInt)text.length), 4);
    append_little(file, (uLong)text.length, 4);
}

/* A byte for the number of members and what is behind them, one for each member, and one
 * for a change; the rest is parted among the members. The text goes to TEXT where nothing
 * is wrong with the file. */
static bool make_file(struct view plan, struct buf *file, struct buf *text)
{
    size_t members = (unsigned char)plan.data[0] % MEMBERS + 1;
    unsigned tail = (unsigned char)plan.data[0] / MEMBERS % 4;
    bool changes = (unsigned char)plan.data[0] / MEMBERS / 4 % 2 == 1;
    struct view rest;

    if (plan.length < members + 3)
        return false;
    rest = (struct view){plan.data + members + 3, plan.length - members - 3};
    for (size_t i = 0; i < members; i++) {
        size_t length = i + 1 == members ? rest.length : rest.length / (members - i);

        append_member(file, (unsigned char)plan.data[1 + i],
                      (struct view){rest.data, length});
        buf_append(text, rest.data, length);
        rest.data += length;
        rest.length -= length;
    }
    if (tail > 0)
        buf_append(file, "\0\0\0\0", tail);
    if (changes) {
        size_t place = ((size_t)(unsigned char)plan.data[members + 1] << 8 |
                        (unsigned char)plan.data[members + 2]) %
                       file->length;

        file->data[place] = (char)(file->data[place] ^ (1 << place % 8));
    }
    return !changes;
}

/* --- all of it --- */

static bool judge_file(struct view file)
{
    static const size_t whole[] = {1 << 16};
    static const size_t odd[] = {1, 2, 3, 5, 7, 11, 13, 4097};
    struct outcome outcomes[2] = {{.good = false}, {.good = false}};
    struct buf text;
    bool good;

    gunzip_all(file, whole, 1, &outcomes[0]);
    gunzip_all(file, odd, sizeof odd / sizeof *odd, &outcomes[1]);
    good = outcomes[0].good;
    if (!outcomes[0].cut && !outcomes[1].cut) {
        FUZZ_REQUIRE(good == outcomes[1].good);
        FUZZ_REQUIRE(outcomes[0].offset == outcomes[1].offset);
        FUZZ_REQUIRE(view_equal(buf_view(&outcomes[0].text), buf_view(&outcomes[1].text)));
        buf_init(&text);
        FUZZ_REQUIRE(zlib_all(file, &text) == good);
        if (good)
            FUZZ_REQUIRE(view_equal(buf_view(&outcomes[0].text), buf_view(&text)));
        buf_release(&text);
    }
    buf_release(&outcomes[0].text);
    buf_release(&outcomes[1].text);
    return good;
}

bool fuzz_judge(const char *data, size_t size)
{
    struct view input = {data, size};
    struct buf file;
    struct buf text;
    bool good;

    if (size >= 2 && memcmp(data, "\x1f\x8b", 2) == 0) {
        if (size > 10)
            judge_raw((struct view){data + 10, size - 10});
        return judge_file(input);
    }
    judge_raw(input);
    if (size == 0)
        return false;
    buf_init(&file);
    buf_init(&text);
    if (make_file(input, &file, &text)) {
        good = judge_file(buf_view(&file));
        FUZZ_REQUIRE(good);
    } else {
        good = file.length > 0 && judge_file(buf_view(&file));
    }
    buf_release(&file);
    buf_release(&text);
    return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_judge((const char *)data, size);
    return 0;
}
