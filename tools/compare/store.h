/* store: the runs of a stream, kept small, and in the end put in order.
 *
 * A run is a struct ranked_run of 168 bytes and a pointer; of an instant beyond 24 bytes
 * the text. All that many runs share is kept once: case, implementation, unkeyed fields,
 * group.
 *
 * sort_store brings everything into an order that depends on the set of records only:
 * cohorts by their names and digests, within a cohort the runs by digest. A record that
 * came twice, in whatever shape, is one run; where the shapes differ, the export row stands
 * for it, since it knows more.
 */
#ifndef KIDX_TOOLS_COMPARE_STORE_H
#define KIDX_TOOLS_COMPARE_STORE_H

#include "base/map.h"
#include "settings.h"
#include "record/cohort.h"
#include "record/ranking.h"
#include "record/run.h"

/* A name that some manifest of a digest has. No digest covers names, so anybody can add
 * one: whatever a name decides must hold for each name of the digest. */
struct store_name {
    const struct store_name *next;
    struct view text;
};

/* A workload, protocol or environment. Where a digest has several manifests, the name that
 * is shown is the first in the order of bytes. */
struct store_object {
    const struct digest *digest;
    struct view name; /* data NULL: no manifest was seen */
    const struct store_name *names;
    size_t name_count;
    bool is_named_by_base; /* by a file of the base, or there are no such files */
    struct view axes;      /* of a workload; canonical JSON or empty */
    struct view product;
    struct digest operation;
    struct digest correctness;
    struct digest shape;
    bool has_keys;
};

/* Protocol, environment and metric. */
struct store_setting {
    const struct store_object *protocol;
    const struct store_object *environment;
    struct view metric_text; /* METRIC:STATISTIC:UNIT, or "none" */
    struct view metric;      /* empty for "none" */
    struct view statistic;
    struct view unit;
    bool higher_is_better;   /* by policy ranking-v1: of ranks and record histories */
    bool verdicts_go_higher; /* higher is better in verdicts and where a base is chosen */
};

/* A name and a role that a manifest of an implementation has. */
struct store_manifest {
    struct view name;
    struct view role;  /* empty: none */
    bool is_used;      /* some implementation has the name */
    bool is_walked;    /* the first one of a name: has_conflict is set */
    bool has_conflict; /* the name has several roles */
};

/* The manifests of a digest, each name and role once. */
struct store_manifests {
    struct buf list; /* struct store_manifest *; sorted by their names in the end */
    const struct store_name *names;
    size_t name_count;
    bool is_named_by_base;
    bool has_source;
};

struct store_implementation {
    struct digest digest;
    struct view provider;
    struct view kernel;
    struct view label;
    const struct store_manifests *manifests; /* of its digest; NULL: none was seen */
    bool role_known; /* a manifest of its kernel and label was seen */
    bool has_role_conflict;
    bool is_base;                  /* of impl: and role: */
    char text[DIGEST_TEXT_LENGTH]; /* of the digest */
    /* Equal for all that are one implementation, digest and label being equal, and in their
     * order. */
    uint32_t identity;
    uint32_t place; /* in the order of label, digest and kernel */
};

enum cohort_note { COHORT_COLLISION = 1, COHORT_UNKEYED = 2 };

struct store_cohort {
    const struct store_object *workload;
    const struct store_setting *setting;
    struct ranked_run **runs; /* by digest; a part of the store's row of all */
    size_t count;
    uint32_t place; /* in the store's order */
    unsigned notes; /* enum cohort_note */
    enum ranking_profile profile;
};

/* A row that supersedes another one. */
struct store_claim {
    size_t run;             /* its number */
    struct digest_half row; /* of the other one, as in struct ranked_run */
};

enum { STORE_CHUNK = 4096 };

struct store {
    struct map objects;         /* digest → struct store_object */
    struct map names;           /* digest and name, of all kinds */
    struct map manifests;       /* digest of an implementation → struct store_manifests */
    struct map roles;           /* digest, name and role → struct store_manifest */
    struct map settings;        /* → struct store_setting */
    struct map cohorts;         /* → struct store_cohort */
    struct map implementations; /* → struct store_implementation */
    struct map unkeyed;
    struct map groups;
    struct map sources;
    struct buf claims;     /* struct store_claim */
    struct map successors; /* of supersession.c */
    struct arena arena;
    struct ranked_run **chunks; /* of STORE_CHUNK runs each */
    size_t run_count;           /* without those that came twice, once it is finished */
    size_t duplicate_count;
    struct store_cohort **ordered;
    struct ranked_run **runs;
    /* Once it is finished, a run's implementation, unkeyed fields and group are places in
     * these. */
    struct store_implementation **implementation_order;
    const struct map_entry **unkeyed_order;
    const struct map_entry **group_order;
    struct buf scratch;
};

void store_init(struct store *store);
void store_release(struct store *store);

/* All facts are taken: put everything in order, and find out what only the whole tells
 * (sort.c). */
void sort_store(struct store *store, const struct compare_settings *settings);

/* Begin a key of a digest and of texts, which buf_append_sized adds. */
static inline void store_key_begin(struct buf *key, const struct digest *digest)
{
    buf_clear(key);
    buf_append(key, (const char *)digest->bytes, DIGEST_SIZE);
}

static inline size_t store_cohort_count(const struct store *store)
{
    return store->cohorts.count;
}

/* Begin to load the runs of the cohort in PLACE, if there is one, which lie all over the
 * memory, while the cohort before it is worked on. */
void store_fetch(const struct store *store, size_t place);

/* The order of bytes; a text without data comes last. */
int store_compare_texts(struct view a, struct view b);

/* Whether two cohorts differ in their metric only. */
bool store_same_place(const struct store_cohort *a, const struct store_cohort *b);

const struct store_implementation *store_implementation(const struct store *store,
                                                        const struct ranked_run *run);

/* The run's sourceNative.benchmark; empty where it has none. */
struct view store_benchmark(const struct store *store, const struct ranked_run *run);

/* Whether a manifest of the digest has this name, and of the digest and name this role. */
bool store_has_name(const struct store *store, const struct digest *digest,
                    struct view name);
bool store_has_role(const struct store *store, const struct digest *digest,
                    struct view name, struct view role);

/* The key of a run's group (--by): canonical JSON; empty without --by. */
struct view store_group(const struct store *store, uint32_t group);

/* What has no name is called by so many characters of its digest. */
enum { STORE_SHORT_DIGEST = 7 + 12 };

enum case_part { CASE_WORKLOAD, CASE_PROTOCOL, CASE_ENVIRONMENT, CASE_METRIC, CASE_PARTS };

/* Append the name of a part's manifest, or where none was seen the first 12 digits of its
 * digest; of the metric METRIC:STATISTIC:UNIT. */
void store_case_part(const struct store_cohort *cohort, enum case_part part,
                     struct buf *out);

/* Append all parts, with slashes between. */
void store_case_text(const struct store_cohort *cohort, struct buf *out);

/* The id of a cohort; and its comparison key, false where the workload was not seen. */
void store_cohort_id(const struct store_cohort *cohort, struct digester *digester,
                     struct buf *scratch, struct digest *id);
bool store_comparison_key(const struct store_cohort *cohort, struct digester *digester,
                          struct buf *scratch, struct digest *key);

/* Why a run is not eligible: fills REASONS, static texts, and returns how many there are.
 */
enum { STORE_REASONS = 5 };
size_t store_reasons(const struct ranked_run *run, const char *reasons[STORE_REASONS]);

/* Whether a run is ranked. */
static inline bool store_is_eligible(const struct ranked_run *run)
{
    return run->status == RUN_PASSED &&
           (run->flags & (RANKING_VALUE | RANKING_RETRACTED | RANKING_SUPERSEDED |
                          RANKING_UNPUBLISHED)) == RANKING_VALUE;
}

/* Whether a run can be the best: eligible, and above 0, as 0 and less have no ratio to
 * other values, and are most often what a run writes that measured nothing. */
static inline bool store_can_be_best(const struct ranked_run *run)
{
    return store_is_eligible(run) && run->value > 0;
}

/* Whether a run is retracted, superseded or not published; and the first reason of these.
 */
static inline bool store_is_hidden(const struct ranked_run *run)
{
    return (run->flags & (RANKING_RETRACTED | RANKING_SUPERSEDED | RANKING_UNPUBLISHED)) !=
           0;
}

const char *store_hidden_reason(const struct ranked_run *run);

/* The run of this number, in the order in which runs were added. */
static inline struct ranked_run *store_run(const struct store *store, size_t number)
{
    return &store->chunks[number / STORE_CHUNK][number % STORE_CHUNK];
}

#endif
