/* Programs: their outputs, what is rejected, and that only text and record matter.
 */
#include <config.h>

#include "json/path.h"
#include "json/program-scan.h"
#include "json/program.h"

#include "outputs.h"
#include "parsed.h"
#include "tap.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* What a program gives on a document (outputs.h); one that does not compile gives
 * ?message. */
static void run_text(const char *text, const char *document, struct buf *out)
{
    struct program *program;

    buf_clear(out);
    buf_append_byte(out, '?');
    program = program_new(text, out);
    if (program != NULL) {
        struct parsed parsed = parsed_text(document);
        struct program_input *input = program_input_new();

        program_input_set(input, parsed.document);
        outputs_take(program, input, out);
        program_input_free(input);
        parsed_release(&parsed);
    }
    program_free(program);
}

static void expect(const char *text, const char *document, const char *want)
{
    struct buf out;

    buf_init(&out);
    run_text(text, document, &out);
    if (!tap_check(view_is(buf_view(&out), want), "outputs of a program"))
        printf("# %s on %s\n# gives %s\n", text, document, buf_text(&out));
    buf_release(&out);
}

static void test_plain(void)
{
    static const char *const texts[] = {"", " # nothing\n", ".", ".a[0]"};
    struct buf message;
    struct path path;

    buf_init(&message);
    for (size_t i = 0; i < COUNT(texts); i++) {
        path_init(&path);
        struct program *program = program_new(texts[i], &message);

        tap_check(program != NULL &&
                      (program_scan(texts[i]).empty || path_parse(&path, texts[i], NULL)),
                  "plain: number %zu", i);
        path_release(&path);
        program_free(program);
    }
    buf_release(&message);
    program_free(NULL);
    program_input_free(NULL);
}

static void test_outputs(void)
{
    expect("", "{\"a\":1}", "{\"a\":1} ");
    expect(" # nothing", "[2]", "[2] ");
    expect(".a", "{\"a\":1}", "1 ");
    expect(".b", "{\"a\":1}", "null ");
    expect(".a.b", "{\"a\":1}", "!cannot index number with \"b\"");
    expect(".[]", "[1,\"\\u00e9\\n\",null,true,false,[],{}]",
           "1 \"\xc3\xa9\\n\" null true false [] {} ");
    expect("empty", "1", "");
    expect("{b: .a, a: 2}", "{\"a\":\"x\"}", "{\"a\":2,\"b\":\"x\"} ");
    expect(".a, error(\"no\")", "{\"a\":1}", "1 !no");
    expect(".a | error(\"two\\nlines\\n\")", "{\"a\":1}", "!two\nlines");
    expect("error({a: [1]})", "1", "!(not a string): {\"a\":[1]}");
    expect("try error(\"x\") catch .", "1", "\"x\" ");
    expect(".a?", "1", "");
    expect("[..]|length", "[[1],[2]]", "5 ");
    expect("[.[]|@text \"<\\(.)>\"]", "[1]", "[\"<1>\"] ");
    expect("def f: def g: 3; g; f", "null", "3 ");
    expect("$__loc__", "null", "{\"file\":\"<top-level>\",\"line\":1} ");
    expect("\"\\u0000\"|length", "null", "1 ");
    expect(".[\"\\u0000\"] + \"\\u0000\" | .", "{\"\\u0000\":\"\\u0000\"}",
           "\"\\u0000\\u0000\" ");
}

/* A number passes through libjq as the double that it is in our reader. */
static void test_numbers(void)
{
    static const char document[] =
        "[0,-0,1,-1,0.1,1e21,1e-7,123456789012345678,9007199254740993,5e-324,1e-400,"
        "1.7976931348623157e308,2.2250738585072014e-308,0.30000000000000004,"
        "1797693134862315700000000000000000000000000000000000000000000000000000000000000000"
        "00"
        "0000000000000000000000000000000000000000000000000000000000000000000000000000000000"
        "00"
        "0000000000000000000000000000000000000000000000000000000000000000000000000000000000"
        "00"
        "000000000000000000000000000000000000000000000000000000000,"
        "4.35,17.9769313486231571,1.00000000000000000000000000000000001]";
    struct buf ours;
    struct buf theirs;

    buf_init(&ours);
    buf_init(&theirs);
    run_text(".", document, &ours);
    run_text("map(.)", document, &theirs);
    tap_equal_bytes(theirs.data, theirs.length, buf_text(&ours),
                    "numbers stay what they are");
    buf_release(&ours);
    buf_release(&theirs);
    expect("[nan, infinite, -infinite]", "1",
           "[null,1.7976931348623157e+308,-1.7976931348623157e+308] ");
    expect(".[0] + .[1]", "[0.1,0.2]", "0.30000000000000004 ");
}

static void test_depth(void)
{
    struct buf document;
    struct buf out;

    expect("reduce range(255) as $i ([]; [.]) | tojson | length", "1", "512 ");
    expect("reduce range(256) as $i ([]; [.])", "1",
           "!an output is nested deeper than 256");
    expect("reduce range(256) as $i ({}; {a: .})", "1",
           "!an output is nested deeper than 256");
    expect(
        "reduce range(256) as $i (1; {a: .}), reduce range(257) as $i (1; {a: .})|length",
        "1", "1 1 ");
    buf_init(&document);
    buf_init(&out);
    for (int i = 0; i < READER_DEPTH; i++)
        buf_append_byte(&document, '[');
    for (int i = 0; i < READER_DEPTH; i++)
        buf_append_byte(&document, ']');
    run_text("error(reduce range(300) as $i (1; [.]))", "1", &out);
    tap_check(out.length == strlen("!(not a string): ") + READER_DEPTH + 3 &&
                  memcmp(out.data + out.length - 4, "[...", 4) == 0,
              "a deep error is reported as far as possible");
    run_text("map(.)", buf_text(&document), &out);
    tap_check(out.length == document.length + 1,
              "a record of the greatest depth goes through");
    buf_release(&document);
    buf_release(&out);
}

static void test_ill_formed(void)
{
    struct buf out;

    /* libjq 1.6 makes a string of that, later ones replace or reject it. */
    buf_init(&out);
    run_text("[55296]|implode", "1", &out);
    tap_check(
        view_is(buf_view(&out), "!an output is no JSON: ill-formed UTF-8 in a string") ||
            view_is(buf_view(&out), "\"\xef\xbf\xbd\" ") || out.data[0] == '!',
        "no ill-formed output: %s", buf_text(&out));
    buf_release(&out);
}

/* --- what a program may see --- */

static void test_environment(void)
{
    char home[] = "/tmp/kidx-test-XXXXXX";
    struct buf out;
    struct buf name;
    FILE *file;

    setenv("KIDX_PROBE", "seen", 1);
    expect("env", "1", "{} ");
    expect("env.KIDX_PROBE", "1", "null ");
    expect("$ENV", "1", "{} ");
    expect("[env, $ENV, {env: 1, a: env}.env]", "1", "[{},{},1] ");
    expect("def env: 5; env", "1", "5 ");

    buf_init(&name);
    buf_init(&out);
    if (mkdtemp(home) == NULL) {
        tap_skip("no directory can be made in /tmp");
    } else {
        buf_append_format(&name, "%s/.jq", home);
        file = fopen(buf_text(&name), "w");
        fputs("def kidx_probe: 1;\n", file);
        fclose(file);
        setenv("HOME", home, 1);
        run_text("kidx_probe", "1", &out);
        tap_check(out.data[0] == '?', "~/.jq is not read");
        tap_check(strcmp(getenv("HOME"), home) == 0, "the environment is there afterwards");
        unlink(buf_text(&name));
        rmdir(home);
    }
    buf_release(&name);
    buf_release(&out);
}

static const char *const rejected[][2] = {
    {"input", "input"},
    {"[inputs]", "inputs"},
    {".a|input", "input"},
    {"\"\\(input)\"", "input"},
    {"@base64 \"a\\(\"b\\(input)\")\"", "input"},
    {"{a: input}", "input"},
    {"{(input): 1}", "input"},
    {"{a: 1, b: [1, input]}", "input"},
    {"def f: input; f", "input"},
    {"def f(g): g; f(input)", "input"},
    {". # \\\n| input", "input"},
    {"\"#\" | input", "input"},
    {"\"\\\\\" | input | \"\\\"\"", "input"},
    {". as {a: $x} | input", "input"},
    {"include \"a\"; .", "include"},
    {"import \"a\" as a; .", "import"},
    {"import \"a\" as $a; .", "import"},
    {"module {}; .", "module"},
    {"# a\nmodule {name: \"x\"}; .", "module"},
    {"\"a\" | modulemeta", "modulemeta"},
    {"input_filename", "input_filename"},
    {"input_line_number", "input_line_number"},
    {"def include: 1; include \"a\"; .", "include"},
};

static const char *const allowed[][3] = {
    {".input", "{\"input\":1}", "1 "},
    {".a.input", "{\"a\":{\"input\":1}}", "1 "},
    {"{input: .a}", "{\"a\":1}", "{\"input\":1} "},
    {"{a, inputs}", "{\"inputs\":1}", "{\"a\":null,\"inputs\":1} "},
    {"{a: 1, input: 2, module: 3, include: 4}", "1",
     "{\"a\":1,\"include\":4,\"input\":2,\"module\":3} "},
    {"{ # input\n input }", "{\"input\":1}", "{\"input\":1} "},
    {". as {input: $x} | $x", "{\"input\":1}", "1 "},
    {". as $input | $input", "1", "1 "},
    {"\"input \\\"input\" # input", "1", "\"input \\\"input\" "},
    {"def input: 3; input", "1", "3 "},
    {"def f(input): input + 1; f(1)", "1", "2 "},
    {"def f($inputs): inputs; f(1)", "1", "1 "},
    {"def inputs_of: .inputs; inputs_of", "{\"inputs\":2}", "2 "},
    {". as $x | def input: $x; [input]", "7", "[7] "},
    {".[\"include\"], .import, (.module|.)", "{\"include\":1,\"import\":2,\"module\":3}",
     "1 2 3 "},
};

/* Texts that are no programs are scanned as well. */
static void test_unfinished(void)
{
    static const char *const texts[] = {
        "\"",     "\"abc", "\"\\", "\"\\(", "\"\\(\"", "{",    "{a:", ")]}",   "def",
        "def f(", "$",     "@",    ".",     "a::",     "a::b", "#",   "\"\\u", "def $"};

    for (size_t i = 0; i < COUNT(texts); i++) {
        struct program_scan scan = program_scan(texts[i]);

        tap_check(scan.unavailable == NULL && scan.empty == (texts[i][0] == '#'),
                  "scanned: number %zu", i);
    }
}

static void test_rejected(void)
{
    struct buf want;

    buf_init(&want);
    for (size_t i = 0; i < COUNT(rejected); i++) {
        buf_clear(&want);
        buf_append_format(&want,
                          "?'%s' is not available: a program sees one record, no other "
                          "input and no files",
                          rejected[i][1]);
        expect(rejected[i][0], "1", buf_text(&want));
    }
    for (size_t i = 0; i < COUNT(allowed); i++)
        expect(allowed[i][0], allowed[i][1], allowed[i][2]);
    buf_release(&want);
}

/* --- errors --- */

static void expect_error(const char *text, const char *begin, const char *part)
{
    struct buf out;
    const char *got;

    buf_init(&out);
    run_text(text, "1", &out);
    got = buf_text(&out);
    if (!tap_check(strncmp(got, begin, strlen(begin)) == 0 && strstr(got, part) != NULL &&
                       strchr(got, '\n') == NULL && got[strlen(got) - 1] != ':' &&
                       strstr(got, ", column ") == NULL && strstr(got, "shell") == NULL,
                   "rejected, with \"%s\" and \"%s\"", begin, part))
        printf("# %s\n", got);
    buf_release(&out);
}

static void test_compile_errors(void)
{
    struct buf out;

    expect_error("env | {a: }", "?syntax error, unexpected '}' at ",
                 "at <top-level>, line 1");
    expect_error("1 | {a: }", "?syntax error, unexpected '}' at ",
                 "at <top-level>, line 1");
    expect_error("stderr |\n )", "?syntax error, unexpected", "line 2");
    expect_error("env | stderr | kidx_none", "?kidx_none/0 is not defined", "line 1");
    expect_error("env | kidx_none | kidx_none_either", "?kidx_none", "; kidx_none");
    buf_init(&out);
    run_text(".a |", "1", &out);
    tap_check(strncmp(buf_text(&out), "?syntax error", 13) == 0,
              "an unfinished program: %s", buf_text(&out));
    run_text("{a", "1", &out);
    tap_check(buf_text(&out)[0] == '?', "an unfinished object: %s", buf_text(&out));
    run_text("$nothing", "1", &out);
    tap_check(strncmp(buf_text(&out), "?$nothing is not defined", 24) == 0,
              "an unknown variable: %s", buf_text(&out));
    buf_release(&out);
}

static void test_message_length(void)
{
    struct buf out;

    buf_init(&out);
    run_text("error(\"\xc3\xa9\" * 1000)", "1", &out);
    tap_equal_count(out.length, 1 + PROGRAM_MESSAGE_SIZE - 1,
                    "a long message is cut between characters");
    tap_check(memcmp(out.data + out.length - 5, "\xc3\xa9...", 5) == 0, "and ends in dots");
    buf_release(&out);
}

static void test_halt(void)
{
    expect("1, halt, 2", "0", "1 ");
    expect("1, halt_error, 2", "\"over\\n\"", "1 !over");
    expect("halt_error(0)", "{\"a\":1}", "!(not a string): {\"a\":1}");
    expect("null|halt_error", "1", "!(not a string): null");
}

static void append_remark(void *context, struct view text)
{
    struct buf *heard = context;

    buf_append(heard, text.data, text.length);
    buf_append_byte(heard, ';');
}

static void test_listener(void)
{
    struct parsed parsed = parsed_text("{\"a\":[1,\"x\"]}");
    struct program_input *input = program_input_new();
    struct buf heard;
    struct buf out;
    struct program *program;

    buf_init(&heard);
    buf_init(&out);
    program = program_new(".a | debug | .[1] | stderr | length", &out);
    program_input_set(input, parsed.document);
    outputs_take(program, input, &out);
    tap_equal_bytes(out.data, out.length, "1 ", "debug and stderr pass their input on");
    program_set_listener(program, append_remark, &heard);
    outputs_take(program, input, &out);
    tap_equal_bytes(out.data, out.length, "1 ", "with a listener, too");
    tap_equal_bytes(heard.data, heard.length, "[1,\"x\"];\"x\";",
                    "the listener hears both");
    program_free(program);
    program_input_free(input);
    parsed_release(&parsed);
    buf_release(&heard);
    buf_release(&out);
}

/* --- truth --- */

static const struct {
    const char *program;
    const char *document;
    int want;
} truths[] = {
    {".", "null", 0},
    {".", "false", 0},
    {".", "0", 1},
    {".", "\"\"", 1},
    {".", "[]", 1},
    {".a", "{}", 0},
    {".a", "{\"a\":false}", 0},
    {".a", "{\"a\":{}}", 1},
    {".a", "[]", -1},
    {"empty", "1", 0},
    {".[]", "[]", 0},
    {".[]", "[false,true]", 0},
    {".[]", "[null,true]", 0},
    {".[]", "[true,false]", 1},
    {"true, error(\"x\")", "1", 1},
    {"error(\"x\"), true", "1", -1},
    {".a == 1", "{\"a\":1.0}", 1},
    {".a?", "1", 0},
    {"halt", "1", 0},
    {"halt_error", "1", -1},
    {"nan", "1", 1},
    {"select(.a > 1)", "{\"a\":2}", 1},
};

static void test_truth(void)
{
    struct program_input *input = program_input_new();
    struct buf message;

    buf_init(&message);
    for (size_t i = 0; i < COUNT(truths); i++) {
        struct parsed parsed = parsed_text(truths[i].document);
        struct program *program = program_new(truths[i].program, &message);
        struct program_output output;
        int got;

        program_input_set(input, parsed.document);
        got = program_truth(program, input);
        tap_check(got == truths[i].want &&
                      (got >= 0) == (program_message(program).length == 0),
                  "%d: %s on %s", truths[i].want, truths[i].program, truths[i].document);
        tap_check(program_next(program, &output) == 0, "and no output is left");
        tap_check(program_truth(program, input) == got, "and again");
        program_free(program);
        parsed_release(&parsed);
    }
    program_input_free(input);
    buf_release(&message);
}

/* --- many runs --- */

static void test_reuse(void)
{
    struct program_input *input = program_input_new();
    struct parsed small = parsed_text("[1,2,3]");
    struct parsed large;
    struct buf text;
    struct buf out;
    struct program *first;
    struct program *second;
    struct program *path;
    struct program_output output;

    buf_init(&text);
    buf_init(&out);
    first = program_new(".[]", &out);
    second = program_new("map(.+1), .", &out);
    path = program_new(".[1]", &out);
    buf_append_byte(&text, '[');
    for (int i = 0; i < 200000; i++)
        buf_append_text(&text, "\"some text that is long enough\",");
    buf_append_text(&text, "0]");
    large = parsed_bytes(text.data, text.length, '\0');

    program_input_set(input, small.document);
    program_start(first, input);
    program_next(first, &output);
    outputs_take(second, input, &out);
    tap_equal_bytes(out.data, out.length, "[2,3,4] [1,2,3] ",
                    "two programs share an input");
    tap_check(program_next(first, &output) == 1 &&
                  view_is(document_raw(output.document, output.node), "2"),
              "the first goes on where it was");
    outputs_take(path, input, &out);
    tap_equal_bytes(out.data, out.length, "2 ", "so does a path");
    outputs_take(first, input, &out);
    tap_equal_bytes(out.data, out.length, "1 2 3 ", "an abandoned run is started anew");

    program_input_set(input, large.document);
    outputs_take(second, input, &out);
    tap_check(out.data[0] == '!', "a failure");
    buf_clear(&text);
    buf_append(&text, out.data, out.length);
    outputs_take(second, input, &out);
    tap_equal_bytes(out.data, out.length, buf_text(&text),
                    "another, with the same message");
    program_start(second, input);
    tap_check(program_next(second, &output) < 0 && program_next(second, &output) == 0,
              "ends its run");
    outputs_take(first, input, &out);
    tap_check(out.length == 200000 * strlen("\"some text that is long enough\" ") + 2,
              "a large record gives its elements");
    outputs_take(path, input, &out);
    tap_equal_bytes(out.data, out.length, "\"some text that is long enough\" ",
                    "a path on a large record");
    program_input_set(input, small.document);
    outputs_take(first, input, &out);
    tap_equal_bytes(out.data, out.length, "1 2 3 ", "a small one after it");
    outputs_take(second, input, &out);
    tap_check(out.data[0] == '[' && program_message(second).length == 0,
              "no message is left of the failure");
    program_start(path, input);
    tap_check(program_next(path, &output) == 1 && output.document == small.document,
              "a path leads to a node of the record itself");
    tap_check(program_next(path, &output) == 0, "one output, no more");

    program_free(first);
    program_free(second);
    program_free(path);
    program_input_free(input);
    parsed_release(&small);
    parsed_release(&large);
    buf_release(&text);
    buf_release(&out);
}

struct worker {
    struct program *program;
    uint64_t sum;
    bool failed;
};

static void *work(void *argument)
{
    struct worker *worker = argument;
    struct program_input *input = program_input_new();
    struct buf text;
    struct buf out;

    buf_init(&text);
    buf_init(&out);
    for (int i = 0; i < 2000; i++) {
        struct parsed parsed;

        buf_clear(&text);
        buf_append_format(&text, "{\"a\":[%d,\"%d\"],\"b\":{\"c\":0.5}}", i, i);
        parsed = parsed_bytes(text.data, text.length, '\0');
        program_input_set(input, parsed.document);
        outputs_take(worker->program, input, &out);
        worker->failed = worker->failed || out.data[0] == '!';
        worker->sum += strtoull(buf_text(&out), NULL, 10);
        parsed_release(&parsed);
    }
    program_input_free(input);
    buf_release(&text);
    buf_release(&out);
    return NULL;
}

static void test_threads(void)
{
    struct worker workers[2] = {{NULL, 0, false}, {NULL, 0, false}};
    pthread_t threads[2];
    struct buf message;

    buf_init(&message);
    for (size_t i = 0; i < 2; i++)
        workers[i].program = program_new(
            ".a[0] + (.a[1]|tonumber) + .b.c * 2 | if . < 0 then error else . end",
            &message);
    for (size_t i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, &workers[i]);
    for (size_t i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        tap_check(!workers[i].failed, "a worker without errors");
        tap_equal_count(workers[i].sum, UINT64_C(2000) * 1999 + 2000, "its sum");
        program_free(workers[i].program);
    }
    buf_release(&message);
}

int main(void)
{
    test_plain();
    test_outputs();
    test_numbers();
    test_depth();
    test_ill_formed();
    test_environment();
    test_rejected();
    test_unfinished();
    test_compile_errors();
    test_message_length();
    test_halt();
    test_listener();
    test_truth();
    test_reuse();
    test_threads();
    return tap_done();
}
