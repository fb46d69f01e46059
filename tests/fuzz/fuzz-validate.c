/* kidx-validate --refs: lines go through all three layers. What passes is written as it is,
 * and passes again when it is all there is; a line that passes alone does so in canonical
 * form; the same lines get the same verdicts, one for each, and each is one by its schema.
 * Good is a text all of whose lines pass, with nothing found late, and there is one.
 */
#include <config.h>

#include "../../tools/validate/record.h"
#include "support.h"

const char fuzz_corpus[] = "validate";
size_t fuzz_places = 24;

static struct schema *verdict_schema(void)
{
    static struct schema *made;
    struct view text = shape_text("kidx.verdict");
    struct schema_error error;

    if (made == NULL)
        made = schema_compile(text.data, text.length, kind_schemas_forms, &error);
    FUZZ_REQUIRE(made != NULL);
    return made;
}

static const struct stream_tool stream_functions = {
    .record = record_check, .ordered = record_ordered, .end = record_end};

/* A validator, made once; what a run leaves in it is renewed. */
struct setting {
    struct validator validator;
    struct stream_tool stream_tool;
    struct tool tool;
    bool made;
};

static struct setting *setting(void)
{
    static struct setting made;
    struct validator *validator = &made.validator;
    static const char now[] = "2026-06-01T00:00:00Z";

    if (made.made)
        return &made;
    diag_init(&made.tool.diag);
    validator->tool = &made.tool;
    validator->max_findings = 20;
    check_levels_init(&validator->levels);
    record_findings_init(&validator->findings, validator);
    FUZZ_REQUIRE(instant_read((struct view){now, sizeof now - 1}, &validator->now));
    FUZZ_REQUIRE(shape_init(&validator->shape, &made.tool.diag) == 0);
    made.made = true;
    made.stream_tool = stream_functions;
    made.stream_tool.tool = validator;
    return &made;
}

/* What a run over TEXT wrote goes to OUT. Returns the exit status. */
static int run(struct view text, bool verdicts, struct buf *out)
{
    struct setting *all = setting();
    struct validator *validator = &all->validator;
    void *worker = record_worker_new(validator);
    struct fuzz_lines lines;
    int status;

    FUZZ_REQUIRE(worker != NULL);
    validator->verdicts = verdicts;
    all->stream_tool.finish = verdicts ? record_finish : NULL;
    all->stream_tool.replaces_output = verdicts;
    validator->workloads = verify_workloads_new();
    validator->index = index_new();
    fuzz_lines_init(&lines, &all->stream_tool, worker);
    validator->tool = &lines.tool;
    fuzz_lines_take(&lines, text);
    fuzz_lines_end(&lines);
    validator->tool = &all->tool;
    buf_append(out, lines.out.data, lines.out.length);
    status = lines.tool.diag.status;
    fuzz_lines_release(&lines);
    index_free(validator->index);
    verify_workloads_free(validator->workloads);
    record_worker_free(worker);
    return status;
}

static size_t count_lines(struct view text)
{
    struct view line;
    size_t count = 0;

    while (fuzz_next_line(&text, &line))
        count++;
    return count;
}

/* As many verdicts as there are lines that are not blank, PASSED of them of valid ones. */
static void judge_verdicts(struct view verdicts, size_t passed)
{
    static struct reader *reader;
    static struct schema_run *schema_run;
    struct view line;
    size_t valid = 0;

    if (schema_run == NULL)
        schema_run = schema_run_new();
    while (fuzz_next_line(&verdicts, &line)) {
        struct document *document = fuzz_parse(&reader, line);
        struct buf canonical;

        FUZZ_REQUIRE(document != NULL);
        FUZZ_REQUIRE(schema_accepts(verdict_schema(), schema_run, document, 0));
        valid += document_is(document, document_member(document, 0, "valid"), NODE_TRUE);
        buf_init(&canonical);
        fuzz_canonical(document, &canonical);
        FUZZ_REQUIRE(view_equal(buf_view(&canonical), line));
        buf_release(&canonical);
    }
    FUZZ_REQUIRE(valid == passed);
}

static void judge_canonical(struct view text)
{
    static struct reader *reader;
    struct document *document;
    struct buf canonical;
    struct buf out;

    if (text.length > 0 && text.data[text.length - 1] == '\r')
        text.length--;
    document = fuzz_parse(&reader, text);
    FUZZ_REQUIRE(document != NULL);
    buf_init(&canonical);
    buf_init(&out);
    fuzz_canonical(document, &canonical);
    run(buf_view(&canonical), false, &out);
    FUZZ_REQUIRE(out.length == canonical.length + 1);
    buf_release(&canonical);
    buf_release(&out);
}

bool fuzz_judge(const char *data, size_t size)
{
    struct view text = {data, size};
    struct buf passed;
    struct buf again;
    struct buf verdicts;
    bool good;
    size_t count;

    buf_init(&passed);
    buf_init(&again);
    buf_init(&verdicts);
    good = run(text, false, &passed) == EXIT_OK && passed.length > 0;
    count = count_lines(buf_view(&passed));
    run(buf_view(&passed), false, &again);
    FUZZ_REQUIRE(view_equal(buf_view(&passed), buf_view(&again)));
    run(text, true, &verdicts);
    judge_verdicts(buf_view(&verdicts), count);
    if (count == 1 && memchr(data, '\n', size) == NULL)
        judge_canonical(text);
    buf_release(&passed);
    buf_release(&again);
    buf_release(&verdicts);
    return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_judge((const char *)data, size);
    return 0;
}
