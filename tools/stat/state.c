#include <config.h>

#include "state.h"

#include "json/writer.h"
#include "write.h"

#include <inttypes.h>

static void write_measures(struct writer *writer, const struct stat_groups *groups,
                           const struct stat_group *group)
{
    writer_begin_array(writer);
    for (unsigned i = 0; i < 2; i++) {
        const struct stat_measure *measure = stat_group_measure(groups, group, i);

        if (measure == NULL)
            continue;
        writer_begin_array(writer);
        for (unsigned part = 0; part < MEASURE_PARTS; part++)
            writer_canonical(writer, measure_part(measure, part));
        writer_end_array(writer);
    }
    writer_end_array(writer);
}

static void write_sum(struct writer *writer, const char *name, struct sum *sum)
{
    struct buf text;

    buf_init(&text);
    sum_write(sum, &text);
    writer_name(writer, name);
    writer_string(writer, buf_view(&text));
    buf_release(&text);
}

/* [KEY or VALUE, COUNT] for each entry. */
static void write_entries(struct writer *writer, struct counts *counts, bool are_buckets)
{
    const struct counts_entry *entries = counts_sort(counts);

    writer_begin_array(writer);
    for (uint32_t i = 0; i < counts->used; i++) {
        writer_begin_array(writer);
        writer_number(writer,
                      are_buckets ? (double)entries[i].key : counts_value(entries[i].key));
        writer_count(writer, entries[i].count);
        writer_end_array(writer);
    }
    writer_end_array(writer);
}

/* The whole part, a colon and 64 bits of the fraction in hex. */
static void write_logarithms(struct writer *writer, struct logarithm sum)
{
    struct buf text;

    buf_init(&text);
    buf_append_format(&text, "%" PRId64 ":%016" PRIx64, sum.whole, sum.fraction);
    writer_string(writer, buf_view(&text));
    buf_release(&text);
}

static void write_sketch(struct writer *writer, const struct stat_keeping *keeping,
                         struct stat_group *group)
{
    struct stat_sketched *sketched = group->sketched;

    writer_begin_object(writer);
    writer_name(writer, "alpha");
    writer_number(writer, keeping->alpha);
    writer_name(writer, "buckets");
    write_entries(writer, &group->counts, true);
    writer_name(writer, "exact_max");
    writer_count(writer, keeping->exact_max);
    writer_name(writer, "logarithms");
    write_logarithms(writer, sketched->geomean.sum);
    writer_name(writer, "max");
    writer_number(writer, sketched->maximum);
    writer_name(writer, "min");
    writer_number(writer, sketched->minimum);
    writer_name(writer, "non_positive");
    writer_count(writer, group->values - sketched->geomean.count);
    write_sum(writer, "squares", &sketched->moments.squares);
    write_sum(writer, "total", &sketched->moments.total);
    writer_end_object(writer);
}

static void write_group(struct writer *writer, const struct stat_entry *entry,
                        const struct stat_groups *groups)
{
    struct stat_group *group = entry->group;
    struct counts none;

    writer_name(writer, "kind");
    writer_text(writer, STAT_STATE_KIND);
    writer_name(writer, "measures");
    write_measures(writer, groups, group);
    writer_name(writer, "missing");
    stat_write_missing(writer, group);
    writer_name(writer, "non_finite");
    writer_count(writer, group->non_finite);
    writer_name(writer, "sketch");
    if (group->sketched == NULL)
        writer_null(writer);
    else
        write_sketch(writer, groups->keeping, group);
    writer_name(writer, "value");
    writer_canonical(writer, entry->value);
    writer_name(writer, "values");
    counts_init(&none);
    write_entries(writer, group->sketched == NULL ? &group->counts : &none, false);
}

void stat_state_write(const struct stat_entry *entry, const struct stat_groups *groups,
                      struct buf *out)
{
    struct writer writer;

    writer_init(&writer, out);
    writer_begin_object(&writer);
    writer_name(&writer, "by");
    writer_canonical(&writer, entry->by);
    if (entry->value.length == 0) {
        writer_name(&writer, "count");
        writer_count(&writer, entry->group->records);
        writer_name(&writer, "kind");
        writer_text(&writer, STAT_STATE_KIND);
    } else {
        write_group(&writer, entry, groups);
    }
    writer_end_object(&writer);
    buf_append_byte(out, '\n');
}
