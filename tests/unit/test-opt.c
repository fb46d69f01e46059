#include <config.h>

#include "base/opt.h"

#include "capture.h"
#include "tap.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>

struct settings {
    bool color;
    int mode;
    int other_mode;
    const char *output;
    struct opt_list catalogs;
    long level;
    long jobs;
    long offset;
    uint64_t max_line;
};

static struct settings settings;

static const struct opt own[] = {
    {OPT_CHOICE, 'c', "check", NULL, &settings.mode, 1, 0, 0, "verify digests"},
    {OPT_CHOICE, 0, "jcs", NULL, &settings.mode, 2, 0, 0, "canonicalise"},
    {OPT_CHOICE, 0, "verify", NULL, &settings.mode, 1, 0, 0, "the same as --check"},
    {OPT_CHOICE, 0, "wide", NULL, &settings.other_mode, 3, 0, 0, "another question"},
    {OPT_LIST, 0, "add-catalog", "FILE", &settings.catalogs, 0, 0, 0,
     "lay FILE over the catalog;\nmay be given again"},
    {OPT_NUMBER, 0, "offset", "N", &settings.offset, 0, -5, LONG_MAX, "from N"},
    {OPT_END, 0, NULL, NULL, NULL, 0, 0, 0, NULL}};

static const struct opt common[] = {
    {OPT_GROUP, 0, NULL, NULL, NULL, 0, 0, 0, "Common options"},
    {OPT_TEXT, 'o', "output", "FILE", &settings.output, 0, 0, 0, "write to FILE"},
    {OPT_NUMBER, 'z', "gzip", "[LEVEL]", &settings.level, 6, 0, 9, "compress the output"},
    {OPT_NUMBER, 'j', "jobs", "N", &settings.jobs, 0, 0, 1024, "worker threads"},
    {OPT_SIZE, 0, "max-line", "BYTES", &settings.max_line, 0, 0, 0, "longest line"},
    {OPT_SWITCH, 0, "color", NULL, &settings.color, 1, 0, 0, "color"},
    {OPT_SWITCH, 0, "no-color", NULL, &settings.color, 0, 0, 0, "no color"},
    {OPT_TEXT, 0, "a-name-that-is-unusually-long", "X", &settings.output, 0, 0, 0, "x"},
    {OPT_HELP, 'h', "help", NULL, NULL, 0, 0, 0, "print this"},
    {OPT_VERSION, 'V', "version", NULL, NULL, 0, 0, 0, "print the version"},
    {OPT_END, 0, NULL, NULL, NULL, 0, 0, 0, NULL}};

static const struct opt *const tables[] = {own, common, NULL};
static const struct opt_usage usage = {"[OPTION]... [FILE]...", "Do a thing.",
                                       "The manual is tool(1).", tables};

static char printed[4096];
static char *words[32];
static int first;

/* Parse the words of LINE (split at blanks); what was printed is in `printed`. */
static enum opt_result parse(const char *line)
{
    static char storage[1024];
    struct diag diag;
    enum opt_result result;
    size_t length;
    int count = 1;

    opt_list_release(&settings.catalogs);
    settings = (struct settings){.level = -1, .jobs = -1, .offset = -1};
    words[0] = strcpy(storage, "tool");
    snprintf(storage + 8, sizeof storage - 8, "%s", line);
    for (char *word = strtok(storage + 8, " "); word != NULL; word = strtok(NULL, " "))
        words[count++] = strcmp(word, "EMPTY") == 0 ? strchr(word, '\0') : word;
    words[count] = NULL;
    diag_init(&diag);
    capture_start();
    first = -1;
    result = opt_parse(&usage, "9.8", count, words, &diag, &first);
    length = capture_take(printed, sizeof printed);
    capture_take(printed + length, sizeof printed - length);
    capture_stop();
    if ((result == OPT_WRONG) != (diag.status == EXIT_TROUBLE))
        tap_check(false, "'%s': the status does not fit the result", line);
    return result;
}

static void test_kinds(void)
{
    tap_check(parse("") == OPT_RUN && first == 1, "nothing given");
    tap_check(parse("-o a --output=b --output c") == OPT_RUN &&
                  strcmp(settings.output, "c") == 0,
              "a text, the last one holds");
    tap_check(parse("-o x -o EMPTY") == OPT_RUN && settings.output[0] == '\0',
              "an empty text");
    tap_check(parse("--color --no-color") == OPT_RUN && !settings.color, "switched off");
    tap_check(parse("--no-color --color") == OPT_RUN && settings.color, "switched on");
    tap_check(parse("--add-catalog=a x --add-catalog b --add-catalog=c") == OPT_RUN &&
                  settings.catalogs.count == 3 &&
                  strcmp(settings.catalogs.texts[0], "a") == 0 &&
                  strcmp(settings.catalogs.texts[1], "b") == 0 &&
                  strcmp(settings.catalogs.texts[2], "c") == 0,
              "a list in its order");
    tap_check(parse("--check --verify -c --wide") == OPT_RUN && settings.mode == 1 &&
                  settings.other_mode == 3,
              "equal choices, and one of another target");
}

static void test_numbers(void)
{
    tap_check(parse("-z") == OPT_RUN && settings.level == 6, "-z is the usual level");
    tap_check(parse("--gzip") == OPT_RUN && settings.level == 6, "so is --gzip");
    tap_check(parse("-z9") == OPT_RUN && settings.level == 9, "-z9");
    tap_check(parse("--gzip=0") == OPT_RUN && settings.level == 0, "--gzip=0");
    tap_check(parse("-z 9") == OPT_RUN && settings.level == 6 &&
                  strcmp(words[first], "9") == 0,
              "-z 9 has an operand");
    tap_check(parse("-zj4") == OPT_WRONG, "letters after -z are no level");
    tap_check(parse("-j4 --jobs 1024") == OPT_RUN && settings.jobs == 1024, "the maximum");
    tap_check(parse("-j 007") == OPT_RUN && settings.jobs == 7,
              "leading zeros are decimal");
    tap_check(parse("--offset=-5") == OPT_RUN && settings.offset == -5,
              "a negative number");
    tap_check(parse("--offset=9223372036854775807") == OPT_RUN ||
                  LONG_MAX != 9223372036854775807,
              "the largest number");
}

static void test_sizes(void)
{
    static const struct {
        const char *line;
        uint64_t size;
    } cases[] = {
        {"--max-line=1", 1},
        {"--max-line=4096", 4096},
        {"--max-line=64K", UINT64_C(64) << 10},
        {"--max-line=64k", UINT64_C(64) << 10},
        {"--max-line=3M", UINT64_C(3) << 20},
        {"--max-line=3m", UINT64_C(3) << 20},
        {"--max-line=2G", UINT64_C(2) << 30},
        {"--max-line=2g", UINT64_C(2) << 30},
        {"--max-line=18446744073709551615", UINT64_MAX},
        {"--max-line=17179869183G", UINT64_C(17179869183) << 30},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        parse(cases[i].line);
        tap_equal_count(settings.max_line, cases[i].size, cases[i].line);
    }
}

static void test_wrong(void)
{
    static const struct {
        const char *line;
        const char *want;
    } cases[] = {
        {"--foo", "unknown option '--foo'"},
        {"--foo=bar", "unknown option '--foo'"},
        {"a --foo b", "unknown option '--foo'"},
        {"-x", "unknown option '-x'"},
        {"-cx", "unknown option '-x'"},
        {"-\xc3\xa4", "unknown option '-\\xc3'"},
        {"--c", "option '--c' may be '--check' or '--color'"},
        {"--co=1", "option '--color' takes no argument"},
        {"--no-color=1", "option '--no-color' takes no argument"},
        {"-o", "option '--output' needs an argument, FILE"},
        {"--jobs", "option '--jobs' needs an argument, N"},
        {"--check --jcs", "--check and --jcs exclude each other"},
        {"--jcs -c", "--jcs and --check exclude each other"},
        {"--gzip=10", "--gzip: '10' is not a number from 0 to 9"},
        {"--gzip=", "--gzip: '' is not a number from 0 to 9"},
        {"-z-1", "--gzip: '-1' is not a number from 0 to 9"},
        {"-j+1", "--jobs: '+1' is not a number from 0 to 1024"},
        {"-j1x", "--jobs: '1x' is not a number from 0 to 1024"},
        {"-j0x1", "--jobs: '0x1' is not a number from 0 to 1024"},
        {"-j\t1", "--jobs: '\\x091' is not a number from 0 to 1024"},
        {"-j99999999999999999999", "--jobs: '99999999999999999999' is not a number from 0"
                                   " to 1024"},
        {"-j18446744073709551617", "--jobs: '18446744073709551617' is not a number from 0"
                                   " to 1024"},
        {"--offset=18446744073709551612",
         "--offset: '18446744073709551612' is not a number of at least -5"},
        {"--offset=-6", "--offset: '-6' is not a number of at least -5"},
        {"--offset=-", "--offset: '-' is not a number of at least -5"},
        {"--offset=--1", "--offset: '--1' is not a number of at least -5"},
    };
    char want[512];

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        snprintf(want, sizeof want, "tool: error: %s\ntool: try 'tool --help'\n",
                 cases[i].want);
        tap_check(parse(cases[i].line) == OPT_WRONG, "refused: %s", cases[i].want);
        tap_equal_bytes(printed, strlen(printed), want, "its message");
    }
}

static void test_wrong_sizes(void)
{
    static const char *const sizes[] = {"",
                                        "0",
                                        "0K",
                                        "-1",
                                        "+1",
                                        "K",
                                        "1KB",
                                        "1kk",
                                        "1T",
                                        "1.5M",
                                        "1\t",
                                        "\t1",
                                        "0x10",
                                        "18446744073709551616",
                                        "17179869184G",
                                        "99999999999999999999999"};

    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        char line[64];

        snprintf(line, sizeof line, "--max-line=%s", sizes[i]);
        tap_check(parse(line) == OPT_WRONG &&
                      strstr(printed, "is not a size such as 4096, 64K, 16M or 1G") != NULL,
                  "no size: '%s'", sizes[i]);
    }
}

static void test_operands(void)
{
    tap_check(parse("a --check b") == OPT_RUN && settings.mode == 1 &&
                  strcmp(words[first], "a") == 0 && strcmp(words[first + 1], "b") == 0,
              "operands among options");
    tap_check(parse("-c -- --jcs") == OPT_RUN && settings.mode == 1 &&
                  strcmp(words[first], "--jcs") == 0,
              "-- ends the options");
    tap_check(parse("- -c") == OPT_RUN && strcmp(words[first], "-") == 0,
              "- is an operand");
    tap_check(parse("--max=5 --ch") == OPT_RUN && settings.max_line == 5 &&
                  settings.mode == 1,
              "long names may be shortened");
}

/* Parse LINE with standard output going to a file; its text comes back in OUT. */
static enum opt_result parse_printing(const char *line, char *out, size_t size)
{
    FILE *file = tmpfile();
    int saved;
    enum opt_result result;

    fflush(stdout);
    saved = dup(STDOUT_FILENO);
    dup2(fileno(file), STDOUT_FILENO);
    result = parse(line);
    fflush(stdout);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    rewind(file);
    out[fread(out, 1, size - 1, file)] = '\0';
    fclose(file);
    return result;
}

static void test_help(void)
{
    static const char want[] = "Usage: tool [OPTION]... [FILE]...\n"
                               "Do a thing.\n"
                               "\n"
                               "  -c, --check             verify digests\n"
                               "      --jcs               canonicalise\n"
                               "      --verify            the same as --check\n"
                               "      --wide              another question\n"
                               "      --add-catalog=FILE  lay FILE over the catalog;\n"
                               "                          may be given again\n"
                               "      --offset=N          from N\n"
                               "\n"
                               "Common options:\n"
                               "  -o, --output=FILE       write to FILE\n"
                               "  -z, --gzip[=LEVEL]      compress the output\n"
                               "  -j, --jobs=N            worker threads\n"
                               "      --max-line=BYTES    longest line\n"
                               "      --color             color\n"
                               "      --no-color          no color\n"
                               "      --a-name-that-is-unusually-long=X\n"
                               "                          x\n"
                               "  -h, --help              print this\n"
                               "  -V, --version           print the version\n"
                               "\n"
                               "The manual is tool(1).\n";
    char out[4096];

    tap_check(parse_printing("-h --foo", out, sizeof out) == OPT_DONE && printed[0] == '\0',
              "--help ends it");
    tap_equal_bytes(out, strlen(out), want, "the text of --help");
    tap_check(parse_printing("--version", out, sizeof out) == OPT_DONE,
              "so does --version");
    tap_check(strncmp(out, "tool (kidx) 9.8\nLicense: ", 25) == 0 &&
                  out[strlen(out) - 1] == '\n',
              "the text of --version");
}

/* Leaves 1 where --help on a full device is not refused, and printed. */
static void help_on_full(void)
{
    int full = open("/dev/full", O_WRONLY);

    dup2(full, STDOUT_FILENO);
    if (parse("--help") != OPT_WRONG ||
        strcmp(printed,
               "tool: error: cannot write standard output: No space left on device\n") != 0)
        _exit(1);
}

static void test_help_lost(void)
{
    if (access("/dev/full", W_OK) != 0)
        tap_skip("there is no /dev/full");
    else
        tap_equal_count((uint64_t)run_in_child(help_on_full), 0,
                        "--help that is not written is an error");
}

/* WANT is what -h reports of a table with OPT, NULL: it is printed. */
static void expect_problem(struct opt opt, const char *want)
{
    const struct opt table[] = {
        {OPT_SWITCH, 'a', "alpha", NULL, &settings.color, 1, 0, 0, "alpha"},
        opt,
        {OPT_HELP, 'h', "help", NULL, NULL, 0, 0, 0, "print this"},
        {OPT_END, 0, NULL, NULL, NULL, 0, 0, 0, NULL}};
    const struct opt *const list[] = {table, NULL};
    const struct opt_usage usage_of_list = {"", "Do a thing.", NULL, list};
    char program[] = "tool";
    char help[] = "-h";
    char *arguments[] = {program, help, NULL};
    char message[200];
    char got[2000];
    char output[2000];
    struct diag diag;
    int operand;
    enum opt_result result;

    snprintf(message, sizeof message, "tool: error: the table of options: %s\n", want);
    diag_init(&diag);
    capture_start();
    result = opt_parse(&usage_of_list, "9.8", 2, arguments, &diag, &operand);
    capture_take(got, sizeof got);
    capture_take(output, sizeof output);
    capture_stop();
    if (want == NULL)
        tap_check(result == OPT_DONE, "a table without a problem");
    else
        tap_check(result == OPT_WRONG && strstr(got, message) != NULL,
                  "a table's problem: %s", want);
}

static void test_table_problems(void)
{
    const struct opt good = {OPT_SWITCH, 'b', "beta", NULL,  &settings.color,
                             1,          0,   0,      "beta"};
    struct opt bad;

    expect_problem(good, NULL);
    bad = good;
    bad.letter = 'a';
    expect_problem(bad, "beta: the letter is taken");
    bad = good;
    bad.name = "alpha";
    expect_problem(bad, "alpha: the name is taken");
    bad = good;
    bad.name = NULL;
    expect_problem(bad, "an option without a name: no long name");
    bad = good;
    bad.help = "";
    expect_problem(bad, "beta: no help");
    bad.help = "A sentence.";
    expect_problem(bad, "beta: the help ends in a full stop");
    bad.help = "one\nxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";
    expect_problem(bad, "beta: a line of the help is too long");
    bad = good;
    bad.target = NULL;
    expect_problem(bad, "beta: no target");
    bad = good;
    bad.argument = "N";
    expect_problem(bad, "beta: an argument is named, none is taken");
    bad.kind = OPT_NUMBER;
    bad.minimum = 1;
    expect_problem(bad, "beta: the minimum is above the maximum");
    bad.maximum = 1;
    expect_problem(bad, NULL);
    bad.argument = NULL;
    expect_problem(bad, "beta: no argument is named");
    bad.kind = OPT_TEXT;
    bad.argument = "[N]";
    expect_problem(bad, "beta: the argument must be named, without brackets");
}

int main(void)
{
    diag_set_program("tool");
    test_kinds();
    test_numbers();
    test_sizes();
    test_wrong();
    test_wrong_sizes();
    test_operands();
    test_help();
    test_help_lost();
    test_table_problems();
    opt_list_release(&settings.catalogs);
    return tap_done();
}
