#include <config.h>

#include "schema/run.h"

/* Arrays with fewer elements are compared pair by pair. */
enum { FEW_ELEMENTS = 4 };

/* --- arrays --- */

static bool fail_count(struct schema_run *run, uint32_t node, const char *code,
                       const char *bound, uint64_t wanted, const char *what, uint64_t found)
{
    return run_fail_as(run, node, code, "expected %s %llu %s%s, found %llu", bound,
                       (unsigned long long)wanted, what, wanted == 1 ? "" : "s",
                       (unsigned long long)found);
}

/* COUNT children against bounds. */
static bool check_count(struct schema_run *run, uint32_t node, uint64_t count,
                        uint64_t minimum, uint64_t maximum, const char *what)
{
    if (count < minimum)
        return fail_count(run, node, "too_few", "at least", minimum, what, count);
    if (count > maximum)
        return fail_count(run, node, "too_many", "at most", maximum, what, count);
    return true;
}

static bool fail_unique(struct schema_run *run, uint32_t node)
{
    return run_fail(run, node, "not_unique", "expected elements that are not equal");
}

/* An element already seen. */
struct slot {
    uint32_t node; /* NODE_NONE: free */
    uint32_t hash;
};

static bool check_unique_many(struct schema_run *run, uint32_t array, uint64_t count)
{
    size_t size = 16;
    struct slot *slots;
    bool valid = true;

    while (size < count * 2)
        size *= 2;
    buf_clear_to(&run->slots, ARENA_KEEP);
    slots = (struct slot *)(void *)buf_reserve(&run->slots, size * sizeof *slots);
    memset(slots, 0, size * sizeof *slots);
    for (uint32_t at = array + 1; at < run->nodes[array].next && (valid || run->reporting);
         at = run->nodes[at].next) {
        struct value value = {run->document, at};
        uint64_t hash = value_hash(value);
        size_t slot = hash & (size - 1);

        for (; slots[slot].node != NODE_NONE; slot = (slot + 1) & (size - 1))
            if (slots[slot].hash == (uint32_t)(hash >> 32) &&
                value_equal(value, (struct value){run->document, slots[slot].node},
                            &run->values))
                break;
        if (slots[slot].node != NODE_NONE)
            valid = fail_unique(run, at);
        else
            slots[slot] = (struct slot){at, (uint32_t)(hash >> 32)};
    }
    return valid;
}

static bool check_unique(struct schema_run *run, uint32_t array, uint64_t count)
{
    bool valid = true;

    if (!run_spend(run, array, run->nodes[array].next - array))
        return false;
    if (count > FEW_ELEMENTS)
        return check_unique_many(run, array, count);
    for (uint32_t at = array + 1; at < run->nodes[array].next; at = run->nodes[at].next)
        for (uint32_t other = array + 1; other < at; other = run->nodes[other].next)
            if (value_equal((struct value){run->document, at},
                            (struct value){run->document, other}, &run->values))
                valid = fail_unique(run, at);
    return valid;
}

static bool check_contains(struct schema_run *run, const struct array_rules *rules,
                           uint32_t array, const struct marks *marks)
{
    uint64_t count = 0;
    size_t index = 0;

    for (uint32_t at = array + 1; at < run->nodes[array].next && run->limit == NULL;
         at = run->nodes[at].next, index++) {
        if (!run_try(run, rules->contains, at, NULL))
            continue;
        count++;
        if (marks != NULL)
            marks_set(run, marks, index);
    }
    if (count < rules->minimum_contains)
        return fail_count(run, array, "too_few", "at least", rules->minimum_contains,
                          "fitting element", count);
    if (count > rules->maximum_contains)
        return fail_count(run, array, "too_many", "at most", rules->maximum_contains,
                          "fitting element", count);
    return true;
}

bool run_array(struct schema_run *run, const struct array_rules *rules, uint32_t array,
               const struct marks *marks)
{
    const uint32_t *links = run->schema->links; /* NULL where no schema has any */
    uint64_t count = 0;
    bool valid = true;

    for (uint32_t at = array + 1; at < run->nodes[array].next;
         at = run->nodes[at].next, count++) {
        uint32_t number =
            count < rules->prefix_count ? links[rules->prefix + count] : rules->items;

        if (number == SUBSCHEMA_NONE)
            continue;
        if (number == SUBSCHEMA_FALSE)
            valid = run_fail(run, at, "unknown_item", "expected no element here");
        else
            valid &= run_schema(run, number, at, NULL);
        if (!valid && !run->reporting)
            return false;
        if (marks != NULL)
            marks_set(run, marks, count);
    }
    if (!run_spend(run, array, count))
        return false;
    valid &= check_count(run, array, count, rules->minimum, rules->maximum, "element");
    if (rules->unique && (valid || run->reporting))
        valid &= check_unique(run, array, count);
    if (rules->contains != SUBSCHEMA_NONE && (valid || run->reporting))
        valid &= check_contains(run, rules, array, marks);
    return valid;
}

/* --- objects --- */

static uint32_t find_member(const struct schema_run *run, uint32_t object, struct view name)
{
    for (uint32_t at = object + 1; at < run->nodes[object].next;
         at = run->nodes[at + 1].next)
        if (view_equal(document_string(run->document, at), name))
            return at + 1;
    return NODE_NONE;
}

/* Whether OBJECT has all of the names in the array LIST of the schema's document. */
static bool check_required(struct schema_run *run, uint32_t list, uint32_t object)
{
    const struct document *document = run->schema->document;
    bool valid = true;

    for (uint32_t at = list + 1; at < document->nodes[list].next; at++) {
        struct view name = document_string(document, at);

        if (!run_spend(run, object, (run->nodes[object].next - object) / 2))
            return false;
        if (find_member(run, object, name) == NODE_NONE)
            valid = run_fail_as(run, object, "missing_member",
                                "expected member \"%.*s\", found none",
                                name.length > 200 ? 200 : (int)name.length, name.data);
    }
    return valid;
}

static bool check_dependents(struct schema_run *run, const struct object_rules *rules,
                             uint32_t object, const struct marks *marks)
{
    bool valid = true;

    for (uint32_t i = 0; i < rules->dependent_count && (valid || run->reporting); i++) {
        const struct dependent_rule *rule = &run->schema->dependents[rules->dependents + i];

        if (!run_spend(run, object, (run->nodes[object].next - object) / 2))
            return false;
        if (find_member(run, object, rule->name) == NODE_NONE)
            continue;
        if (rule->schema != SUBSCHEMA_NONE)
            valid &= run_schema(run, rule->schema, object, marks);
        else
            valid &= check_required(run, rule->required, object);
    }
    return valid;
}

static bool fail_member(struct schema_run *run, uint32_t value)
{
    struct view name = document_string(run->document, value - 1);

    return run_fail_as(run, value, "unknown_member",
                       "expected no member of this name, found \"%.*s\"",
                       name.length > 200 ? 200 : (int)name.length, name.data);
}

static bool check_name(struct schema_run *run, uint32_t number, uint32_t name)
{
    bool in_name = run->in_name;
    bool valid;

    run->in_name = true;
    valid = run_schema(run, number, name, NULL);
    run->in_name = in_name;
    return valid;
}

/* A member that properties does not have: patternProperties, then additionalProperties.
 * *EVALUATED says whether one of them had a say. */
static bool check_other_member(struct schema_run *run, const struct object_rules *rules,
                               uint32_t name, bool *evaluated)
{
    struct view text = document_string(run->document, name);
    bool valid = true;

    for (uint32_t i = 0; i < rules->pattern_count && (valid || run->reporting); i++) {
        const struct pattern_rule *rule = &run->schema->pattern_rules[rules->patterns + i];

        if (!run_spend(run, name, 4 + text.length / 16))
            return false;
        if (!run_matches(run, rule->pattern, text, name))
            continue;
        *evaluated = true;
        valid &= run_schema(run, rule->schema, name + 1, NULL);
    }
    if (*evaluated || rules->additional == SUBSCHEMA_NONE)
        return valid;
    *evaluated = true;
    if (rules->additional == SUBSCHEMA_FALSE)
        return fail_member(run, name + 1);
    return valid & run_schema(run, rules->additional, name + 1, NULL);
}

bool run_object(struct schema_run *run, const struct object_rules *rules, uint32_t object,
                const struct marks *marks)
{
    const struct document *document = run->document;
    const struct node *nodes = run->nodes;
    uint32_t end = nodes[object].next;
    uint64_t count = 0;
    uint64_t required = 0;
    bool valid = true;

    for (uint32_t name = object + 1; name < end; name = nodes[name + 1].next, count++) {
        const struct name *known =
            names_find(&rules->names, document_string(document, name));
        bool evaluated = false;

        if (known != NULL) {
            required += known->marked;
            evaluated = known->value != SUBSCHEMA_NONE;
            if (evaluated)
                valid &= run_schema(run, known->value, name + 1, NULL);
        }
        if (!evaluated || rules->pattern_count > 0)
            valid &= check_other_member(run, rules, name, &evaluated);
        if (rules->name_schema != SUBSCHEMA_NONE)
            valid &= check_name(run, rules->name_schema, name);
        if (!valid && !run->reporting)
            return false;
        if (evaluated && marks != NULL)
            marks_set(run, marks, count);
    }
    if (!run_spend(run, object, count))
        return false;
    if (required < rules->required_count)
        valid = run->reporting && check_required(run, rules->required, object);
    valid &= check_count(run, object, count, rules->minimum, rules->maximum, "member");
    if (rules->dependent_count > 0 && (valid || run->reporting))
        valid &= check_dependents(run, rules, object, marks);
    return valid;
}
