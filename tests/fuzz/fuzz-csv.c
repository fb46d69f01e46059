/* CSV: records and fields as code that goes byte by byte finds them; framing that finds the
 * same ends wherever the text is cut; fields that survive being written and read again.
 * Good is a text all of whose records can be split.
 */
#include <config.h>

#include "io/csv.h"

#include "fuzz.h"

const char fuzz_corpus[] = "csv";

/* What plain code makes of a record: each field ended by a byte that no UTF-8 holds. */
struct plain {
    bool good;
    bool ended;    /* by a line feed */
    size_t length; /* of the record, its line end included */
    uint64_t feeds;
    struct buf fields;
};

enum { END_OF_FIELD = 0xff };

/* The rules of csv.h, one byte after the other; text that is no UTF-8 is not looked at. */
static void read_plainly(const char *data, size_t size, struct plain *plain)
{
    enum { START, PLAIN, QUOTED, CLOSED, BAD } state = START;
    size_t i = 0;

    plain->good = true;
    plain->feeds = 0;
    buf_clear(&plain->fields);
    for (; i < size; i++) {
        char byte = data[i];
        bool ends =
            byte == '\n' || (byte == '\r' && (i + 1 == size || data[i + 1] == '\n'));

        plain->feeds += byte == '\n';
        if (state == QUOTED) {
            if (byte == '"' && i + 1 < size && data[i + 1] == '"')
                buf_append_byte(&plain->fields, data[i++]);
            else if (byte == '"')
                state = CLOSED;
            else
                buf_append_byte(&plain->fields, byte);
            continue;
        }
        if (byte == '\n')
            break;
        if (ends || state == BAD)
            continue;
        if (byte == '\r' || (state == CLOSED && byte != ',')) {
            state = BAD;
        } else if (byte == ',') {
            buf_append_byte(&plain->fields, (char)END_OF_FIELD);
            state = START;
        } else if (byte == '"' && state == START) {
            state = QUOTED;
        } else {
            buf_append_byte(&plain->fields, byte);
            state = PLAIN;
        }
    }
    plain->good = state != BAD && state != QUOTED;
    plain->ended = i < size;
    plain->length = plain->ended ? i + 1 : size;
    buf_append_byte(&plain->fields, (char)END_OF_FIELD);
}

static struct view without_line_end(const char *data, size_t length)
{
    if (length > 0 && data[length - 1] == '\n')
        length--;
    if (length > 0 && data[length - 1] == '\r')
        length--;
    return (struct view){data, length};
}

/* The fields as plain code gives them. */
static void join(const struct csv_row *row, struct buf *out)
{
    buf_clear(out);
    for (size_t i = 0; i < row->count; i++) {
        buf_append(out, row->fields[i].data, row->fields[i].length);
        buf_append_byte(out, (char)END_OF_FIELD);
    }
}

/* The fields in quotes, as a record. */
static void write_record(const struct csv_row *row, struct buf *out)
{
    buf_clear(out);
    for (size_t i = 0; i < row->count; i++) {
        buf_append_text(out, i == 0 ? "\"" : ",\"");
        for (size_t k = 0; k < row->fields[i].length; k++) {
            if (row->fields[i].data[k] == '"')
                buf_append_byte(out, '"');
            buf_append_byte(out, row->fields[i].data[k]);
        }
        buf_append_byte(out, '"');
    }
}

static bool equal(const struct buf *a, const struct buf *b)
{
    return view_equal(buf_view(a), buf_view(b));
}

static void judge_offsets(const struct csv_row *row, struct view record)
{
    FUZZ_REQUIRE(csv_field_offset(record, 0) == 0);
    for (size_t i = 1; i < row->count; i++) {
        size_t offset = csv_field_offset(record, i);

        FUZZ_REQUIRE(offset > 0 && offset <= record.length);
        FUZZ_REQUIRE(record.data[offset - 1] == ',');
    }
}

/* Whether the record can be split. */
static bool judge_record(struct view record, const struct plain *plain)
{
    struct csv_row row;
    struct csv_row again;
    struct csv_error error;
    struct buf fields;
    struct buf text;
    struct buf fields_again;
    bool good;

    csv_row_init(&row);
    csv_row_init(&again);
    buf_init(&fields);
    buf_init(&text);
    buf_init(&fields_again);
    good = csv_split(&row, record, &error) == 0;
    if (good) {
        FUZZ_REQUIRE(plain->good);
        join(&row, &fields);
        FUZZ_REQUIRE(equal(&fields, &plain->fields));
        judge_offsets(&row, record);
        write_record(&row, &text);
        FUZZ_REQUIRE(csv_split(&again, buf_view(&text), &error) == 0);
        join(&again, &fields_again);
        FUZZ_REQUIRE(equal(&fields_again, &fields));
    } else {
        FUZZ_REQUIRE(error.offset < record.length);
        FUZZ_REQUIRE(!plain->good || record.data[error.offset] == '\0' ||
                     (unsigned char)record.data[error.offset] >= 0x80);
    }
    csv_row_release(&row);
    csv_row_release(&again);
    buf_release(&fields);
    buf_release(&text);
    buf_release(&fields_again);
    return good;
}

/* The framing must find LAST, the end of the last whole record, and FEEDS before it,
 * whatever it sees first, and though it is asked for one record only and then for all. */
static void judge_framing(const char *data, size_t size, size_t last, uint64_t feeds)
{
    struct csv_scan scan;
    struct input_framing framing = csv_framing(&scan);
    size_t cut = size > 0 ? (unsigned char)data[size / 2] % (size + 1) : 0;
    struct input_count counts[3] = {{1, 0}, {SIZE_MAX, 0}, {SIZE_MAX, 0}};
    size_t ends[3];

    ends[0] = framing.find_end(framing.state, data, 0, cut, &counts[0]);
    ends[1] =
        framing.find_end(framing.state, data, ends[0] > 0 ? ends[0] : cut, cut, &counts[1]);
    ends[2] = framing.find_end(framing.state, data, cut, size, &counts[2]);
    FUZZ_REQUIRE((ends[2] > 0 ? ends[2] : ends[1] > 0 ? ends[1] : ends[0]) == last);
    FUZZ_REQUIRE((ends[0] > 0 ? counts[0].lines : 0) + (ends[1] > 0 ? counts[1].lines : 0) +
                     (ends[2] > 0 ? counts[2].lines : 0) ==
                 feeds);
    FUZZ_REQUIRE(counts[0].records <= 1);
}

bool fuzz_judge(const char *data, size_t size)
{
    struct plain plain = {.length = 0};
    size_t last = 0;
    uint64_t feeds_before_last = 0;
    uint64_t all_feeds = 0;
    bool good = true;

    buf_init(&plain.fields);
    for (size_t at = 0; at < size;) {
        uint64_t feeds;
        size_t length = csv_record_end(data + at, size - at, &feeds);

        read_plainly(data + at, size - at, &plain);
        FUZZ_REQUIRE(length == plain.length && feeds == plain.feeds);
        good = judge_record(without_line_end(data + at, length), &plain) && good;
        at += length;
        all_feeds += feeds;
        if (plain.ended) {
            last = at;
            feeds_before_last = all_feeds;
        }
    }
    judge_framing(data, size, last, feeds_before_last);
    buf_release(&plain.fields);
    return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_judge((const char *)data, size);
    return 0;
}
