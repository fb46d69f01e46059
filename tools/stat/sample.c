#include <config.h>

#include "sample.h"

const char *sample_missing_name(unsigned reason)
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

struct view sample_measure_part(const struct sample_measure *measure, unsigned part)
{
    size_t start = 0;

    for (unsigned i = 0; i < part; i++)
        start += measure->lengths[i];
    return (struct view){measure->text.data + start, measure->lengths[part]};
}

struct counts_entry sample_entry(const struct sample *sample, uint64_t number)
{
    struct counts_entry entry;

    memcpy(&entry, sample->entries.data + number * sizeof entry, sizeof entry);
    return entry;
}

void sample_store(const struct sample *sample, struct stream_record *record)
{
    struct sample *stored = arena_alloc(record->arena, sizeof *stored);
    struct view *const texts[] = {
        &stored->key,        &stored->measures[0].text, &stored->measures[1].text,
        &stored->sums.total, &stored->sums.squares,     &stored->entries};

    *stored = *sample;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        *texts[i] = stream_store_text(record, *texts[i]);
    record->facts = stored;
}
