#include <config.h>

#include "facts.h"

void facts_append(struct buf *facts, struct fact *fact, const struct view *texts,
                  size_t count)
{
    size_t size = sizeof *fact;

    for (size_t i = 0; i < count; i++) {
        fact->lengths[i] = texts[i].length;
        size += texts[i].length;
    }
    fact->size = size;
    buf_append(facts, (const char *)fact, sizeof *fact);
    for (size_t i = 0; i < count; i++)
        buf_append(facts, texts[i].data, texts[i].length);
}

bool facts_next(struct view *facts, struct fact *fact, struct view texts[FACT_TEXTS])
{
    const char *text = facts->data + sizeof *fact;

    if (facts->length == 0)
        return false;
    memcpy(fact, facts->data, sizeof *fact);
    for (size_t i = 0; i < FACT_TEXTS; i++) {
        texts[i] = (struct view){text, fact->lengths[i]};
        text += fact->lengths[i];
    }
    facts->data += fact->size;
    facts->length -= fact->size;
    return true;
}
