#include <config.h>

#include "fact.h"

const char *missing_name(unsigned reason)
{
    switch (reason) {
    case MISSING_STATUS_UNKNOWN:
        return "STATUS_UNKNOWN";
    case MISSING_PRIMARY:
        return "MISSING_PRIMARY_METRIC";
    case MISSING_VALUE:
        return "NO_VALUE";
    case MISSING_NUMBER:
        return "NOT_A_NUMBER";
    default:
        return run_status_reason((enum run_status)reason);
    }
}

struct view measure_part(const struct stat_measure *measure, unsigned part)
{
    size_t start = 0;

    for (unsigned i = 0; i < part; i++)
        start += measure->lengths[i];
    return (struct view){measure->text.data + start, measure->lengths[part]};
}

struct counts_entry stat_fact_entry(const struct stat_fact *fact, uint64_t number)
{
    struct counts_entry entry;

    memcpy(&entry, fact->entries.data + number * sizeof entry, sizeof entry);
    return entry;
}

void stat_fact_store(const struct stat_fact *fact, struct stream_record *record)
{
    struct stat_fact *stored = arena_alloc(record->arena, sizeof *stored);
    struct view *const texts[] = {
        &stored->key,         &stored->measures[0].text, &stored->measures[1].text,
        &stored->known.total, &stored->known.squares,    &stored->entries};

    *stored = *fact;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        *texts[i] = stream_store_text(record, *texts[i]);
    record->facts = stored;
}
