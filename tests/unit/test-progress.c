#include <config.h>

#include "io/progress.h"

#include "tap.h"

static void expect(struct progress progress, const char *want)
{
    char text[80];

    progress_text(&progress, text, sizeof text);
    tap_equal_bytes(text, strlen(text), want, want);
}

int main(void)
{
    struct progress most = {UINT64_MAX - 1, UINT64_MAX, UINT64_MAX, 1e-9};
    char text[200];

    expect((struct progress){0, 0, 0, 0}, "0 B  0 records  0 B/s");
    expect((struct progress){999, 0, 1, 1}, "999 B  1 record  999 B/s");
    expect((struct progress){1000, 0, 2, 1}, "1.00 kB  2 records  1.00 kB/s");
    expect((struct progress){412000000, 4000000000, 158000, 0.340496},
           "412 MB  158k records  1.21 GB/s  00:03 left");
    expect((struct progress){9994, 0, 9996, 1}, "9.99 kB  10.0k records  9.99 kB/s");
    expect((struct progress){99940, 0, 99960, 1}, "99.9 kB  100k records  99.9 kB/s");
    expect((struct progress){999499, 0, 999500, 1}, "999 kB  1.00M records  999 kB/s");
    expect((struct progress){100, 6100, 3, 1}, "100 B  3 records  100 B/s  01:00 left");
    expect((struct progress){100, 6000, 3, 1}, "100 B  3 records  100 B/s  00:59 left");
    expect((struct progress){100, 101, 3, 1}, "100 B  3 records  100 B/s  00:01 left");
    expect((struct progress){1, 3724, 3, 1}, "1 B  3 records  1 B/s  1:02:03 left");
    expect((struct progress){1, 360000, 3, 1}, "1 B  3 records  1 B/s  99:59:59 left");
    expect((struct progress){1, 360001, 3, 1}, "1 B  3 records  1 B/s  over 99 h left");
    expect((struct progress){100, 100, 3, 1}, "100 B  3 records  100 B/s");
    expect((struct progress){120, 100, 3, 1}, "120 B  3 records  120 B/s");
    progress_text(&most, text, sizeof text);
    tap_check(strlen(text) <= 79, "the longest fits into 79 columns");
    return tap_done();
}
