#include <config.h>

#include "tool/grouping.h"

#include "parsed.h"
#include "tap.h"

static struct diag diag;

/* The key of RECORD, which is one of no stream: only what succeeds can be tried. */
static void expect(const char *by, const char *json, const char *want)
{
    struct parsed parsed = parsed_text(json);
    struct stream_record record = {.document = parsed.document};
    struct grouping grouping;
    struct grouper *grouper;
    struct buf key;

    buf_init(&key);
    grouping_init(&grouping, by, &diag);
    grouper = grouper_new(&grouping, &diag);
    if (tap_check(grouper != NULL && grouper_write(grouper, &record, &key) == 0, "--by=%s",
                  by == NULL ? "" : by))
        tap_equal_bytes(key.data, key.length, want, want);
    grouper_free(grouper);
    grouping_release(&grouping);
    buf_release(&key);
    parsed_release(&parsed);
}

int main(void)
{
    struct grouping grouping;

    diag_init(&diag);
    diag_set_program("test");
    expect(NULL, "{}", "{}");
    expect(".a", "{\"a\":1.50}", "{\".a\":1.5}");
    expect(".b, .a.x", "{\"a\":{\"x\":[2,1]},\"b\":\"t\"}",
           "{\".a.x\":[2,1],\".b\":\"t\"}");
    expect(".a", "{}", "{\".a\":null}");
    expect(".[\"x,y\"],.z", "{\"x,y\":1,\"z\":2}", "{\".[\\\"x,y\\\"]\":1,\".z\":2}");
    expect("[.a, .b]", "{\"a\":1,\"b\":2}", "{\"[.a, .b]\":[1,2]}");
    expect(".a, (.b | length)", "{\"a\":1,\"b\":\"xy\"}", "{\".a, (.b | length)\":1}");
    expect("empty", "{}", "{\"empty\":null}");
    tap_check(grouping_init(&grouping, ".a,.a", &diag) != 0, "a path that is there twice");
    grouping_release(&grouping);
    return tap_done();
}
