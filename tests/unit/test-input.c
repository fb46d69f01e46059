#include <config.h>

#include "io/input.h"

#include "base/buf.h"

#include "blocks.h"
#include "capture.h"
#include "feed.h"
#include "tap.h"

#include <openssl/evp.h>
#include <stdlib.h>
#include <unistd.h>

static const char *const standard_input[] = {"-"};

/* Framing as CSV has it: an LF between quotes is data. */
struct quoting {
    bool quoted;
    uint64_t lines;
};

static size_t find_quoted_end(void *state, const char *data, size_t new_start,
                              size_t length, struct input_count *count)
{
    struct quoting *quoting = state;
    struct input_count found = {0, 0};
    size_t end = 0;

    for (size_t i = new_start; i < length && found.records < count->records; i++) {
        quoting->quoted ^= data[i] == '"';
        quoting->lines += data[i] == '\n';
        if (data[i] == '\n' && !quoting->quoted) {
            end = i + 1;
            found.records++;
            found.lines += quoting->lines;
            quoting->lines = 0;
        }
    }
    *count = found;
    return end;
}

static void reset_quoting(void *state)
{
    *(struct quoting *)state = (struct quoting){false, 0};
}

/* Write down records as "LINE=TEXT;", and "LINE!" where one is too long. */
static void note_records(struct buf *notes, const char *data, size_t length, uint64_t line,
                         uint64_t max_record, bool quotes)
{
    size_t start = 0;
    uint64_t feeds = 0;
    bool quoted = false;

    for (size_t i = 0; i < length; i++) {
        bool is_feed = data[i] == '\n';
        bool is_end = i + 1 == length || (is_feed && !quoted);
        size_t record = i + 1 - start;

        quoted ^= quotes && data[i] == '"';
        feeds += is_feed;
        is_end = i + 1 == length || (is_feed && !quoted);
        if (!is_end)
            continue;
        record -= is_feed ? (record > 1 && data[i - 1] == '\r' ? 2 : 1) : 0;
        if (record > max_record) {
            buf_append_format(notes, "%llu!", (unsigned long long)line);
        } else {
            buf_append_format(notes, "%llu=", (unsigned long long)line);
            buf_append(notes, data + start, record);
            buf_append_byte(notes, ';');
        }
        line += feeds;
        feeds = 0;
        start = i + 1;
    }
}

static void note_input(struct buf *notes, struct input *input, uint64_t max_record,
                       bool quotes)
{
    struct input_block block;

    input_block_init(&block);
    while (input_next(input, &block) == 1) {
        for (size_t i = 0; i < INPUT_PADDING && block.length > 0; i++)
            if (block.data[block.start + block.length + i] != 0)
                buf_append_text(notes, "no padding");
        if (block.operand_start)
            buf_append_format(notes, "%s#%zu:", block.file, block.operand);
        if (block.kind == INPUT_TOO_LONG)
            buf_append_format(notes, "%llu!", (unsigned long long)block.first_line);
        else
            note_records(notes, block.data + block.start, block.length, block.first_line,
                         max_record, quotes);
    }
    input_block_release(&block);
}

/* Read LENGTH bytes of text from standard input in pieces. */
static void note_pieces(struct buf *notes, const char *text, size_t length, size_t piece,
                        uint64_t max_record, bool quotes, struct diag *diag)
{
    struct quoting quoting;
    struct input_framing framing = {find_quoted_end, reset_quoting, &quoting, 0};
    struct input *input;
    int fd = feed_start(text, length, piece);

    dup2(fd, STDIN_FILENO);
    close(fd);
    input = input_new(standard_input, 1, max_record, quotes ? &framing : NULL, diag);
    note_input(notes, input, max_record, quotes);
    input_free(input);
    dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
    feed_stop();
}

/* For all small limits and sizes of pieces, expect what a plain look at the text gives. */
static void test_limits(const char *text, bool quotes, const char *what)
{
    static const size_t pieces[] = {1, 2, 3, 4, 5, 7, 11, 4096};
    size_t skipped = strncmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    size_t length = strlen(text);
    bool holds = true;
    struct diag diag;

    diag_init(&diag);
    for (uint64_t max_record = 0; max_record < 14; max_record++)
        for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
            struct buf got;
            struct buf want;

            buf_init(&got);
            buf_init(&want);
            if (length > skipped)
                buf_append_text(&want, "-#0:");
            note_records(&want, text + skipped, length - skipped, 1, max_record, quotes);
            note_pieces(&got, text, length, pieces[i], max_record, quotes, &diag);
            if (!view_equal(buf_view(&got), buf_view(&want))) {
                printf("# limit %llu, pieces of %zu\n# got  %s\n# want %s\n",
                       (unsigned long long)max_record, pieces[i], buf_text(&got),
                       buf_text(&want));
                holds = false;
            }
            buf_release(&got);
            buf_release(&want);
        }
    tap_check(holds && diag.status == EXIT_OK, "%s", what);
}

static void test_lines(void)
{
    test_limits("a\nbb\r\n\n\r\nccc\n12345\n123456\r\n1234567890123456\nd\n", false,
                "lines of all lengths");
    test_limits("one\n12345678", false, "a last line without LF");
    test_limits("one\n1234567\r", false, "a last line that ends in CR");
    test_limits("", false, "no text");
    test_limits("\n", false, "one LF");
    test_limits("\xef\xbb\xbf", false, "a BOM alone");
    test_limits("\xef\xbb\xbf{}\n\xef\xbb\xbf{}\n", false, "only the first BOM is one");
    test_limits("\xef\xbb", false, "half a BOM is text");
    test_limits("\xef\xbb\n\xef\n", false, "half a BOM in a line is text");
    test_limits("a,\"b\nc\"\nd,e\n\"f\n\n\n\n\n\n\n\n\n\n\n\n\",g\nh\n\"i\nj", true,
                "records that hold line feeds");
    test_limits("\xef\xbb\xbf\"\n\"\n\"x\n123456789\"\nk\n", true,
                "such records after a BOM");
}

static void make_file(const char *name, const char *data, size_t length)
{
    FILE *file = fopen(name, "wb");

    fwrite(data, 1, length, file);
    fclose(file);
}

/* Many short records: a block has so many at most, in a text that comes at once and in one
 * that comes in pieces. */
static void test_many(bool quotes)
{
    enum { COUNT = 3 * INPUT_BLOCK_RECORDS + 7 };
    static const size_t pieces[] = {4096, 1000000};
    struct quoting quoting;
    struct input_framing framing = {find_quoted_end, reset_quoting, &quoting, 0};
    struct diag diag;
    struct buf text;

    diag_init(&diag);
    buf_init(&text);
    for (int i = 0; i < COUNT; i++)
        buf_append_text(&text, i % 3 ? "\n" : "\"\n\"\n");
    make_file("many", text.data, text.length);
    for (size_t i = 0; i < 2; i++) {
        int fd =
            i == 0 ? feed_start(text.data, text.length, pieces[i]) : open("many", O_RDONLY);
        struct input *input;
        struct input_block block;
        uint64_t line = 1;
        size_t most = 0;
        size_t at = 0;
        bool holds = true;

        dup2(fd, STDIN_FILENO);
        close(fd);
        input = input_new(standard_input, 1, 100, quotes ? &framing : NULL, &diag);
        input_block_init(&block);
        while (input_next(input, &block) == 1) {
            struct input_count count = {0, 0};

            for (size_t k = 0; k < block.length; k++)
                count.lines += block.data[block.start + k] == '\n';
            framing.reset(&quoting);
            count.records = COUNT;
            if (quotes)
                find_quoted_end(&quoting, block.data + block.start, 0, block.length,
                                &count);
            else
                count.records = (size_t)count.lines;
            most = count.records > most ? count.records : most;
            holds = holds && block.first_line == line && at + block.length <= text.length &&
                    memcmp(block.data + block.start, text.data + at, block.length) == 0;
            at += block.length;
            line += count.lines;
        }
        tap_check(holds && at == text.length, "many records come in order");
        tap_equal_count(most, INPUT_BLOCK_RECORDS, "so many at once, and no more");
        input_free(input);
        input_block_release(&block);
        dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
        if (i == 0)
            feed_stop();
    }
    buf_release(&text);
}

/* Operands of all kinds in a row; notes, messages and status. */
static void test_operands(void)
{
    static const char *const operands[] = {"a", "none", "-",     ".", "packed",
                                           "-", "cut",  "empty", "b"};
    static char packed[2 * BLOCKS_SIZE];
    struct diag diag;
    struct input *input;
    struct buf notes;
    char message[4][200];
    size_t length = blocks_make_open(6, "6\n7\n8", 5, packed);

    make_file("a", "1\n2", 3);
    make_file("b", "3\n", 2);
    make_file("packed", packed, length + BLOCKS_END_SIZE);
    make_file("cut", packed, length - 1);
    make_file("empty", "", 0);
    dup2(open("b", O_RDONLY), STDIN_FILENO);

    diag_init(&diag);
    diag_set_program("tool");
    buf_init(&notes);
    input = input_new(operands, 9, 100, NULL, &diag);
    tap_equal_count(input_bytes_total(input), 0, "a total with a directory is not known");
    capture_start();
    note_input(&notes, input, 100, false);
    for (int i = 0; i < 4; i++)
        capture_take(message[i], sizeof message[i]);
    capture_stop();
    tap_equal_bytes(notes.data, notes.length,
                    "a#0:1=1;2=2;-#2:1=3;packed#4:1=6;2=7;3=8;cut#6:1=6;2=7;b#8:1=3;",
                    "operands are read in order, standard input once");
    tap_equal_bytes(message[0], strlen(message[0]),
                    "tool: error: cannot open 'none': No such file or directory\n",
                    "a missing file is printed");
    tap_equal_bytes(message[1], strlen(message[1]),
                    "tool: error: cannot read '.': Is a directory\n",
                    "a directory is printed");
    snprintf(message[3], sizeof message[3],
             "tool: cut: error: gzip: the input ends inside a member at compressed byte "
             "%zu\n",
             length - 1);
    tap_equal_bytes(message[2], strlen(message[2]), message[3], "a cut file is printed");
    tap_equal_count((uint64_t)diag.status, EXIT_TROUBLE, "the run is not complete");
    tap_equal_count(input_bytes_read(input),
                    3 + 2 + length + BLOCKS_END_SIZE + length - 1 - 4 + 2 - 3,
                    "the bytes read are those in the files");
    input_free(input);
    buf_release(&notes);
}

static void test_totals(void)
{
    static const char *const operands[] = {"a", "-", "b"};
    static const char *const twice[] = {"-", "-"};
    struct diag diag;
    struct input *input;
    struct input_block block;

    diag_init(&diag);
    dup2(open("packed", O_RDONLY), STDIN_FILENO);
    lseek(STDIN_FILENO, 7, SEEK_SET);
    input_block_init(&block);
    input = input_new(operands, 3, 100, NULL, &diag);
    tap_equal_count(input_bytes_total(input), 5 + (uint64_t)lseek(0, 0, SEEK_END) - 7,
                    "the total is what is left in all files");
    tap_check(input_next(input, &block) == 1 && block.length == 2, "a block");
    input_free(input);
    dup2(open("a", O_RDONLY), STDIN_FILENO);
    input = input_new(twice, 2, 100, NULL, &diag);
    tap_check(input_next(input, &block) == 1 && input_next(input, &block) == 1,
              "two lines");
    lseek(STDIN_FILENO, 0, SEEK_SET);
    tap_check(input_next(input, &block) == 0, "standard input is not read again");
    input_free(input);
    lseek(STDIN_FILENO, 0, SEEK_SET);
    input = input_new(NULL, 0, 100, NULL, &diag);
    tap_check(input_next(input, &block) == 1 && strcmp(block.file, "-") == 0,
              "no operand is standard input");
    input_free(input);
    input_block_release(&block);
}

static unsigned waits;
static bool may_wait;

static bool count_wait(void *context)
{
    (void)context;
    waits++;
    return may_wait;
}

/* A record is handed on while its writer rests, and it is told before its writer is waited
 * for. */
static void test_waiting(void)
{
    struct diag diag;
    struct input *input;
    struct input_block block;
    int ends[2];

    if (pipe(ends) != 0)
        return;
    diag_init(&diag);
    dup2(ends[0], STDIN_FILENO);
    input_block_init(&block);
    input = input_new(standard_input, 1, 100, NULL, &diag);
    input_listen(input, NULL, count_wait, NULL);
    may_wait = true;
    waits = 0;
    alarm(10);
    if (write(ends[1], "\n", 1) != 1)
        return;
    tap_check(input_next(input, &block) == 1 && block.length == 1, "one byte is a record");
    tap_equal_count(waits, 0, "without waiting");
    if (write(ends[1], "2\n3\n4", 5) != 5)
        return;
    tap_check(input_next(input, &block) == 1 && block.length == 4, "whole records come");
    if (write(ends[1], "\n", 1) != 1)
        return;
    tap_check(input_next(input, &block) == 1 && block.length == 2 && block.first_line == 4,
              "the rest of one comes");
    tap_equal_count(waits, 0, "when it is there");
    if (write(ends[1], "5\n6", 3) != 3 || input_next(input, &block) != 1)
        return;
    may_wait = false;
    tap_check(input_next(input, &block) == 1 && block.length == 1,
              "where it may not wait that is the end");
    tap_equal_count(waits, 1, "though a part of a record is there");
    close(ends[1]);
    tap_check(input_next(input, &block) == 0, "and stays it");
    alarm(0);
    input_free(input);
    input_block_release(&block);
}

static void write_file(void *file, const char *data, size_t length)
{
    fwrite(data, 1, length, file);
}

/* A line of LENGTH bytes and a short one, packed in FILE. */
static void make_long_line(const char *name, size_t length)
{
    static char text[BLOCKS_TEXT];
    FILE *file = fopen(name, "wb");
    struct gzip_writer *writer = gzip_writer_new(1, 0, write_file, file);

    memset(text, 'x', sizeof text);
    for (; length >= sizeof text; length -= sizeof text)
        gzip_writer_write(writer, text, sizeof text);
    gzip_writer_write(writer, text, length);
    gzip_writer_write(writer, "\nlast\n", 6);
    gzip_writer_finish(writer);
    gzip_writer_free(writer);
    fclose(file);
}

static void test_long_lines(void)
{
    static const char *const operands[] = {"long", "b", "b"};
    enum { LENGTH = 20 << 20, SLACK = 1 << 20 };
    struct diag diag;
    struct input *input;
    struct input_block block;
    size_t largest = 0;

    diag_init(&diag);
    make_long_line("long", LENGTH);
    input_block_init(&block);
    input = input_new(operands, 3, LENGTH, NULL, &diag);
    tap_check(input_next(input, &block) == 1 && block.kind == INPUT_RECORDS &&
                  (block.length == LENGTH + 1 || block.length == LENGTH + 6) &&
                  block.data[block.start + LENGTH - 1] == 'x' &&
                  block.data[block.start + LENGTH] == '\n',
              "a record as long as the limit comes whole");
    tap_check(block.capacity <= LENGTH + SLACK, "its storage is not much longer");
    while (input_next(input, &block) == 1 && block.operand == 0)
        continue;
    input_next(input, &block);
    tap_check(block.operand == 2 && block.capacity <= INPUT_BLOCK_SIZE + INPUT_PADDING,
              "it is freed after");
    input_free(input);
    input = input_new(operands, 1, 3 << 20, NULL, &diag);
    tap_check(input_next(input, &block) == 1 && block.kind == INPUT_TOO_LONG &&
                  block.length == 0 && block.first_line == 1 && block.operand_start,
              "a longer one is reported");
    largest = block.capacity;
    tap_check(input_next(input, &block) == 1 && block.kind == INPUT_RECORDS &&
                  block.first_line == 2 && !block.operand_start &&
                  memcmp(block.data + block.start, "last\n", 5) == 0,
              "the next line comes after it");
    largest = block.capacity > largest ? block.capacity : largest;
    tap_check(largest <= (3 << 20) + SLACK, "in bounded memory");
    input_free(input);
    input_block_release(&block);
    unlink("long");
}

/* The first 16 hex digits of the SHA-256 of TEXT. */
static void hash_text(const struct buf *text, char out[17])
{
    unsigned char digest[32];

    EVP_Digest(text->length > 0 ? text->data : "", text->length, digest, NULL, EVP_sha256(),
               NULL);
    for (int i = 0; i < 8; i++)
        snprintf(out + 2 * i, 3, "%02x", digest[i]);
}

/* All text of an operand, and the status. */
static int read_whole(const char *operand, struct buf *text)
{
    struct diag diag;
    struct input *input;
    struct input_block block;
    char message[1000];

    diag_init(&diag);
    buf_clear(text);
    input_block_init(&block);
    input = input_new(&operand, 1, 16 << 20, NULL, &diag);
    capture_start();
    while (input_next(input, &block) == 1)
        buf_append(text, block.data + block.start, block.length);
    if ((capture_take(message, sizeof message) > 0) != (diag.status != EXIT_OK))
        diag.status = 99;
    capture_stop();
    input_free(input);
    input_block_release(&block);
    return diag.status;
}

static void read_file(const char *path, struct buf *content)
{
    FILE *file = fopen(path, "rb");
    size_t added;

    buf_clear(content);
    while (file && (added = fread(buf_reserve(content, 65536), 1, 65536, file)) > 0)
        content->length += added;
    if (file)
        fclose(file);
}

/* One file of the suite, from its file and in pieces. */
static void check_suite_file(const char *folder, const char *name, bool is_good,
                             size_t length, const char *hash)
{
    static const size_t pieces[] = {1, 2, 3, 4096};
    struct buf content;
    struct buf text;
    char path[1100];
    char first[17];
    char got[17];
    int status;
    bool is_text;
    bool holds;

    buf_init(&content);
    buf_init(&text);
    if (snprintf(path, sizeof path, "%s/gz/%s.gz", folder, name) >= (int)sizeof path)
        return;
    read_file(path, &content);
    is_text = content.length < 2 || memcmp(content.data, "\x1f\x8b", 2) != 0;
    status = read_whole(path, &text);
    hash_text(&text, first);
    if (is_good)
        holds = status == EXIT_OK && text.length == length && strcmp(first, hash) == 0;
    else if (is_text)
        holds = status == EXIT_OK && view_equal(buf_view(&text), buf_view(&content));
    else
        holds = status == EXIT_TROUBLE &&
                (text.length == 0 || text.data[text.length - 1] == '\n');
    tap_check(holds, "%s", name);
    holds = true;
    for (size_t i = 0; i < 4; i++) {
        int fd = feed_start(content.data, content.length, pieces[i]);

        dup2(fd, STDIN_FILENO);
        close(fd);
        holds = read_whole("-", &text) == status && holds;
        hash_text(&text, got);
        holds = holds && strcmp(got, first) == 0;
        dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
        feed_stop();
    }
    tap_check(holds, "%s in pieces", name);
    buf_release(&content);
    buf_release(&text);
}

static void test_suite(const char *folder)
{
    struct buf manifest;
    char path[1100];
    unsigned count = 0;

    buf_init(&manifest);
    snprintf(path, sizeof path, "%s/manifest.tsv", folder);
    read_file(path, &manifest);
    if (manifest.length == 0)
        tap_skip("the shared suite gzip is not there");
    buf_text(&manifest);
    for (char *line = strtok(manifest.data, "\n"); line; line = strtok(NULL, "\n")) {
        char name[100];
        char verdict[10];
        char hash[17];
        size_t length;

        if (sscanf(line, "%99s %9s %zu %16s", name, verdict, &length, hash) != 4)
            continue;
        check_suite_file(folder, name, strcmp(verdict, "ok") == 0, length, hash);
        count++;
    }
    tap_check(manifest.length == 0 || count > 0, "the suite is read");
    buf_release(&manifest);
}

int main(void)
{
    char folder[] = "/tmp/kidx-test-XXXXXX";
    char shared[1000] = "";
    const char *given = getenv("KIDX_SHARED");
    char *absolute = realpath(given ? given : "../shared", NULL);

    snprintf(shared, sizeof shared, "%s/suites/gzip", absolute ? absolute : "");
    free(absolute);
    if (!mkdtemp(folder) || chdir(folder) != 0)
        return 99;
    test_lines();
    test_many(false);
    test_many(true);
    test_operands();
    test_totals();
    test_waiting();
    test_long_lines();
    test_suite(shared);
    unlink("a");
    unlink("b");
    unlink("many");
    unlink("packed");
    unlink("cut");
    unlink("empty");
    return chdir("/") == 0 && rmdir(folder) == 0 ? tap_done() : 99;
}
