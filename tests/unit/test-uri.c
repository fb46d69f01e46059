#include <config.h>

#include "schema/uri.h"
#include "tap.h"

/* Section 5.4 of RFC 3986, whose base is this one, and cases of our own. */
#define BASE "http://a/b/c/d;p?q"

static const struct {
    const char *base;
    const char *reference;
    const char *want;
} cases[] = {
    {BASE, "g:h", "g:h"},
    {BASE, "g", "http://a/b/c/g"},
    {BASE, "./g", "http://a/b/c/g"},
    {BASE, "g/", "http://a/b/c/g/"},
    {BASE, "/g", "http://a/g"},
    {BASE, "//g", "http://g"},
    {BASE, "?y", "http://a/b/c/d;p?y"},
    {BASE, "g?y", "http://a/b/c/g?y"},
    {BASE, ";x", "http://a/b/c/;x"},
    {BASE, "", "http://a/b/c/d;p?q"},
    {BASE, ".", "http://a/b/c/"},
    {BASE, "./", "http://a/b/c/"},
    {BASE, "..", "http://a/b/"},
    {BASE, "../", "http://a/b/"},
    {BASE, "../g", "http://a/b/g"},
    {BASE, "../..", "http://a/"},
    {BASE, "../../", "http://a/"},
    {BASE, "../../g", "http://a/g"},
    {BASE, "../../../g", "http://a/g"},
    {BASE, "../../../../g", "http://a/g"},
    {BASE, "/./g", "http://a/g"},
    {BASE, "/../g", "http://a/g"},
    {BASE, "g.", "http://a/b/c/g."},
    {BASE, ".g", "http://a/b/c/.g"},
    {BASE, "g..", "http://a/b/c/g.."},
    {BASE, "..g", "http://a/b/c/..g"},
    {BASE, "./../g", "http://a/b/g"},
    {BASE, "./g/.", "http://a/b/c/g/"},
    {BASE, "g/./h", "http://a/b/c/g/h"},
    {BASE, "g/../h", "http://a/b/c/h"},
    {BASE, "g;x=1/./y", "http://a/b/c/g;x=1/y"},
    {BASE, "g;x=1/../y", "http://a/b/c/y"},
    {BASE, "g?y/../x", "http://a/b/c/g?y/../x"},
    {BASE, "http:g", "http:g"},
    {"http://a", "g", "http://a/g"},
    {"urn:uuid:1", "", "urn:uuid:1"},
    {"", "a/../b", "/b"},
    {"", "x.json", "x.json"},
    {"", "", ""},
    {"dir/x.json", "y.json", "dir/y.json"},
    {"file:///c:/x/y.json", "z.json", "file:///c:/x/z.json"},
};

static void test_resolve(void)
{
    struct buf out;

    buf_init(&out);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        buf_clear(&out);
        uri_resolve(view_from(cases[i].base), view_from(cases[i].reference), &out);
        tap_equal_bytes(out.data, out.length, cases[i].want, cases[i].reference);
    }
    buf_release(&out);
}

static void test_split(void)
{
    struct view fragment;
    struct view rest = uri_split((struct view){"a#b#c", 5}, &fragment);

    tap_equal_bytes(rest.data, rest.length, "a", "what precedes the first '#'");
    tap_equal_bytes(fragment.data, fragment.length, "b#c", "and after it");
    uri_split((struct view){"a", 1}, &fragment);
    tap_check(fragment.data == NULL, "no fragment");
    uri_split((struct view){"a#", 2}, &fragment);
    tap_check(fragment.data != NULL && fragment.length == 0, "an empty fragment");
}

static void test_decode(void)
{
    struct buf out;

    buf_init(&out);
    tap_check(uri_decode((struct view){"a%25b%2Fc%c3%A9", 15}, &out), "decodes");
    tap_equal_bytes(out.data, out.length, "a%b/c\xc3\xa9", "what it decodes to");
    tap_check(!uri_decode((struct view){"%2", 2}, &out), "a digit is missing");
    tap_check(!uri_decode((struct view){"%2g", 3}, &out), "no digit");
    buf_release(&out);
}

int main(void)
{
    test_resolve();
    test_split();
    test_decode();
    return tap_done();
}
