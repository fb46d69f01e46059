#include <config.h>

#include "state.h"

#include "json/number.h"
#include "json/writer.h"
#include "write.h"

#include <float.h>
#include <inttypes.h>

/* --- writing --- */

static void write_measures(struct writer *writer, const struct group_map *groups,
                           const struct group *group)
{
    writer_begin_array(writer);
    for (unsigned i = 0; i < 2; i++) {
        const struct sample_measure *measure = group_measure(groups, group, i);

        if (measure == NULL)
            continue;
        writer_begin_array(writer);
        for (unsigned part = 0; part < MEASURE_PARTS; part++)
            writer_canonical(writer, sample_measure_part(measure, part));
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

/* Write [KEY or VALUE, COUNT] for each entry. */
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

/* Write the whole part, a colon and 64 bits of the fraction in hex. */
static void write_logarithms(struct writer *writer, struct logarithm sum)
{
    struct buf text;

    buf_init(&text);
    buf_append_format(&text, "%" PRId64 ":%016" PRIx64, sum.whole, sum.fraction);
    writer_string(writer, buf_view(&text));
    buf_release(&text);
}

static void write_sketch(struct writer *writer, const struct group_limits *limits,
                         struct group *group)
{
    struct group_buckets *buckets = group->buckets;

    writer_begin_object(writer);
    writer_name(writer, "alpha");
    writer_number(writer, limits->alpha);
    writer_name(writer, "buckets");
    write_entries(writer, &group->counts, true);
    writer_name(writer, "exact_max");
    writer_count(writer, limits->exact_max);
    writer_name(writer, "logarithms");
    write_logarithms(writer, buckets->geomean.sum);
    writer_name(writer, "max");
    writer_number(writer, buckets->maximum);
    writer_name(writer, "min");
    writer_number(writer, buckets->minimum);
    writer_name(writer, "non_positive");
    writer_count(writer, group->values - buckets->geomean.count);
    write_sum(writer, "squares", &buckets->moments.squares);
    write_sum(writer, "total", &buckets->moments.total);
    writer_end_object(writer);
}

static void write_members(struct writer *writer, const struct group_entry *entry,
                          const struct group_map *groups)
{
    struct group *group = entry->group;
    struct counts none;

    writer_name(writer, "kind");
    writer_text(writer, STATE_KIND);
    writer_name(writer, "measures");
    write_measures(writer, groups, group);
    writer_name(writer, "missing");
    write_missing(writer, group);
    writer_name(writer, "non_finite");
    writer_count(writer, group->non_finite);
    writer_name(writer, "sketch");
    if (group->buckets == NULL)
        writer_null(writer);
    else
        write_sketch(writer, groups->limits, group);
    writer_name(writer, "value");
    writer_canonical(writer, entry->value);
    writer_name(writer, "values");
    counts_init(&none);
    write_entries(writer, group->buckets == NULL ? &group->counts : &none, false);
}

void state_write(const struct group_entry *entry, const struct group_map *groups,
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
        writer_text(&writer, STATE_KIND);
    } else {
        write_members(&writer, entry, groups);
    }
    writer_end_object(&writer);
    buf_append_byte(out, '\n');
}

/* --- members --- */

bool state_reject(struct stream_record *record, uint32_t node, const char *message)
{
    stream_reject(record, stream_column(record, node), "bad_state", "%s", message);
    return false;
}

static size_t count_children(const struct document *document, uint32_t node)
{
    bool is_object = document_is(document, node, NODE_OBJECT);
    size_t count = 0;

    for (uint32_t child = node + 1; child < document->nodes[node].next; count++)
        child = document->nodes[is_object ? child + 1 : child].next;
    return count;
}

bool state_members(struct stream_record *record, uint32_t node, const char *const *names,
                   size_t count, uint32_t *values)
{
    if (!document_is(record->document, node, NODE_OBJECT) ||
        count_children(record->document, node) != count)
        return state_reject(record, node,
                            "expected exactly the members that kidx-stat writes");
    for (size_t i = 0; i < count; i++) {
        values[i] = document_member(record->document, node, names[i]);
        if (values[i] == NODE_NONE)
            return state_reject(record, node,
                                "expected exactly the members that kidx-stat writes");
    }
    return true;
}

static bool read_number(struct stream_record *record, uint32_t node, double *number)
{
    struct view text = document_raw(record->document, node);

    if (!document_is(record->document, node, NODE_NUMBER) ||
        !number_parse(text.data, text.length, number))
        return state_reject(record, node, "expected a number");
    return true;
}

bool state_count(struct stream_record *record, uint32_t node, uint64_t *count)
{
    double number;

    if (!read_number(record, node, &number))
        return false;
    if (!(number >= 0 && number <= (double)SAMPLE_COUNT_MAX) ||
        (double)(uint64_t)number < number)
        return state_reject(record, node, "expected a count");
    *count = (uint64_t)number;
    return true;
}

static bool read_string(struct stream_record *record, uint32_t node, struct view *text)
{
    if (!document_is(record->document, node, NODE_STRING))
        return state_reject(record, node, "expected a string");
    *text = document_string(record->document, node);
    return true;
}

/* --- reading --- */

/* A state that is read. Functions return false where they rejected the record. */
struct parser {
    struct state_reader *reader;
    struct stream_record *record;
    const struct document *document;
    struct sample *sample;
};

static bool mismatch(struct stream_record *record, uint32_t node, const char *message)
{
    stream_reject(record, stream_column(record, node), "state_mismatch", "%s", message);
    return false;
}

static bool read_measure(struct parser *parser, uint32_t node, unsigned number)
{
    struct sample_measure *measure = &parser->sample->measures[number];
    struct buf *text = &parser->reader->measures[number];
    uint32_t part = node + 1;

    if (!document_is(parser->document, node, NODE_ARRAY) ||
        count_children(parser->document, node) != MEASURE_PARTS)
        return state_reject(parser->record, node, "expected metric, statistic and unit");
    buf_clear(text);
    for (unsigned i = 0; i < MEASURE_PARTS; i++) {
        size_t before = text->length;

        if (!document_is(parser->document, part, NODE_STRING) &&
            !document_is(parser->document, part, NODE_NULL))
            return state_reject(parser->record, part, "expected a string or null");
        canonical_write(&parser->reader->canonical, parser->document, part, text);
        measure->lengths[i] = (uint32_t)(text->length - before);
        part = parser->document->nodes[part].next;
    }
    measure->text = buf_view(text);
    return true;
}

static bool read_measures(struct parser *parser, uint32_t node)
{
    uint32_t child = node + 1;

    if (!document_is(parser->document, node, NODE_ARRAY) ||
        count_children(parser->document, node) > 2)
        return state_reject(parser->record, node, "expected at most two measures");
    for (unsigned i = 0; child < parser->document->nodes[node].next; i++) {
        if (!read_measure(parser, child, i))
            return false;
        parser->sample->measure_count = i + 1;
        child = parser->document->nodes[child].next;
    }
    return true;
}

static bool read_missing(struct parser *parser, uint32_t node)
{
    const struct document *document = parser->document;

    if (!document_is(document, node, NODE_OBJECT))
        return state_reject(parser->record, node, "expected an object of reasons");
    for (uint32_t name = node + 1; name < document->nodes[node].next;
         name = document->nodes[name + 1].next) {
        unsigned reason = 0;

        while (reason < MISSING_REASONS &&
               !document_string_is(document, name, sample_missing_name(reason)))
            reason++;
        if (reason == MISSING_REASONS)
            return state_reject(parser->record, name, "unknown reason");
        if (!state_count(parser->record, name + 1, &parser->sample->missing[reason]))
            return false;
    }
    return true;
}

/* Whether KEY is the key of a bucket with this scale. */
static bool is_bucket(const struct sketch_scale *scale, double key)
{
    double size = key < 0 ? -key : key;

    if (size <= 0)
        return true;
    return size >= (double)sketch_key(scale, DBL_TRUE_MIN) &&
           size <= (double)sketch_key(scale, DBL_MAX) && (double)(int64_t)key >= key &&
           (double)(int64_t)key <= key;
}

/* Read [VALUE, COUNT], or [BUCKET, COUNT]. */
static bool read_entry(struct parser *parser, uint32_t node, bool are_buckets)
{
    struct counts_entry entry;
    double number;

    if (!document_is(parser->document, node, NODE_ARRAY) ||
        count_children(parser->document, node) != 2)
        return state_reject(parser->record, node, "expected a value and its count");
    if (!read_number(parser->record, node + 1, &number) ||
        !state_count(parser->record, node + 2, &entry.count))
        return false;
    if (entry.count == 0)
        return state_reject(parser->record, node + 2, "expected a count above 0");
    if (are_buckets && !is_bucket(&parser->reader->limits->scale, number))
        return state_reject(parser->record, node + 1, "unknown bucket");
    entry.key = are_buckets ? (int64_t)number : counts_key(number);
    buf_append(&parser->reader->entries, (const char *)&entry, sizeof entry);
    return true;
}

static bool read_entries(struct parser *parser, uint32_t node, bool are_buckets)
{
    const struct document *document = parser->document;

    if (!document_is(document, node, NODE_ARRAY))
        return state_reject(parser->record, node, "expected a list");
    for (uint32_t child = node + 1; child < document->nodes[node].next;
         child = document->nodes[child].next)
        if (!read_entry(parser, child, are_buckets))
            return false;
    return true;
}

/* Parse the text that write_logarithms writes. */
static bool parse_logarithms(struct view text, struct logarithm *sum)
{
    bool negative = text.length > 0 && text.data[0] == '-';
    size_t at = negative;
    uint64_t whole = 0;

    if (text.length < at + 18 || text.length > at + 36 ||
        text.data[text.length - 17] != ':')
        return false;
    for (; at + 17 < text.length; at++) {
        if (text.data[at] < '0' || text.data[at] > '9')
            return false;
        whole = whole * 10 + (uint64_t)(text.data[at] - '0');
    }
    for (at++; at < text.length; at++) {
        static const char digits[] = "0123456789abcdef";
        const char *digit = memchr(digits, text.data[at], 16);

        if (digit == NULL)
            return false;
        sum->fraction = sum->fraction << 4 | (uint64_t)(digit - digits);
    }
    sum->whole = negative ? -(int64_t)whole : (int64_t)whole;
    return whole < UINT64_C(1) << 63;
}

/* Whether TEXT is a sum. */
static bool is_sum(struct view text, enum sum_of what)
{
    struct sum sum;
    bool is;

    sum_init(&sum);
    is = sum_parse(&sum, text, what);
    sum_release(&sum);
    return is;
}

static bool read_sums(struct parser *parser, const uint32_t members[3])
{
    struct sample_sums *sums = &parser->sample->sums;
    struct view logarithms;

    if (!read_string(parser->record, members[0], &logarithms) ||
        !read_string(parser->record, members[1], &sums->squares) ||
        !read_string(parser->record, members[2], &sums->total))
        return false;
    sums->logarithms = (struct logarithm){0, 0};
    if (!parse_logarithms(logarithms, &sums->logarithms) ||
        !is_sum(sums->squares, SUM_OF_SQUARES) || !is_sum(sums->total, SUM_OF_VALUES))
        return state_reject(parser->record, members[0], "expected sums");
    return true;
}

/* Whether the state has the settings of this run. */
static bool read_settings(struct parser *parser, uint32_t alpha, uint32_t exact_max)
{
    const struct group_limits *limits = parser->reader->limits;
    double made_alpha;
    uint64_t made_max;

    if (!read_number(parser->record, alpha, &made_alpha) ||
        !state_count(parser->record, exact_max, &made_max))
        return false;
    if (made_alpha < limits->alpha || made_alpha > limits->alpha)
        return mismatch(parser->record, alpha, "made with another --sketch");
    if (made_max != limits->exact_max)
        return mismatch(parser->record, exact_max, "made with another --exact-max");
    return true;
}

static bool read_sketch(struct parser *parser, uint32_t node)
{
    static const char *const names[] = {"alpha",      "exact_max", "buckets",
                                        "max",        "min",       "non_positive",
                                        "logarithms", "squares",   "total"};
    struct sample_sums *sums = &parser->sample->sums;
    uint32_t members[9];

    parser->sample->is_sketched = true;
    if (!state_members(parser->record, node, names, 9, members) ||
        !read_settings(parser, members[0], members[1]) ||
        !read_entries(parser, members[2], true) ||
        !read_number(parser->record, members[3], &sums->maximum) ||
        !read_number(parser->record, members[4], &sums->minimum) ||
        !state_count(parser->record, members[5], &sums->non_positive) ||
        !read_sums(parser, members + 6))
        return false;
    if (sums->minimum > sums->maximum)
        return state_reject(parser->record, members[3], "the maximum is below the minimum");
    return true;
}

/* --- a whole state --- */

static bool read_by(struct parser *parser, uint32_t node)
{
    struct buf *key = &parser->reader->key;

    if (!document_is(parser->document, node, NODE_OBJECT))
        return state_reject(parser->record, node, "expected an object");
    buf_clear(key);
    canonical_write(&parser->reader->canonical, parser->document, node, key);
    buf_append_byte(key, '\0');
    parser->sample->key = buf_view(key);
    return true;
}

/* Read the second half of the key. */
static bool read_value(struct parser *parser, uint32_t node)
{
    struct buf *key = &parser->reader->key;

    if (!document_is(parser->document, node, NODE_STRING))
        return state_reject(parser->record, node, "expected a string");
    canonical_write(&parser->reader->canonical, parser->document, node, key);
    parser->sample->key = buf_view(key);
    return true;
}

static bool read_count_state(struct parser *parser)
{
    static const char *const names[] = {"by", "count", "kind"};
    uint32_t members[3];

    return state_members(parser->record, 0, names, 3, members) &&
           read_by(parser, members[0]) &&
           state_count(parser->record, members[1], &parser->sample->records);
}

/* Whether COUNT values can have these sums, so that merging cannot overflow. */
static bool are_sums_of(const struct sample_sums *sums, uint64_t count)
{
    int64_t limit = (int64_t)count * 1075;
    struct sum total;
    struct sum squares;
    struct sum spread;
    bool are;

    sum_init(&total);
    sum_init(&squares);
    sum_init(&spread);
    sum_parse(&total, sums->total, SUM_OF_VALUES);
    sum_parse(&squares, sums->squares, SUM_OF_SQUARES);
    sum_spread(&spread, count, &squares, &total);
    are = sum_sign(&spread) >= 0 && sums->logarithms.whole >= -limit &&
          sums->logarithms.whole <= limit;
    sum_release(&total);
    sum_release(&squares);
    sum_release(&spread);
    return are;
}

static bool check_counts(struct parser *parser, uint32_t node)
{
    const struct sample *sample = parser->sample;
    uint64_t count = 0;

    for (uint64_t i = 0; i < sample_entry_count(sample); i++) {
        count += sample_entry(sample, i).count;
        if (count > SAMPLE_COUNT_MAX)
            return state_reject(parser->record, node, "too many values");
    }
    if (sample->is_sketched && (count == 0 || sample->sums.non_positive > count ||
                                !are_sums_of(&sample->sums, count)))
        return state_reject(parser->record, node, "the sums are not those of the values");
    return true;
}

static bool read_value_state(struct parser *parser)
{
    static const char *const names[] = {"by",         "kind",   "measures", "missing",
                                        "non_finite", "sketch", "value",    "values"};
    struct sample *sample = parser->sample;
    uint32_t members[8];

    if (!state_members(parser->record, 0, names, 8, members) ||
        !read_by(parser, members[0]) || !read_measures(parser, members[2]) ||
        !read_missing(parser, members[3]) ||
        !state_count(parser->record, members[4], &sample->non_finite) ||
        !read_value(parser, members[6]))
        return false;
    if (document_is(parser->document, members[5], NODE_NULL)) {
        if (!read_entries(parser, members[7], false))
            return false;
    } else if (!read_sketch(parser, members[5])) {
        return false;
    } else if (!document_is(parser->document, members[7], NODE_ARRAY) ||
               count_children(parser->document, members[7]) > 0) {
        return state_reject(parser->record, members[7],
                            "expected either values or buckets");
    }
    sample->entries = buf_view(&parser->reader->entries);
    return check_counts(parser, members[7]);
}

void state_reader_init(struct state_reader *reader, const struct group_limits *limits)
{
    *reader = (struct state_reader){.limits = limits};
    canonical_init(&reader->canonical);
}

void state_reader_release(struct state_reader *reader)
{
    canonical_release(&reader->canonical);
    buf_release(&reader->key);
    buf_release(&reader->measures[0]);
    buf_release(&reader->measures[1]);
    buf_release(&reader->entries);
}

bool state_read(struct state_reader *reader, struct stream_record *record)
{
    struct parser parser = {reader, record, record->document, &reader->sample};
    bool is_count = document_member(record->document, 0, "count") != NODE_NONE;

    reader->sample = (struct sample){.records = 0};
    buf_clear(&reader->entries);
    if (is_count ? !read_count_state(&parser) : !read_value_state(&parser))
        return false;
    sample_store(&reader->sample, record);
    return true;
}
