#include <config.h>

#include "io/csv.h"

#include "json/reader.h"

#include "feed.h"
#include "tap.h"

#include <glob.h>

/* --- fields --- */

/* Fields as [a][b], or !CODE@OFFSET. */
static void describe(struct csv_row *row, struct view record, struct buf *out)
{
    struct csv_error error;

    if (csv_split(row, record, &error) != 0) {
        buf_append_format(out, "!%s@%zu", error.code, error.offset);
        return;
    }
    for (size_t i = 0; i < row->count; i++)
        buf_append_format(out, "[%.*s]", (int)row->fields[i].length, row->fields[i].data);
}

static void test_split(void)
{
    static const struct {
        const char *record;
        const char *want;
    } cases[] = {
        {"", "[]"},
        {"a", "[a]"},
        {"a,b", "[a][b]"},
        {",", "[][]"},
        {"a,,b,", "[a][][b][]"},
        {" a , b ", "[ a ][ b ]"},
        {"\"\"", "[]"},
        {"\"a,b\",c", "[a,b][c]"},
        {"\"a\nb\",c", "[a\nb][c]"},
        {"\"a\r\nb\rc\",d", "[a\r\nb\rc][d]"},
        {"\"a\"\"b\"", "[a\"b]"},
        {"\"\"\"\"", "[\"]"},
        {"\"\"\"\"\"\",x", "[\"\"][x]"},
        {"\"\"\"a\"\"\",\"b\"\"\"", "[\"a\"][b\"]"},
        {"a\"b,c\"", "[a\"b][c\"]"},
        {"a\"b\"\"c", "[a\"b\"\"c]"},
        {" \"a\"", "[ \"a\"]"},
        {"\xc3\xa4,\xe2\x82\xac,\xf0\x9f\x98\x80",
         "[\xc3\xa4][\xe2\x82\xac][\xf0\x9f\x98\x80]"},
        {"\"a\"b,c", "!bad_csv@3"},
        {"x,\"a\" ,c", "!bad_csv@5"},
        {"\"a\"\r,c", "!bad_csv@3"},
        {"a,b\rc,d", "!bad_csv@3"},
        {"a,\"b", "!bad_csv@2"},
        {"a,\"b\"\"", "!bad_csv@2"},
        {"\"", "!bad_csv@0"},
        {"abcdefgh,\xe4", "!bad_utf8@9"},
        {"\xc3", "!bad_utf8@0"},
        {"abcdefghijklmno\xed\xa0\x80", "!bad_utf8@15"},
        {"\xc0\xaf", "!bad_utf8@0"},
    };
    struct csv_row row;
    struct buf text;

    csv_row_init(&row);
    buf_init(&text);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        /* An exact copy, so that a byte read after the record is found. */
        struct view record = {cases[i].record, strlen(cases[i].record)};
        char *copy = malloc(record.length > 0 ? record.length : 1);
        char name[32];

        memcpy(copy, record.data, record.length);
        record.data = copy;
        buf_clear(&text);
        describe(&row, record, &text);
        snprintf(name, sizeof name, "fields of record %zu", i);
        tap_equal_bytes(text.data, text.length, cases[i].want, name);
        free(copy);
    }
    buf_clear(&text);
    describe(&row, (struct view){"abcdefghij\0k", 12}, &text);
    tap_equal_bytes(text.data, text.length, "!bad_csv@10", "a NUL byte is no text");
    buf_release(&text);
    csv_row_release(&row);
}

static void test_offsets(void)
{
    static const char text[] = "a,\"b,\"\",c\",,d\"e,\"\",f";
    static const size_t want[] = {0, 2, 11, 12, 16, 19};
    const struct view record = {text, sizeof text - 1};

    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        tap_equal_count(csv_field_offset(record, i), want[i], "where a field begins");
}

static void test_many_fields(void)
{
    size_t length = (size_t)3 * CSV_FIELDS_MAX;
    char *text = malloc(length);
    struct csv_row row;
    struct csv_error error;

    memset(text, ',', length);
    csv_row_init(&row);
    tap_check(csv_split(&row, (struct view){text, length}, &error) == 0, "many fields");
    tap_equal_count(row.count, length + 1, "more fields than are stored are counted");
    tap_check(row.capacity <= CSV_FIELDS_MAX, "and take no memory");
    csv_row_release(&row);
    free(text);
}

/* --- records --- */

static const char records[] = "h1,h2\n"
                              "\"a\nb\",c\r\n"
                              "\n"
                              "x\"y\n"
                              "\"q\"\"\n\"\"r\",\"\"\n"
                              "\"open\" bad,\"\n"
                              "a\rb,\"c\n"
                              "\"\"\n"
                              "\"a\"\r\n"
                              "\"a\"\rx,\"\n"
                              "last,\"un\nclosed\n";

/* The records above, each with the line on which it begins. */
static const char *const record_list =
    "1:6;2:9;4:1;5:4;6:13;8:13;9:7;10:3;11:5;12:8;13:16;";

static void note(struct buf *notes, uint64_t line, size_t length)
{
    buf_append_format(notes, "%llu:%zu;", (unsigned long long)line, length);
}

static void test_record_end(void)
{
    struct buf notes;
    uint64_t line = 1;

    buf_init(&notes);
    for (size_t at = 0; at < sizeof records - 1;) {
        uint64_t feeds;
        size_t length = csv_record_end(records + at, sizeof records - 1 - at, &feeds);

        note(&notes, line, length);
        at += length;
        line += feeds;
    }
    tap_equal_bytes(notes.data, notes.length, record_list, "records one after the other");
    buf_release(&notes);
}

/* Read the records through a pipe and input.h, and find each again in its block. */
static void read_records(size_t piece, uint64_t max_record, struct buf *notes)
{
    static const char *const standard_input[] = {"-"};
    struct csv_scan scan;
    const struct input_framing framing = csv_framing(&scan);
    struct input_block block;
    struct input *input;
    struct diag diag;

    diag_init(&diag);
    dup2(feed_start(records, sizeof records - 1, piece), STDIN_FILENO);
    input = input_new(standard_input, 1, max_record, &framing, &diag);
    input_block_init(&block);
    while (input_next(input, &block)) {
        uint64_t line = block.first_line;

        if (block.kind == INPUT_TOO_LONG)
            buf_append_format(notes, "%llu!;", (unsigned long long)line);
        for (size_t at = 0; at < block.length;) {
            uint64_t feeds;
            size_t length =
                csv_record_end(block.data + block.start + at, block.length - at, &feeds);

            note(notes, line, length);
            at += length;
            line += feeds;
        }
    }
    input_block_release(&block);
    input_free(input);
    close(STDIN_FILENO);
    feed_stop();
}

static void test_framing(void)
{
    struct buf notes;

    buf_init(&notes);
    for (size_t piece = 1; piece <= 40; piece++) {
        buf_clear(&notes);
        read_records(piece, 1 << 20, &notes);
        tap_equal_bytes(notes.data, notes.length, record_list, "framing, in pieces");
    }
    buf_clear(&notes);
    read_records(1, 4, &notes);
    tap_equal_bytes(notes.data, notes.length, "1:6;2!;4:1;5:4;6!;8!;9!;10:3;11:5;12!;13!;",
                    "records that are too long are passed over to their end; of the first "
                    "one, that shows only with its end");
    buf_release(&notes);
}

/* --- csv-spectrum --- */

static bool read_whole(const char *path, struct buf *text)
{
    FILE *file = fopen(path, "rb");
    size_t length;

    if (file == NULL)
        return false;
    while ((length = fread(buf_reserve(text, 65536), 1, 65536, file)) > 0)
        text->length += length;
    fclose(file);
    memset(buf_reserve(text, READER_PADDING), 0, READER_PADDING);
    return true;
}

/* Whether the rows of TEXT are the objects of the list in DOCUMENT. */
static bool rows_match(struct buf *text, const struct document *document)
{
    struct csv_row names;
    struct csv_row row;
    struct csv_error error;
    uint32_t object = 1;
    bool matches = true;
    bool is_header = true;

    csv_row_init(&names);
    csv_row_init(&row);
    for (size_t at = 0; at < text->length;) {
        uint64_t feeds;
        size_t length = csv_record_end(text->data + at, text->length - at, &feeds);
        struct view record = {text->data + at, length};

        at += length;
        while (record.length > 0 && (record.data[record.length - 1] == '\n' ||
                                     record.data[record.length - 1] == '\r'))
            record.length--;
        if (csv_split(is_header ? &names : &row, record, &error) != 0)
            matches = false;
        if (is_header) {
            is_header = false;
            continue;
        }
        if (object >= document->count || row.count != names.count) {
            matches = false;
            break;
        }
        for (size_t i = 0; i < row.count; i++) {
            uint32_t name = object + 1 + 2 * (uint32_t)i;

            matches = matches &&
                      view_equal(document_string(document, name), names.fields[i]) &&
                      view_equal(document_string(document, name + 1), row.fields[i]);
        }
        object = document->nodes[object].next;
    }
    matches = matches && object == document->count;
    csv_row_release(&names);
    csv_row_release(&row);
    return matches;
}

static void test_spectrum_file(const char *path)
{
    const char *name = strrchr(path, '/') + 1;
    struct reader *reader = reader_new();
    struct reader_error error;
    struct buf json;
    struct buf text;
    char json_path[4096];

    buf_init(&json);
    buf_init(&text);
    snprintf(json_path, sizeof json_path, "%.*s/json/%.*s.json", (int)(name - 1 - path),
             path, (int)strlen(name) - 4, name);
    tap_check(read_whole(path, &text) && read_whole(json_path, &json) &&
                  reader_parse(reader, json.data, json.length, &error) == 0 &&
                  rows_match(&text, reader_document(reader)),
              "csv-spectrum: %s", name);
    reader_free(reader);
    buf_release(&json);
    buf_release(&text);
}

static void test_spectrum(void)
{
    const char *shared = getenv("KIDX_SHARED");
    char pattern[4096];
    glob_t found;

    snprintf(pattern, sizeof pattern, "%s/suites/csv/*.csv",
             shared == NULL ? "../shared" : shared);
    if (glob(pattern, 0, NULL, &found) != 0) {
        tap_skip("csv-spectrum is not there: set KIDX_SHARED");
        return;
    }
    for (size_t i = 0; i < found.gl_pathc; i++)
        /* There the expected phone is another one than that of the file. */
        if (strstr(found.gl_pathv[i], "location_coordinates") == NULL)
            test_spectrum_file(found.gl_pathv[i]);
    globfree(&found);
}

int main(void)
{
    test_split();
    test_offsets();
    test_many_fields();
    test_record_end();
    test_framing();
    test_spectrum();
    return tap_done();
}
