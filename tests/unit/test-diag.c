#include <config.h>

#include "base/diag.h"

#include "capture.h"
#include "tap.h"

#include <errno.h>
#include <fcntl.h>
#include <time.h>

static char printed[16384];
static size_t printed_length;

/* Take what was printed and compare; WANT "" expects that nothing was. */
static void expect(const char *want, const char *what)
{
    printed_length = capture_take(printed, sizeof printed);
    tap_equal_bytes(printed, printed_length, want, what);
}

static void test_status(void)
{
    struct diag diag;

    diag_init(&diag);
    tap_equal_count((uint64_t)diag.status, EXIT_OK, "a run starts as good");
    diag_raise(&diag, EXIT_TROUBLE);
    diag_raise(&diag, EXIT_FINDINGS);
    tap_equal_count((uint64_t)diag.status, EXIT_TROUBLE, "the status does not fall");
}

static void test_forms(void)
{
    struct diag_place place = {"a.csv", 3, 14};
    struct diag diag;

    diag_init(&diag);
    capture_start();
    diag_say(&diag, DIAG_ERROR, &place, "syntax", "bad %s", "thing");
    expect("tool: a.csv:3:14: error: bad thing [syntax]\n", "place and code");
    place.column = 0;
    diag_say(&diag, DIAG_WARNING, &place, NULL, "a line");
    expect("tool: a.csv:3: warning: a line\n", "a line without a column");
    place.line = 0;
    diag_say(&diag, DIAG_NOTE, &place, NULL, "a file");
    expect("tool: a.csv: note: a file\n", "a file without a line");
    diag_say(&diag, DIAG_ERROR, NULL, NULL, "a run");
    expect("tool: error: a run\n", "no place");
    place = (struct diag_place){"b", UINT64_MAX, UINT64_MAX};
    diag_say(&diag, DIAG_ERROR, &place, "x", "%d", -1);
    expect("tool: b:18446744073709551615:18446744073709551615: error: -1 [x]\n",
           "the largest numbers");
    tap_equal_count((uint64_t)diag.status, EXIT_OK, "saying something raises nothing");
    diag_remark(&diag, "try '%s --help'", diag_program());
    expect("tool: try 'tool --help'\n", "a hint has no level");
    capture_stop();
}

static void test_misuse(void)
{
    struct diag diag;
    int result;

    diag_init(&diag);
    capture_start();
    result = diag_misuse(&diag, "no %s", "good");
    expect("tool: error: no good\n", "misuse");
    expect("tool: try 'tool --help'\n", "and a hint");
    tap_check(result == -1 && diag.status == EXIT_TROUBLE,
              "diag_misuse is -1 and raises the status");
    capture_stop();
}

static void test_fail(void)
{
    struct diag diag;
    int result;

    diag_init(&diag);
    capture_start();
    errno = EDOM;
    result = diag_fail(&diag, "no %s", "good");
    tap_check(result == -1 && diag.status == EXIT_TROUBLE && errno == EDOM,
              "diag_fail is -1, raises the status and leaves errno alone");
    expect("tool: error: no good\n", "its form");
    diag_init(&diag);
    result = diag_fail_file(&diag, "cannot open", "a\nb", ENOENT);
    tap_check(result == -1 && diag.status == EXIT_TROUBLE, "so is diag_fail_file");
    expect("tool: error: cannot open 'a\\x0ab': No such file or directory\n",
           "file and reason");
    capture_stop();
}

static void test_quiet(void)
{
    struct diag_place place = {"f", 1, 1};
    struct diag diag;

    diag_init(&diag);
    diag.quiet = true;
    capture_start();
    diag_say(&diag, DIAG_WARNING, &place, "w", "w");
    diag_say(&diag, DIAG_NOTE, &place, "n", "n");
    expect("", "warnings and notes are not printed when quiet");
    diag_remark(&diag, "h");
    expect("tool: h\n", "remarks are");
    diag_say(&diag, DIAG_ERROR, &place, NULL, "e");
    expect("tool: f:1:1: error: e\n", "errors are");
    capture_stop();
}

static void test_mask(void)
{
    static const struct {
        const char *text;
        const char *want;
    } cases[] = {
        {"plain ~ text", "plain ~ text"},
        {"tab\tesc\033[2J\x7f", "tab\\x09esc\\x1b[2J\\x7f"},
        {"gr\xc3\xbc\xc3\x9f, \xe2\x82\xac, \xf0\x9f\x98\x80",
         "gr\xc3\xbc\xc3\x9f, \xe2\x82\xac, \xf0\x9f\x98\x80"},
        {"\xc2\x80\xc2\x9f\xc2\xa0", "\\xc2\\x80\\xc2\\x9f\xc2\xa0"},
        {"\xe2\x80\xa7\xe2\x80\xa8\xe2\x80\xae\xe2\x80\xaf",
         "\xe2\x80\xa7\\xe2\\x80\\xa8\\xe2\\x80\\xae\xe2\x80\xaf"},
        {"\xe2\x80\xa9\xe2\x80\xaa", "\\xe2\\x80\\xa9\\xe2\\x80\\xaa"},
        {"\xe2\x80\x8a\xe2\x80\x8b\xe2\x80\x8c\xe2\x80\x8d\xe2\x80\x8e\xe2\x80\x8f\xe2\x80"
         "\x90",
         "\xe2\x80\x8a\\xe2\\x80\\x8b\xe2\x80\x8c\xe2\x80\x8d\\xe2\\x80\\x8e\\xe2\\x80\\x8f"
         "\xe2\x80\x90"},
        {"\xd8\x9b\xd8\x9c\xef\xbb\xbf\xef\xbb\xbe",
         "\xd8\x9b\\xd8\\x9c\\xef\\xbb\\xbf\xef\xbb\xbe"},
        {"\xf3\x9f\xbf\xbf\xf3\xa0\x80\x80\xf3\xa0\x81\xbf\xf3\xa0\x82\x80",
         "\xf3\x9f\xbf\xbf\\xf3\\xa0\\x80\\x80\\xf3\\xa0\\x81\\xbf\xf3\xa0\x82\x80"},
        {"\xe2\x81\xa5\xe2\x81\xa6\xe2\x81\xa9\xe2\x81\xaa",
         "\xe2\x81\xa5\\xe2\\x81\\xa6\\xe2\\x81\\xa9\xe2\x81\xaa"},
        {"\x80 \xbf \xff", "\\x80 \\xbf \\xff"},
        {"\xc0\x80 \xc1\xbf", "\\xc0\\x80 \\xc1\\xbf"},
        {"\xe0\x9f\xbf", "\\xe0\\x9f\\xbf"},
        {"\xed\xa0\x80", "\\xed\\xa0\\x80"},
        {"\xf0\x8f\xbf\xbf", "\\xf0\\x8f\\xbf\\xbf"},
        {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"},
        {"cut \xe2\x82", "cut \\xe2\\x82"},
        {"\xe2\x82z", "\\xe2\\x82z"},
    };
    char out[256];

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t length = diag_mask(out, sizeof out, cases[i].text, strlen(cases[i].text));

        tap_equal_bytes(out, length, cases[i].want, "masking");
        length = diag_mask(out, sizeof out, cases[i].want, strlen(cases[i].want));
        tap_equal_bytes(out, length, cases[i].want, "masking again changes nothing");
    }
    tap_equal_bytes(out, diag_mask(out, sizeof out, "a\0b", 3), "a\\x00b", "NUL is a byte");
    tap_equal_bytes(out, diag_mask(out, sizeof out, "\xe2\x82\xac", 2), "\\xe2\\x82",
                    "no byte after the text is looked at");
}

static void test_mask_cut(void)
{
    static const char text[] = "ab\xc3\xbc\xf0\x9f\x98\x80\ncd";
    static const char *const want[] = {"",
                                       ".",
                                       "..",
                                       "...",
                                       "a...",
                                       "ab...",
                                       "ab...",
                                       "ab\xc3\xbc...",
                                       "ab\xc3\xbc...",
                                       "ab\xc3\xbc...",
                                       "ab\xc3\xbc...",
                                       "ab\xc3\xbc\xf0\x9f\x98\x80...",
                                       "ab\xc3\xbc\xf0\x9f\x98\x80...",
                                       "ab\xc3\xbc\xf0\x9f\x98\x80...",
                                       "ab\xc3\xbc\xf0\x9f\x98\x80\\x0acd"};
    char out[32];

    for (size_t size = 0; size < sizeof want / sizeof want[0]; size++) {
        size_t length;

        memset(out, '#', sizeof out);
        length = diag_mask(out, size, text, sizeof text - 1);
        tap_equal_bytes(out, length, want[size], "cut between characters");
        tap_check(out[size] == '#', "nothing is written beyond %zu bytes", size);
    }
}

static void test_long(void)
{
    static char text[20000];
    struct diag_place place = {text, 1, 2};
    struct diag diag;

    diag_init(&diag);
    memset(text, 'x', sizeof text - 1);
    capture_start();
    diag_say(&diag, DIAG_ERROR, NULL, "code", "%s", text);
    printed_length = capture_take(printed, sizeof printed);
    tap_equal_count(printed_length, DIAG_LINE_SIZE, "a long message is cut");
    tap_equal_bytes(printed + printed_length - 13, 13, "xx... [code]\n",
                    "its code is seen");
    printed_length = capture_take(printed, sizeof printed);
    tap_equal_count(printed_length, 0, "it is one write");
    diag_say(&diag, DIAG_ERROR, &place, text, "%s", text);
    printed_length = capture_take(printed, sizeof printed);
    tap_equal_count(printed_length, DIAG_LINE_SIZE, "so is one with all parts long");
    tap_check(strstr(printed, "x...:1:2: error: xxx") != NULL, "its place is seen");
    memset(text, '\n', sizeof text - 1);
    diag_say(&diag, DIAG_ERROR, &place, NULL, "%s", text);
    printed_length = capture_take(printed, sizeof printed);
    tap_check(printed_length <= DIAG_LINE_SIZE && printed_length > DIAG_LINE_SIZE - 8 &&
                  strchr(printed, '\n') == printed + printed_length - 1,
              "masked bytes count, and there is one LF, at the end");
    capture_stop();
}

static void test_status_line(void)
{
    struct diag diag;

    diag_init(&diag);
    capture_start();
    diag_set_status_line(&diag, NULL);
    expect("", "nothing to wipe");
    diag_set_status_line(&diag, "12 MB\a");
    expect("\r\033[K12 MB\\x07", "a status line, masked");
    diag_say(&diag, DIAG_ERROR, NULL, NULL, "oh");
    expect("\r\033[Ktool: error: oh\n12 MB\\x07", "wiped and drawn again with a message");
    diag_set_status_line(&diag, "");
    expect("\r\033[K", "wiped");
    diag_say(&diag, DIAG_ERROR, NULL, NULL, "oh");
    expect("tool: error: oh\n", "and gone");
    capture_stop();
}

static void test_closed(void)
{
    struct diag diag;
    int saved = dup(STDERR_FILENO);

    diag_init(&diag);
    close(STDERR_FILENO);
    errno = EDOM;
    diag_fail(&diag, "nobody hears this");
    tap_check(errno == EDOM && diag.status == EXIT_TROUBLE,
              "where standard error is closed the status is still set");
    dup2(saved, STDERR_FILENO);
    close(saved);
}

/* A pipe of one page that is full and does not wait; its reader, a child, is late. What is
 * written is longer than the pipe. */
static void test_slow_reader(void)
{
    static char text[DIAG_LINE_SIZE];
    struct timespec late = {.tv_nsec = 50 * 1000 * 1000};
    struct diag diag;
    size_t filled = 0;
    int saved = dup(STDERR_FILENO);
    int ends[2];
    int status;
    pid_t child;

    diag_init(&diag);
    memset(text, 'x', sizeof text - 1);
    diag.status_line_shown = true;
    diag.status_line_length = sizeof diag.status_line;
    memset(diag.status_line, 's', sizeof diag.status_line);
    fflush(stdout);
    if (pipe(ends) != 0 || fcntl(ends[1], F_SETFL, O_NONBLOCK) != 0) {
        tap_check(false, "a pipe that does not wait");
        return;
    }
#ifdef F_SETPIPE_SZ
    fcntl(ends[1], F_SETPIPE_SZ, DIAG_LINE_SIZE);
#endif
    while (write(ends[1], "y", 1) == 1)
        filled++;
    child = fork();
    if (child == 0) {
        size_t total = 0;
        ssize_t got;

        close(ends[1]);
        nanosleep(&late, NULL);
        while ((got = read(ends[0], printed, sizeof printed)) > 0)
            total += (size_t)got;
        _exit(total == filled + 4 + DIAG_LINE_SIZE + DIAG_STATUS_LINE_SIZE ? 0 : 1);
    }
    dup2(ends[1], STDERR_FILENO);
    diag_say(&diag, DIAG_ERROR, NULL, NULL, "%s", text);
    dup2(saved, STDERR_FILENO);
    close(saved);
    close(ends[0]);
    close(ends[1]);
    tap_check(waitpid(child, &status, 0) == child && status == 0,
              "a message reaches a slow reader whole");
}

static void say_removed(void)
{
    if (write(STDERR_FILENO, "removed", 7) != 7)
        _exit(98);
}

static void exhaust_memory(void)
{
    if (at_quick_exit(say_removed) == 0)
        diag_memory_exhausted();
}

static void test_memory_exhausted(void)
{
    int status;

    capture_start();
    status = run_in_child(exhaust_memory);
    tap_check(status == EXIT_TROUBLE, "memory exhausted is exit 2");
    expect("tool: error: memory exhausted\n", "it is printed");
    expect("removed", "and what at_quick_exit holds is run");
    capture_stop();
}

int main(void)
{
    diag_set_program("tool");
    test_status();
    test_forms();
    test_misuse();
    test_fail();
    test_quiet();
    test_mask();
    test_mask_cut();
    test_long();
    test_status_line();
    test_closed();
    test_slow_reader();
    test_memory_exhausted();
    return tap_done();
}
