#include <config.h>

#include "base/buf.h"

#include "base/diag.h"

#include "capture.h"
#include "tap.h"

static void test_append(void)
{
    struct buf buf;

    buf_init(&buf);
    tap_check(buf_reserve(&buf, 0) != NULL, "room for nothing is somewhere");
    buf_append(&buf, NULL, 0);
    tap_equal_count(buf.length, 0, "nothing appended");
    buf_append(&buf, "a\0b", 3);
    buf_append_byte(&buf, '\xff');
    buf_append_text(&buf, "text");
    tap_check(buf.length == 8 && memcmp(buf.data, "a\0b\xfftext", 8) == 0, "any bytes");
    tap_check(buf_text(&buf)[8] == '\0' && buf.length == 8, "buf_text adds a NUL only");
    buf_clear(&buf);
    tap_check(buf.length == 0 && buf.capacity != 0, "buf_clear keeps the storage");
    buf_release(&buf);
    tap_check(buf.data == NULL && buf.capacity == 0, "buf_release does not");
    tap_equal_bytes(buf_text(&buf), 0, "", "the text of an empty buffer");
    buf_release(&buf);
}

static void test_growth(void)
{
    struct buf buf;
    unsigned moves = 0;
    size_t capacity = 0;
    bool holds = true;

    buf_init(&buf);
    for (size_t i = 0; i < 1000000; i++) {
        buf_append_byte(&buf, (char)(i % 127));
        moves += buf.capacity != capacity;
        capacity = buf.capacity;
    }
    for (size_t i = 0; i < buf.length; i++)
        holds = holds && buf.data[i] == (char)(i % 127);
    tap_check(holds && buf.length == 1000000, "a million bytes");
    tap_check(moves < 64, "%u moves for them", moves);
    buf_clear_to(&buf, 2000000);
    tap_check(buf.length == 0 && buf.capacity == capacity, "storage below the limit stays");
    buf_append_text(&buf, "x");
    buf_clear_to(&buf, 1000);
    tap_check(buf.length == 0 && buf.capacity <= 1000, "storage above it goes");
    buf_append_text(&buf, "again");
    tap_equal_bytes(buf.data, buf.length, "again", "and comes again");
    buf_release(&buf);
}

static void test_format(void)
{
    struct buf buf;
    char want[400];
    bool holds = true;

    buf_init(&buf);
    buf_append_format(&buf, "%d-%s", 7, "x");
    buf_append_format(&buf, "%s", "");
    buf_append_format(&buf, "%c", '.');
    tap_equal_bytes(buf.data, buf.length, "7-x.", "formatted texts follow each other");
    for (int width = 1; width < 400; width++) {
        buf_release(&buf);
        buf_append_format(&buf, "%*d", width, 1);
        memset(want, ' ', sizeof want);
        want[width - 1] = '1';
        holds = holds && buf.length == (size_t)width &&
                memcmp(buf.data, want, (size_t)width) == 0;
    }
    tap_check(holds, "formatted texts of 1 to 399 bytes");
    buf_release(&buf);
}

static void test_views(void)
{
    struct view none = {NULL, 0};
    struct view ab = {"abc", 2};
    struct view zero = {"a\0", 2};
    struct buf buf;

    tap_check(view_is(none, "") && !view_is(none, "a"), "a view of nothing");
    tap_check(view_is(ab, "ab") && !view_is(ab, "abc") && !view_is(ab, "ax"), "view_is");
    tap_check(!view_is(zero, "a"), "a NUL in a view is a byte");
    tap_check(view_equal(none, none) && !view_equal(none, ab) && !view_equal(zero, ab),
              "view_equal");
    buf_init(&buf);
    buf_append_text(&buf, "ab");
    tap_check(view_equal(buf_view(&buf), ab), "buf_view");
    buf_release(&buf);
}

static void grow_too_much(void)
{
    struct buf buf;

    buf_init(&buf);
    buf_append_text(&buf, "x");
    buf_reserve(&buf, SIZE_MAX - 1);
}

static void test_too_much(void)
{
    char printed[256];
    int status;

    capture_start();
    status = run_in_child(grow_too_much);
    capture_take(printed, sizeof printed);
    capture_stop();
    tap_check(status == EXIT_TROUBLE && strstr(printed, "memory exhausted") != NULL,
              "room beyond any memory ends the program");
}

int main(void)
{
    test_append();
    test_growth();
    test_format();
    test_views();
    test_too_much();
    return tap_done();
}
