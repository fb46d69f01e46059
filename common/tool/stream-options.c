#include <config.h>

#include "tool/stream.h"

#include "io/output.h"
#include "tool/files.h"

enum { DEFAULT_MAX_LINE = 64 << 20, DEFAULT_LEVEL = 6 };

/* What --help says last. */
static void write_closing(const struct stream_usage *usage, struct buf *closing)
{
    buf_append_format(closing, "Exit status: %s.\n%s(1)",
                      usage->status != NULL
                          ? usage->status
                          : "0 all good, 1 something was rejected, 2 not complete",
                      diag_program());
    if (usage->page != NULL)
        buf_append_format(closing, ", %s", usage->page);
    buf_append_text(closing, " and kidx(7) say more.");
}

int stream_options(struct stream_settings *settings, struct tool *tool,
                   const struct stream_usage *usage, int argc, char **argv)
{
    const struct opt shared[] = {
        {.kind = OPT_GROUP, .help = "Options of all kidx tools"},
        {OPT_TEXT, 'o', "output", "FILE", &settings->output, OPT_FILE_WRITTEN, 0, 0,
         "write there, not to standard output"},
        {OPT_NUMBER, 'z', "gzip", "[LEVEL]", &settings->gzip_level, DEFAULT_LEVEL, 0, 9,
         "compress the output; 0 to 9 (default 6)"},
        {OPT_NUMBER, 'j', "jobs", "N", &settings->jobs, 0, 0, STREAM_JOBS_MAX,
         "worker threads (default 1; 0: one per processor)"},
        {OPT_TEXT, 0, "select", "PROGRAM", &settings->select, 0, 0, 0,
         "only records for which this jq program is true"},
        {OPT_TEXT, 0, "rejects", "FILE", &settings->rejects, OPT_FILE_WRITTEN, 0, 0,
         "log rejected lines there, as JSON"},
        {OPT_SWITCH, 0, "fail-fast", NULL, &settings->fail_fast, 1, 0, 0,
         "stop at the first rejected line"},
        {OPT_SIZE, 0, "max-line", "BYTES", &settings->max_line, 0, 0, 0,
         "longest accepted line (default 64M)"},
        {OPT_CHOICE, 0, "progress", NULL, &settings->progress, PROGRESS_ON, 0, 0,
         "show progress, even without a terminal"},
        {OPT_CHOICE, 0, "no-progress", NULL, &settings->progress, PROGRESS_OFF, 0, 0,
         "never show progress"},
        {OPT_SWITCH, 'q', "quiet", NULL, &settings->quiet, 1, 0, 0, "errors only"},
        {OPT_SWITCH, 'v', "verbose", NULL, &settings->verbose, 1, 0, 0,
         "report all findings, and count lines at the end"},
        {OPT_HELP, 'h', "help", NULL, NULL, 0, 0, 0, "show this help"},
        {OPT_VERSION, 'V', "version", NULL, NULL, 0, 0, 0, "show the version"},
        {.kind = OPT_END},
    };
    struct buf closing;
    struct opt_usage whole = {
        .synopsis = "[OPTION]... [FILE]...",
        .purpose = usage->purpose,
        .tables = (const struct opt *const[]){usage->options, shared, NULL}};
    int first_operand = -1;

    *settings = (struct stream_settings){
        .gzip_level = OUTPUT_NO_GZIP, .jobs = 1, .max_line = DEFAULT_MAX_LINE};
    buf_init(&closing);
    write_closing(usage, &closing);
    whole.closing = buf_text(&closing);
    if (opt_parse(&whole, PACKAGE_VERSION, argc, argv, &tool->diag, &first_operand) !=
        OPT_RUN)
        first_operand = -1;
    else if (files_check(whole.tables, (const char *const *)(argv + first_operand),
                         (size_t)(argc - first_operand), &tool->diag) != 0)
        first_operand = -1;
    buf_release(&closing);
    return first_operand;
}
