/* index: what --refs stores of the records that were checked.
 *
 * Digests, names and rows are elements of three tables, which find them by a digest half:
 * of the identity body for digests, of the text for names and rows. Elements are numbered
 * from 0 in the order in which they are added; they are never removed and do not move, so a
 * pointer to one is valid as long as the index. Entries that a manifest defines are linked
 * in the order of their definition, so that the end can report in the order of the input.
 *
 * Memory: 64 bytes for a digest, 24 for a name and 40 for a row, and for each of them at
 * most 7.5 bytes of slots. Slots are found by a keyed hash, so that digests that somebody
 * chose (a reference may be any 64 digits) do not collide on purpose.
 *
 * Allocation does not fail (mem.h). One thread uses an index.
 */
#ifndef KIDX_TOOLS_VALIDATE_INDEX_H
#define KIDX_TOOLS_VALIDATE_INDEX_H

#include "record/digest.h"
#include "record/manifest.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { INDEX_REFERENCES_MAX = 4, INDEX_CHUNK = 1024 };
#define INDEX_NONE UINT32_MAX

/* Where a manifest stands in its line: a role, and whether the line is an export row. */
struct index_where {
    uint8_t role;
    uint8_t in_row;
};

struct index_object {
    struct digest_half identity;
    struct digest_half references[INDEX_REFERENCES_MAX];
    struct digest_half name;     /* metadata.name */
    struct digest_half external; /* of a run: source, benchmark and external id */
    struct digest_half source;   /* of a run: sourceNative.source */
    struct digest_half label; /* of a run: the provider; of an implementation: metadata */
    size_t column;
    size_t name_column;
    size_t external_column;
    uint8_t kind;
    struct index_where where;
    bool has_reference[INDEX_REFERENCES_MAX];
    bool has_name;
    bool has_external;
    bool has_source;
    bool has_label;
};

/* The export row of a record. */
struct index_row_facts {
    bool exists; /* the row has an id, and a run or the id of a row that it supersedes */
    bool supersedes;
    bool is_retracted;
    struct digest_half row;
    struct digest_half superseded;
};

/* Whether an object is a run of either kind. */
static inline bool index_is_run(uint8_t kind)
{
    return kind == KIND_BENCHMARK_RUN || kind == KIND_SERVING_RUN;
}

enum entry_flag {
    ENTRY_DEFINED = 1, /* a manifest of the stream has this digest */
    ENTRY_KNOWN = 2,   /* --known gave it */
    ENTRY_COLLIDES = 4,
    ENTRY_PENDING = 8, /* of a run: its operations were not known when it came */
    ENTRY_RENAMED = 16 /* several names were reported */
};

/* A line: the number of its file, and its own. */
enum { PLACE_LINE_BITS = 40 };

/* A digest, from its first mention on. */
struct index_entry {
    struct digest_half identity;
    uint64_t place;                            /* where it was defined first */
    uint32_t references[INDEX_REFERENCES_MAX]; /* entries, plus 1 */
    /* Names, plus 1: of a run its provider, of an implementation its metadata. */
    uint32_t label;
    /* Names, plus 1: of a run its source, of other manifests metadata.name. */
    uint32_t name;
    /* Entries, plus 1: of an implementation the first run that names a provider. */
    uint32_t run;
    uint32_t next; /* entry that was defined next, plus 1 */
    uint8_t kind;
    uint8_t flags;
    struct index_where where;
};

/* A name, external id, source, provider or metadata. */
struct index_name {
    struct digest_half identity;
    uint32_t run;   /* entry of the first run */
    uint32_t count; /* runs of this name */
};

/* A row that has a run, supersedes another one or is superseded. */
struct index_row {
    struct digest_half identity;
    uint64_t place;      /* of the row that supersedes, else where the row was first */
    uint32_t superseded; /* row, plus 1 */
    uint32_t walk;       /* the walk that came by, plus 1 */
    uint32_t run;        /* entry, plus 1 */
    bool is_retracted;
    bool is_compared; /* its run was compared with the superseded one */
};

/* Elements of one size, each of which begins with its digest half. */
struct table {
    size_t size;
    uint32_t count;
    char **chunks; /* of INDEX_CHUNK elements */
    size_t chunk_capacity;
    uint32_t *slots; /* number + 1, 0 where free */
    size_t slot_count;
    uint64_t seed;
};

struct index {
    struct table entries;
    struct table names;
    struct table rows;
    uint32_t first; /* entry that was defined first, plus 1 */
    uint32_t last;
    const char **files; /* by their number */
    size_t file_count;
};

struct index *index_new(void);
void index_free(struct index *index);

/* The element of a number below the table's count. */
static inline void *index_at(const struct table *table, uint32_t number)
{
    return table->chunks[number / INDEX_CHUNK] + number % INDEX_CHUNK * table->size;
}

static inline struct index_entry *index_entry(const struct index *index, uint32_t number)
{
    return index_at(&index->entries, number);
}

static inline struct index_name *index_name(const struct index *index, uint32_t number)
{
    return index_at(&index->names, number);
}

static inline struct index_row *index_row(const struct index *index, uint32_t number)
{
    return index_at(&index->rows, number);
}

/* The element of a digest half, NULL where there is none. */
struct index_entry *index_find_entry(const struct index *index,
                                     const struct digest_half *identity);
struct index_name *index_find_name(const struct index *index,
                                   const struct digest_half *identity);
struct index_row *index_find_row(const struct index *index,
                                 const struct digest_half *identity);

/* A line as a place, and back. FILE, which is number OPERAND, has to outlive the index. */
uint64_t index_place(struct index *index, size_t operand, const char *file, uint64_t line);
const char *index_place_file(const struct index *index, uint64_t place);
uint64_t index_place_line(uint64_t place);

/* Add a digest that may be referred to though it is not in the stream; KIND may be
 * KIND_UNKNOWN. */
void index_add_known(struct index *index, const struct digest *digest,
                     enum manifest_kind kind);

/* Add an object of a record, with all that it refers to; OPERATIONS_KNOWN: of a run they
 * were compared. Does nothing where the object is defined already. */
void index_add_object(struct index *index, const struct index_object *object,
                      uint64_t place, bool operations_known);

/* Add a row, with its RUN (NULL: none), which is in the index, and with the row that it
 * supersedes; COMPARED: their runs were compared. */
void index_add_row(struct index *index, const struct index_row_facts *facts,
                   const struct index_object *run, uint64_t place, bool compared);

#endif
