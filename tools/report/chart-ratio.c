#include <config.h>

#include "chart-ratio.h"

#include "present/quantity.h"

/* "kernel axes protocol GPU: label". */
static void write_name(const struct labels *labels, const struct row *row, struct buf *out)
{
    struct view kernel = labels_kernel(labels, row);
    struct view protocol = labels_protocol(labels, row);
    struct view label = rows_label(row);

    buf_append(out, label.data, label.length);
    buf_append_text(out, ": ");
    buf_append(out, kernel.data, kernel.length);
    buf_append_byte(out, ' ');
    buf_append(out, protocol.data, protocol.length);
    buf_append_byte(out, ' ');
    buf_append(out, row->axes.data, row->axes.length);
    buf_append_text(out, ", ");
    labels_write_gpu(labels, row, out);
}

/* The different texts of a column, or how many there are. */
static void write_all(const struct row *const *list, size_t count, enum column column,
                      const char *noun, struct buf *out)
{
    struct view first = count == 0 ? view_from("none") : rows_text(list[0], column);
    struct map seen;

    map_init(&seen);
    for (size_t i = 0; i < count; i++) {
        struct view text = rows_text(list[i], column);

        map_put(&seen, text.data, text.length, NULL);
    }
    if (seen.count == 1)
        buf_append_format(out, "%s %.*s", noun, (int)first.length, first.data);
    else
        quantity_append_counted(out, seen.count, noun);
    map_release(&seen);
}

static void describe(const struct row *const *list, size_t count, size_t all,
                     enum chart_style style, struct buf *out)
{
    labels_write_metric(list[0], out);
    buf_append_format(out, ", %s; %s\n", labels_direction(list[0]),
                      style == CHART_RATIOS ? "ratio candidate / base; dotted: the floor"
                                            : "speed-up over the base, above 1 is better");
    write_all(list, count, COLUMN_BASE_LABEL, "base", out);
    buf_append_text(out, ", ");
    write_all(list, count, COLUMN_PRODUCT, "GPU", out);
    buf_append_text(out, ", ");
    write_all(list, count, COLUMN_PROTOCOL, "protocol", out);
    buf_append_byte(out, '\n');
    quantity_append_counted(out, all, "comparison");
    buf_append_text(out, ", ");
    quantity_append_count(out, all - count);
    buf_append_text(out, " not drawn here");
}

static struct chart_row make_row(const struct labels *labels, enum chart_style style,
                                 const struct row *row)
{
    struct chart_row made = {.series = labels_series(labels, rows_label(row)),
                             .note = rows_text(row, COLUMN_VERDICT)};
    bool higher = view_is(rows_text(row, COLUMN_DIRECTION), "higher_is_better");

    rows_number(row, COLUMN_RATIO, &made.value);
    rows_number(row, COLUMN_RATIO_LO, &made.low);
    rows_number(row, COLUMN_RATIO_HI, &made.high);
    rows_number(row, COLUMN_FLOOR, &made.floor);
    if (style == CHART_BARS)
        made = (struct chart_row){.series = made.series,
                                  .note = made.note,
                                  .value = !higher && made.value > 0 ? 1 / made.value
                                                                     : made.value};
    return made;
}

void chart_ratio_draw(const struct labels *labels, enum chart_style style,
                      const struct row *const *list, size_t count, size_t all,
                      struct svg *svg)
{
    struct chart_row rows[CHART_ROWS];
    size_t starts[CHART_ROWS + 1];
    struct buf names;
    struct buf lines;

    if (count > CHART_ROWS)
        count = CHART_ROWS;
    buf_init(&names);
    buf_init(&lines);
    for (size_t i = 0; i < count; i++) {
        starts[i] = names.length;
        write_name(labels, list[i], &names);
        rows[i] = make_row(labels, style, list[i]);
    }
    starts[count] = names.length;
    for (size_t i = 0; i < count; i++)
        rows[i].name = (struct view){names.data + starts[i], starts[i + 1] - starts[i]};
    if (count > 0)
        describe(list, count, all, style, &lines);
    chart_dots(
        svg, style,
        view_from(style == CHART_RATIOS ? "Ratios to the base" : "Speed-ups over the base"),
        buf_view(&lines), rows, count);
    buf_release(&names);
    buf_release(&lines);
}
