/* facts: what the checks over the whole stream need to know of one record, made in
 * a worker and read in the order of the input (references.h).
 *
 * Facts are in the arena of the batch (tool/stream.h): one struct refs_facts, and a struct
 * refs_object for each manifest. An identity is 128 bits of a SHA-256: of the identity body
 * for digests, of the text for names.
 */
#ifndef KIDX_TOOLS_VALIDATE_FACTS_H
#define KIDX_TOOLS_VALIDATE_FACTS_H

#include "table.h"

#include "record/verify.h"

enum { REFS_REFERENCES_MAX = 4 };

/* A digest by which a kind of manifest refers to another one. */
struct refs_reference {
    const char *object; /* member of spec, or NULL: spec itself */
    const char *member; /* of that */
    enum manifest_kind target;
    enum manifest_kind other_target;
};

/* The references of a kind; *COUNT of them. For workloads and implementations, the first is
 * the operation; for a BenchmarkRun, implementation and workload come first. */
const struct refs_reference *refs_references(enum manifest_kind kind, size_t *count);

/* Where a manifest stands in its line: a role, and whether the line is an export row. */
struct refs_where {
    uint8_t role;
    uint8_t in_row;
};

struct refs_object {
    struct digest_half identity;
    struct digest_half references[REFS_REFERENCES_MAX];
    struct digest_half name;     /* metadata.name */
    struct digest_half external; /* of a run: source, benchmark and external id */
    struct digest_half source;   /* of a run: sourceNative.source */
    struct digest_half label; /* of a run: the provider; of an implementation: metadata */
    size_t column;
    size_t name_column;
    size_t external_column;
    uint8_t kind;
    struct refs_where where;
    bool has_reference[REFS_REFERENCES_MAX];
    bool has_name;
    bool has_external;
    bool has_source;
    bool has_label;
};

struct refs_facts {
    struct refs_object *objects;
    size_t count;
    bool has_row; /* an export row with an id, which supersedes another or has a run */
    bool supersedes;
    bool is_retracted;
    struct digest_half row;
    struct digest_half superseded;
};

/* Whether an object is a run of either kind. */
static inline bool refs_is_run(uint8_t kind)
{
    return kind == KIND_BENCHMARK_RUN || kind == KIND_SERVING_RUN;
}

/* The run among the objects; NULL where there is none. */
const struct refs_object *refs_run(const struct refs_facts *facts);

/* The facts of a record that has been found good, in the arena of the verification. NULL: a
 * manifest has no digest, which was reported to the verification's sink. */
struct refs_facts *refs_describe(struct verification *verification);

#endif
