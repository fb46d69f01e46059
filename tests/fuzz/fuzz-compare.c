/* kidx-compare: lines become runs, and each mode writes its lines about them: in the same
 * bytes whatever the order of the input, in canonical form, and as the schema of their kind
 * asks. Tables for people come out the same, too. Good is a text with a run in it and no
 * line that is rejected.
 */
#include <config.h>

#include "../../tools/compare/extract.h"
#include "../../tools/compare/options.h"
#include "../../tools/compare/modes.h"
#include "../../tools/compare/add.h"
#include "check/shape.h"
#include "support.h"

#include <unistd.h>

const char fuzz_corpus[] = "compare";
size_t fuzz_places = 24;

/* The ways to look at the same runs. */
static const char *const ways[][8] = {
    {"kidx-compare", NULL},
    {"kidx-compare", "--best-per=implementation", "--table", NULL},
    {"kidx-compare", "--latest-per=implementation", "--higher-is-better=latency", NULL},
    {"kidx-compare", "--records", NULL},
    {"kidx-compare", "--records", "--holders", "--table", "--as-of=2026-01-01T00:00:00Z",
     NULL},
    {"kidx-compare", "--base=best", "--accept-point", "--fail-on=slower,unusable", NULL},
    {"kidx-compare", "--base=previous", "--allow-new", "--dup=median", "--min-effect=5%",
     NULL},
    {"kidx-compare", "--base=impl:torch", "--allow-new", "--dup=best", "--table", NULL},
    {"kidx-compare", "--base=role:baseline", "--allow-new", "--accept-point",
     "--min-effect=200ns", NULL},
    {"kidx-compare", "--base=impl:torch", "--suite", "--allow-new",
     "--by=.environment.spec.hardware.product", NULL},
    {"kidx-compare", "--base=best", "--suite", "--accept-point", "--table", NULL},
};
enum { WAYS = sizeof ways / sizeof *ways };

struct way {
    struct compare_settings settings;
    struct options_operands operands;
    struct thresholds thresholds;
    struct store *store;
    bool made;
};

static enum stream_verdict extract(void *tool, void *worker, struct stream_record *record)
{
    (void)tool;
    return extract_record(worker, record);
}

static enum stream_verdict ordered(void *tool, struct stream_record *record)
{
    struct way *way = tool;

    add_facts(way->store, record->facts);
    return record->label == NULL ? STREAM_WRITE : STREAM_SKIP;
}

static struct way *way_of(size_t number)
{
    static struct way made[WAYS];
    struct way *way = &made[number];
    struct tool tool = {.output = NULL};
    int count = 0;

    if (way->made)
        return way;
    diag_init(&tool.diag);
    while (ways[number][count] != NULL)
        count++;
    thresholds_init(&way->thresholds);
    FUZZ_REQUIRE(options_compare(&way->settings, &tool, count,
                                 (char **)(uintptr_t)ways[number], &way->operands) == 0);
    way->made = true;
    return way;
}

/* Compare the runs of TEXT; what is written goes to OUT. Returns how many runs were taken,
 * *REJECTED lines were not. */
static size_t run(size_t number, struct view text, struct buf *out, bool *rejected)
{
    struct way *way = way_of(number);
    struct extract_worker *worker = NULL;
    const struct stream_tool stream = {.record = extract, .ordered = ordered, .tool = way};
    struct fuzz_lines lines;
    struct store store;
    char path[32];
    int fd = fuzz_file();
    size_t runs;

    way->store = &store;
    store_init(&store);
    /* A worker remembers what it has told, so each store has its own. */
    worker = extract_worker_new(&way->settings, &lines.tool.diag);
    FUZZ_REQUIRE(worker != NULL);
    fuzz_lines_init(&lines, &stream, worker);
    fuzz_lines_take(&lines, text);
    *rejected = lines.tool.diag.status != EXIT_OK;
    fuzz_file_path(fd, path);
    lines.tool.output = output_open_log(path, &lines.tool.diag);
    FUZZ_REQUIRE(lines.tool.output != NULL);
    sort_store(&store, &way->settings);
    runs = store.run_count;
    modes_run(&store, &way->settings, &way->thresholds, &lines.stream.tally, &lines.tool);
    FUZZ_REQUIRE(output_close(lines.tool.output, true) == 0);
    fuzz_file_read(fd, out);
    close(fd);
    fuzz_lines_release(&lines);
    store_release(&store);
    extract_worker_free(worker);
    return runs;
}

/* The compiled schema of lines of KIND, made once. */
static const struct schema *schema_of(struct view kind)
{
    enum { SCHEMAS = 8 };
    static struct {
        char name[32];
        struct schema *schema;
    } made[SCHEMAS];
    char name[32] = "";
    struct schema_error error;
    struct view text;
    size_t i = 0;

    FUZZ_REQUIRE(kind.length < sizeof name);
    memcpy(name, kind.data, kind.length);
    while (i < SCHEMAS && made[i].schema != NULL && strcmp(made[i].name, name) != 0)
        i++;
    FUZZ_REQUIRE(i < SCHEMAS);
    if (made[i].schema == NULL) {
        text = shape_text(name);
        FUZZ_REQUIRE(text.data != NULL);
        memcpy(made[i].name, name, sizeof name);
        made[i].schema = schema_compile(text.data, text.length, kind_schemas_forms, &error);
        FUZZ_REQUIRE(made[i].schema != NULL);
    }
    return made[i].schema;
}

static void judge_lines(struct view text)
{
    static struct reader *reader;
    static struct schema_run *schema_run;
    struct view line;

    if (schema_run == NULL)
        schema_run = schema_run_new();
    while (fuzz_next_line(&text, &line)) {
        struct document *document = fuzz_parse(&reader, line);
        struct buf canonical;
        uint32_t kind;

        FUZZ_REQUIRE(document != NULL);
        kind = document_member(document, 0, "kind");
        FUZZ_REQUIRE(kind != NODE_NONE);
        FUZZ_REQUIRE(schema_accepts(schema_of(document_string(document, kind)), schema_run,
                                    document, 0));
        buf_init(&canonical);
        fuzz_canonical(document, &canonical);
        FUZZ_REQUIRE(view_equal(buf_view(&canonical), line));
        buf_release(&canonical);
    }
}

/* Compare in one way, in both orders. Returns how many runs there are. */
static size_t judge_way(size_t number, struct view text, struct view reversed,
                        bool *rejected)
{
    struct buf out;
    struct buf again;
    bool rejected_again;
    size_t runs;

    buf_init(&out);
    buf_init(&again);
    runs = run(number, text, &out, rejected);
    FUZZ_REQUIRE(run(number, reversed, &again, &rejected_again) == runs);
    FUZZ_REQUIRE(*rejected == rejected_again);
    FUZZ_REQUIRE(view_equal(buf_view(&out), buf_view(&again)));
    if (!way_of(number)->settings.table)
        judge_lines(buf_view(&out));
    buf_release(&out);
    buf_release(&again);
    return runs;
}

bool fuzz_judge(const char *data, size_t size)
{
    struct view text = {data, size};
    struct buf reversed;
    bool rejected;
    size_t runs;

    buf_init(&reversed);
    fuzz_reverse(text, &reversed);
    runs = judge_way(0, text, buf_view(&reversed), &rejected);
    /* Without a run the ways are much the same. */
    if (runs > 0)
        judge_way(1 + fuzz_choice(text, WAYS - 1), text, buf_view(&reversed), &rejected);
    buf_release(&reversed);
    return runs > 0 && !rejected;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_judge((const char *)data, size);
    return 0;
}
