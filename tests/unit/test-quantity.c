#include <config.h>

#include "record/quantity.h"

#include "tap.h"

static void good(const char *text, uint64_t want)
{
    uint64_t got = 0;

    tap_check(quantity_duration(view_from(text), &got) && got == want, "'%s' is %llu ns",
              text, (unsigned long long)want);
}

static void bad(const char *text)
{
    uint64_t got;

    tap_check(!quantity_duration(view_from(text), &got), "'%s' is refused", text);
}

static void share(const char *text, double want)
{
    struct quantity_threshold got;

    tap_check(quantity_threshold(view_from(text), &got) && !got.is_duration &&
                  got.value == want,
              "threshold '%s' is the share %.17g", text, want);
}

static void amount(const char *text, double want)
{
    struct quantity_threshold got;

    tap_check(quantity_threshold(view_from(text), &got) && got.is_duration &&
                  got.value == want,
              "threshold '%s' is %.17g ns", text, want);
}

static void no_threshold(const char *text)
{
    struct quantity_threshold got;

    tap_check(!quantity_threshold(view_from(text), &got), "'%s' is no threshold", text);
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
    share("5%", 0.05);
    share("0.05x", 0.05);
    share("0.1%", 0.001); /* 0.1 / 100 would be another double */
    share("0.3%", 0.003);
    share("250%", 2.5);
    share("0%", 0);
    share("005.50%", 0.055);
    amount("200ns", 200);
    amount("1.5us", 1500);
    amount("1.5\xc2\xb5s", 1500);
    amount("0.5ns", 0.5);
    amount("2ms", 2000000);
    amount("3s", 3e9);
    no_threshold("");
    no_threshold("5");
    no_threshold("%");
    no_threshold("nan");
    no_threshold("inf");
    no_threshold("-1%");
    no_threshold("+1%");
    no_threshold("5 %");
    no_threshold(" 5%");
    no_threshold("5% ");
    no_threshold("5%%");
    no_threshold(".5%");
    no_threshold("5.%");
    no_threshold("1e3%");
    no_threshold("5m");
    no_threshold("0x10%");
    no_threshold("1111111111111111111111111111111111111111111111111111111111111111%");
    return tap_done();
}
