#include <config.h>

#include "json/writer.h"

#include "tap.h"

static void test_values(void)
{
    struct buf out;
    struct writer writer;

    buf_init(&out);
    writer_init(&writer, &out);
    writer_begin_object(&writer);
    writer_name(&writer, "a");
    writer_begin_array(&writer);
    writer_null(&writer);
    writer_boolean(&writer, true);
    writer_boolean(&writer, false);
    writer_number(&writer, 1e21);
    writer_count(&writer, UINT64_MAX);
    writer_begin_array(&writer);
    writer_end_array(&writer);
    writer_end_array(&writer);
    writer_name(&writer, "b");
    writer_begin_object(&writer);
    writer_end_object(&writer);
    writer_name_view(&writer, (struct view){"\"\n", 2});
    writer_canonical(&writer, (struct view){"[1]", 3});
    writer_end_object(&writer);
    tap_equal_bytes(out.data, out.length,
                    "{\"a\":[null,true,false,1e+21,18446744073709551615,[]],\"b\":{},"
                    "\"\\\"\\n\":[1]}",
                    "containers, commas, numbers");
    buf_release(&out);
}

static void test_strings(void)
{
    static const char text[] = "\0\x01\x1f\b\t\n\f\r\"\\/\x7f\xc2\x80\xe2\x80\xa8";
    struct buf out;

    buf_init(&out);
    writer_append_string(&out, (struct view){text, sizeof text - 1});
    tap_equal_bytes(
        out.data, out.length,
        "\"\\u0000\\u0001\\u001f\\b\\t\\n\\f\\r\\\"\\\\/\x7f\xc2\x80\xe2\x80\xa8\"",
        "escapes of RFC 8785, the rest as it is");
    buf_clear(&out);
    writer_append_string(&out, (struct view){NULL, 0});
    tap_equal_bytes(out.data, out.length, "\"\"", "the empty string");
    buf_release(&out);
}

int main(void)
{
    test_values();
    test_strings();
    return tap_done();
}
