/* sample: what one line adds to one group, as it goes from a worker to the ordered stage.
 *
 * A record adds one value, several outputs of a program, or a reason why it has none; a
 * state adds all that a group of another run held. Both have this form, so merging states
 * is the same as reading records.
 *
 * Texts and entries are views: into the buffers of the worker that made the sample, or,
 * after sample_store, into the arena of the batch (tool/stream.h).
 */
#ifndef KIDX_TOOLS_STAT_SAMPLE_H
#define KIDX_TOOLS_STAT_SAMPLE_H

#include "run-set.h"

#include "base/buf.h"
#include "record/run.h"
#include "stats/counts.h"
#include "stats/logarithm.h"
#include "tool/stream.h"

#include <stdbool.h>
#include <stdint.h>

/* Why a record has no value: the status of its run (enum run_status), or one of these. */
enum {
    MISSING_STATUS_UNKNOWN = RUN_STATUS_COUNT,
    MISSING_PRIMARY,
    MISSING_VALUE,
    MISSING_NUMBER,
    MISSING_REASONS
};

/* The limit of all counts: a double represents it, and a sum of so many logarithms does not
 * overflow. */
#define SAMPLE_COUNT_MAX (UINT64_C(1) << 52)

/* The name of a reason, static. */
const char *sample_missing_name(unsigned reason);

/* The metric, statistic and unit of values: three JSON texts, strings or null, one after
 * the other. No two measures have one text, because a JSON string ends itself. */
struct sample_measure {
    struct view text;
    uint32_t lengths[3];
};

enum { MEASURE_METRIC, MEASURE_STATISTIC, MEASURE_UNIT, MEASURE_PARTS };

/* One of the three texts. */
struct view sample_measure_part(const struct sample_measure *measure, unsigned part);

/* What is known of values that only buckets are left of. */
struct sample_sums {
    double minimum;
    double maximum;
    uint64_t non_positive;
    struct logarithm logarithms; /* the sum of those of positive values */
    struct view total;           /* as sum_write writes it */
    struct view squares;
};

struct sample {
    /* Whether the line has a BenchmarkRun; then RUN is an id of run, group and values, and
     * of samples with one id only the first counts. */
    bool has_run;
    struct run_set_id run;
    /* The group: BY, an object in canonical form, a NUL, and the name of the values, a JSON
     * string, which is empty for counts of records. Neither text contains a NUL. */
    struct view key;
    uint64_t records;                  /* only for counts of records */
    struct sample_measure measures[2]; /* two where a state has mixed values */
    unsigned measure_count;
    uint64_t non_finite;
    uint64_t missing[MISSING_REASONS];
    bool is_sketched; /* entries are buckets, and sums is set */
    struct sample_sums sums;
    struct view entries; /* struct counts_entry one after the other, not aligned */
};

static inline uint64_t sample_entry_count(const struct sample *sample)
{
    return sample->entries.length / sizeof(struct counts_entry);
}

struct counts_entry sample_entry(const struct sample *sample, uint64_t number);

/* Store a copy of SAMPLE, texts included, as the facts of the record. */
void sample_store(const struct sample *sample, struct stream_record *record);

#endif
