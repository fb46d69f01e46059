#include <config.h>

#include "record/instant.h"
#include "tap.h"

static const struct {
    const char *text;
    int64_t seconds;
    const char *fraction;
} good[] = {
    {"1970-01-01T00:00:00Z", 0, ""},
    {"1970-01-01T00:00Z", 0, ""},
    {"1969-12-31T23:59:59Z", -1, ""},
    {"2026-06-15T22:13:03.000Z", 1781561583, ""},
    {"2026-06-15T22:13:03.1200Z", 1781561583, "12"},
    {"2000-02-29T12:00:00.000000000000000000001Z", 951825600, "000000000000000000001"},
    {"2024-02-29T23:59:59Z", 1709251199, ""},
    {"1900-03-01T00:00:00Z", -2203891200, ""},
    {"0000-01-01T00:00:00Z", -62167219200, ""},
    {"0000-02-29T00:00:00Z", -62162121600, ""},
    {"0000-03-01T00:00:00Z", -62162035200, ""},
    {"9999-12-31T23:59:59Z", 253402300799, ""},
};

static const char *const bad[] = {
    "",
    "2026-06-15",
    "2026-06-15T22:13:03",
    "2026-06-15T22:13:03+00:00",
    "2026-06-15T22:13:03.Z",
    "2026-06-15T22:13.5Z",
    "2026-06-15T22Z",
    "2026-06-15t22:13:03Z",
    "2026-06-15T22:13:03z",
    "2026-06-15 22:13:03Z",
    "2026-6-15T22:13:03Z",
    "26-06-15T22:13:03Z",
    "02026-06-15T22:13:03Z",
    "-2026-06-15T22:13:03Z",
    "2026-00-15T22:13:03Z",
    "2026-13-15T22:13:03Z",
    "2026-06-00T22:13:03Z",
    "2026-06-31T22:13:03Z",
    "2026-02-29T22:13:03Z",
    "1900-02-29T22:13:03Z",
    "2026-06-15T24:00:00Z",
    "2026-06-15T22:60:03Z",
    "2026-06-15T22:13:60Z",
    "2026-06-15T22:13:03Z ",
    " 2026-06-15T22:13:03Z",
    "2026-06-15T22:13:03ZZ",
    "2026-06-15T22:13:03,5Z",
    "2026-06-1\xd9\xa5T22:13:03Z",
};

/* In order. */
static const char *const ascending[] = {
    "0000-01-01T00:00Z",        "1969-12-31T23:59:59.9Z",  "1970-01-01T00:00:00Z",
    "1970-01-01T00:00:00.001Z", "1970-01-01T00:00:00.01Z", "1970-01-01T00:00:00.0100001Z",
    "1970-01-01T00:00:00.1Z",   "1970-01-01T00:00:01Z",
};

int main(void)
{
    enum { COUNT = sizeof ascending / sizeof *ascending };
    struct instant a, b;

    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        bool read = instant_read(view_from(good[i].text), &a);

        if (!tap_check(read && a.seconds == good[i].seconds &&
                           view_is(a.fraction, good[i].fraction),
                       "%s", good[i].text))
            printf("# %lld\n", read ? (long long)a.seconds : -1);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        tap_check(!instant_read(view_from(bad[i]), &a), "refused: \"%s\"", bad[i]);
    for (size_t i = 0; i < COUNT * COUNT; i++) {
        size_t left = i % COUNT;
        size_t right = i / COUNT;
        int want = left < right ? -1 : left > right;
        int order;

        instant_read(view_from(ascending[left]), &a);
        instant_read(view_from(ascending[right]), &b);
        order = instant_compare(&a, &b);
        if ((order > 0) - (order < 0) != want)
            tap_check(false, "%s against %s", ascending[left], ascending[right]);
    }
    instant_read(view_from("2026-06-15T22:13:03.50Z"), &a);
    instant_read(view_from("2026-06-15T22:13:03.5000Z"), &b);
    tap_check(instant_compare(&a, &b) == 0, "zeros at the end of a fraction count nothing");
    return tap_done();
}
