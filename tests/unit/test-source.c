#include <config.h>

#include "base/source.h"

#include "feed.h"
#include "tap.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/time.h>

static void test_pieces(void)
{
    struct source source;
    char out[8];

    source_init(&source);
    source_open(&source, feed_start("abcdefghij", 10, 3));
    tap_equal_count((uint64_t)source_need(&source, 1), 3, "need hands on a short read");
    tap_equal_count((uint64_t)source_need(&source, 4), 6,
                    "need reads until there is enough");
    tap_equal_count(source.offset, 0, "what is available is not yet read");
    tap_equal_count((uint64_t)source_read(&source, out, 2), 2,
                    "read takes from the buffer");
    tap_equal_bytes(out, 2, "ab", "its first bytes");
    source_skip(&source, 1);
    tap_equal_count(source.offset, 3, "the offset counts what was read and skipped");
    tap_equal_count((uint64_t)source_read(&source, out, 8), 3,
                    "read empties the buffer first");
    tap_equal_bytes(out, 3, "def", "the rest of it");
    tap_equal_count((uint64_t)source_read(&source, out, 8), 3, "then it reads past it");
    tap_equal_bytes(out, 3, "ghi", "the next piece");
    tap_equal_count(source.offset, 9, "and the offset goes on");
    tap_equal_count((uint64_t)source_need(&source, 5), 1, "need meets the end");
    tap_equal_bytes(source.buffer + source.start, 1, "j", "with what there is");
    source_skip(&source, 1);
    tap_equal_count((uint64_t)source_read(&source, out, 8), 0, "the end is the end");
    tap_equal_count((uint64_t)source_need(&source, 1), 0, "for need too");
    source_release(&source);
    feed_stop();
}

static void test_need_moves(void)
{
    static char text[3 * SOURCE_BUFFER_SIZE];
    struct source source;
    uint64_t offset = 0;
    bool right = true;

    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)('a' + i % 23);
    source_init(&source);
    source_open(&source, feed_start(text, sizeof text, 4096));
    for (;;) {
        ptrdiff_t available = source_need(&source, 1000);

        if (available < 700)
            break;
        right = right && source.offset == offset &&
                memcmp(source.buffer + source.start, text + offset, 700) == 0;
        source_skip(&source, 700);
        offset += 700;
    }
    tap_check(right && offset == sizeof text / 700 * 700, "need moves what is left over");
    source_release(&source);
    feed_stop();
}

static void test_error(void)
{
    struct source source;
    char out[8];

    source_init(&source);
    source_open(&source, open("/", O_RDONLY | O_CLOEXEC));
    tap_check(source_read(&source, out, sizeof out) == -1, "a directory cannot be read");
    tap_check(source.error == EISDIR, "and the reason is stored");
    tap_check(source_need(&source, 1) == -1, "an error stays");
    source_open(&source, open("/dev/null", O_RDONLY | O_CLOEXEC));
    tap_check(source_need(&source, 1) == 0, "until another file is opened");
    source_release(&source);
}

static void ignore(int number)
{
    (void)number;
}

/* Somebody writes after a while, to a pipe that does not block, and a timer interrupts. */
static void test_waiting(void)
{
    struct sigaction action = {.sa_handler = ignore};
    struct itimerval often = {{0, 2000}, {0, 2000}};
    struct itimerval never = {{0, 0}, {0, 0}};
    struct source source;
    int ends[2];
    char out[8];

    if (pipe(ends) != 0)
        return;
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    source_init(&source);
    source_open(&source, ends[0]);
    tap_check(!source_is_ready(&source, 1), "an empty pipe makes wait");
    fflush(stdout);
    if (fork() == 0) {
        usleep(20000);
        if (write(ends[1], "xy", 2) == 2)
            usleep(40000);
        _exit(write(ends[1], "z", 1) != 1);
    }
    close(ends[1]);
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    tap_equal_count((uint64_t)source_need(&source, 1), 2,
                    "a descriptor that does not block is waited for");
    tap_check(source_is_ready(&source, 2), "what is buffered does not make wait");
    tap_check(!source_is_ready(&source, 3), "but for more");
    source_skip(&source, 2);
    fcntl(ends[0], F_SETFL, 0);
    tap_equal_count((uint64_t)source_read(&source, out, 8), 1,
                    "a read that signals interrupt is repeated");
    tap_equal_count((uint64_t)source_read(&source, out, 1), 0, "to the end");
    setitimer(ITIMER_REAL, &never, NULL);
    tap_check(source_is_ready(&source, 1), "an end does not make wait");
    wait(NULL);
    source_release(&source);
}

static unsigned calls;

static bool count_call(void *listener)
{
    calls++;
    return listener != NULL;
}

/* The callback is called before a read waits, and may prevent that. */
static void test_listener(void)
{
    struct source source;
    int ends[2];

    if (pipe(ends) != 0 || write(ends[1], "x", 1) != 1)
        return;
    source_init(&source);
    source_open(&source, ends[0]);
    source.before_wait = count_call;
    tap_check(source_need(&source, 1) == 1 && calls == 0, "what is there is read");
    alarm(10);
    tap_check(source_need(&source, 2) == 1 && calls == 1, "for more it would wait");
    alarm(0);
    tap_check(source_need(&source, 2) == 1 && calls == 1 && source.end,
              "which it may not, so it ends");
    close(ends[1]);
    source_release(&source);
}

static void test_feeding(void)
{
    static const char text[SOURCE_BUFFER_SIZE] = "";
    struct source source;
    char out[8];

    source_init(&source);
    source_open_fed(&source, 1000);
    tap_check(source_need(&source, 1) == 0 && !source.end, "nothing to eat is no end");
    source_feed(&source, "abc", 3);
    tap_equal_count((uint64_t)source_need(&source, 5), 3, "what was fed is there");
    tap_equal_count((uint64_t)source_read(&source, out, 2), 2, "and is read");
    source_feed(&source, "de", 2);
    tap_check(source_need(&source, 5) == 3 &&
                  memcmp(source.buffer + source.start, "cde", 3) == 0,
              "more comes after it");
    tap_equal_count(source.offset, 1002, "the offset begins where it was printed");
    source_feed(&source, text, sizeof text);
    tap_equal_count((uint64_t)source_need(&source, 1), sizeof text + 3,
                    "there is no limit to it");
    source_feed_end(&source);
    tap_check(source.end && source_is_ready(&source, 2 * sizeof text), "until the end");
    source_release(&source);
}

static void test_closing(void)
{
    struct source source;
    int fd = dup(STDOUT_FILENO);

    source_init(&source);
    source_open(&source, fd);
    source_close(&source);
    tap_check(fcntl(fd, F_GETFD) == -1, "close closes");
    source_open(&source, STDIN_FILENO);
    source_close(&source);
    tap_check(fcntl(STDIN_FILENO, F_GETFD) != -1, "but not standard input");
    source_release(&source);
}

int main(void)
{
    test_pieces();
    test_need_moves();
    test_error();
    test_waiting();
    test_listener();
    test_feeding();
    test_closing();
    return tap_done();
}
