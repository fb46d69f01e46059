#include <config.h>

#include "present/text-table.h"

#include "tap.h"

static const struct text_table_column columns[] = {
    {"name", TEXT_TABLE_LEFT}, {"n", TEXT_TABLE_RIGHT}, {"", TEXT_TABLE_LEFT}};

#define TEN "0123456789"

static void add(struct text_table *layout, const char *text)
{
    text_table_add(layout, view_from(text), TEXT_TABLE_PLAIN);
}

static void expect(struct text_table *layout, bool colours, const char *want,
                   const char *what)
{
    struct buf out;

    buf_init(&out);
    text_table_write(layout, colours, &out);
    tap_equal_bytes(out.data, out.length, want, what);
    buf_release(&out);
}

int main(void)
{
    struct text_table layout;

    text_table_init(&layout, columns, 3);
    expect(&layout, false, "name  n\n----  -\n", "no rows");
    add(&layout, "a");
    add(&layout, "1000");
    add(&layout, "");
    add(&layout, "longer");
    add(&layout, "7");
    add(&layout, "x");
    expect(&layout, false,
           "name       n\n"
           "------  ----  -\n"
           "a       1000\n"
           "longer     7  x\n",
           "columns are as wide as they need, lines end without blanks");
    text_table_release(&layout);

    text_table_init(&layout, columns, 3);
    add(&layout, "\xc3\xa9\xe8\xa1\x8c"); /* two characters */
    add(&layout, "\xc2\xb1"
                 "1");
    add(&layout, "|");
    add(&layout, "a\nb\033[31m");
    add(&layout, "2");
    add(&layout, "\xff");
    expect(&layout, false,
           "name             n\n"
           "--------------  --  ----\n"
           "\xc3\xa9\xe8\xa1\x8c              \xc2\xb1"
           "1  |\n"
           "a\\x0ab\\x1b[31m   2  \\xff\n",
           "characters are counted, controls and stray bytes are masked");
    text_table_release(&layout);

    text_table_init(&layout, columns, 1);
    text_table_add(&layout, (struct view){"good", 4}, TEXT_TABLE_GOOD);
    text_table_add(&layout, (struct view){"bad", 3}, TEXT_TABLE_BAD);
    text_table_add(&layout, (struct view){"plain", 5}, TEXT_TABLE_PLAIN);
    expect(&layout, true, "name\n-----\n\033[32mgood\033[0m\n\033[31mbad\033[0m\nplain\n",
           "colours");
    expect(&layout, false, "name\n-----\ngood\nbad\nplain\n", "no colours");
    text_table_release(&layout);
    tap_check(!text_table_wants_colours(), "what is no terminal has no colours");
    text_table_init(&layout, columns, 1);
    add(&layout, TEN TEN TEN "\xc2\xb5" TEN TEN "012345678"); /* 60 characters */
    add(&layout, TEN TEN TEN "\xc2\xb5" TEN TEN TEN);         /* 61 */
    expect(&layout, false,
           "name\n"
           "------------------------------------------------------------\n" TEN TEN TEN
           "\xc2\xb5" TEN TEN "012345678\n" TEN TEN "012345678\xe2\x80\xa6" TEN TEN TEN
           "\n",
           "a cell of more than 60 characters loses its middle");
    text_table_release(&layout);
    return tap_done();
}
