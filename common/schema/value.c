#include <config.h>

#include "schema/value.h"

#include "base/map.h"
#include "base/mem.h"
#include "json/number.h"

#include <stdlib.h>

enum { FEW_MEMBERS = 8 };

static const struct node *node_of(struct value value)
{
    return &value.document->nodes[value.node];
}

static struct value at(struct value value, uint32_t node)
{
    return (struct value){value.document, node};
}

static struct view string_of(struct value value)
{
    return document_string(value.document, value.node);
}

double value_number(const struct document *document, uint32_t node)
{
    const struct node *number = &document->nodes[node];
    const char *text = document->text + number->start;
    double value = 0;

    if ((number->flags & NODE_SHORT) && number->length <= 9) {
        int32_t integer = 0;
        bool negative = *text == '-';

        for (uint32_t i = negative; i < number->length; i++)
            integer = integer * 10 + (text[i] - '0');
        return negative ? -integer : integer;
    }
    number_parse(text, number->length,
                 &value); /* cannot fail: the reader checked the range */
    return value;
}

/* --- equality --- */

static bool names_equal(struct value a, struct value b)
{
    return view_equal(string_of(a), string_of(b));
}

/* The value of the member of object B that is called like the name A, or NODE_NONE. */
static uint32_t search_member(struct value a, struct value b)
{
    const struct node *nodes = b.document->nodes;

    for (uint32_t name = b.node + 1; name < nodes[b.node].next; name = nodes[name + 1].next)
        if (names_equal(a, at(b, name)))
            return name + 1;
    return NODE_NONE;
}

static size_t name_slot(struct value name, size_t mask)
{
    struct view text = string_of(name);

    return (size_t)map_hash(text.data, text.length, map_seed()) & mask;
}

/* Build a hash table of the COUNT names of OBJECT at the end of SCRATCH; returns its
 * offset.
 */
static size_t build_table(struct value object, size_t count, size_t *mask,
                          struct buf *scratch)
{
    const struct node *nodes = object.document->nodes;
    size_t place = (scratch->length + 3) & ~(size_t)3;
    size_t size = 16;
    uint32_t *slots;

    while (size < count * 2)
        size *= 2;
    *mask = size - 1;
    buf_reserve(scratch, place - scratch->length + size * sizeof *slots);
    scratch->length = place + size * sizeof *slots;
    slots = (void *)(scratch->data + place);
    memset(slots, 0, size * sizeof *slots);
    for (uint32_t name = object.node + 1; name < nodes[object.node].next;
         name = nodes[name + 1].next) {
        size_t slot = name_slot(at(object, name), *mask);

        while (slots[slot] != NODE_NONE)
            slot = (slot + 1) & *mask;
        slots[slot] = name;
    }
    return place;
}

static uint32_t look_up(struct value a, struct value b, size_t table, size_t mask,
                        const struct buf *scratch)
{
    const uint32_t *slots = (const void *)(scratch->data + table);
    size_t slot = name_slot(a, mask);

    for (; slots[slot] != NODE_NONE; slot = (slot + 1) & mask)
        if (names_equal(a, at(b, slots[slot])))
            return slots[slot] + 1;
    return NODE_NONE;
}

static bool objects_equal(struct value a, struct value b, struct buf *scratch)
{
    const struct node *nodes = a.document->nodes;
    size_t count = document_count(a.document, a.node);
    size_t before = scratch->length;
    size_t table = 0, mask = 0;
    uint32_t guess = b.node + 1;
    bool equal = count == document_count(b.document, b.node);

    if (equal && count > FEW_MEMBERS)
        table = build_table(b, count, &mask, scratch);
    for (uint32_t name = a.node + 1; equal && name < nodes[a.node].next;
         name = nodes[name + 1].next) {
        uint32_t other;

        /* In most cases the order of members is the same. */
        if (names_equal(at(a, name), at(b, guess)))
            other = guess + 1;
        else if (count > FEW_MEMBERS)
            other = look_up(at(a, name), b, table, mask, scratch);
        else
            other = search_member(at(a, name), b);
        equal = other != NODE_NONE && value_equal(at(a, name + 1), at(b, other), scratch);
        if (equal)
            guess = node_of(at(b, other))->next;
        if (guess >= node_of(b)->next)
            guess = b.node + 1;
    }
    scratch->length = before;
    return equal;
}

static bool arrays_equal(struct value a, struct value b, struct buf *scratch)
{
    uint32_t a_end = node_of(a)->next;
    uint32_t b_end = node_of(b)->next;
    uint32_t left = a.node + 1;
    uint32_t right = b.node + 1;

    while (left < a_end && right < b_end) {
        if (!value_equal(at(a, left), at(b, right), scratch))
            return false;
        left = node_of(at(a, left))->next;
        right = node_of(at(b, right))->next;
    }
    return left == a_end && right == b_end;
}

bool value_equal(struct value a, struct value b, struct buf *scratch)
{
    if (node_of(a)->type != node_of(b)->type)
        return false;
    switch (document_type(a.document, a.node)) {
    case NODE_NUMBER:
        return value_number(a.document, a.node) == value_number(b.document, b.node);
    case NODE_STRING:
        return names_equal(a, b);
    case NODE_ARRAY:
        return arrays_equal(a, b, scratch);
    case NODE_OBJECT:
        return objects_equal(a, b, scratch);
    default:
        return true;
    }
}

/* --- hash --- */

static uint64_t mix(uint64_t hash, uint64_t more)
{
    uint64_t words[2] = {hash, more};

    return map_hash(words, sizeof words, map_seed());
}

static uint64_t hash_number(struct value value)
{
    double number = value_number(value.document, value.node);
    uint64_t bits;

    if (number == 0)
        number = 0; /* not -0 */
    memcpy(&bits, &number, sizeof bits);
    return mix(NODE_NUMBER, bits);
}

static uint64_t hash_string(struct value value)
{
    struct view text = string_of(value);

    return mix(NODE_STRING, map_hash(text.data, text.length, map_seed()));
}

static uint64_t hash_array(struct value value)
{
    const struct node *nodes = value.document->nodes;
    uint64_t hash = NODE_ARRAY;

    for (uint32_t item = value.node + 1; item < nodes[value.node].next;
         item = nodes[item].next)
        hash = mix(hash, value_hash(at(value, item)));
    return hash;
}

/* The hash is a sum over the members, so that their order does not matter. */
static uint64_t hash_object(struct value value)
{
    const struct node *nodes = value.document->nodes;
    uint64_t sum = 0;

    for (uint32_t name = value.node + 1; name < nodes[value.node].next;
         name = nodes[name + 1].next)
        sum += mix(hash_string(at(value, name)), value_hash(at(value, name + 1)));
    return mix(NODE_OBJECT, sum);
}

uint64_t value_hash(struct value value)
{
    switch (document_type(value.document, value.node)) {
    case NODE_NUMBER:
        return hash_number(value);
    case NODE_STRING:
        return hash_string(value);
    case NODE_ARRAY:
        return hash_array(value);
    case NODE_OBJECT:
        return hash_object(value);
    default:
        return mix(node_of(value)->type, 0);
    }
}

/* --- sets of values --- */

static bool is_string(struct value value)
{
    return document_is(value.document, value.node, NODE_STRING);
}

/* The slot that holds VALUE, or else the free slot for it. */
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

/* Add VALUE unless it is in the set: many equal ones would make one long probe sequence. */
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
