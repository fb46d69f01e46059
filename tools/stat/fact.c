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

/* The texts of a fact stand behind its struct, in this order. */
enum { TEXTS = 6 };

static void list_texts(struct stat_fact *fact, struct view *texts[TEXTS])
{
    texts[0] = &fact->key;
    texts[1] = &fact->measures[0].text;
    texts[2] = &fact->measures[1].text;
    texts[3] = &fact->known.total;
    texts[4] = &fact->known.squares;
    texts[5] = &fact->entries;
}

void stat_fact_write(const struct stat_fact *fact, struct buf *facts)
{
    struct stat_fact copy = *fact;
    struct view *texts[TEXTS];

    list_texts(&copy, texts);
    buf_append(facts, (const char *)&copy, sizeof copy);
    for (int i = 0; i < TEXTS; i++)
        buf_append(facts, texts[i]->data, texts[i]->length);
}

bool stat_fact_read(struct view *facts, struct stat_fact *fact)
{
    struct view *texts[TEXTS];
    const char *at;

    if (facts->length == 0)
        return false;
    memcpy(fact, facts->data, sizeof *fact);
    at = facts->data + sizeof *fact;
    list_texts(fact, texts);
    for (int i = 0; i < TEXTS; i++) {
        texts[i]->data = at;
        at += texts[i]->length;
    }
    facts->length -= (size_t)(at - facts->data);
    facts->data = at;
    return true;
}
