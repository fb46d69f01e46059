#include <config.h>

#include "facts.h"

struct fact *facts_add(struct stream_record *record, enum fact_about about)
{
    struct fact *fact = arena_alloc(record->arena, sizeof *fact);

    memset(fact, 0, sizeof *fact);
    fact->next = record->facts;
    fact->about = about;
    record->facts = fact;
    return fact;
}
