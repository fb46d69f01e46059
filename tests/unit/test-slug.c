#include <config.h>

#include "record/slug.h"

#include "tap.h"

static void test_kebab(void)
{
    static const struct {
        const char *text;
        const char *kebab;
    } cases[] = {{"NVIDIA H100 80GB HBM3", "nvidia-h100-80gb-hbm3"},
                 {"2024-09-03 15:31:39", "2024-09-03-15-31-39"},
                 {"--a__b--", "a-b"},
                 {"", ""},
                 {"???", ""},
                 {"a\xc3\xa4\xe2\x82\xac"
                  "b",
                  "a-b"},
                 {"\xc3\x84", ""},
                 {"Z", "z"},
                 {"a\nb", "a-b"}};
    struct buf out;

    buf_init(&out);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        buf_clear(&out);
        slug_append(&out, view_from(cases[i].text));
        tap_equal_bytes(out.data, out.length, cases[i].kebab, "kebab case");
    }
    buf_clear(&out);
    buf_append_text(&out, "head");
    for (int i = 0; i < 50; i++)
        buf_append_text(&out, "-a");
    slug_cut(&out, 4);
    tap_equal_count(out.length, 104, "cut to 100 after the start");
    slug_cut(&out, 5);
    tap_check(out.length == 104 && out.data[103] == 'a',
              "not cut where it is short enough");
    buf_release(&out);
}

int main(void)
{
    test_kebab();
    return tap_done();
}
