#include <config.h>

#include "json/repeat.h"

#include "base/mem.h"

#include <stdlib.h>

enum {
    CREDIT_FIRST = 16, /* objects that a set is tried with */
    CREDIT_HIT = 16,   /* what an object that came again pays for */
    CREDIT_MOST = 256,
    REST = 4096 /* objects that a set without credit lets pass */
};

/* The objects behind names of one hash. */
struct set {
    uint64_t hash;
    unsigned credit;
    unsigned rested;
    unsigned turn; /* which object is given up next */
    struct repeat_object objects[REPEAT_WAYS];
};

struct repeat {
    struct set sets[REPEAT_SETS];
};

struct repeat *repeat_new(void)
{
    struct repeat *repeat = mem_zeroed(1, sizeof *repeat);

    for (int set = 0; set < REPEAT_SETS; set++)
        for (int way = 0; way < REPEAT_WAYS; way++) {
            buf_init(&repeat->sets[set].objects[way].text);
            buf_init(&repeat->sets[set].objects[way].nodes);
        }
    return repeat;
}

void repeat_free(struct repeat *repeat)
{
    if (repeat == NULL)
        return;
    for (int set = 0; set < REPEAT_SETS; set++)
        for (int way = 0; way < REPEAT_WAYS; way++) {
            buf_release(&repeat->sets[set].objects[way].text);
            buf_release(&repeat->sets[set].objects[way].nodes);
        }
    free(repeat);
}

/* The set of HASH, NULL where another one has its place. The low bits of the reader's hash
 * are weak. */
static struct set *find_set(struct repeat *repeat, uint64_t hash)
{
    struct set *set = &repeat->sets[hash >> 60];

    return set->hash == hash && set->credit > 0 ? set : NULL;
}

/* A set without credit goes to the next name that asks for its place, or, after a rest, to
 * the same one again. */
static void wake(struct repeat *repeat, uint64_t hash)
{
    struct set *set = &repeat->sets[hash >> 60];

    if (set->credit > 0 || (set->hash == hash && ++set->rested < REST))
        return;
    set->hash = hash;
    set->rested = 0;
    set->credit = CREDIT_FIRST;
}

const struct repeat_object *repeat_find(struct repeat *repeat, uint64_t hash,
                                        const char *text, size_t length)
{
    struct set *set = find_set(repeat, hash);

    if (set == NULL) {
        wake(repeat, hash);
        return NULL;
    }
    for (int way = 0; way < REPEAT_WAYS; way++) {
        const struct repeat_object *object = &set->objects[way];

        if (object->text.length == 0 || object->text.length > length ||
            memcmp(object->text.data, text, object->text.length) != 0)
            continue;
        if (set->credit < CREDIT_MOST)
            set->credit += CREDIT_HIT;
        return object;
    }
    set->credit--;
    return NULL;
}

uint32_t repeat_copy(const struct repeat_object *object, struct node *nodes, uint32_t index,
                     uint32_t start)
{
    const struct node *kept = (const void *)object->nodes.data;
    uint32_t count = (uint32_t)(object->nodes.length / sizeof *kept);

    for (uint32_t i = 0; i < count; i++) {
        nodes[i] = kept[i];
        nodes[i].start += start;
        nodes[i].next += index;
    }
    return count;
}

/* Whether NODE needs nothing but the text. */
static bool is_simple(const struct node *node)
{
    return (node->flags & (NODE_DECODED | NODE_ORDERED)) == 0 &&
           (node->flags & (NODE_INTEGER | NODE_SHORT)) != NODE_INTEGER;
}

static bool is_kept(const struct node *nodes, uint32_t count)
{
    if (nodes->length < REPEAT_TEXT_MIN || nodes->length > REPEAT_TEXT_MAX ||
        count > REPEAT_NODES_MAX)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!is_simple(&nodes[i]))
            return false;
    return true;
}

void repeat_store(struct repeat *repeat, uint64_t hash, const struct document *document,
                  uint32_t node, uint32_t end)
{
    struct set *set = find_set(repeat, hash);
    const struct node *nodes = document->nodes + node;
    struct repeat_object *object;
    struct node *kept;

    if (set == NULL || !is_kept(nodes, end - node))
        return;
    object = &set->objects[set->turn++ % REPEAT_WAYS];
    buf_clear(&object->text);
    buf_append(&object->text, document->text + nodes->start, nodes->length);
    buf_clear(&object->nodes);
    buf_append(&object->nodes, (const char *)nodes, (end - node) * sizeof *nodes);
    kept = (void *)object->nodes.data;
    for (uint32_t i = 0; i < end - node; i++) {
        kept[i].start -= nodes->start;
        kept[i].next -= node;
    }
}
