#include <config.h>

#include "validate-sense.h"

#include "json/number.h"
#include "record/cohort.h"

#include <stdlib.h>

/* Statistics in the order of their values, and what a source calls them in milliseconds.
 * The last has no place in that order. */
static const struct {
    struct view name;
    struct view native;
} statistics[] = {
    {{"minimum", 7}, {"minimum_ms", 10}}, {{"p05", 3}, {"ms_05", 5}},
    {{"p20", 3}, {"ms_20", 5}},           {{"median", 6}, {"ms_50", 5}},
    {{"p80", 3}, {"ms_80", 5}},           {{"p95", 3}, {"ms_95", 5}},
    {{"maximum", 7}, {"maximum_ms", 10}}, {{"mean", 4}, {"mean_ms", 7}},
};

enum {
    STATISTIC_COUNT = sizeof statistics / sizeof *statistics,
    ORDERED_COUNT = STATISTIC_COUNT - 1,
    SORTED_BY_INSERTION = 16
};

/* A statistic that a run gives. */
struct quantile {
    struct view metric;
    struct view unit;
    size_t rank;
    double value;
    uint32_t node; /* of the value */
};

static struct view text_view(const char *text)
{
    return (struct view){text, strlen(text)};
}

/* The rank of a statistic, STATISTIC_COUNT where it has none. */
static size_t rank_of(struct view name)
{
    size_t rank = 0;

    while (rank < STATISTIC_COUNT && !view_equal(name, statistics[rank].name))
        rank++;
    return rank;
}

static bool read_number(const struct document *document, uint32_t node, double *value)
{
    struct view text;

    if (node == NODE_NONE || !document_is(document, node, NODE_NUMBER))
        return false;
    text = document_raw(document, node);
    return number_parse(text.data, text.length, value);
}

/* What is looked at in a run's spec, NODE_NONE where it is absent or of another type. */
struct parts {
    uint32_t spec;
    uint32_t latency; /* timing.latencyNs */
    uint32_t measurements;
    uint32_t native; /* sourceNative.metrics */
    uint32_t observed;
};

static uint32_t typed_member(const struct document *document, uint32_t node,
                             const char *name, enum node_type type)
{
    uint32_t member = document_member(document, node, name);

    return member != NODE_NONE && document_is(document, member, type) ? member : NODE_NONE;
}

static struct parts read_parts(const struct document *document, uint32_t spec)
{
    const struct node *nodes = document->nodes;
    struct parts parts = {.spec = spec};

    if (nodes[spec].type != NODE_OBJECT)
        return parts;
    for (uint32_t name = spec + 1; name < nodes[spec].next; name = nodes[name + 1].next) {
        struct view text = document_string(document, name);
        enum node_type type = document_type(document, name + 1);

        if (view_is(text, "timing"))
            parts.latency = typed_member(document, name + 1, "latencyNs", NODE_OBJECT);
        else if (view_is(text, "sourceNative"))
            parts.native = typed_member(document, name + 1, "metrics", NODE_OBJECT);
        else if (view_is(text, "measurements") && type == NODE_ARRAY)
            parts.measurements = name + 1;
        else if (view_is(text, "observedAt") && type == NODE_STRING)
            parts.observed = name + 1;
    }
    return parts;
}

/* --- quantile_order --- */

static void add_latencies(const struct document *document, uint32_t latency,
                          struct buf *list)
{
    const struct node *nodes = document->nodes;

    if (latency == NODE_NONE)
        return;
    for (uint32_t name = latency + 1; name < nodes[latency].next;
         name = nodes[name + 1].next) {
        struct quantile quantile = {text_view("latency"), text_view("ns"),
                                    rank_of(document_string(document, name)), 0, name + 1};

        if (quantile.rank < STATISTIC_COUNT &&
            manifest_duration(document, name + 1, &quantile.value))
            buf_append(list, (const char *)&quantile, sizeof quantile);
    }
}

/* A measurement, as far as it is one: views are of no data where something is missing. */
static struct quantile read_measurement(const struct document *document, uint32_t item,
                                        struct view *statistic)
{
    const struct node *nodes = document->nodes;
    struct quantile quantile = {.node = NODE_NONE};

    *statistic = (struct view){NULL, 0};
    if (nodes[item].type != NODE_OBJECT)
        return quantile;
    for (uint32_t name = item + 1; name < nodes[item].next; name = nodes[name + 1].next) {
        struct view text = document_string(document, name);

        if (view_is(text, "value") && document_is(document, name + 1, NODE_NUMBER))
            quantile.node = name + 1;
        if (!document_is(document, name + 1, NODE_STRING))
            continue;
        if (view_is(text, "metric"))
            quantile.metric = document_string(document, name + 1);
        else if (view_is(text, "unit"))
            quantile.unit = document_string(document, name + 1);
        else if (view_is(text, "statistic"))
            *statistic = document_string(document, name + 1);
    }
    return quantile;
}

static void add_measurements(const struct document *document, uint32_t measurements,
                             struct buf *list)
{
    const struct node *nodes = document->nodes;

    if (measurements == NODE_NONE)
        return;
    for (uint32_t item = measurements + 1; item < nodes[measurements].next;
         item = nodes[item].next) {
        struct view statistic;
        struct quantile quantile = read_measurement(document, item, &statistic);

        if (statistic.data == NULL || quantile.metric.data == NULL ||
            quantile.unit.data == NULL)
            continue;
        quantile.rank = rank_of(statistic);
        if (quantile.rank < STATISTIC_COUNT &&
            read_number(document, quantile.node, &quantile.value))
            buf_append(list, (const char *)&quantile, sizeof quantile);
    }
}

static int compare_text(struct view a, struct view b)
{
    size_t shorter = a.length < b.length ? a.length : b.length;
    int order = shorter == 0 ? 0 : memcmp(a.data, b.data, shorter);

    return order != 0 ? order : (a.length > b.length) - (a.length < b.length);
}

static int compare_groups(const struct quantile *a, const struct quantile *b)
{
    int order = compare_text(a->metric, b->metric);

    return order != 0 ? order : compare_text(a->unit, b->unit);
}

/* By metric and unit, then rank, then place. */
static int compare_quantiles(const void *first, const void *second)
{
    const struct quantile *a = first;
    const struct quantile *b = second;
    int order = compare_groups(a, b);

    if (order == 0)
        order = (a->rank > b->rank) - (a->rank < b->rank);
    return order != 0 ? order : (a->node > b->node) - (a->node < b->node);
}

/* Sort; the few that most runs have, by insertion. */
static void sort_quantiles(struct quantile *found, size_t count)
{
    if (count > SORTED_BY_INSERTION) {
        qsort(found, count, sizeof *found, compare_quantiles);
        return;
    }
    for (size_t i = 1; i < count; i++) {
        struct quantile moved = found[i];
        size_t to = i;

        for (; to > 0 && compare_quantiles(&moved, &found[to - 1]) < 0; to--)
            found[to] = found[to - 1];
        found[to] = moved;
    }
}

/* Gather the statistics of a run, sorted. Returns their number. */
static size_t gather(const struct document *document, const struct parts *parts,
                     struct buf *list)
{
    size_t count;

    buf_clear_to(list, 1 << 16);
    add_latencies(document, parts->latency, list);
    add_measurements(document, parts->measurements, list);
    count = list->length / sizeof(struct quantile);
    if (count > 1)
        sort_quantiles((struct quantile *)(void *)list->data, count);
    return count;
}

static void check_order(struct judge *judge, const struct quantile *found, size_t count)
{
    size_t last = 0; /* the one before, of a lower rank */

    for (size_t i = 1; i < count; i++) {
        const struct quantile *lower = &found[last];
        char texts[2][NUMBER_TEXT_SIZE];

        if (found[i].rank >= ORDERED_COUNT)
            continue;
        if (lower->rank < ORDERED_COUNT && compare_groups(lower, &found[i]) == 0) {
            if (lower->rank == found[i].rank)
                continue; /* the first of those with one name counts */
            if (found[i].value < lower->value) {
                texts[0][number_format(lower->value, texts[0])] = '\0';
                texts[1][number_format(found[i].value, texts[1])] = '\0';
                judge_find(judge, found[i].node, "quantile_order",
                           "expected the %s to be at least the %s, %s, found %s",
                           statistics[found[i].rank].name.data,
                           statistics[lower->rank].name.data, texts[0], texts[1]);
            }
        }
        last = i;
    }
}

/* --- confidence_interval --- */

static void check_interval(struct judge *judge, const struct parts *parts)
{
    const struct document *document = judge->record->document;
    const struct node *nodes = document->nodes;
    uint32_t interval =
        parts->latency == NODE_NONE
            ? NODE_NONE
            : typed_member(document, parts->latency, "confidence95", NODE_ARRAY);
    struct primary_metric primary;
    double low, high;

    if (interval == NODE_NONE || nodes[interval].next != interval + 3 ||
        !manifest_duration(document, interval + 1, &low) ||
        !manifest_duration(document, interval + 2, &high))
        return;
    primary = cohort_primary_metric(document, parts->spec);
    if (low > high)
        judge_find(judge, interval, "confidence_interval",
                   "expected the lower end first, found %.0f and %.0f ns", low, high);
    else if (primary.exists && (primary.value < low || primary.value > high))
        judge_find(judge, interval, "confidence_interval",
                   "expected the primary value, %.0f ns, between %.0f and %.0f ns",
                   primary.value, low, high);
}

/* --- native_mismatch --- */

/* Nanoseconds of a statistic of the latency, from the timing or else measured; false where
 * the run does not give it. */
static bool latency_of(const struct quantile *found, size_t count, size_t rank,
                       double *nanoseconds)
{
    for (size_t i = 0; i < count; i++) {
        if (found[i].rank == rank && view_is(found[i].unit, "ns") &&
            view_is(found[i].metric, "latency")) {
            *nanoseconds = found[i].value;
            return true;
        }
    }
    return false;
}

/* The same of what a metric of the source means; false also where that is no latency.
 * *STATISTIC is what it is called. */
static bool native_latency(const struct document *document, uint32_t spec,
                           struct view metric, const struct quantile *found, size_t count,
                           struct view *statistic, double *nanoseconds)
{
    struct primary_metric primary;
    size_t rank = 0;

    if (view_is(metric, "latency_ms")) {
        primary = cohort_primary_metric(document, spec);
        *statistic = primary.statistic;
        *nanoseconds = primary.value;
        return primary.exists && view_is(primary.metric, "latency") &&
               view_is(primary.unit, "ns");
    }
    while (rank < STATISTIC_COUNT && !view_equal(metric, statistics[rank].native))
        rank++;
    if (rank == STATISTIC_COUNT) {
        if (metric.length <= 3 || memcmp(metric.data + metric.length - 3, "_ms", 3) != 0)
            return false;
        rank = rank_of((struct view){metric.data, metric.length - 3});
    }
    if (rank == STATISTIC_COUNT)
        return false;
    *statistic = statistics[rank].name;
    return latency_of(found, count, rank, nanoseconds);
}

static void check_native(struct judge *judge, const struct parts *parts,
                         const struct quantile *found, size_t count)
{
    const struct document *document = judge->record->document;
    const struct node *nodes = document->nodes;
    uint32_t metrics = parts->native;

    if (metrics == NODE_NONE)
        return;
    for (uint32_t name = metrics + 1; name < nodes[metrics].next;
         name = nodes[name + 1].next) {
        struct view statistic;
        double milliseconds, nanoseconds, difference;
        char texts[2][NUMBER_TEXT_SIZE];

        if (!native_latency(document, parts->spec, document_string(document, name), found,
                            count, &statistic, &nanoseconds) ||
            !read_number(document, name + 1, &milliseconds))
            continue;
        difference = milliseconds * 1e6 - nanoseconds;
        if (difference >= -0.5 && difference <= 0.5)
            continue;
        texts[0][number_format(milliseconds, texts[0])] = '\0';
        texts[1][number_format(nanoseconds, texts[1])] = '\0';
        judge_find(judge, name + 1, "native_mismatch",
                   "expected the %.*s, %s ns, in milliseconds, found %s",
                   (int)statistic.length, statistic.data, texts[1], texts[0]);
    }
}

/* --- future_instant --- */

static void check_instant(struct judge *judge, uint32_t observed, const struct instant *now)
{
    struct view text;
    struct instant instant;
    char shown[JUDGE_QUOTE_SIZE];

    if (observed == NODE_NONE)
        return;
    text = document_string(judge->record->document, observed);
    if (instant_read(text, &instant) && instant_compare(&instant, now) > 0)
        judge_find(judge, observed, "future_instant",
                   "expected an instant that has passed, found %s",
                   judge_quote(text, shown));
}

void sense_check_run(struct judge *judge, const struct manifest *run,
                     const struct instant *now, struct buf *scratch)
{
    struct parts parts = read_parts(judge->record->document, run->spec);
    size_t count = gather(judge->record->document, &parts, scratch);
    const struct quantile *found = (const struct quantile *)(const void *)scratch->data;

    check_order(judge, found, count);
    check_instant(judge, parts.observed, now);
    if (run->kind != KIND_BENCHMARK_RUN)
        return;
    check_interval(judge, &parts);
    check_native(judge, &parts, found, count);
}
