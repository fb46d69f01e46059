#include <config.h>

#include "io/output.h"

#include "blocks.h"
#include "capture.h"
#include "tap.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char text[300000];

/* Whether FILE, in the folder of the test, holds the LENGTH bytes at WANT. */
static bool holds(const char *file, const char *want, size_t length)
{
    static char got[2 * sizeof text];
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    size_t fill = 0;
    ssize_t added = 0;

    while (fd >= 0 && (added = read(fd, got + fill, sizeof got - fill)) > 0)
        fill += (size_t)added;
    if (fd >= 0)
        close(fd);
    return fd >= 0 && fill == length && memcmp(got, want, length) == 0;
}

static void make_file(const char *name, const char *content, mode_t mode)
{
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);

    if (write(fd, content, strlen(content)) < 0 || fchmod(fd, mode) != 0 || close(fd) != 0)
        printf("# %s: %s\n", name, strerror(errno));
}

static mode_t mode_of(const char *name)
{
    struct stat status;

    return stat(name, &status) == 0 ? status.st_mode & 07777 : 0;
}

static unsigned count_files(void)
{
    DIR *directory = opendir(".");
    unsigned count = 0;

    while (readdir(directory))
        count++;
    closedir(directory);
    return count - 2;
}

static void test_new_file(void)
{
    struct diag diag;
    struct output *output;
    mode_t mask = umask(027);

    diag_init(&diag);
    output = output_open("new", OUTPUT_NO_GZIP, &diag);
    output_write(output, "one\n", 4);
    output_write(output, "two\n", 4);
    tap_equal_count(output_bytes(output), 8, "bytes are counted");
    tap_check(access("new", F_OK) != 0, "a file is not there before it is whole");
    tap_equal_count(count_files(), 1, "another one is beside it");
    tap_check(output_close(output, true) == 0, "it is closed");
    tap_check(holds("new", "one\ntwo\n", 8), "it holds what was written");
    tap_equal_count(count_files(), 1, "and is alone");
    tap_equal_count(mode_of("new"), 0640, "its mode follows the umask");
    umask(mask);
    unlink("new");
}

static void test_old_file(void)
{
    struct diag diag;
    struct output *output;

    diag_init(&diag);
    make_file("old", "before\n", 0626);
    output = output_open("old", OUTPUT_NO_GZIP, &diag);
    output_write(output, text, sizeof text);
    output_flush(output);
    tap_check(holds("old", "before\n", 7),
              "the old text stays while the new one is written");
    output_close(output, false);
    tap_check(holds("old", "before\n", 7), "and where the run is not good");
    tap_equal_count(count_files(), 1, "nothing is left beside it then");
    output = output_open("old", OUTPUT_NO_GZIP, &diag);
    output_write(output, "after\n", 6);
    output_close(output, true);
    tap_check(holds("old", "after\n", 6), "where it is good the new text is there");
    tap_equal_count(mode_of("old"), 0626, "with the mode of the old one");
    unlink("old");
}

static bool is_link(const char *name)
{
    struct stat status;

    return lstat(name, &status) == 0 && S_ISLNK(status.st_mode);
}

static void test_links(void)
{
    static const char *const targets[] = {"target", "folder/target"};
    struct diag diag;
    int made = mkdir("folder", 0700);

    diag_init(&diag);
    made += symlink("target", "folder/inner") + symlink("folder/inner", "outer");
    made += symlink("target", "link");
    for (int i = 0; i < 4; i++) {
        struct output *output =
            output_open(i % 2 ? "outer" : "link", OUTPUT_NO_GZIP, &diag);

        output_write(output, text, (size_t)i + 1);
        output_close(output, true);
        tap_check(made == 0 && is_link(i % 2 ? "outer" : "link") &&
                      holds(targets[i % 2], text, (size_t)i + 1),
                  "a link is followed to a file that %s", i < 2 ? "is made" : "is there");
    }
    unlink("folder/inner");
    unlink("folder/target");
    unlink("outer");
    unlink("link");
    unlink("target");
    rmdir("folder");
    if (symlink("loop", "loop") != 0)
        return;
    capture_start();
    tap_check(!output_open("loop", OUTPUT_NO_GZIP, &diag), "a loop of links is refused");
    capture_stop();
    unlink("loop");
}

static void test_gzip(void)
{
    static char want[8 * BLOCKS_SIZE];
    struct diag diag;
    struct output *output;
    size_t length = blocks_make(6, text, sizeof text, want);

    diag_init(&diag);
    output = output_open("packed", 6, &diag);
    for (size_t i = 0; i < sizeof text; i += 100) {
        output_write(output, text + i, 100);
        output_flush(output);
    }
    tap_equal_count(output_bytes(output), sizeof text,
                    "bytes of text are counted with gzip");
    output_close(output, true);
    tap_check(holds("packed", want, length), "flushing does not cut blocks short");
    for (unsigned threads = 1; threads < 6; threads++) {
        size_t place = 0;

        output = output_open("packed", 6, &diag);
        tap_check(output_compress_on(output, threads) == 0, "%u threads start", threads);
        for (size_t step = 1; place < sizeof text; step = step * 7 % 70009) {
            size_t part = sizeof text - place < step ? sizeof text - place : step;

            output_write(output, text + place, part);
            output_flush(output);
            place += part;
        }
        output_close(output, true);
        tap_check(holds("packed", want, length), "%u threads give the same bytes", threads);
        output = output_open("packed", 6, &diag);
        output_compress_on(output, threads);
        output_write(output, text, sizeof text);
        output_close(output, false);
        tap_check(holds("packed", want, length), "what is not committed is removed");
    }
    output = output_open("packed", 6, &diag);
    output_close(output, true);
    length = blocks_make(6, NULL, 0, want);
    tap_check(length == BLOCKS_END_SIZE && holds("packed", want, length),
              "no text is the empty block alone");
    unlink("packed");
}

/* Writes of all sizes, small and large ones in turn. */
static void test_order(void)
{
    struct diag diag;
    struct output *output;
    size_t place = 0;
    size_t step = 1;

    diag_init(&diag);
    output = output_open("order", OUTPUT_NO_GZIP, &diag);
    while (place < sizeof text) {
        size_t length = sizeof text - place < step ? sizeof text - place : step;

        output_write(output, text + place, length);
        place += length;
        step = step * 7 % 40009;
    }
    output_close(output, true);
    tap_check(holds("order", text, sizeof text), "writes of all sizes keep their order");
    unlink("order");
}

static void test_refused(void)
{
    struct diag diag;
    char message[1000];

    diag_init(&diag);
    diag_set_program("tool");
    capture_start();
    tap_check(!output_open(".", OUTPUT_NO_GZIP, &diag), "a directory is refused");
    capture_take(message, sizeof message);
    tap_equal_bytes(message, strlen(message),
                    "tool: error: cannot write '.': Is a directory\n",
                    "and that is printed");
    tap_check(!output_open("none/file", OUTPUT_NO_GZIP, &diag), "no folder, no file");
    capture_take(message, sizeof message);
    tap_equal_bytes(message, strlen(message),
                    "tool: error: cannot write 'none/file': No such file or directory\n",
                    "and that is printed");
    tap_check(!output_open_log("none/file", &diag), "no log either");
    capture_stop();
    tap_equal_count((uint64_t)diag.status, EXIT_TROUBLE, "the run is not complete");
    if (geteuid() == 0) {
        tap_skip("root may write to a file that is read-only");
        return;
    }
    make_file("fixed", "", 0444);
    capture_start();
    tap_check(!output_open("fixed", OUTPUT_NO_GZIP, &diag), "a read-only file is refused");
    capture_stop();
    unlink("fixed");
}

static void test_full(void)
{
    struct diag diag;
    struct output *output;
    char message[1000];

    diag_init(&diag);
    diag_set_program("tool");
    capture_start();
    output = output_open("/dev/full", OUTPUT_NO_GZIP, &diag);
    output_write(output, "x", 1);
    tap_check(!output_failed(output), "a full disk is not found while there is a buffer");
    tap_check(output_close(output, true) == -1, "but at the end");
    capture_take(message, sizeof message);
    tap_equal_bytes(message, strlen(message),
                    "tool: error: cannot write '/dev/full': No space left on device\n",
                    "it is printed");
    output = output_open("/dev/full", 6, &diag);
    output_compress_on(output, 2);
    for (int i = 0; i < 100; i++)
        output_write(output, text, sizeof text);
    tap_check(output_failed(output), "many writes find it");
    tap_check(output_close(output, true) == -1, "and so does the close");
    capture_take(message, sizeof message);
    tap_check(strlen(message) > 0 && capture_take(message, sizeof message) == 0,
              "it is printed once");
    capture_stop();
    tap_equal_count((uint64_t)diag.status, EXIT_TROUBLE, "the run is not complete");
}

static void write_to_broken_pipe(void)
{
    struct diag diag;
    struct output *output;
    int ends[2];

    diag_init(&diag);
    if (pipe(ends) != 0 || dup2(ends[1], STDOUT_FILENO) < 0)
        _exit(99);
    close(ends[0]);
    signal(SIGPIPE, SIG_IGN);
    output = output_open(NULL, OUTPUT_NO_GZIP, &diag);
    output_write(output, text, sizeof text);
    output_write(output, text, sizeof text);
    _exit(output_close(output, true) == -1 ? diag.status : 99);
}

/* Standard output is a pipe that does not block, and its reader is slow. */
static void write_to_slow_pipe(void)
{
    struct diag diag;
    struct output *output;
    int ends[2];
    char got[1000];
    size_t length = 0;
    ssize_t added;

    diag_init(&diag);
    if (pipe(ends) != 0 || dup2(ends[1], STDOUT_FILENO) < 0)
        _exit(99);
    close(ends[1]);
    if (fork() == 0) {
        close(ends[0]);
        fcntl(STDOUT_FILENO, F_SETFL, O_NONBLOCK);
        output = output_open(NULL, OUTPUT_NO_GZIP, &diag);
        output_write(output, text, sizeof text);
        output_close(output, true);
        _exit(diag.status);
    }
    close(STDOUT_FILENO);
    usleep(20000);
    while ((added = read(ends[0], got, sizeof got)) > 0)
        for (ssize_t i = 0; i < added; i++)
            if (got[i] != text[length++])
                _exit(98);
    _exit(length == sizeof text ? 0 : 97);
}

static void close_standard_output(void)
{
    struct diag diag;
    int fd = open("stdout", O_WRONLY | O_CREAT, 0600);

    diag_init(&diag);
    if (dup2(fd, STDOUT_FILENO) < 0)
        _exit(99);
    output_close(output_open(NULL, OUTPUT_NO_GZIP, &diag), true);
    _exit(write(STDOUT_FILENO, "open", 4) == 4 ? 0 : 98);
}

static void test_standard_output(void)
{
    char message[1000];
    int status;

    diag_set_program("tool");
    capture_start();
    status = run_in_child(write_to_broken_pipe);
    capture_take(message, sizeof message);
    tap_equal_count((uint64_t)status, EXIT_TROUBLE, "a broken pipe is an error");
    tap_equal_bytes(message, strlen(message),
                    "tool: error: cannot write 'standard output': Broken pipe\n",
                    "which is printed");
    tap_check(capture_take(message, sizeof message) == 0, "once");
    capture_stop();
    tap_equal_count((uint64_t)run_in_child(write_to_slow_pipe), 0,
                    "a slow reader of a descriptor that does not block is waited for");
    tap_equal_count((uint64_t)run_in_child(close_standard_output), 0,
                    "standard output stays open");
    unlink("stdout");
}

/* What a terminal gets of TEXT, written or copied, into GOT, at most 99 bytes. */
static void show_on_terminal(const char *shown, bool copied, char got[100])
{
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    struct diag diag;
    struct output *output;
    ssize_t length;

    got[0] = '\0';
    diag_init(&diag);
    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0)
        return;
    output = output_open(ptsname(terminal), OUTPUT_NO_GZIP, &diag);
    if (copied)
        output_copy(output, shown, strlen(shown));
    else
        output_write(output, shown, strlen(shown));
    output_flush(output);
    length = read(terminal, got, 99);
    got[length < 0 ? 0 : length] = '\0';
    output_close(output, true);
    close(terminal);
}

static void test_terminal(void)
{
    static const char controls[] = "\"a\302\233\302\200\302\237\302\240\303\202b\302\205\"";
    struct diag diag;
    struct output *output;
    char got[100];

    show_on_terminal(controls, false, got);
    tap_equal_bytes(got, strlen(got), "\"a\\u009b\\u0080\\u009f\302\240\303\202b\\u0085\"",
                    "a terminal gets C1 controls as escapes");
    show_on_terminal(controls, true, got);
    tap_equal_bytes(got, strlen(got), controls, "but not those of copied text");
    diag_init(&diag);
    output = output_open("file", OUTPUT_NO_GZIP, &diag);
    output_write(output, controls, strlen(controls));
    output_close(output, true);
    tap_check(holds("file", controls, strlen(controls)), "a file gets them as they are");
    unlink("file");
}

static void test_fifo(void)
{
    struct diag diag;
    struct output *output;
    char got[10] = "";
    int fd;

    diag_init(&diag);
    if (mkfifo("fifo", 0600) != 0)
        return;
    fd = open("fifo", O_RDONLY | O_NONBLOCK);
    output = output_open("fifo", OUTPUT_NO_GZIP, &diag);
    output_write(output, "text", 4);
    output_close(output, false);
    tap_check(read(fd, got, sizeof got) == 4, "a FIFO gets the text, whatever the run is");
    close(fd);
    unlink("fifo");
}

static void test_log(void)
{
    struct diag diag;
    struct output *output;

    diag_init(&diag);
    make_file("log", "what was there before\n", 0600);
    output = output_open_log("log", &diag);
    output_write(output, "one\n", 4);
    output_flush(output);
    tap_check(holds("log", "one\n", 4), "a log is written directly");
    output_close(output, false);
    tap_check(holds("log", "one\n", 4), "and is not removed");
    unlink("log");
}

static void die_of_signal(int number)
{
    output_remove_unfinished();
    _exit(number);
}

static void die_while_writing(void)
{
    static struct output *first; /* these are reachable when the program ends */
    static struct output *second;
    struct diag diag;

    diag_init(&diag);
    signal(SIGTERM, die_of_signal);
    first = output_open("one", OUTPUT_NO_GZIP, &diag);
    second = output_open("two", 6, &diag);
    output_write(first, text, sizeof text);
    output_write(second, text, sizeof text);
    output_close(output_open("three", 6, &diag), true);
    raise(SIGTERM);
}

static void test_signal(void)
{
    tap_equal_count((uint64_t)run_in_child(die_while_writing), SIGTERM, "a signal ends it");
    tap_equal_count(count_files(), 1, "its temporary files are removed, the whole one not");
    unlink("three");
}

static void test_long_name(void)
{
    struct diag diag;
    struct output *output;
    char name[256];

    memset(name, 'n', 255);
    name[255] = '\0';
    diag_init(&diag);
    output = output_open(name, OUTPUT_NO_GZIP, &diag);
    tap_check(output_close(output, true) == 0 && holds(name, "", 0),
              "a name may be as long as can be");
    unlink(name);
}

int main(void)
{
    char folder[] = "/tmp/kidx-test-XXXXXX";

    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)('a' + i * i / 7 % 26);
    if (!mkdtemp(folder) || chdir(folder) != 0)
        return 99;
    test_new_file();
    test_old_file();
    test_links();
    test_gzip();
    test_order();
    test_refused();
    test_full();
    test_standard_output();
    test_terminal();
    test_fifo();
    test_log();
    test_signal();
    test_long_name();
    tap_equal_count(count_files(), 0, "no test leaves a file");
    return chdir("/") == 0 && rmdir(folder) == 0 ? tap_done() : 99;
}
