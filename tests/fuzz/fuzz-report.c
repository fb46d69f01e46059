/* kidx-report: lines become a page, pictures or a table, in the same bytes whatever the
 * order of the input. HTML and SVG are well-formed with no element, attribute or address
 * that is not ours; a page keeps within --max-bytes; CSV is rectangular, and no cell of it
 * begins as what a spreadsheet runs. Good is a text with a result in it and no line that is
 * rejected.
 */
#include <config.h>

/* The tool itself, but for its main. */
int kidx_report(int argc, char **argv);
#define main kidx_report
#include "../../tools/report/main.c"
#undef main

#include "io/csv.h"
#include "markup.h"
#include "support.h"

#include <unistd.h>

const char fuzz_corpus[] = "report";
size_t fuzz_places = 24;

enum { LEAST = 4000 };

static const struct {
    enum format format;
    enum export_picture picture;
    uint64_t max_bytes;
    bool folds;
} ways[] = {
    {FORMAT_CSV, EXPORT_AUTO, 0, false},      {FORMAT_TSV, EXPORT_AUTO, 0, false},
    {FORMAT_MARKDOWN, EXPORT_AUTO, 0, false}, {FORMAT_MARKDOWN, EXPORT_AUTO, LEAST, true},
    {FORMAT_HTML, EXPORT_AUTO, 0, true},      {FORMAT_HTML, EXPORT_AUTO, 20000, false},
    {FORMAT_SVG, EXPORT_AUTO, 0, false},      {FORMAT_SVG, EXPORT_AUTO, 20000, false},
    {FORMAT_SVG, EXPORT_LATENCY, 0, false},   {FORMAT_SVG, EXPORT_RATIO, 0, false},
    {FORMAT_SVG, EXPORT_SPEEDUP, 0, false},   {FORMAT_SVG, EXPORT_RECORD, 0, false},
    {FORMAT_SVG, EXPORT_HEAT, 0, false},
};
enum { WAYS = sizeof ways / sizeof *ways };

/* What is made of TEXT goes to OUT; returns how many rows there were. */
static size_t run(size_t way, struct view text, struct buf *out, bool *rejected)
{
    struct settings settings = {.format = ways[way].format,
                                .picture = ways[way].picture,
                                .title = "a <b> & \"c\" | `d`",
                                .max_bytes = ways[way].max_bytes,
                                .folds = ways[way].folds};
    const struct stream_tool stream = {
        .record = read_record, .ordered = ordered, .end = end, .tool = &settings};
    struct fuzz_lines lines;
    char path[32];
    int fd = fuzz_file();
    size_t count;

    rows_init(&settings.rows);
    fuzz_lines_init(&lines, &stream, NULL);
    settings.tool = &lines.tool;
    fuzz_lines_take(&lines, text);
    *rejected = lines.tool.diag.status != EXIT_OK;
    count = settings.rows.count;
    fuzz_file_path(fd, path);
    lines.tool.output = output_open_log(path, &lines.tool.diag);
    FUZZ_REQUIRE(lines.tool.output != NULL);
    fuzz_lines_end(&lines);
    FUZZ_REQUIRE(output_close(lines.tool.output, true) == 0);
    fuzz_file_read(fd, out);
    close(fd);
    fuzz_lines_release(&lines);
    rows_release(&settings.rows);
    return count;
}

/* A decimal number, as JSON writes it; by strtod, not by the writer's own rule. */
static bool is_decimal(struct view cell)
{
    char text[1024];
    char *end;

    if (cell.length >= sizeof text)
        return false;
    memcpy(text, cell.data, cell.length);
    text[cell.length] = '\0';
    if (text[strspn(text, "0123456789.eE+-")] != '\0' || text[1] < '0' || text[1] > '9')
        return false;
    strtod(text, &end);
    return *text == '-' && *end == '\0';
}

/* A cell that a spreadsheet takes for a formula. */
static bool is_run(struct view cell)
{
    return cell.length > 0 && memchr("=+-@\t\r", cell.data[0], 6) != NULL &&
           !is_decimal(cell);
}

static void judge_csv(struct view text)
{
    struct csv_row row;
    struct csv_error error;
    size_t columns = 0;

    csv_row_init(&row);
    while (text.length > 0) {
        uint64_t feeds;
        size_t length = csv_record_end(text.data, text.length, &feeds);
        struct view record = {text.data, length};

        FUZZ_REQUIRE(record.data[length - 1] == '\n');
        record.length -= length > 1 && record.data[length - 2] == '\r' ? 2 : 1;
        FUZZ_REQUIRE(csv_split(&row, record, &error) == 0);
        FUZZ_REQUIRE(columns == 0 || row.count == columns);
        columns = row.count;
        for (size_t i = 0; i < row.count; i++)
            FUZZ_REQUIRE(!is_run(row.fields[i]));
        text.data += length;
        text.length -= length;
    }
    csv_row_release(&row);
}

static void judge_tsv(struct view text)
{
    size_t columns = 0;
    struct view line;

    while (fuzz_next_line(&text, &line)) {
        size_t count = 1;

        for (size_t i = 0, start = 0; i <= line.length; i++) {
            if (i < line.length && line.data[i] != '\t')
                continue;
            FUZZ_REQUIRE(!is_run((struct view){line.data + start, i - start}));
            start = i + 1;
            count += i < line.length;
        }
        FUZZ_REQUIRE(columns == 0 || count == columns);
        columns = count;
    }
}

static void judge(size_t way, struct view text)
{
    FUZZ_REQUIRE(ways[way].max_bytes == 0 || text.length <= ways[way].max_bytes);
    switch (ways[way].format) {
    case FORMAT_CSV:
        judge_csv(text);
        break;
    case FORMAT_TSV:
        judge_tsv(text);
        break;
    case FORMAT_HTML:
    case FORMAT_SVG:
        markup_judge(text, ways[way].format == FORMAT_SVG);
        break;
    case FORMAT_MARKDOWN:
    case FORMATS:
        break;
    }
}

static size_t judge_way(size_t way, struct view text, struct view reversed, bool *rejected)
{
    struct buf out;
    struct buf again;
    bool rejected_again;
    size_t count;

    buf_init(&out);
    buf_init(&again);
    count = run(way, text, &out, rejected);
    FUZZ_REQUIRE(run(way, reversed, &again, &rejected_again) == count);
    FUZZ_REQUIRE(*rejected == rejected_again);
    FUZZ_REQUIRE(view_equal(buf_view(&out), buf_view(&again)));
    judge(way, buf_view(&out));
    buf_release(&out);
    buf_release(&again);
    return count;
}

bool fuzz_judge(const char *data, size_t size)
{
    struct view text = {data, size};
    struct buf reversed;
    size_t count;
    bool rejected;

    buf_init(&reversed);
    fuzz_reverse(text, &reversed);
    count = judge_way(0, text, buf_view(&reversed), &rejected);
    if (count > 0)
        judge_way(1 + fuzz_choice(text, WAYS - 1), text, buf_view(&reversed), &rejected);
    buf_release(&reversed);
    return count > 0 && !rejected;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_judge((const char *)data, size);
    return 0;
}
