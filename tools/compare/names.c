#include <config.h>

#include "names.h"

/* A shorter beginning is not worth the line below the table. */
enum { WORTH_SKIPPING = 6 };

void case_names_init(struct case_names *names)
{
    memset(names, 0, sizeof *names);
    for (int i = 0; i < CASE_PARTS; i++)
        buf_init(&names->parts[i].text);
    buf_init(&names->text);
}

void case_names_release(struct case_names *names)
{
    for (int i = 0; i < CASE_PARTS; i++)
        buf_release(&names->parts[i].text);
    buf_release(&names->text);
}

static struct view part_name(struct case_names *names, const struct store_cohort *cohort,
                             enum case_part part)
{
    buf_clear(&names->text);
    store_case_part(cohort, part, &names->text);
    return buf_view(&names->text);
}

void case_names_gather(struct case_names *names, const struct store_cohort *cohort)
{
    for (int i = 0; i < CASE_PARTS; i++) {
        struct case_names_part *part = &names->parts[i];
        struct view name = part_name(names, cohort, (enum case_part)i);
        size_t length = 0;

        if (!part->is_set) {
            buf_append(&part->text, name.data, name.length);
            part->is_same = true;
            part->is_set = true;
            part->skip = i == CASE_METRIC ? 0 : name.length;
        }
        while (length < part->skip && length < name.length &&
               part->text.data[length] == name.data[length])
            length++;
        part->is_same = part->is_same && view_equal(buf_view(&part->text), name);
        part->skip = length;
    }
}

void case_names_end(struct case_names *names)
{
    for (int i = 0; i < CASE_PARTS; i++) {
        struct case_names_part *part = &names->parts[i];

        if (part->is_same)
            part->skip = 0;
        while (part->skip > 0 && part->text.data[part->skip - 1] != '-')
            part->skip--;
        if (part->skip < WORTH_SKIPPING)
            part->skip = 0;
    }
}

void case_names_append_case(struct case_names *names, const struct store_cohort *cohort,
                            struct buf *out)
{
    size_t start = out->length;

    for (int i = 0; i < CASE_PARTS; i++) {
        const struct case_names_part *part = &names->parts[i];
        struct view name;

        if (part->is_same && i > CASE_WORKLOAD)
            continue;
        if (out->length > start)
            buf_append_byte(out, ' ');
        name = part_name(names, cohort, (enum case_part)i);
        buf_append(out, name.data + part->skip, name.length - part->skip);
    }
}

static void append_line(struct buf *out, const char *text, size_t length)
{
    buf_append_masked(out, (struct view){text, length});
    buf_append_byte(out, '\n');
}

void case_names_append_common(const struct case_names *names, struct buf *out)
{
    static const char *const titles[] = {"workload", "protocol", "environment", "metric"};

    for (int i = CASE_PROTOCOL; i < CASE_PARTS; i++) {
        const struct case_names_part *part = &names->parts[i];

        if (!part->is_set || !part->is_same)
            continue;
        buf_append_format(out, "%s: ", titles[i]);
        append_line(out, part->text.data, part->text.length);
    }
    for (int i = 0; i < CASE_METRIC; i++) {
        const struct case_names_part *part = &names->parts[i];

        if (part->skip == 0)
            continue;
        buf_append_format(out, "%s names without ", titles[i]);
        append_line(out, part->text.data, part->skip);
    }
}
