#include <config.h>

#include "store.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* The flag to set on a digest that was reported with CODE, so that it is reported once: 0
 * if CODE rejects, for then it has to reject each record. */
static uint8_t flag_once(const struct refs *refs, const char *code, enum entry_flag flag)
{
    return check_levels_get(refs->levels, code) == CHECK_ERROR ? 0 : (uint8_t)flag;
}

/* The record that is checked. */
struct line {
    const struct refs_facts *facts;
    bool operations_known; /* of its run: they were compared */
    bool row_compared;     /* its run was compared with the one that its row supersedes */
};

__attribute__((format(printf, 5, 6))) static void find(struct findings *findings,
                                                       const char *code, size_t column,
                                                       const char *pointer,
                                                       const char *format, ...)
{
    char message[DIAG_LINE_SIZE];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    findings_report(findings, check_levels_get(findings->levels, code), column, code,
                    view_from(pointer), view_from(message));
}

/* The operation of a workload or implementation, of the line or of what came before; NULL
 * where it is not known. */
static const struct digest_half *operation_of(const struct refs *refs,
                                              const struct line *line,
                                              const struct digest_half *identity)
{
    const struct refs_entry *entry;

    for (size_t i = 0; i < line->facts->count; i++) {
        const struct refs_object *object = &line->facts->objects[i];

        if (memcmp(&object->identity, identity, sizeof *identity) == 0)
            return object->has_reference[0] ? &object->references[0] : NULL;
    }
    entry = refs_find_entry(refs, identity);
    if (entry == NULL || entry->references[0] == 0)
        return NULL;
    return &refs_entry(refs, entry->references[0] - 1)->identity;
}

/* Compare the operations of a run's implementation and workload; false where one is not
 * known yet. */
static bool check_operation(struct refs *refs, struct findings *findings,
                            const struct line *line, const struct refs_object *run)
{
    const struct digest_half *operations[2];
    char texts[2][SHOWN_SIZE];

    for (int i = 0; i < 2; i++) {
        operations[i] =
            run->has_reference[i] ? operation_of(refs, line, &run->references[i]) : NULL;
        if (operations[i] == NULL)
            return false;
    }
    if (memcmp(operations[0], operations[1], sizeof *operations[0]) != 0)
        find(findings, "operation_mismatch", run->column,
             refs_pointer(refs, run->where, ""),
             "its implementation is of operation %s, its workload of %s",
             refs_show(operations[0], texts[0]), refs_show(operations[1], texts[1]));
    return true;
}

static void check_run(struct refs *refs, struct findings *findings, struct line *line,
                      const struct refs_object *run)
{
    const struct refs_entry *same = refs_find_entry(refs, &run->identity);
    uint32_t external =
        run->has_external ? table_find(&refs->names, &run->external) : TABLE_NONE;

    if (same != NULL && (same->flags & ENTRY_DEFINED) != 0) {
        find(findings, "duplicate_run", run->column, refs_pointer(refs, run->where, ""),
             "the same run has come before, %s:%" PRIu64,
             refs_place_file(refs, same->place), refs_place_line(same->place));
    } else if (external != TABLE_NONE) {
        const struct refs_name *name = table_at(&refs->names, external);
        const struct refs_entry *other = refs_entry(refs, name->run);

        find(findings, "conflicting_run", run->external_column,
             refs_pointer(refs, run->where, "/spec/sourceNative/externalId"),
             "another run has come with this external id, %s:%" PRIu64,
             refs_place_file(refs, other->place), refs_place_line(other->place));
    }
    if (run->kind == KIND_BENCHMARK_RUN)
        line->operations_known = check_operation(refs, findings, line, run);
}

/* Whether a label that is known, a name plus 1, is another one. */
static bool differs(const struct refs *refs, uint32_t label,
                    const struct digest_half *identity)
{
    return label != 0 &&
           memcmp(table_at(&refs->names, label - 1), identity, sizeof *identity) != 0;
}

/* Look for other manifests with the digest of an implementation. */
static void check_implementation(struct refs *refs, struct findings *findings,
                                 const struct refs_object *implementation)
{
    struct refs_entry *entry = refs_find_entry(refs, &implementation->identity);
    char text[SHOWN_SIZE];

    if (entry == NULL || (entry->flags & ENTRY_COLLIDES) != 0 ||
        !implementation->has_label || !differs(refs, entry->label, &implementation->label))
        return;
    entry->flags |= flag_once(refs, "identity_collision", ENTRY_COLLIDES);
    find(findings, "identity_collision", implementation->column,
         refs_pointer(refs, implementation->where, ""),
         "another implementation has the same digest, %s, %s:%" PRIu64,
         refs_show(&entry->identity, text), refs_place_file(refs, entry->place),
         refs_place_line(entry->place));
}

/* Look for other providers of the implementation of a run. */
static void check_provider(struct refs *refs, struct findings *findings,
                           const struct refs_object *run)
{
    struct refs_entry *entry;
    const struct refs_entry *other;
    char text[SHOWN_SIZE];

    if (!run->has_label || !run->has_reference[0])
        return;
    entry = refs_find_entry(refs, &run->references[0]);
    if (entry == NULL || (entry->flags & ENTRY_COLLIDES) != 0 || entry->run == 0)
        return;
    other = refs_entry(refs, entry->run - 1);
    if (!differs(refs, other->label, &run->label))
        return;
    entry->flags |= flag_once(refs, "identity_collision", ENTRY_COLLIDES);
    find(findings, "identity_collision", run->column,
         refs_pointer(refs, run->where, "/spec/implementationDigest"),
         "a run of another provider has the same implementation, %s, %s:%" PRIu64,
         refs_show(&entry->identity, text), refs_place_file(refs, other->place),
         refs_place_line(other->place));
}

/* Look for another name of the digest of a manifest that is no run. */
static void check_name(struct refs *refs, struct findings *findings,
                       const struct refs_object *object)
{
    struct refs_entry *entry = refs_find_entry(refs, &object->identity);
    char text[SHOWN_SIZE];

    if (entry == NULL || (entry->flags & ENTRY_RENAMED) != 0 || !object->has_name ||
        !differs(refs, entry->name, &object->name))
        return;
    entry->flags |= flag_once(refs, "name_conflict", ENTRY_RENAMED);
    find(findings, "name_conflict", object->name_column,
         refs_pointer(refs, object->where, "/metadata/name"),
         "another name for the digest %s, %s:%" PRIu64, refs_show(&entry->identity, text),
         refs_place_file(refs, entry->place), refs_place_line(entry->place));
}

/* --- rows that supersede or retract --- */

/* What a run measured, and whose it is. NULL: the run does not say. */
struct subject {
    uint8_t kind;
    const struct digest_half *source;
    const struct digest_half *references[REFS_REFERENCES_MAX];
};

static struct subject subject_of_object(const struct refs_object *run)
{
    struct subject subject = {.kind = run->kind,
                              .source = run->has_source ? &run->source : NULL};

    for (size_t i = 0; i < REFS_REFERENCES_MAX; i++)
        if (run->has_reference[i])
            subject.references[i] = &run->references[i];
    return subject;
}

static struct subject subject_of_entry(const struct refs *refs,
                                       const struct refs_entry *run)
{
    struct subject subject = {.kind = run->kind};

    if (run->name != 0)
        subject.source = table_at(&refs->names, run->name - 1);
    for (size_t i = 0; i < REFS_REFERENCES_MAX; i++)
        if (run->references[i] != 0)
            subject.references[i] = &refs_entry(refs, run->references[i] - 1)->identity;
    return subject;
}

static bool is_same(const struct digest_half *left, const struct digest_half *right)
{
    return left == right ||
           (left != NULL && right != NULL && memcmp(left, right, sizeof *left) == 0);
}

/* Write the first thing in which two runs differ to TEXT; false where they do not. */
static bool find_difference(const struct subject *left, const struct subject *right,
                            char text[32])
{
    size_t count;
    const struct refs_reference *list =
        refs_references((enum manifest_kind)left->kind, &count);

    if (left->kind != right->kind || !is_same(left->source, right->source)) {
        snprintf(text, 32, "%s", left->kind != right->kind ? "kind" : "source");
        return true;
    }
    for (size_t i = 0; i < count; i++) {
        if (!is_same(left->references[i], right->references[i])) {
            snprintf(text, 32, "%.*s", (int)(strlen(list[i].member) - strlen("Digest")),
                     list[i].member);
            return true;
        }
    }
    return false;
}

/* Compare the run of an export row with the one that the row supersedes, if that is known,
 * and a retracted row with another one of the same id. */
static void check_row(struct refs *refs, struct findings *findings, struct line *line)
{
    const struct refs_facts *facts = line->facts;
    const struct refs_object *run = facts->has_row ? refs_run(facts) : NULL;
    const struct refs_row *same, *superseded;
    struct subject subject, other;
    char text[32];

    if (run == NULL)
        return;
    subject = subject_of_object(run);
    same = refs_find_row(refs, &facts->row);
    if (same != NULL && same->run != 0 && (same->is_retracted || facts->is_retracted)) {
        other = subject_of_entry(refs, refs_entry(refs, same->run - 1));
        if (find_difference(&subject, &other, text))
            find(findings, "supersession_mismatch", 0, "/row/id",
                 "a retracted row has this id and a run of another %s, %s:%" PRIu64, text,
                 refs_place_file(refs, same->place), refs_place_line(same->place));
    }
    superseded = facts->supersedes ? refs_find_row(refs, &facts->superseded) : NULL;
    if (superseded == NULL || superseded->run == 0)
        return;
    line->row_compared = true;
    other = subject_of_entry(refs, refs_entry(refs, superseded->run - 1));
    if (find_difference(&subject, &other, text))
        find(findings, "supersession_mismatch", 0, "/row/supersedesId",
             "the superseded run is of another %s, %s:%" PRIu64, text,
             refs_place_file(refs, superseded->place), refs_place_line(superseded->place));
}

static void check_objects(struct refs *refs, struct findings *findings, struct line *line)
{
    for (size_t i = 0; i < line->facts->count; i++) {
        const struct refs_object *object = &line->facts->objects[i];

        if (refs_is_run(object->kind))
            check_run(refs, findings, line, object);
        else
            check_name(refs, findings, object);
        if (object->kind == KIND_BENCHMARK_RUN)
            check_provider(refs, findings, object);
        else if (object->kind == KIND_IMPLEMENTATION_REVISION)
            check_implementation(refs, findings, object);
    }
}

void refs_add(struct refs *refs, struct findings *findings,
              const struct stream_record *record, const struct refs_facts *facts)
{
    struct line line = {.facts = facts};
    uint64_t place = refs_place(refs, record);

    check_objects(refs, findings, &line);
    check_row(refs, findings, &line);
    if (findings->rejected)
        return;
    for (size_t i = 0; i < facts->count; i++)
        refs_put_object(refs, &facts->objects[i], place, line.operations_known);
    if (facts->has_row)
        refs_put_row(refs, facts, place, line.row_compared);
}

/* --- deferred findings, at the end of the input --- */

static bool is_ignored(const struct refs *refs, const char *code)
{
    return check_levels_get(refs->levels, code) == CHECK_IGNORE;
}

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
                refs_place_file(refs, place), refs_place_line(place), code, "%s", message);
}

static void end_reference(struct refs *refs, struct tool *tool,
                          const struct refs_entry *entry,
                          const struct refs_reference *reference, uint32_t number)
{
    const struct refs_entry *target = refs_entry(refs, number - 1);
    enum manifest_kind kind = (enum manifest_kind)target->kind;
    char below[64];
    char text[SHOWN_SIZE];

    snprintf(below, sizeof below, "/spec/%s%s%s",
             reference->object == NULL ? "" : reference->object,
             reference->object == NULL ? "" : "/", reference->member);
    if ((target->flags & (ENTRY_DEFINED | ENTRY_KNOWN)) == 0)
        say_late(refs, tool, "unresolved", entry->place, "%s: nothing has the digest %s",
                 refs_pointer(refs, entry->where, below),
                 refs_show(&target->identity, text));
    else if (kind != KIND_UNKNOWN && kind != reference->target &&
             kind != reference->other_target)
        say_late(refs, tool, "unresolved", entry->place,
                 "%s: the digest %s is of kind %s, expected %s",
                 refs_pointer(refs, entry->where, below),
                 refs_show(&target->identity, text), manifest_kind_name(kind),
                 manifest_kind_name(reference->target));
}

/* Compare the operations of a run whose implementation or workload came later. */
static void end_operation(struct refs *refs, struct tool *tool,
                          const struct refs_entry *run)
{
    const struct refs_entry *operations[2];
    char texts[2][SHOWN_SIZE];

    for (int i = 0; i < 2; i++) {
        const struct refs_entry *target;

        if (run->references[i] == 0)
            return;
        target = refs_entry(refs, run->references[i] - 1);
        if (target->references[0] == 0)
            return;
        operations[i] = refs_entry(refs, target->references[0] - 1);
    }
    if (operations[0] == operations[1])
        return;
    refs_show(&operations[0]->identity, texts[0]);
    refs_show(&operations[1]->identity, texts[1]);
    say_late(refs, tool, "operation_mismatch", run->place,
             "%s: its implementation is of operation %s, its workload of %s",
             refs_pointer(refs, run->where, ""), texts[0], texts[1]);
}

static void end_entries(struct refs *refs, struct tool *tool)
{
    bool resolves = !is_ignored(refs, "unresolved");
    bool compares = !is_ignored(refs, "operation_mismatch");

    for (uint32_t at = refs->first; at != 0; at = refs_entry(refs, at - 1)->next) {
        const struct refs_entry *entry = refs_entry(refs, at - 1);
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
        const struct refs_name *name = table_at(&refs->names, i);
        const struct refs_entry *run;

        if (name->count < 2 || is_ignored(refs, "name_collision"))
            continue;
        run = refs_entry(refs, name->run);
        say_late(refs, tool, "name_collision", run->place,
                 "%s: %" PRIu32 " runs have the name of this one",
                 refs_pointer(refs, run->where, "/metadata/name"), name->count);
    }
}

static struct refs_row *row_at(const struct refs *refs, uint32_t number)
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
        const struct refs_row *row = row_at(refs, at);

        last = row->place > last ? row->place : last;
        at = row->superseded - 1;
        count++;
    } while (at != number);
    say_late(refs, tool, "supersession_cycle", last,
             "/row/supersedesId: %zu row%s in a circle of supersession", count,
             count == 1 ? "" : "s");
}

/* Compare the run of a row with the one that it supersedes, which came later. */
static void end_supersession(struct refs *refs, struct tool *tool,
                             const struct refs_row *row)
{
    const struct refs_row *superseded;
    struct subject subject, other;
    char text[32];

    if (row->superseded == 0 || row->is_compared || row->run == 0)
        return;
    superseded = row_at(refs, row->superseded - 1);
    if (superseded->run == 0)
        return;
    subject = subject_of_entry(refs, refs_entry(refs, row->run - 1));
    other = subject_of_entry(refs, refs_entry(refs, superseded->run - 1));
    if (find_difference(&subject, &other, text))
        say_late(refs, tool, "supersession_mismatch", row->place,
                 "/row/supersedesId: the superseded run is of another %s, %s:%" PRIu64,
                 text, refs_place_file(refs, superseded->place),
                 refs_place_line(superseded->place));
}

/* Follow each row to the end of its chain, or to a row that a walk has come by: if that was
 * this one, the chain is a circle. */
static void end_rows(struct refs *refs, struct tool *tool)
{
    for (uint32_t walk = 0; walk < refs->rows.count; walk++) {
        uint32_t at = walk;

        end_supersession(refs, tool, row_at(refs, walk));
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
