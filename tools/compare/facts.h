/* facts: what a worker leaves of a record for the store, as bytes.
 *
 * Facts of a line stand one behind the other, each a header and the texts that belong to
 * it. They live as long as their batch; the store copies what it keeps.
 */
#ifndef KIDX_TOOLS_COMPARE_FACTS_H
#define KIDX_TOOLS_COMPARE_FACTS_H

#include "base/buf.h"
#include "record/manifest.h"
#include "record/ranking.h"

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
    RUN_TEXT_RESIDUE, /* benchmark, harness commit and labels, parted by NUL */
    RUN_TEXT_GROUP,   /* canonical JSON; empty where there is no --by */
    RUN_TEXT_COUNT
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
    struct entrant entrant;
    struct digest implementation;
    struct digest workload;
    struct digest protocol;
    struct digest environment;
    struct digest raw_samples;
    bool has_raw_samples;
    unsigned char superseded[16]; /* as the row of an entrant; 0: none */
};

struct object_fact {
    enum manifest_kind kind;
    struct digest digest;
    struct digest operation; /* of a workload */
    struct digest correctness;
    struct digest shape; /* of its axes, tensors and scalars */
    bool has_keys;       /* operation and correctness are known */
    bool has_source;     /* an implementation's */
};

struct fact {
    enum fact_about about;
    size_t size; /* with all texts */
    size_t lengths[FACT_TEXTS];
    union {
        struct run_fact run;
        struct object_fact object;
    } of;
};

/* Append a fact and its COUNT texts (≤ FACT_TEXTS) to FACTS; its sizes are set here, the
 * rest is the caller's. Padding goes along, so clear the fact first. */
void facts_append(struct buf *facts, struct fact *fact, const struct view *texts,
                  size_t count);

/* Take the first fact off FACTS; its texts are views into them, and those that it does not
 * have are empty. False: there is none. */
bool facts_next(struct view *facts, struct fact *fact, struct view texts[FACT_TEXTS]);

#endif
