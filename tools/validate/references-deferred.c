#include <config.h>

#include "store.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

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
