#include <config.h>

#include "tool/tally.h"

#include "tap.h"
#include "tool/rejects.h"

static void test_tally(void)
{
    struct tally tally = {.blank = 2};
    struct buf out;

    buf_init(&out);
    tally_write_records(&tally, &out);
    tap_equal_bytes(out.data, out.length, "0 read = 0 passed + 0 rejected + 0 skipped",
                    "nothing");
    tally_add(&tally.passed, NULL);
    tally_add(&tally.passed, "unchecked");
    tally_add(&tally.rejected, "syntax");
    tally_add(&tally.rejected, "bom");
    tally_add(&tally.rejected, "syntax");
    tally_add(&tally.skipped, "deselected");
    tap_equal_count(tally_read(&tally), 6, "read is the sum");
    buf_clear(&out);
    tally_write_lines(&tally, "lines", &out);
    tap_equal_bytes(out.data, out.length, "8 lines = 2 blank + 6 read", "lines");
    buf_clear(&out);
    tally_write_records(&tally, &out);
    tap_equal_bytes(out.data, out.length,
                    "6 read = 2 passed (1 unchecked) + 3 rejected (2 syntax, 1 bom) + "
                    "1 skipped (1 deselected)",
                    "records by label");
    tally_add(&tally.late, "unresolved");
    tally_add(&tally.late, "unresolved");
    buf_clear(&out);
    tally_write_deferred(&tally, &out);
    tap_equal_bytes(out.data, out.length, "2 late (2 unresolved)", "late ones");
    tap_equal_count(tally_read(&tally), 6, "late ones were read before");
    buf_release(&out);
}

static void rejects(struct view input, const char *want, const char *what)
{
    struct reject reject = {"syntax", {"m \x1b", 3}, "f", 7, 3, input};
    struct buf out;

    buf_init(&out);
    rejects_write(&reject, &out);
    tap_equal_bytes(out.data, out.length, want, what);
    buf_release(&out);
}

static void test_rejects(void)
{
#define HEAD "{\"code\":\"syntax\",\"column\":3,\"file\":\"f\",\"input\":"
#define TAIL ",\"line\":7,\"message\":\"m \\\\x1b\"}\n"
    rejects((struct view){"{\"a\"", 4}, HEAD "\"{\\\"a\\\"\"" TAIL, "text");
    rejects((struct view){"", 0}, HEAD "\"\"" TAIL, "an empty line");
    rejects((struct view){NULL, 0}, HEAD "null" TAIL, "no input");
    rejects((struct view){"\xff", 1}, HEAD "null,\"input_base64\":\"/w==\"" TAIL,
            "one byte");
    rejects((struct view){"a\xff", 2}, HEAD "null,\"input_base64\":\"Yf8=\"" TAIL, "two");
    rejects((struct view){"ab\xc3", 3}, HEAD "null,\"input_base64\":\"YWLD\"" TAIL,
            "three");
    rejects((struct view){"\xc3\xa9\0", 3}, HEAD "\"\xc3\xa9\\u0000\"" TAIL, "a NUL");
}

int main(void)
{
    test_tally();
    test_rejects();
    return tap_done();
}
