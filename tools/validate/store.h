/* store: what references.c keeps of the records that it has taken; for the
 * files of refs only.
 *
 * Digests, names and rows are elements of three tables. Entries that were defined are
 * linked in the order of their definition, so that the end can walk through them in the
 * order of the input.
 */
#ifndef KIDX_TOOLS_VALIDATE_STORE_H
#define KIDX_TOOLS_VALIDATE_STORE_H

#include "references.h"

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
struct refs_entry {
    struct digest_half identity;
    uint64_t place;                           /* where it was defined first */
    uint32_t references[REFS_REFERENCES_MAX]; /* entries, plus 1 */
    /* Names, plus 1: of a run its provider, of an implementation its metadata. */
    uint32_t label;
    /* Names, plus 1: of a run its source, of other manifests metadata.name. */
    uint32_t name;
    /* Entries, plus 1: of an implementation the first run that names a provider. */
    uint32_t run;
    uint32_t next; /* entry that was defined next, plus 1 */
    uint8_t kind;
    uint8_t flags;
    struct refs_where where;
};

/* A name, external id, source, provider or metadata. */
struct refs_name {
    struct digest_half identity;
    uint32_t run;   /* entry of the first run */
    uint32_t count; /* runs of this name */
};

/* A row that has a run, supersedes another one or is superseded. */
struct refs_row {
    struct digest_half identity;
    uint64_t place;      /* of the row that supersedes, else where the row was first */
    uint32_t superseded; /* row, plus 1 */
    uint32_t walk;       /* the walk that came by, plus 1 */
    uint32_t run;        /* entry, plus 1 */
    bool is_retracted;
    bool is_compared; /* its run was compared with the superseded one */
};

struct refs {
    const struct check_levels *levels;
    struct table entries;
    struct table names;
    struct table rows;
    uint32_t first; /* entry that was defined first, plus 1 */
    uint32_t last;
    const char **files; /* by their number */
    size_t file_count;
    char pointer[128];
};

_Static_assert(sizeof(struct refs_entry) <= 64,
               "an entry and its slot take 72 bytes at most");
_Static_assert(sizeof(struct refs_name) == 24, "a name and its slot take 32 bytes at most");

/* The digits that are kept of a digest. */
enum { SHOWN_SIZE = 8 + 2 * DIGEST_HALF_SIZE + 4 };

static inline struct refs_entry *refs_entry(const struct refs *refs, uint32_t number)
{
    return table_at(&refs->entries, number);
}

/* The entry of an identity, NULL where it has none. */
struct refs_entry *refs_find_entry(const struct refs *refs,
                                   const struct digest_half *identity);

/* The line of a record as a place, and back. */
uint64_t refs_place(struct refs *refs, const struct stream_record *record);
const char *refs_place_file(const struct refs *refs, uint64_t place);
uint64_t refs_place_line(uint64_t place);

/* The pointer of a manifest's member BELOW in its line; until the next call. */
const char *refs_pointer(struct refs *refs, struct refs_where where, const char *below);

/* Write the digits that are kept of a digest to TEXT, which is returned. */
const char *refs_show(const struct digest_half *identity, char text[SHOWN_SIZE]);

/* Remember an object of a record, with all that it refers to; OPERATIONS_KNOWN: of a run
 * they were compared. Nothing is done where it is there already. */
void refs_put_object(struct refs *refs, const struct refs_object *object, uint64_t place,
                     bool operations_known);

/* The row of an identity, NULL where it has none. */
struct refs_row *refs_find_row(const struct refs *refs, const struct digest_half *identity);

/* Store a row, with its run, which is stored, and with the row that it supersedes;
 * COMPARED: their runs were compared. */
void refs_put_row(struct refs *refs, const struct refs_facts *facts, uint64_t place,
                  bool compared);

#endif
