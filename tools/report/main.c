/* kidx-report: what kidx-compare and kidx-stat found, for people. */
#include <config.h>

#include "export.h"
#include "section-ab.h"
#include "section-gate.h"
#include "section-history.h"
#include "section-names.h"
#include "section-rank.h"
#include "section-stat.h"
#include "section-suite.h"
#include "section-summary.h"
#include "sort.h"

#include "tool/stream.h"
#include "tool/tool.h"

#include <inttypes.h>
#include <stdlib.h>

enum format { FORMAT_MARKDOWN, FORMAT_HTML, FORMAT_SVG, FORMAT_CSV, FORMAT_TSV, FORMATS };

static const char *const format_names[FORMATS] = {"md", "html", "svg", "csv", "tsv"};

/* Below, a page has no room for its headline. */
enum { MAX_BYTES_LEAST = 1000 };

struct settings {
    struct stream_settings stream;
    enum format format;
    enum export_picture picture;
    const char *title;
    uint64_t max_bytes; /* 0: no limit */
    bool folds;
    struct tool *tool;
    struct rows rows;
};

/* --- reading --- */

static void *worker_new(void *tool)
{
    return tool;
}

static void worker_free(void *worker)
{
    (void)worker;
}

static enum stream_verdict read_record(void *tool, void *worker,
                                       struct stream_record *record)
{
    (void)tool;
    (void)worker;
    return rows_extract(record);
}

static enum stream_verdict ordered(void *tool, struct stream_record *record)
{
    struct settings *settings = tool;
    const char *problem = rows_add(&settings->rows, *(const struct view *)record->facts);

    if (problem != NULL)
        return stream_reject(record, 0, "bad_result", "%s", problem);
    return STREAM_WRITE;
}

/* --- pages --- */

static void compose(struct page *page, const struct labels *labels,
                    const struct page_limits *limits)
{
    page_clear(page, limits);
    if (labels->rows->count == 0)
        page_headline(page, view_from("The input contains no results."));
    section_gate(page, labels);
    section_ab(page, labels);
    section_suite(page, labels);
    section_rank(page, labels);
    section_history(page, labels);
    section_stat(page, labels);
    section_summary(page, labels);
    section_names(page, labels);
    if (page->dropped > 0 || page->pictures_dropped > 0) {
        struct buf text;

        buf_init(&text);
        buf_append_format(&text,
                          "Omitted because of the size limit: %zu rows, %zu pictures.",
                          page->dropped, page->pictures_dropped);
        page_headline(page, buf_view(&text));
        buf_release(&text);
    }
}

struct fitting {
    struct page page;
    struct page_limits limits;
    const struct labels *labels;
    struct view title;
    uint64_t limit;
    struct buf text;
};

static bool fits(struct fitting *fitting)
{
    compose(&fitting->page, fitting->labels, &fitting->limits);
    buf_clear(&fitting->text);
    page_write(&fitting->page, fitting->title, &fitting->text);
    return fitting->limit == 0 || fitting->text.length <= fitting->limit;
}

/* Find by bisection the largest *LIMIT, below OFFERED, with which the page fits. False
 * where it does not even fit with a limit of 0. */
static bool limit_to_fit(struct fitting *fitting, size_t *limit, size_t offered)
{
    size_t enough = 0;
    size_t too_many = offered;

    *limit = 0;
    if (!fits(fitting))
        return false;
    while (enough + 1 < too_many) {
        size_t middle = enough + (too_many - enough) / 2;

        *limit = middle;
        if (fits(fitting))
            enough = middle;
        else
            too_many = middle;
    }
    *limit = enough;
    return fits(fitting);
}

static bool limit_rows(struct fitting *fitting, enum page_weight weight)
{
    return limit_to_fit(fitting, &fitting->limits.rows[weight],
                        fitting->page.offered[weight]);
}

/* Write the page within the limit of bytes: the least important rows are omitted first,
 * then pictures. Where no picture remains, rows without a change may fit again. */
static bool fit(struct fitting *fitting)
{
    fitting->limits = (struct page_limits){{SIZE_MAX, SIZE_MAX, SIZE_MAX}, SIZE_MAX};
    if (fits(fitting) || limit_rows(fitting, WEIGHT_UNCHANGED))
        return true;
    if (limit_to_fit(fitting, &fitting->limits.pictures, fitting->page.pictures_offered))
        return fitting->limits.pictures > 0 || limit_rows(fitting, WEIGHT_UNCHANGED);
    return limit_rows(fitting, WEIGHT_CHANGED) || limit_rows(fitting, WEIGHT_FAILED);
}

static void write_page(struct settings *settings, const struct labels *labels)
{
    struct fitting fitting = {.labels = labels,
                              .title = view_from(settings->title),
                              .limit = settings->max_bytes};

    page_init(&fitting.page, settings->format == FORMAT_HTML ? PAGE_HTML : PAGE_MARKDOWN,
              settings->folds);
    buf_init(&fitting.text);
    if (fit(&fitting))
        output_write(settings->tool->output, fitting.text.data, fitting.text.length);
    else
        diag_fail(&settings->tool->diag,
                  "--max-bytes: the page needs %zu bytes without any row",
                  fitting.text.length);
    buf_release(&fitting.text);
    page_release(&fitting.page);
}

static void write_sheet(struct settings *settings, const struct labels *labels)
{
    struct buf text;

    buf_init(&text);
    export_pictures(labels, settings->picture, view_from(settings->title),
                    settings->max_bytes, &text);
    output_write(settings->tool->output, text.data, text.length);
    buf_release(&text);
}

static void write_table(struct settings *settings)
{
    size_t dropped = export_table(&settings->rows, settings->format == FORMAT_TSV,
                                  settings->max_bytes, settings->tool->output);

    if (dropped > 0)
        diag_say(&settings->tool->diag, DIAG_WARNING, NULL, NULL,
                 "%zu rows omitted because of --max-bytes", dropped);
}

static void end(void *tool, const struct tally *tally)
{
    struct settings *settings = tool;
    struct labels labels;

    (void)tally;
    sort_rows(&settings->rows);
    labels_init(&labels, &settings->rows);
    if (settings->format == FORMAT_SVG)
        write_sheet(settings, &labels);
    else if (settings->format == FORMAT_CSV || settings->format == FORMAT_TSV)
        write_table(settings);
    else
        write_page(settings, &labels);
    labels_release(&labels);
}

/* --- options --- */

/* The index of TEXT among NAMES, COUNT: it is none of them. */
static size_t find_name(const char *text, const char *const *names, size_t count)
{
    size_t i = 0;

    while (i < count && strcmp(text, names[i]) != 0)
        i++;
    return i;
}

static int use_names(struct settings *settings, const char *format, const char *picture)
{
    struct diag *diag = &settings->tool->diag;
    size_t found = find_name(format, format_names, FORMATS);

    if (found == FORMATS)
        return opt_misuse_value(diag, "format", view_from(format), format_names, FORMATS);
    settings->format = (enum format)found;
    if (picture == NULL)
        return 0;
    if (settings->format != FORMAT_SVG)
        return diag_misuse(diag, "--picture requires --format=svg");
    found = find_name(picture, export_picture_names, EXPORT_PICTURES);
    if (found == EXPORT_PICTURES)
        return opt_misuse_value(diag, "picture", view_from(picture), export_picture_names,
                                EXPORT_PICTURES);
    settings->picture = (enum export_picture)found;
    return 0;
}

static int read_options(struct tool *tool, struct settings *settings, int argc, char **argv)
{
    const char *format = "md";
    const char *picture = NULL;
    const struct opt own[] = {
        {OPT_TEXT, 0, "format", "md|html|svg|csv|tsv", &format, 0, 0, 0,
         "output format (default: md)"},
        {OPT_TEXT, 0, "picture", "latency|ratio|speedup|record|heat", &picture, 0, 0, 0,
         "which picture, with svg (default: chosen by the input)"},
        {OPT_TEXT, 0, "title", "TEXT", &settings->title, 0, 0, 0,
         "the title (default: Benchmark report)"},
        {OPT_SWITCH, 0, "fold", NULL, &settings->folds, 1, 0, 0,
         "fold the details of each kernel"},
        {OPT_SIZE, 0, "max-bytes", "BYTES", &settings->max_bytes, 0, 0, 0,
         "omit rows, unchanged ones first, to stay within this\nsize"},
        {.kind = OPT_END},
    };
    const struct stream_usage usage = {
        .purpose = "Make a report of the lines of kidx-compare and kidx-stat: tables and\n"
                   "pictures in one file.",
        .options = own,
    };
    int first_operand;

    first_operand = stream_options(&settings->stream, tool, &usage, argc, argv);
    if (first_operand < 0)
        return -1;
    if (settings->max_bytes > 0 && settings->max_bytes < MAX_BYTES_LEAST)
        return diag_misuse(&tool->diag, "--max-bytes=%" PRIu64 ": the least is %d",
                           settings->max_bytes, MAX_BYTES_LEAST);
    return use_names(settings, format, picture) == 0 ? first_operand : -1;
}

int main(int argc, char **argv)
{
    struct tool tool;
    struct settings settings = {
        .tool = &tool, .title = "Benchmark report", .picture = EXPORT_AUTO};
    const struct stream_tool stream = {.worker_new = worker_new,
                                       .worker_free = worker_free,
                                       .record = read_record,
                                       .ordered = ordered,
                                       .end = end,
                                       .tool = &settings};
    int first_operand;

    tool_start(&tool, "kidx-report");
    rows_init(&settings.rows);
    first_operand = read_options(&tool, &settings, argc, argv);
    if (first_operand >= 0)
        stream_run(&tool, &settings.stream, &stream,
                   (const char *const *)(argv + first_operand),
                   (size_t)(argc - first_operand));
    rows_release(&settings.rows);
    return tool_end(&tool);
}
