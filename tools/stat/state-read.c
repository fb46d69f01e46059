#include <config.h>

#include "state.h"

#include "state-parser.h"

#include <float.h>

/* A state being read. A function below returns false where it said what is wrong. */
struct reading {
    struct stat_state_reader *reader;
    struct stream_record *record;
    const struct document *document;
    struct stat_fact *fact;
};

static bool mismatch(struct stream_record *record, uint32_t node, const char *what)
{
    stream_reject(record, stream_column(record, node), "state_mismatch", "%s", what);
    return false;
}

/* --- its parts --- */

static bool read_measure(struct reading *reading, uint32_t node, unsigned number)
{
    struct stat_measure *measure = &reading->fact->measures[number];
    struct buf *text = &reading->reader->measures[number];
    uint32_t part = node + 1;

    if (!document_is(reading->document, node, NODE_ARRAY) ||
        reading_count_children(reading->document, node) != MEASURE_PARTS)
        return reading_bad(reading->record, node, "expected metric, statistic and unit");
    buf_clear(text);
    for (unsigned i = 0; i < MEASURE_PARTS; i++) {
        size_t before = text->length;

        if (!document_is(reading->document, part, NODE_STRING) &&
            !document_is(reading->document, part, NODE_NULL))
            return reading_bad(reading->record, part, "expected a string or null");
        canonical_write(&reading->reader->canonical, reading->document, part, text);
        measure->lengths[i] = (uint32_t)(text->length - before);
        part = reading->document->nodes[part].next;
    }
    measure->text = buf_view(text);
    return true;
}

static bool read_measures(struct reading *reading, uint32_t node)
{
    uint32_t child = node + 1;

    if (!document_is(reading->document, node, NODE_ARRAY) ||
        reading_count_children(reading->document, node) > 2)
        return reading_bad(reading->record, node, "expected at most two measures");
    for (unsigned i = 0; child < reading->document->nodes[node].next; i++) {
        if (!read_measure(reading, child, i))
            return false;
        reading->fact->measure_count = i + 1;
        child = reading->document->nodes[child].next;
    }
    return true;
}

static bool read_missing(struct reading *reading, uint32_t node)
{
    const struct document *document = reading->document;

    if (!document_is(document, node, NODE_OBJECT))
        return reading_bad(reading->record, node, "expected an object of reasons");
    for (uint32_t name = node + 1; name < document->nodes[node].next;
         name = document->nodes[name + 1].next) {
        unsigned reason = 0;

        while (reason < MISSING_REASONS &&
               !document_string_is(document, name, missing_name(reason)))
            reason++;
        if (reason == MISSING_REASONS)
            return reading_bad(reading->record, name, "there is no such reason");
        if (!reading_count(reading->record, name + 1, &reading->fact->missing[reason]))
            return false;
    }
    return true;
}

/* Whether buckets of this alpha have such a key. */
static bool is_bucket(const struct sketch_scale *scale, double key)
{
    double size = key < 0 ? -key : key;

    if (size <= 0)
        return true;
    return size >= (double)sketch_key(scale, DBL_TRUE_MIN) &&
           size <= (double)sketch_key(scale, DBL_MAX) && (double)(int64_t)key >= key &&
           (double)(int64_t)key <= key;
}

/* [VALUE, COUNT], or [BUCKET, COUNT]. */
static bool read_entry(struct reading *reading, uint32_t node, bool are_buckets)
{
    struct counts_entry entry;
    double number;

    if (!document_is(reading->document, node, NODE_ARRAY) ||
        reading_count_children(reading->document, node) != 2)
        return reading_bad(reading->record, node, "expected a value and its count");
    if (!reading_number(reading->record, node + 1, &number) ||
        !reading_count(reading->record, node + 2, &entry.count))
        return false;
    if (entry.count == 0)
        return reading_bad(reading->record, node + 2, "expected a count above 0");
    if (are_buckets && !is_bucket(&reading->reader->keeping->scale, number))
        return reading_bad(reading->record, node + 1, "there is no such bucket");
    entry.key = are_buckets ? (int64_t)number : counts_key(number);
    buf_append(&reading->reader->entries, (const char *)&entry, sizeof entry);
    return true;
}

static bool read_entries(struct reading *reading, uint32_t node, bool are_buckets)
{
    const struct document *document = reading->document;

    if (!document_is(document, node, NODE_ARRAY))
        return reading_bad(reading->record, node, "expected a list");
    for (uint32_t child = node + 1; child < document->nodes[node].next;
         child = document->nodes[child].next)
        if (!read_entry(reading, child, are_buckets))
            return false;
    return true;
}

/* As write_logarithms has it. */
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

/* Whether a text is a sum. */
static bool is_sum(struct view text, enum sum_of what)
{
    struct sum sum;
    bool is;

    sum_init(&sum);
    is = sum_parse(&sum, text, what);
    sum_release(&sum);
    return is;
}

static bool read_sums(struct reading *reading, const uint32_t members[3])
{
    struct stat_known *known = &reading->fact->known;
    struct view logarithms;

    if (!reading_string(reading->record, members[0], &logarithms) ||
        !reading_string(reading->record, members[1], &known->squares) ||
        !reading_string(reading->record, members[2], &known->total))
        return false;
    known->logarithms = (struct logarithm){0, 0};
    if (!parse_logarithms(logarithms, &known->logarithms) ||
        !is_sum(known->squares, SUM_OF_SQUARES) || !is_sum(known->total, SUM_OF_VALUES))
        return reading_bad(reading->record, members[0], "a sum is no sum");
    return true;
}

/* Whether this run would have made such buckets. */
static bool read_settings(struct reading *reading, uint32_t alpha, uint32_t exact_max)
{
    const struct stat_keeping *keeping = reading->reader->keeping;
    double made_alpha;
    uint64_t made_max;

    if (!reading_number(reading->record, alpha, &made_alpha) ||
        !reading_count(reading->record, exact_max, &made_max))
        return false;
    if (made_alpha < keeping->alpha || made_alpha > keeping->alpha)
        return mismatch(reading->record, alpha, "made with another --sketch");
    if (made_max != keeping->exact_max)
        return mismatch(reading->record, exact_max, "made with another --exact-max");
    return true;
}

static bool read_sketch(struct reading *reading, uint32_t node)
{
    static const char *const names[] = {"alpha",      "exact_max", "buckets",
                                        "max",        "min",       "non_positive",
                                        "logarithms", "squares",   "total"};
    struct stat_known *known = &reading->fact->known;
    uint32_t members[9];

    reading->fact->is_sketched = true;
    if (!reading_members(reading->record, node, names, 9, members) ||
        !read_settings(reading, members[0], members[1]) ||
        !read_entries(reading, members[2], true) ||
        !reading_number(reading->record, members[3], &known->maximum) ||
        !reading_number(reading->record, members[4], &known->minimum) ||
        !reading_count(reading->record, members[5], &known->non_positive) ||
        !read_sums(reading, members + 6))
        return false;
    if (known->minimum > known->maximum)
        return reading_bad(reading->record, members[3], "the maximum is below the minimum");
    return true;
}

/* --- the state --- */

static bool read_by(struct reading *reading, uint32_t node)
{
    struct buf *key = &reading->reader->key;

    if (!document_is(reading->document, node, NODE_OBJECT))
        return reading_bad(reading->record, node, "expected an object");
    buf_clear(key);
    canonical_write(&reading->reader->canonical, reading->document, node, key);
    buf_append_byte(key, '\0');
    reading->fact->key = buf_view(key);
    return true;
}

/* The other half of the key. */
static bool read_value(struct reading *reading, uint32_t node)
{
    struct buf *key = &reading->reader->key;

    if (!document_is(reading->document, node, NODE_STRING))
        return reading_bad(reading->record, node, "expected a string");
    canonical_write(&reading->reader->canonical, reading->document, node, key);
    reading->fact->key = buf_view(key);
    return true;
}

static bool read_count_state(struct reading *reading)
{
    static const char *const names[] = {"by", "count", "kind"};
    uint32_t members[3];

    return reading_members(reading->record, 0, names, 3, members) &&
           read_by(reading, members[0]) &&
           reading_count(reading->record, members[1], &reading->fact->records);
}

/* Whether sums are ones that so many values can have, so that nothing overflows when they
 * are merged. */
static bool are_sums_of(const struct stat_known *known, uint64_t count)
{
    int64_t limit = (int64_t)count * 1075;
    struct sum total;
    struct sum squares;
    struct sum spread;
    bool are;

    sum_init(&total);
    sum_init(&squares);
    sum_init(&spread);
    sum_parse(&total, known->total, SUM_OF_VALUES);
    sum_parse(&squares, known->squares, SUM_OF_SQUARES);
    sum_spread(&spread, count, &squares, &total);
    are = sum_sign(&spread) >= 0 && known->logarithms.whole >= -limit &&
          known->logarithms.whole <= limit;
    sum_release(&total);
    sum_release(&squares);
    sum_release(&spread);
    return are;
}

static bool check_counts(struct reading *reading, uint32_t node)
{
    const struct stat_fact *fact = reading->fact;
    uint64_t count = 0;

    for (uint64_t i = 0; i < stat_fact_entry_count(fact); i++) {
        count += stat_fact_entry(fact, i).count;
        if (count > READING_COUNT_MAX)
            return reading_bad(reading->record, node, "too many values");
    }
    if (fact->is_sketched && (count == 0 || fact->known.non_positive > count ||
                              !are_sums_of(&fact->known, count)))
        return reading_bad(reading->record, node, "the sums are not those of the values");
    return true;
}

static bool read_value_state(struct reading *reading)
{
    static const char *const names[] = {"by",         "kind",   "measures", "missing",
                                        "non_finite", "sketch", "value",    "values"};
    struct stat_fact *fact = reading->fact;
    uint32_t members[8];

    if (!reading_members(reading->record, 0, names, 8, members) ||
        !read_by(reading, members[0]) || !read_measures(reading, members[2]) ||
        !read_missing(reading, members[3]) ||
        !reading_count(reading->record, members[4], &fact->non_finite) ||
        !read_value(reading, members[6]))
        return false;
    if (document_is(reading->document, members[5], NODE_NULL)) {
        if (!read_entries(reading, members[7], false))
            return false;
    } else if (!read_sketch(reading, members[5])) {
        return false;
    } else if (!document_is(reading->document, members[7], NODE_ARRAY) ||
               reading_count_children(reading->document, members[7]) > 0) {
        return reading_bad(reading->record, members[7], "values beside buckets");
    }
    fact->entries = buf_view(&reading->reader->entries);
    return check_counts(reading, members[7]);
}

void stat_state_reader_init(struct stat_state_reader *reader,
                            const struct stat_keeping *keeping)
{
    *reader = (struct stat_state_reader){.keeping = keeping};
    canonical_init(&reader->canonical);
}

void stat_state_reader_release(struct stat_state_reader *reader)
{
    canonical_release(&reader->canonical);
    buf_release(&reader->key);
    buf_release(&reader->measures[0]);
    buf_release(&reader->measures[1]);
    buf_release(&reader->entries);
}

int stat_state_read(struct stat_state_reader *reader, struct stream_record *record)
{
    struct reading reading = {reader, record, record->document, &reader->fact};
    bool is_count = document_member(record->document, 0, "count") != NODE_NONE;

    reader->fact = (struct stat_fact){.records = 0};
    buf_clear(&reader->entries);
    return (is_count ? read_count_state(&reading) : read_value_state(&reading)) ? 0 : -1;
}
