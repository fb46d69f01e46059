#include <config.h>

#include "store.h"

#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>

struct refs *refs_new(const struct check_levels *levels)
{
    struct refs *refs = mem_zeroed(1, sizeof *refs);

    refs->levels = levels;
    table_init(&refs->entries, sizeof(struct refs_entry));
    table_init(&refs->names, sizeof(struct refs_name));
    table_init(&refs->rows, sizeof(struct refs_row));
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

/* --- tables --- */

struct refs_entry *refs_find_entry(const struct refs *refs,
                                   const struct digest_half *identity)
{
    uint32_t number = table_find(&refs->entries, identity);

    return number == TABLE_NONE ? NULL : refs_entry(refs, number);
}

static struct refs_entry *put_entry(struct refs *refs, const struct digest_half *identity,
                                    uint32_t *number)
{
    bool added;

    *number = table_put(&refs->entries, identity, &added);
    return refs_entry(refs, *number);
}

static struct refs_name *put_name(struct refs *refs, const struct digest_half *identity,
                                  uint32_t *number, bool *added)
{
    *number = table_put(&refs->names, identity, added);
    return table_at(&refs->names, *number);
}

void refs_add_known(struct refs *refs, const struct digest *digest, enum manifest_kind kind)
{
    const struct digest_half identity = digest_half_of(digest);
    uint32_t number;
    struct refs_entry *entry;

    entry = put_entry(refs, &identity, &number);
    entry->flags |= ENTRY_KNOWN;
    entry->kind = (uint8_t)kind;
}

/* --- places --- */

/* The line of the record as a place; its file is remembered. */
uint64_t refs_place(struct refs *refs, const struct stream_record *record)
{
    while (refs->file_count <= record->operand) {
        refs->files = mem_resize(refs->files, refs->file_count + 1, sizeof *refs->files);
        refs->files[refs->file_count++] = NULL;
    }
    refs->files[record->operand] = record->file;
    return (uint64_t)record->operand << PLACE_LINE_BITS | record->line;
}

const char *refs_place_file(const struct refs *refs, uint64_t place)
{
    return refs->files[place >> PLACE_LINE_BITS];
}

uint64_t refs_place_line(uint64_t place)
{
    return place & ((UINT64_C(1) << PLACE_LINE_BITS) - 1);
}

/* The pointer of a manifest's member BELOW in its line. */
const char *refs_pointer(struct refs *refs, struct refs_where where, const char *below)
{
    const char *role = manifest_role_name((enum manifest_role)where.role);

    snprintf(refs->pointer, sizeof refs->pointer, "%s%s%s%s",
             where.in_row ? "/row/manifest" : "", *role == '\0' ? "" : "/", role, below);
    return refs->pointer;
}

const char *refs_show(const struct digest_half *identity, char text[SHOWN_SIZE])
{
    static const char digits[] = "0123456789abcdef";
    char *end = text + 7;

    memcpy(text, "sha256:", 7);
    for (size_t i = 0; i < DIGEST_HALF_SIZE; i++) {
        *end++ = digits[identity->bytes[i] >> 4];
        *end++ = digits[identity->bytes[i] & 15];
    }
    memcpy(end, "...", 4);
    return text;
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
        refs_entry(refs, number)->references[i] = target + 1;
    }
}

/* Remember the names of a run, which is entry NUMBER and was not there before. */
static void put_run(struct refs *refs, uint32_t number, const struct refs_object *run)
{
    struct refs_entry *entry = refs_entry(refs, number);
    struct refs_name *name;
    uint32_t label;
    bool added;

    if (run->has_name) {
        name = put_name(refs, &run->name, &label, &added);
        name->run = added ? number : name->run;
        name->count++;
    }
    if (run->has_source) {
        put_name(refs, &run->source, &label, &added);
        entry->name = label + 1;
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
        struct refs_entry *implementation = refs_entry(refs, entry->references[0] - 1);

        if (implementation->run == 0)
            implementation->run = number + 1;
    }
}

void refs_put_object(struct refs *refs, const struct refs_object *object, uint64_t place,
                     bool operations_known)
{
    uint32_t number, label;
    bool added;
    struct refs_entry *entry = put_entry(refs, &object->identity, &number);

    if ((entry->flags & ENTRY_DEFINED) != 0)
        return;
    entry->flags |= ENTRY_DEFINED;
    entry->kind = object->kind;
    entry->where = object->where;
    entry->place = place;
    if (refs->last != 0)
        refs_entry(refs, refs->last - 1)->next = number + 1;
    else
        refs->first = number + 1;
    refs->last = number + 1;
    put_references(refs, number, object);
    if (refs_is_run(object->kind)) {
        put_run(refs, number, object);
        if (object->kind == KIND_BENCHMARK_RUN && !operations_known)
            entry->flags |= ENTRY_PENDING;
        return;
    }
    if (object->has_label) {
        put_name(refs, &object->label, &label, &added);
        entry->label = label + 1;
    }
    if (object->has_name) {
        put_name(refs, &object->name, &label, &added);
        entry->name = label + 1;
    }
}

struct refs_row *refs_find_row(const struct refs *refs, const struct digest_half *identity)
{
    uint32_t number = table_find(&refs->rows, identity);

    return number == TABLE_NONE ? NULL : table_at(&refs->rows, number);
}

void refs_put_row(struct refs *refs, const struct refs_facts *facts, uint64_t place,
                  bool compared)
{
    const struct refs_object *run = refs_run(facts);
    bool added;
    uint32_t number = table_put(&refs->rows, &facts->row, &added);
    struct refs_row *row = table_at(&refs->rows, number);

    if (row->place == 0)
        row->place = place;
    if (run != NULL && row->run == 0)
        row->run = table_find(&refs->entries, &run->identity) + 1;
    row->is_retracted = row->is_retracted || facts->is_retracted;
    if (!facts->supersedes || row->superseded != 0)
        return;
    row->superseded = table_put(&refs->rows, &facts->superseded, &added) + 1;
    row->place = place;
    row->is_compared = compared;
}
