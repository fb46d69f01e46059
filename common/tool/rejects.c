#include <config.h>

#include "tool/rejects.h"

#include "base/diag.h"
#include "base/utf8.h"
#include "json/writer.h"

#include <stdbool.h>

static bool is_utf8(struct view text)
{
    size_t i = 0;

    while (i < text.length) {
        char character[4] = {0}; /* so that nothing is read behind the text */
        size_t left = text.length - i;
        size_t length = 1;

        if ((unsigned char)text.data[i] >= 0x80) {
            memcpy(character, text.data + i, left < 4 ? left : 4);
            length = utf8_length(character);
        }
        if (length == 0)
            return false;
        i += length;
    }
    return true;
}

static void write_base64(struct writer *writer, struct view bytes)
{
    static const char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    struct buf text;

    buf_init(&text);
    for (size_t i = 0; i < bytes.length; i += 3) {
        size_t count = bytes.length - i < 3 ? bytes.length - i : 3;
        uint32_t group = 0;

        for (size_t k = 0; k < 3; k++)
            group = group << 8 | (k < count ? (unsigned char)bytes.data[i + k] : 0);
        for (size_t k = 0; k < 4; k++)
            buf_append_byte(&text, k <= count ? digits[group >> (18 - 6 * k) & 63] : '=');
    }
    writer_string(writer, buf_view(&text));
    buf_release(&text);
}

/* Text that may hold any bytes, such as a file name, made fit for JSON. */
static void write_masked(struct writer *writer, struct view text)
{
    char masked[DIAG_LINE_SIZE];

    writer_string(writer, (struct view){masked, diag_mask(masked, sizeof masked, text.data,
                                                          text.length)});
}

void rejects_write(const struct reject *reject, struct buf *out)
{
    struct writer writer;

    writer_init(&writer, out);
    writer_begin_object(&writer);
    writer_name(&writer, "code");
    writer_text(&writer, reject->code);
    writer_name(&writer, "column");
    if (reject->column > 0)
        writer_count(&writer, reject->column);
    else
        writer_null(&writer);
    writer_name(&writer, "file");
    write_masked(&writer, view_from(reject->file));
    writer_name(&writer, "input");
    if (reject->input.data == NULL) {
        writer_null(&writer);
    } else if (is_utf8(reject->input)) {
        writer_string(&writer, reject->input);
    } else {
        writer_null(&writer);
        writer_name(&writer, "input_base64");
        write_base64(&writer, reject->input);
    }
    writer_name(&writer, "line");
    writer_count(&writer, reject->line);
    writer_name(&writer, "message");
    write_masked(&writer, reject->message);
    writer_end_object(&writer);
    buf_append_byte(out, '\n');
}
