/* facts: what the store needs of a record: a list of facts, one for each manifest.
 *
 * A worker stores them in the arena of the batch (tool/stream.h), where they are valid
 * until the ordered stage has added them to the store, which copies what it needs.
 */
#ifndef KIDX_TOOLS_COMPARE_FACTS_H
#define KIDX_TOOLS_COMPARE_FACTS_H

#include "base/buf.h"
#include "record/manifest.h"
#include "record/ranking.h"
#include "tool/stream.h"

enum fact_about { FACT_RUN, FACT_OBJECT };

enum { FACT_TEXTS = 9 };

/* The texts of a run. */
enum run_text {
    RUN_TEXT_METRIC,
    RUN_TEXT_STATISTIC,
    RUN_TEXT_UNIT,
    RUN_TEXT_OBSERVED_AT,
    RUN_TEXT_PROVIDER,
    RUN_TEXT_KERNEL,
    RUN_TEXT_UNKEYED, /* benchmark, harness commit, labels, struct unkeyed_lengths */
    RUN_TEXT_GROUP,   /* canonical JSON; empty where there is no --by */
    RUN_TEXT_SOURCE,  /* of an export row with an id, else empty */
    RUN_TEXT_COUNT
};

/* The end of the unkeyed fields, by which no two lists of texts are one; not aligned. */
struct unkeyed_lengths {
    size_t benchmark;
    size_t harness_commit;
};

/* The texts of another manifest. */
enum object_text {
    OBJECT_TEXT_NAME,
    OBJECT_TEXT_AXES,    /* of a workload: canonical JSON, or empty */
    OBJECT_TEXT_PRODUCT, /* of an environment */
    OBJECT_TEXT_ROLE,    /* of an implementation */
    OBJECT_TEXT_COUNT
};

struct run_fact {
    struct ranked_run ranked;
    struct digest implementation;
    struct digest workload;
    struct digest protocol;
    struct digest environment;
    struct digest raw_samples;
    bool has_raw_samples;
    struct digest_half superseded; /* as the row of a ranked run; 0: none */
};

struct object_fact {
    enum manifest_kind kind;
    struct digest digest;
    struct digest operation; /* of a workload */
    struct digest correctness;
    struct digest shape; /* of its axes, tensors and scalars */
    bool has_keys;       /* operation and correctness are known */
    bool is_of_base;     /* it is in a file of the base, or there are no such files */
    bool has_source;     /* an implementation's */
};

struct fact {
    const struct fact *next;
    enum fact_about about;
    union {
        struct run_fact run;
        struct object_fact object;
    } of;
    struct view texts[FACT_TEXTS]; /* by enum run_text or object_text */
};

/* Put a fact, zeroed, before those that the record has. */
struct fact *facts_add(struct stream_record *record, enum fact_about about);

#endif
