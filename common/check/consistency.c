#include <config.h>

#include "check/consistency.h"

#include "check/quantiles.h"
#include "json/number.h"
#include "record/cohort.h"
#include "record/quantity.h"

/* The members of a run's spec that are checked; NODE_NONE where one is absent or of another
 * type. */
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

/* --- confidence_interval --- */

static void check_interval(struct findings *findings, const struct parts *parts)
{
    const struct document *document = findings->document;
    const struct node *nodes = document->nodes;
    uint32_t interval =
        parts->latency == NODE_NONE
            ? NODE_NONE
            : typed_member(document, parts->latency, "confidence95", NODE_ARRAY);
    struct primary_metric primary;
    double low, high;

    if (interval == NODE_NONE || nodes[interval].next != interval + 3 ||
        !quantity_read_duration(document, interval + 1, &low) ||
        !quantity_read_duration(document, interval + 2, &high))
        return;
    primary = cohort_primary_metric(document, parts->spec);
    if (low > high)
        findings_add(findings, interval, "confidence_interval",
                     "expected the lower end first, found %.0f and %.0f ns", low, high);
    else if (primary.exists && (primary.value < low || primary.value > high))
        findings_add(findings, interval, "confidence_interval",
                     "expected the primary value, %.0f ns, between %.0f and %.0f ns",
                     primary.value, low, high);
}

/* --- native_mismatch --- */

/* Find the nanoseconds of a statistic of the latency, in the timing or else in the
 * measurements; false where the run does not have it. */
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

/* Find the statistic that a metric of the source gives in milliseconds, and the run's
 * nanoseconds of it; false where it is no latency or the run does not have it. */
static bool native_latency(const struct document *document, uint32_t spec,
                           struct view metric, const struct quantile *found, size_t count,
                           struct view *statistic, double *nanoseconds)
{
    struct primary_metric primary;
    size_t rank = quantiles_native_rank(metric);

    if (view_is(metric, "latency_ms")) {
        primary = cohort_primary_metric(document, spec);
        *statistic = primary.statistic;
        *nanoseconds = primary.value;
        return primary.exists && view_is(primary.metric, "latency") &&
               view_is(primary.unit, "ns");
    }
    if (rank == QUANTILE_NONE)
        return false;
    *statistic = quantiles_name(rank);
    return latency_of(found, count, rank, nanoseconds);
}

static void check_native(struct findings *findings, const struct parts *parts,
                         const struct quantile *found, size_t count)
{
    const struct document *document = findings->document;
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
            !document_number(document, name + 1, &milliseconds))
            continue;
        difference = milliseconds * 1e6 - nanoseconds;
        if (difference >= -0.5 && difference <= 0.5)
            continue;
        texts[0][number_format(milliseconds, texts[0])] = '\0';
        texts[1][number_format(nanoseconds, texts[1])] = '\0';
        findings_add(findings, name + 1, "native_mismatch",
                     "expected the %.*s, %s ns, in milliseconds, found %s",
                     (int)statistic.length, statistic.data, texts[1], texts[0]);
    }
}

/* --- zero_latency --- */

static void check_zero(struct findings *findings, const struct quantile *found,
                       size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (found[i].value != 0 || !view_is(found[i].metric, "latency"))
            continue;
        findings_add(findings, found[i].node, "zero_latency", "the %.*s latency is 0",
                     (int)quantiles_name(found[i].rank).length,
                     quantiles_name(found[i].rank).data);
        return;
    }
}

/* --- future_instant --- */

static void check_instant(struct findings *findings, uint32_t observed,
                          const struct instant *now)
{
    struct view text;
    struct instant instant;
    char shown[FINDINGS_QUOTE_SIZE];

    if (observed == NODE_NONE)
        return;
    text = document_string(findings->document, observed);
    if (instant_read(text, &instant) && instant_compare(&instant, now) > 0)
        findings_add(findings, observed, "future_instant",
                     "expected an instant that has passed, found %s",
                     findings_quote(text, shown));
}

void consistency_check_run(struct findings *findings, const struct manifest *run,
                           const struct instant *now, struct buf *scratch)
{
    struct parts parts = read_parts(findings->document, run->spec);
    size_t count =
        quantiles_collect(findings->document, parts.latency, parts.measurements, scratch);
    const struct quantile *found = (const struct quantile *)(const void *)scratch->data;

    quantiles_check_order(findings, found, count);
    check_zero(findings, found, count);
    check_instant(findings, parts.observed, now);
    if (run->kind != KIND_BENCHMARK_RUN)
        return;
    check_interval(findings, &parts);
    check_native(findings, &parts, found, count);
}
