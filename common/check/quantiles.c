#include <config.h>

#include "check/quantiles.h"

#include "json/number.h"
#include "record/manifest.h"
#include "record/quantity.h"

#include <stdlib.h>

/* Statistics in the order of their values, with the names that sources give them in
 * milliseconds. The last, the mean, is not part of that order. */
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

/* The rank of a statistic, QUANTILE_NONE where it has none. */
static size_t rank_of(struct view name)
{
    size_t rank = 0;

    while (rank < STATISTIC_COUNT && !view_equal(name, statistics[rank].name))
        rank++;
    return rank < STATISTIC_COUNT ? rank : QUANTILE_NONE;
}

size_t quantiles_native_rank(struct view name)
{
    size_t rank = 0;

    while (rank < STATISTIC_COUNT && !view_equal(name, statistics[rank].native))
        rank++;
    if (rank < STATISTIC_COUNT)
        return rank;
    if (name.length <= 3 || memcmp(name.data + name.length - 3, "_ms", 3) != 0)
        return QUANTILE_NONE;
    return rank_of((struct view){name.data, name.length - 3});
}

struct view quantiles_name(size_t rank)
{
    return statistics[rank].name;
}

static void add_latencies(const struct document *document, uint32_t latency,
                          struct buf *list)
{
    const struct node *nodes = document->nodes;

    if (latency == NODE_NONE)
        return;
    for (uint32_t name = latency + 1; name < nodes[latency].next;
         name = nodes[name + 1].next) {
        struct quantile quantile = {view_from("latency"), view_from("ns"),
                                    rank_of(document_string(document, name)), 0, name + 1};

        if (quantile.rank != QUANTILE_NONE &&
            quantity_read_duration(document, name + 1, &quantile.value))
            buf_append(list, (const char *)&quantile, sizeof quantile);
    }
}

/* Read a measurement; views of absent members have data NULL. */
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
        if (quantile.rank != QUANTILE_NONE &&
            document_number(document, quantile.node, &quantile.value))
            buf_append(list, (const char *)&quantile, sizeof quantile);
    }
}

static int compare_groups(const struct quantile *a, const struct quantile *b)
{
    int order = view_compare(a->metric, b->metric);

    return order != 0 ? order : view_compare(a->unit, b->unit);
}

/* By metric and unit, then rank, then position. */
static int compare_quantiles(const void *first, const void *second)
{
    const struct quantile *a = first;
    const struct quantile *b = second;
    int order = compare_groups(a, b);

    if (order == 0)
        order = (a->rank > b->rank) - (a->rank < b->rank);
    return order != 0 ? order : (a->node > b->node) - (a->node < b->node);
}

/* Sort; by insertion the few that most runs have. */
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

size_t quantiles_collect(const struct document *document, uint32_t latency,
                         uint32_t measurements, struct buf *list)
{
    size_t count;

    buf_clear_to(list, 1 << 16);
    add_latencies(document, latency, list);
    add_measurements(document, measurements, list);
    count = list->length / sizeof(struct quantile);
    if (count > 1)
        sort_quantiles((struct quantile *)(void *)list->data, count);
    return count;
}

void quantiles_check_order(struct findings *findings, const struct quantile *found,
                           size_t count)
{
    size_t last = 0; /* the index of the quantile to compare with */

    for (size_t i = 1; i < count; i++) {
        const struct quantile *lower = &found[last];
        char texts[2][NUMBER_TEXT_SIZE];

        if (found[i].rank >= ORDERED_COUNT)
            continue;
        if (lower->rank < ORDERED_COUNT && compare_groups(lower, &found[i]) == 0) {
            if (lower->rank == found[i].rank)
                continue; /* only the first one of a name is compared */
            if (found[i].value < lower->value) {
                texts[0][number_format(lower->value, texts[0])] = '\0';
                texts[1][number_format(found[i].value, texts[1])] = '\0';
                findings_add(findings, found[i].node, "quantile_order",
                             "expected the %s to be at least the %s, %s, found %s",
                             statistics[found[i].rank].name.data,
                             statistics[lower->rank].name.data, texts[0], texts[1]);
            }
        }
        last = i;
    }
}
