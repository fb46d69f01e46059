#include <config.h>

#include "record/quantity.h"

#include "tap.h"

static void good(const char *text, uint64_t want)
{
    uint64_t got = 0;

    tap_check(quantity_duration((struct view){text, strlen(text)}, &got) && got == want,
              "'%s' is %llu ns", text, (unsigned long long)want);
}

static void bad(const char *text)
{
    uint64_t got;

    tap_check(!quantity_duration((struct view){text, strlen(text)}, &got),
              "'%s' is refused", text);
}

int main(void)
{
    good("0.008 ms", 8000);
    good("1.005 ms", 1005000);
    good("007 ns", 7);
    good("1.5\xc2\xa0ms", 1500000);
    good("5 \xc2\xb5s", 5000);
    good("5us", 5000);
    good("2\ts", 2000000000);
    good("1.000 ns", 1);
    good("0 s", 0);
    good("9007199254740991 ns", UINT64_C(9007199254740991));
    good("9007199.254740991s", UINT64_C(9007199254740991));
    good("1\xef\xbb\xbfms", 1000000);
    good("0000000000000000000000000000001.0000000000000000000000000000 ns", 1);
    bad("");
    bad("ns");
    bad(" 1 ns");
    bad("1");
    bad("1 ");
    bad("1  ns");
    bad("1 ns ");
    bad("1. ns");
    bad(".5 ms");
    bad("0.0000005 ms");
    bad("1e3 ns");
    bad("-1 ns");
    bad("+1 ns");
    bad("1 NS");
    bad("1 m");
    bad("5 \xce\xbcs"); /* U+03BC, the Greek letter */
    bad("9007199254740992 ns");
    bad("9007199.254740992 s");
    bad("18446744073709551617 ns");
    bad("0.5 ns");
    return tap_done();
}
