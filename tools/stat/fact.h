/* fact: what one line adds to one group, on its way from a worker to the groups.
 *
 * A record is one value, or none, of its group, and is added by its worker; a line of state
 * is many, and is stored as facts of the line for the ordered stage. Both have one form, so
 * that merging states is what counting records is.
 */
#ifndef KIDX_TOOLS_STAT_FACT_H
#define KIDX_TOOLS_STAT_FACT_H

#include "base/buf.h"
#include "record/digest.h"
#include "record/run.h"
#include "stats/counts.h"
#include "stats/logarithm.h"
#include "tool/stream.h"

#include <stdbool.h>
#include <stdint.h>

/* Why a record has no value: what its run's status says (enum run_status), or one of these.
 */
enum {
    MISSING_STATUS_UNKNOWN = RUN_STATUS_COUNT,
    MISSING_PRIMARY,
    MISSING_VALUE,
    MISSING_NUMBER,
    MISSING_REASONS
};

/* Its name. */
const char *missing_name(unsigned reason);

/* What values are: JSON texts of metric, statistic and unit, each perhaps null, in a row.
 */
struct stat_measure {
    struct view text;
    uint32_t lengths[3];
};

enum { MEASURE_METRIC, MEASURE_STATISTIC, MEASURE_UNIT, MEASURE_PARTS };

/* One of the parts. */
struct view measure_part(const struct stat_measure *measure, unsigned part);

/* What is known of values that are only in buckets. */
struct stat_known {
    double minimum;
    double maximum;
    uint64_t non_positive;
    struct logarithm logarithms; /* the sum of those of positive values */
    struct view total;           /* as sum_write has it, and of squares */
    struct view squares;
};

struct stat_fact {
    bool has_run;
    struct digest run; /* of the run, the group and the values: equal facts count once */
    /* Of the group: BY, an object in canonical form, a NUL, and what was asked for, a JSON
     * string; nothing behind the NUL: a count. */
    struct view key;
    uint64_t records;                /* of a count */
    struct stat_measure measures[2]; /* two where units, or else, are mixed */
    unsigned measure_count;
    uint64_t non_finite;
    uint64_t missing[MISSING_REASONS];
    bool is_sketched; /* entries are buckets, and known is set */
    struct stat_known known;
    struct view entries; /* struct counts_entry in a row, not aligned */
};

static inline uint64_t stat_fact_entry_count(const struct stat_fact *fact)
{
    return fact->entries.length / sizeof(struct counts_entry);
}

struct counts_entry stat_fact_entry(const struct stat_fact *fact, uint64_t number);

/* Store a copy of FACT, texts included, as the facts of the record. */
void stat_fact_store(const struct stat_fact *fact, struct stream_record *record);

#endif
