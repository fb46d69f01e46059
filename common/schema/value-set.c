#include <config.h>

#include "schema/value-set.h"

#include "base/mem.h"

#include <stdlib.h>

static bool is_string(struct value value)
{
    return document_is(value.document, value.node, NODE_STRING);
}

/* The slot of VALUE, or the free one where it belongs. */
static struct value_slot *find_slot(const struct value_set *set, struct value value,
                                    uint64_t hash, struct buf *scratch)
{
    size_t slot = hash & set->mask;

    for (; set->slots[slot].node != NODE_NONE; slot = (slot + 1) & set->mask)
        if (set->slots[slot].hash == hash &&
            value_equal(value, (struct value){set->document, set->slots[slot].node},
                        scratch))
            break;
    return &set->slots[slot];
}

/* Equal values are added once: many of them would make one long row of slots. */
static void add(struct value_set *set, struct value value, struct buf *scratch)
{
    uint64_t hash;

    if (is_string(value)) {
        names_add(&set->strings, document_string(value.document, value.node));
        return;
    }
    hash = value_hash(value);
    *find_slot(set, value, hash, scratch) = (struct value_slot){hash, value.node};
}

void value_set_init(struct value_set *set, const struct document *document, uint32_t node,
                    bool constant)
{
    uint32_t first = constant ? node : node + 1;
    size_t strings = 0, others = 0, size = 2;
    struct buf scratch;

    for (uint32_t at = first; at < document->nodes[node].next;
         at = document->nodes[at].next)
        ++*(document_is(document, at, NODE_STRING) ? &strings : &others);
    *set = (struct value_set){.document = document, .node = node, .constant = constant};
    names_init(&set->strings, strings);
    while (size < others * 2)
        size *= 2;
    set->mask = size - 1;
    if (others > 0)
        set->slots = mem_zeroed(size, sizeof *set->slots);
    buf_init(&scratch);
    for (uint32_t at = first; at < document->nodes[node].next;
         at = document->nodes[at].next)
        add(set, (struct value){document, at}, &scratch);
    names_finish(&set->strings);
    buf_release(&scratch);
}

void value_set_release(struct value_set *set)
{
    names_release(&set->strings);
    free(set->slots);
}

bool value_set_has(const struct value_set *set, struct value value, struct buf *scratch)
{
    if (is_string(value))
        return names_find(&set->strings, document_string(value.document, value.node)) !=
               NULL;
    return set->slots != NULL &&
           find_slot(set, value, value_hash(value), scratch)->node != NODE_NONE;
}
