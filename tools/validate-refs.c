#include <config.h>

#include "validate-refs.h"

#include "base/mem.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum entry_flag {
    ENTRY_DEFINED = 1, /* a manifest of the stream has this digest */
    ENTRY_KNOWN = 2,   /* --known gave it */
    ENTRY_COLLIDES = 4,
    ENTRY_PENDING = 8 /* of a run: its operations were not known when it came */
};

/* A line: the number of its file, and its own. */
enum { PLACE_LINE_BITS = 40 };

/* A digest, from its first mention on. */
struct entry {
    struct identity identity;
    uint64_t place;                           /* where it was defined first */
    uint32_t references[REFS_REFERENCES_MAX]; /* entries, plus 1 */
    /* Names, plus 1: of a run its provider, of an implementation its metadata. */
    uint32_t label;
    /* Entries, plus 1: of an implementation the first run that names a provider. */
    uint32_t run;
    uint32_t next; /* entry that was defined next, plus 1 */
    uint8_t kind;
    uint8_t flags;
    struct refs_where where;
};

/* A name, external id, provider or metadata. */
struct name {
    struct identity identity;
    uint32_t run;   /* entry of the first run */
    uint32_t count; /* runs of this name */
};

/* A row that supersedes another one, or is superseded. */
struct row {
    struct identity identity;
    uint64_t place;
    uint32_t superseded; /* row, plus 1 */
    uint32_t walk;       /* the walk that came by, plus 1 */
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

_Static_assert(sizeof(struct entry) <= 64, "an entry and its slot take 72 bytes at most");
_Static_assert(sizeof(struct name) == 24, "a name and its slot take 32 bytes at most");

struct refs *refs_new(const struct check_levels *levels)
{
    struct refs *refs = mem_zeroed(1, sizeof *refs);

    refs->levels = levels;
    table_init(&refs->entries, sizeof(struct entry));
    table_init(&refs->names, sizeof(struct name));
    table_init(&refs->rows, sizeof(struct row));
    return refs;
}

void refs_free(struct refs *refs)
{
    if (refs == NULL)
        return;
    table_release(&refs->entries);
    table_release(&refs->names);
    table_release(&refs->rows);
    free(refs->files);
    free(refs);
}

/* A collision is said once for a digest; but where it rejects, of each record. */
static uint8_t said_once(const struct refs *refs)
{
    return check_levels_get(refs->levels, "identity_collision") == CHECK_ERROR
               ? 0
               : ENTRY_COLLIDES;
}

/* --- tables --- */

static struct entry *entry_at(const struct refs *refs, uint32_t number)
{
    return table_at(&refs->entries, number);
}

static struct entry *find_entry(const struct refs *refs, const struct identity *identity)
{
    uint32_t number = table_find(&refs->entries, identity);

    return number == TABLE_NONE ? NULL : entry_at(refs, number);
}

static struct entry *put_entry(struct refs *refs, const struct identity *identity,
                               uint32_t *number)
{
    bool added;

    *number = table_put(&refs->entries, identity, &added);
    return entry_at(refs, *number);
}

static struct name *put_name(struct refs *refs, const struct identity *identity,
                             uint32_t *number, bool *added)
{
    *number = table_put(&refs->names, identity, added);
    return table_at(&refs->names, *number);
}

void refs_add_known(struct refs *refs, const struct digest *digest, enum manifest_kind kind)
{
    struct identity identity;
    uint32_t number;
    struct entry *entry;

    memcpy(identity.bytes, digest->bytes, sizeof identity.bytes);
    entry = put_entry(refs, &identity, &number);
    entry->flags |= ENTRY_KNOWN;
    entry->kind = (uint8_t)kind;
}

/* --- places --- */

/* The line of the record as a place; its file is remembered. */
static uint64_t place_of(struct refs *refs, const struct stream_record *record)
{
    while (refs->file_count <= record->operand) {
        refs->files = mem_resize(refs->files, refs->file_count + 1, sizeof *refs->files);
        refs->files[refs->file_count++] = NULL;
    }
    refs->files[record->operand] = record->file;
    return (uint64_t)record->operand << PLACE_LINE_BITS | record->line;
}

static const char *place_file(const struct refs *refs, uint64_t place)
{
    return refs->files[place >> PLACE_LINE_BITS];
}

static uint64_t place_line(uint64_t place)
{
    return place & ((UINT64_C(1) << PLACE_LINE_BITS) - 1);
}

/* The pointer of a manifest's member BELOW in its line. */
static const char *pointer_of(struct refs *refs, struct refs_where where, const char *below)
{
    const char *role = manifest_role_name((enum manifest_role)where.role);

    snprintf(refs->pointer, sizeof refs->pointer, "%s%s%s%s",
             where.in_row ? "/row/manifest" : "", *role == '\0' ? "" : "/", role, below);
    return refs->pointer;
}

/* The digits that are kept of a digest. */
enum { SHOWN_SIZE = 8 + 2 * IDENTITY_SIZE + 4 };

static const char *show(const struct identity *identity, char text[SHOWN_SIZE])
{
    static const char digits[] = "0123456789abcdef";
    char *end = text + 7;

    memcpy(text, "sha256:", 7);
    for (size_t i = 0; i < IDENTITY_SIZE; i++) {
        *end++ = digits[identity->bytes[i] >> 4];
        *end++ = digits[identity->bytes[i] & 15];
    }
    memcpy(end, "...", 4);
    return text;
}

static bool is_ignored(const struct refs *refs, const char *code)
{
    return check_levels_get(refs->levels, code) == CHECK_IGNORE;
}

/* --- at once --- */

/* The facts of a record, read. */
struct line {
    struct refs_facts facts;
    const char *objects;
    bool operations_known; /* of its run: they were compared */
};

static struct refs_object object_at(const struct line *line, size_t number)
{
    struct refs_object object;

    memcpy(&object, line->objects + number * sizeof object, sizeof object);
    return object;
}

__attribute__((format(printf, 5, 6))) static void find(struct judge *judge,
                                                       const char *code, size_t column,
                                                       const char *pointer,
                                                       const char *format, ...)
{
    char message[DIAG_LINE_SIZE];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    judge_report(judge, check_levels_get(judge->levels, code), column, code,
                 (struct view){pointer, strlen(pointer)},
                 (struct view){message, strlen(message)});
}

/* The operation of a workload or implementation, of the line or of what came before; NULL
 * where it is not known. */
static const struct identity *operation_of(const struct refs *refs, const struct line *line,
                                           const struct identity *identity,
                                           struct refs_object *scratch)
{
    const struct entry *entry;

    for (size_t i = 0; i < line->facts.count; i++) {
        *scratch = object_at(line, i);
        if (memcmp(&scratch->identity, identity, sizeof *identity) == 0)
            return scratch->has_reference[0] ? &scratch->references[0] : NULL;
    }
    entry = find_entry(refs, identity);
    if (entry == NULL || entry->references[0] == 0)
        return NULL;
    return &entry_at(refs, entry->references[0] - 1)->identity;
}

/* Compare the operations of a run's implementation and workload; false where one is not
 * known yet. */
static bool check_operation(struct refs *refs, struct judge *judge, const struct line *line,
                            const struct refs_object *run)
{
    struct refs_object scratch[2];
    const struct identity *operations[2];
    char texts[2][SHOWN_SIZE];

    for (int i = 0; i < 2; i++) {
        operations[i] = run->has_reference[i]
                            ? operation_of(refs, line, &run->references[i], &scratch[i])
                            : NULL;
        if (operations[i] == NULL)
            return false;
    }
    if (memcmp(operations[0], operations[1], sizeof *operations[0]) != 0)
        find(judge, "operation_mismatch", run->column, pointer_of(refs, run->where, ""),
             "its implementation is of operation %s, its workload of %s",
             show(operations[0], texts[0]), show(operations[1], texts[1]));
    return true;
}

static void check_run(struct refs *refs, struct judge *judge, struct line *line,
                      const struct refs_object *run)
{
    const struct entry *same = find_entry(refs, &run->identity);
    uint32_t external =
        run->has_external ? table_find(&refs->names, &run->external) : TABLE_NONE;

    if (same != NULL && (same->flags & ENTRY_DEFINED) != 0) {
        find(judge, "duplicate_run", run->column, pointer_of(refs, run->where, ""),
             "the same run has come before, %s:%" PRIu64, place_file(refs, same->place),
             place_line(same->place));
    } else if (external != TABLE_NONE) {
        const struct name *name = table_at(&refs->names, external);
        const struct entry *other = entry_at(refs, name->run);

        find(judge, "conflicting_run", run->external_column,
             pointer_of(refs, run->where, "/spec/sourceNative/externalId"),
             "another run has come with this external id, %s:%" PRIu64,
             place_file(refs, other->place), place_line(other->place));
    }
    if (run->kind == KIND_BENCHMARK_RUN)
        line->operations_known = check_operation(refs, judge, line, run);
}

/* Whether a label that is known, a name plus 1, is another one. */
static bool differs(const struct refs *refs, uint32_t label,
                    const struct identity *identity)
{
    return label != 0 &&
           memcmp(table_at(&refs->names, label - 1), identity, sizeof *identity) != 0;
}

/* Look for other manifests with the digest of an implementation. */
static void check_implementation(struct refs *refs, struct judge *judge,
                                 const struct refs_object *implementation)
{
    struct entry *entry = find_entry(refs, &implementation->identity);
    char text[SHOWN_SIZE];

    if (entry == NULL || (entry->flags & ENTRY_COLLIDES) != 0 ||
        !implementation->has_label || !differs(refs, entry->label, &implementation->label))
        return;
    entry->flags |= said_once(refs);
    find(judge, "identity_collision", implementation->column,
         pointer_of(refs, implementation->where, ""),
         "another implementation has the same digest, %s, %s:%" PRIu64,
         show(&entry->identity, text), place_file(refs, entry->place),
         place_line(entry->place));
}

/* Look for other providers of the implementation of a run. */
static void check_provider(struct refs *refs, struct judge *judge,
                           const struct refs_object *run)
{
    struct entry *entry;
    const struct entry *other;
    char text[SHOWN_SIZE];

    if (!run->has_label || !run->has_reference[0])
        return;
    entry = find_entry(refs, &run->references[0]);
    if (entry == NULL || (entry->flags & ENTRY_COLLIDES) != 0 || entry->run == 0)
        return;
    other = entry_at(refs, entry->run - 1);
    if (!differs(refs, other->label, &run->label))
        return;
    entry->flags |= said_once(refs);
    find(judge, "identity_collision", run->column,
         pointer_of(refs, run->where, "/spec/implementationDigest"),
         "a run of another provider has the same implementation, %s, %s:%" PRIu64,
         show(&entry->identity, text), place_file(refs, other->place),
         place_line(other->place));
}

static void check_objects(struct refs *refs, struct judge *judge, struct line *line)
{
    for (size_t i = 0; i < line->facts.count; i++) {
        struct refs_object object = object_at(line, i);

        if (object.kind == KIND_BENCHMARK_RUN || object.kind == KIND_SERVING_RUN)
            check_run(refs, judge, line, &object);
        if (object.kind == KIND_BENCHMARK_RUN)
            check_provider(refs, judge, &object);
        else if (object.kind == KIND_IMPLEMENTATION_REVISION)
            check_implementation(refs, judge, &object);
    }
}

/* --- remembering --- */

static void put_references(struct refs *refs, uint32_t number,
                           const struct refs_object *object)
{
    for (size_t i = 0; i < REFS_REFERENCES_MAX; i++) {
        uint32_t target;

        if (!object->has_reference[i])
            continue;
        put_entry(refs, &object->references[i], &target);
        entry_at(refs, number)->references[i] = target + 1;
    }
}

/* Remember the names of a run, which is entry NUMBER and was not there before. */
static void put_run(struct refs *refs, uint32_t number, const struct refs_object *run)
{
    struct entry *entry = entry_at(refs, number);
    struct name *name;
    uint32_t label;
    bool added;

    if (run->has_name) {
        name = put_name(refs, &run->name, &label, &added);
        name->run = added ? number : name->run;
        name->count++;
    }
    if (run->has_external) {
        name = put_name(refs, &run->external, &label, &added);
        name->run = added ? number : name->run;
    }
    if (run->has_label) {
        put_name(refs, &run->label, &label, &added);
        entry->label = label + 1;
    }
    if (run->has_label && run->has_reference[0]) {
        struct entry *implementation = entry_at(refs, entry->references[0] - 1);

        if (implementation->run == 0)
            implementation->run = number + 1;
    }
}

static void put_object(struct refs *refs, const struct refs_object *object, uint64_t place,
                       bool operations_known)
{
    uint32_t number, label;
    bool added;
    struct entry *entry = put_entry(refs, &object->identity, &number);

    if ((entry->flags & ENTRY_DEFINED) != 0)
        return;
    entry->flags |= ENTRY_DEFINED;
    entry->kind = object->kind;
    entry->where = object->where;
    entry->place = place;
    if (refs->last != 0)
        entry_at(refs, refs->last - 1)->next = number + 1;
    else
        refs->first = number + 1;
    refs->last = number + 1;
    put_references(refs, number, object);
    if (object->kind == KIND_BENCHMARK_RUN || object->kind == KIND_SERVING_RUN) {
        put_run(refs, number, object);
        if (object->kind == KIND_BENCHMARK_RUN && !operations_known)
            entry->flags |= ENTRY_PENDING;
    } else if (object->has_label) {
        put_name(refs, &object->label, &label, &added);
        entry->label = label + 1;
    }
}

static void put_row(struct refs *refs, const struct refs_facts *facts, uint64_t place)
{
    bool added;
    uint32_t number = table_put(&refs->rows, &facts->row, &added);
    uint32_t superseded = table_put(&refs->rows, &facts->superseded, &added);
    struct row *row = table_at(&refs->rows, number);

    if (row->superseded != 0)
        return;
    row->superseded = superseded + 1;
    row->place = place;
}

void refs_settle(struct refs *refs, struct judge *judge, struct view facts)
{
    struct line line = {.operations_known = false};
    uint64_t place = place_of(refs, judge->record);

    memcpy(&line.facts, facts.data, sizeof line.facts);
    line.objects = facts.data + sizeof line.facts;
    check_objects(refs, judge, &line);
    if (judge->rejected)
        return;
    for (size_t i = 0; i < line.facts.count; i++) {
        struct refs_object object = object_at(&line, i);

        put_object(refs, &object, place, line.operations_known);
    }
    if (line.facts.supersedes)
        put_row(refs, &line.facts, place);
}

/* --- at the end --- */

__attribute__((format(printf, 5, 6))) static void say_late(struct refs *refs,
                                                           struct tool *tool,
                                                           const char *code, uint64_t place,
                                                           const char *format, ...)
{
    enum check_level level = check_levels_get(refs->levels, code);
    char message[DIAG_LINE_SIZE];
    va_list arguments;

    if (level == CHECK_IGNORE)
        return;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    stream_late(tool, level == CHECK_ERROR ? DIAG_ERROR : DIAG_WARNING,
                place_file(refs, place), place_line(place), code, "%s", message);
}

static void end_reference(struct refs *refs, struct tool *tool, const struct entry *entry,
                          const struct refs_reference *reference, uint32_t number)
{
    const struct entry *target = entry_at(refs, number - 1);
    enum manifest_kind kind = (enum manifest_kind)target->kind;
    char below[64];
    char text[SHOWN_SIZE];

    snprintf(below, sizeof below, "/spec/%s%s%s",
             reference->object == NULL ? "" : reference->object,
             reference->object == NULL ? "" : "/", reference->member);
    if ((target->flags & (ENTRY_DEFINED | ENTRY_KNOWN)) == 0)
        say_late(refs, tool, "unresolved", entry->place, "%s: nothing has the digest %s",
                 pointer_of(refs, entry->where, below), show(&target->identity, text));
    else if (kind != KIND_UNKNOWN && kind != reference->target &&
             kind != reference->other_target)
        say_late(refs, tool, "unresolved", entry->place,
                 "%s: the digest %s is of kind %s, expected %s",
                 pointer_of(refs, entry->where, below), show(&target->identity, text),
                 manifest_kind_name(kind), manifest_kind_name(reference->target));
}

/* Compare the operations of a run whose implementation or workload came later. */
static void end_operation(struct refs *refs, struct tool *tool, const struct entry *run)
{
    const struct entry *operations[2];
    char texts[2][SHOWN_SIZE];

    for (int i = 0; i < 2; i++) {
        const struct entry *target;

        if (run->references[i] == 0)
            return;
        target = entry_at(refs, run->references[i] - 1);
        if (target->references[0] == 0)
            return;
        operations[i] = entry_at(refs, target->references[0] - 1);
    }
    if (operations[0] == operations[1])
        return;
    show(&operations[0]->identity, texts[0]);
    show(&operations[1]->identity, texts[1]);
    say_late(refs, tool, "operation_mismatch", run->place,
             "%s: its implementation is of operation %s, its workload of %s",
             pointer_of(refs, run->where, ""), texts[0], texts[1]);
}

static void end_entries(struct refs *refs, struct tool *tool)
{
    bool resolves = !is_ignored(refs, "unresolved");
    bool compares = !is_ignored(refs, "operation_mismatch");

    for (uint32_t at = refs->first; at != 0; at = entry_at(refs, at - 1)->next) {
        const struct entry *entry = entry_at(refs, at - 1);
        size_t count;
        const struct refs_reference *list =
            refs_references((enum manifest_kind)entry->kind, &count);

        for (size_t i = 0; resolves && i < count; i++)
            if (entry->references[i] != 0)
                end_reference(refs, tool, entry, &list[i], entry->references[i]);
        if (compares && (entry->flags & ENTRY_PENDING) != 0)
            end_operation(refs, tool, entry);
    }
}

static void end_names(struct refs *refs, struct tool *tool)
{
    for (uint32_t i = 0; i < refs->names.count; i++) {
        const struct name *name = table_at(&refs->names, i);
        const struct entry *run;

        if (name->count < 2 || is_ignored(refs, "name_collision"))
            continue;
        run = entry_at(refs, name->run);
        say_late(refs, tool, "name_collision", run->place,
                 "%s: %" PRIu32 " runs have the name of this one",
                 pointer_of(refs, run->where, "/metadata/name"), name->count);
    }
}

static struct row *row_at(const struct refs *refs, uint32_t number)
{
    return table_at(&refs->rows, number);
}

/* Go once around a cycle that row NUMBER is part of. */
static void say_cycle(struct refs *refs, struct tool *tool, uint32_t number)
{
    uint32_t at = number;
    uint64_t last = 0;
    size_t count = 0;

    do {
        const struct row *row = row_at(refs, at);

        last = row->place > last ? row->place : last;
        at = row->superseded - 1;
        count++;
    } while (at != number);
    say_late(refs, tool, "supersession_cycle", last,
             "/row/supersedesId: %zu row%s in a circle of supersession", count,
             count == 1 ? "" : "s");
}

/* Follow each row to the end of its chain, or to a row that a walk has come by: if that was
 * this one, the chain is a circle. */
static void end_rows(struct refs *refs, struct tool *tool)
{
    for (uint32_t walk = 0; walk < refs->rows.count; walk++) {
        uint32_t at = walk;

        while (row_at(refs, at)->walk == 0) {
            row_at(refs, at)->walk = walk + 1;
            if (row_at(refs, at)->superseded == 0)
                break;
            at = row_at(refs, at)->superseded - 1;
            if (row_at(refs, at)->walk == walk + 1)
                say_cycle(refs, tool, at);
        }
    }
}

void refs_end(struct refs *refs, struct tool *tool)
{
    end_entries(refs, tool);
    end_names(refs, tool);
    end_rows(refs, tool);
}
