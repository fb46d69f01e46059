/* stream: the loop that all tools share.
 *
 *     blocks of lines → parse → select → the tool's record function → ordered output
 *
 * A tool gives a function that looks at one record and says what becomes of its line;
 * stream does the rest: it reads the operands, splits blocks into lines, skips blank ones,
 * refuses those that are too long or no strict JSON, runs --select, writes output,
 * diagnostics and rejects in the order of the input whatever --jobs is, and counts what
 * became of every line.
 *
 * The record function runs on a worker thread, with that worker's own state. What needs
 * earlier lines runs in the ordered stage (`ordered` and `finish`), on the main thread and
 * in input order. The record function passes facts to it: a struct of the tool's own type,
 * allocated in record->arena, whose address it stores in record->facts. The arena and the
 * block of the line are valid until the ordered stage has finished the whole batch, so
 * facts may hold views into the line's block; stream_store_text copies all other texts. The
 * ordered stage copies what it needs longer.
 *
 * A line that passes is written byte for byte, with LF behind it, straight from the block
 * it was read into.
 *
 * Records other than lines of JSON (rows of CSV) come with a format: how they are parted,
 * and what the first one of each operand, its header, means. "Line" then is to be read as
 * "record"; --select sees what the record function made, which is one line of JSON.
 *
 * Memory: a block (INPUT_BLOCK_SIZE, or one longer line) with what was made from it for
 * each job in flight, and a reader for each worker.
 */
#ifndef KIDX_TOOL_STREAM_H
#define KIDX_TOOL_STREAM_H

#include "base/buf.h"
#include "base/mem.h"
#include "base/opt.h"
#include "check/check.h"
#include "json/reader.h"
#include "tool/tally.h"
#include "tool/tool.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The options that all tools share. */
struct stream_settings {
    const char *output;
    long gzip_level;
    long jobs;
    const char *select;
    const char *rejects;
    bool fail_fast;
    uint64_t max_line;
    int progress; /* enum stream_progress */
    bool quiet;
    bool verbose;
};

enum stream_progress { PROGRESS_AUTO, PROGRESS_ON, PROGRESS_OFF };

enum { STREAM_JOBS_MAX = 256 };

/* What a tool says of itself, for --help, and its own options. */
struct stream_usage {
    const char *purpose; /* one to three lines */
    const char *status;  /* what its exit status means; NULL: as with most */
    const char *page;    /* a manual page beside its own and kidx(7), or NULL */
    const struct opt *options;
};

/* Set SETTINGS to what holds without options, then parse: the tool's own options and those
 * that all share. Returns the number of the first operand, or -1 where the program ends now
 * with the exit status that tool_end gives. */
int stream_options(struct stream_settings *settings, struct tool *tool,
                   const struct stream_usage *usage, int argc, char **argv);

/* What becomes of a line. */
enum stream_verdict {
    STREAM_PASS,   /* it is written as it is */
    STREAM_WRITE,  /* what the record function put into out is written instead */
    STREAM_REJECT, /* stream_reject gave the reason */
    STREAM_SKIP    /* it takes no part; the reason is record->label */
};

/* A line that is processed. Views are valid during the call. */
struct stream_record {
    const char *file;
    size_t operand;            /* the number of the file among the operands, from 0 */
    uint64_t line;             /* where it begins */
    struct view text;          /* without its line end */
    struct document *document; /* NULL in the ordered stage, and with a format */
    const void *header;        /* what the format's begin made of the operand's header */
    struct buf *out;           /* whole lines for STREAM_WRITE */
    struct arena *arena;       /* for facts; the record function only */
    const void *facts;         /* in the arena; NULL: the ordered stage is skipped */
    const char *label; /* static: counted and shown by -v, beside passed or skipped */
    struct stream_batch *batch;
};

/* A diagnostic about a line. */
struct stream_finding {
    enum diag_level level;
    const char *code;
    struct view pointer; /* empty: the whole value, or unknown */
    struct view message;
};

/* The final result of a line. Views are valid during the call. */
struct stream_outcome {
    enum stream_verdict verdict;
    const char *code;  /* of a rejection, else NULL */
    const void *facts; /* as the record function stored them, also of rejected lines */
    const struct stream_finding *findings;
    size_t count; /* of the findings */
};

struct input_framing;

/* How an operand is parted into records. */
struct stream_format {
    const char *noun; /* what the closing count calls records: "rows" */
    const struct input_framing *framing;
    /* The length of the record at DATA, its line end included; *FEEDS line feeds are in it.
     */
    size_t (*record_end)(const char *data, size_t length, uint64_t *feeds);
    /* What may be wrong with a record that is too long, for its message. */
    const char *too_long;
    /* The header of an operand, on the main thread, when all records before it are done.
     * What it returns is kept by the tool as long as the run; NULL: it failed and said why,
     * and the run ends here. TEXT data NULL: the header is too long. */
    const void *(*begin)(void *tool, const char *file, uint64_t line, struct view text);
};

struct stream_tool {
    /* A worker's state, made on the main thread; NULL: it failed and said why. */
    void *(*worker_new)(void *tool);
    void (*worker_free)(void *worker);
    enum stream_verdict (*record)(void *tool, void *worker, struct stream_record *record);
    /* NULL, or called in input order for each record that passed and has facts; returns its
     * final verdict. Whole lines that it appends to record->out are written before those of
     * the record function. */
    enum stream_verdict (*ordered)(void *tool, struct stream_record *record);
    void *tool;
    const struct stream_format *format; /* NULL: lines of JSON */
    /* NULL, or called in input order for each line that is not blank, at its end. With
     * replaces_output, what it appends to OUT is written for the line instead of everything
     * else, also for rejected lines; without, OUT is NULL. */
    void (*finish)(void *tool, const struct stream_outcome *outcome, struct buf *out);
    bool replaces_output;
    /* NULL, or called when all lines are done, for tools that write then (to the output of
     * struct tool); not where --fail-fast or output that failed stopped the run. */
    void (*end)(void *tool, const struct tally *tally);
};

/* Report about the record: COLUMN is a byte from 1, 0 for the line as a whole; CODE is
 * static. stream_reject returns STREAM_REJECT, so that `return stream_reject(…)` reads
 * well.
 */
__attribute__((format(printf, 4, 5))) enum stream_verdict stream_reject(
    struct stream_record *record, size_t column, const char *code, const char *format, ...);
__attribute__((format(printf, 4, 5))) void stream_warn(struct stream_record *record,
                                                       size_t column, const char *code,
                                                       const char *format, ...);

/* The same at a level that is the caller's, about the value at a JSON pointer, which the
 * message begins with; none where it is empty. Where the record is rejected one of its
 * findings is an error. */
__attribute__((format(printf, 6, 7))) void stream_find(struct stream_record *record,
                                                       enum diag_level level, size_t column,
                                                       const char *code,
                                                       struct view pointer,
                                                       const char *format, ...);

/* A sink of the checks of common/check, whose context is a stream_record. */
void stream_report(void *record, const struct finding *finding);

/* A view of TEXT that is valid as long as the facts of the record: TEXT itself where it is
 * in the line's block, else a copy in the arena. */
struct view stream_store_text(const struct stream_record *record, struct view text);

/* Report about a line that was done before, from the ordered stage or the end: LINE of
 * FILE. It is counted as late and goes to --rejects without its input; an error makes the
 * exit status EXIT_FINDINGS, and with --fail-fast stops the run. */
__attribute__((format(printf, 6, 7))) void stream_late(struct tool *tool,
                                                       enum diag_level level,
                                                       const char *file, uint64_t line,
                                                       const char *code, const char *format,
                                                       ...);

/* The column of a node of the record's document. */
static inline size_t stream_column(const struct stream_record *record, uint32_t node)
{
    return document_offset(record->document, node) + 1;
}

/* How many threads --jobs asks for. */
unsigned stream_worker_count(const struct stream_settings *settings);

/* Run over OPERANDS (none: standard input). Everything that goes wrong is said and is in
 * the exit status. */
void stream_run(struct tool *tool, const struct stream_settings *settings,
                const struct stream_tool *stream_tool, const char *const *operands,
                size_t count);

#endif
