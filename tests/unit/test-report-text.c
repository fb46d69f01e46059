#include <config.h>

#include "../../tools/report/escape.h"
#include "../../tools/report/text.h"

#include "tap.h"

static void expect(void (*write)(struct buf *, struct view), const char *text,
                   const char *want)
{
    struct buf out;

    buf_init(&out);
    write(&out, view_from(text));
    tap_equal_bytes(out.data == NULL ? "" : out.data, out.length, want, want);
    buf_release(&out);
}

static void test_escapes(void)
{
    expect(escape_xml, "<script>\"a\" & 'b'</script>",
           "&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/script&gt;");
    expect(escape_xml, "a\nb\tc\x01", "a b c\xef\xbf\xbd");
    expect(escape_xml,
           "\xe2\x80\xae"
           "abc",
           "\xef\xbf\xbd"
           "abc");
    expect(escape_xml, "\xf0\x9f\x9a\x80 \xd7\x90", "\xf0\x9f\x9a\x80 \xd7\x90");
    expect(escape_xml, "\xef\xbf\xbf", "\xef\xbf\xbd");
    expect(escape_markdown, "a|b", "a\\|b");
    expect(escape_markdown, "# x", "\\# x");
    expect(escape_markdown, "- x", "\\- x");
    expect(escape_markdown, "> x\ny", "\\> x y");
    expect(escape_markdown, "`x` *y*", "\\`x\\` \\*y\\*");
    expect(escape_markdown, "<b>", "&lt;b\\>");
    expect(escape_markdown, "[a](b)", "\\[a\\]\\(b)");
    expect(escape_markdown, "liger_rms_norm-fp32", "liger_rms_norm-fp32");
    expect(escape_markdown, "http://a.b", "http\\://a.b");
}

static void test_cells(void)
{
    expect(escape_csv, "=cmd()", "'=cmd()");
    expect(escape_csv, "+1+2", "'+1+2");
    expect(escape_csv, "@a", "'@a");
    expect(escape_csv, "-2.5e-3", "-2.5e-3");
    expect(escape_csv, "-x", "'-x");
    expect(escape_csv, "a,\"b\"\n", "\"a,\"\"b\"\"\n\"");
    expect(escape_csv, "\tx", "\"'\tx\"");
    expect(escape_csv, "\n=x", "\"'\n=x\"");
    expect(escape_csv, "", "");
    expect(escape_csv, "\x1b[31mred\x7f\xc2\x9b\xe2\x80\xae",
           "\xef\xbf\xbd[31mred\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    expect(escape_tsv, "\x1b[0m\x01", "\xef\xbf\xbd[0m\xef\xbf\xbd");
    expect(escape_tsv, "a\tb\nc", "a b c");
    expect(escape_tsv, "=1", "'=1");
}

static void test_widths(void)
{
    struct view text = view_from("abcdefghij");

    tap_check(text_width(text, 10) > 50 && text_width(text, 10) < 100, "a width");
    tap_check(text_width(view_from("\xe6\xbc\xa2"), 10) >= 10, "wide characters are wide");
    tap_check(text_fit(text, 10, 1000) == 10, "all of it fits");
    tap_check(text_fit(text, 10, 40) < 6, "room for the ellipsis is kept");
    tap_check(text_fit(view_from("\xe6\xbc\xa2\xe6\xbc\xa2"), 10, 20.5) % 3 == 0,
              "characters stay whole");
}

static void test_order(void)
{
    tap_check(text_compare_natural(view_from("h2"), view_from("h10")) < 0, "h2 before h10");
    tap_check(text_compare_natural(view_from("h10"), view_from("h2")) > 0, "h10 behind h2");
    tap_check(text_compare_natural(view_from("h02"), view_from("h2")) != 0,
              "texts that differ have an order");
    tap_check(text_compare_natural(view_from("a"), view_from("ab")) < 0, "a prefix first");
    tap_check(view_compare(view_from("h2"), view_from("h10")) > 0, "bytes otherwise");
}

int main(void)
{
    test_escapes();
    test_cells();
    test_widths();
    test_order();
    return tap_done();
}
