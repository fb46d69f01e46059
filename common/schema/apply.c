#include <config.h>

#include "schema/run.h"

/* --- marks --- */

static uint64_t *words_of(struct schema_run *run, const struct marks *marks)
{
    return (uint64_t *)(void *)(run->bits.data + marks->place);
}

struct marks marks_open(struct schema_run *run, uint32_t node)
{
    struct marks marks = {run->bits.length, 0};
    uint32_t step = run->nodes[node].type == NODE_OBJECT ? 1 : 0;
    size_t count = 0;

    for (uint32_t at = node + 1; at < run->nodes[node].next;
         at = run->nodes[at + step].next)
        count++;
    run_spend(run, node, count);
    marks.words = count / 64 + 1;
    memset(buf_reserve(&run->bits, marks.words * 8), 0, marks.words * 8);
    run->bits.length += marks.words * 8;
    return marks;
}

void marks_close(struct schema_run *run, const struct marks *marks)
{
    run->bits.length = marks->place;
}

void marks_set(struct schema_run *run, const struct marks *marks, size_t child)
{
    words_of(run, marks)[child / 64] |= UINT64_C(1) << child % 64;
}

void marks_add(struct schema_run *run, const struct marks *to, const struct marks *from)
{
    for (size_t i = 0; i < to->words; i++)
        words_of(run, to)[i] |= words_of(run, from)[i];
}

/* --- branches --- */

bool run_try(struct schema_run *run, uint32_t number, uint32_t node,
             const struct marks *marks)
{
    bool reporting = run->reporting;
    bool valid;

    run->reporting = false;
    if (marks == NULL) {
        valid = run_schema(run, number, node, NULL);
    } else {
        struct marks branch = marks_open(run, node);

        valid = run_schema(run, number, node, &branch);
        if (valid)
            marks_add(run, marks, &branch);
        marks_close(run, &branch);
    }
    run->reporting = reporting;
    return valid;
}

/* Whether a schema can hold for values of the type that NODE has. */
static bool fits_type(const struct schema_run *run, uint32_t number, uint32_t node)
{
    const struct subschema *schema = &run->subschemas[number];

    return (schema->types >> run->nodes[node].type & 1) && !(schema->rules & RULES_NEVER);
}

/* Say why none of COUNT alternatives holds. */
static bool explain_alternatives(struct schema_run *run, const uint32_t *links,
                                 uint32_t count, uint32_t node)
{
    uint32_t fitting = 0;
    uint32_t candidate = 0;
    unsigned types = 0;
    unsigned integer = TYPE_INTEGER_ONLY;
    bool only_types = true;

    if (!run->reporting)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const struct subschema *schema = &run->subschemas[links[i]];

        if (schema->rules & RULES_NEVER)
            continue;
        only_types &= schema->types != TYPES_ALL;
        if ((schema->types >> NODE_NUMBER & 1) && !(schema->types & TYPE_INTEGER_ONLY))
            integer = 0;
        types |= schema->types & TYPES_ALL;
        if (fits_type(run, links[i], node)) {
            candidate = links[i];
            fitting++;
        }
    }
    if (fitting == 1)
        return run_schema(run, candidate, node, NULL);
    if (fitting == 0 && only_types)
        return run_fail_type(run, node, types | integer);
    return run_fail(run, node, "no_alternative",
                    "expected a value that fits one of %u alternatives", (unsigned)count);
}

static bool run_any(struct schema_run *run, const uint32_t *links, uint32_t count,
                    uint32_t node, const struct marks *marks)
{
    bool valid = false;

    /* Where marks are wanted, each branch that holds has a say. */
    for (uint32_t i = 0; i < count && (!valid || marks != NULL) && run_spend(run, node, 1);
         i++)
        valid |= run_try(run, links[i], node, marks);
    return valid || explain_alternatives(run, links, count, node);
}

static bool run_one(struct schema_run *run, const uint32_t *links, uint32_t count,
                    uint32_t node, const struct marks *marks)
{
    uint32_t valid = 0;

    for (uint32_t i = 0;
         i < count && (valid < 2 || run->reporting) && run_spend(run, node, 1); i++)
        valid += run_try(run, links[i], node, marks);
    if (valid == 0)
        return explain_alternatives(run, links, count, node);
    if (valid == 1)
        return true;
    return run_fail(run, node, "many_alternatives",
                    "expected a value that fits exactly one of %u alternatives, but %u "
                    "fit",
                    (unsigned)count, (unsigned)valid);
}

static bool run_condition(struct schema_run *run, const uint32_t *links, uint32_t node,
                          const struct marks *marks)
{
    uint32_t then = run_try(run, links[0], node, marks) ? links[1] : links[2];

    return then == SUBSCHEMA_NONE || run_schema(run, then, node, marks);
}

/* --- references --- */

/* The schema of a $dynamicAnchor in RESOURCE, or NONE. */
static uint32_t find_anchor(const struct schema *schema, uint32_t name, uint32_t resource)
{
    uint32_t low = 0, high = schema->dynamic_anchor_count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const struct dynamic_anchor *anchor = &schema->dynamic_anchors[middle];

        if (anchor->name == name && anchor->resource == resource)
            return anchor->schema;
        if (anchor->name < name || (anchor->name == name && anchor->resource < resource))
            low = middle + 1;
        else
            high = middle;
    }
    return SUBSCHEMA_NONE;
}

/* The outermost resource of the dynamic scope that has the anchor decides; the innermost
 * does have it. */
static bool run_dynamic(struct schema_run *run, const struct applicator *applicator,
                        uint32_t node, const struct marks *marks)
{
    const uint32_t *scopes = (const uint32_t *)(const void *)run->scopes.data;
    size_t count = run->scopes.length / sizeof *scopes;
    uint32_t number = SUBSCHEMA_NONE;

    if (!run_spend(run, node, count))
        return false;
    for (size_t i = 0; i < count && number == SUBSCHEMA_NONE; i++)
        number = find_anchor(run->schema, applicator->count, scopes[i]);
    if (number == SUBSCHEMA_NONE)
        number = applicator->first;
    return run_schema(run, number, node, marks);
}

/* Of a kind that has some: a schema without any has no array of them. */
static const uint32_t *links_of(const struct schema_run *run,
                                const struct applicator *applicator)
{
    return run->schema->links + applicator->first;
}

static bool run_applicator(struct schema_run *run, const struct applicator *applicator,
                           uint32_t node, const struct marks *marks)
{
    switch (applicator->kind) {
    case APPLY_SCHEMA:
        return run_schema(run, applicator->first, node, marks);
    case APPLY_DYNAMIC:
        return run_dynamic(run, applicator, node, marks);
    case APPLY_ANY:
        return run_any(run, links_of(run, applicator), applicator->count, node, marks);
    case APPLY_ONE:
        return run_one(run, links_of(run, applicator), applicator->count, node, marks);
    case APPLY_IF:
        return run_condition(run, links_of(run, applicator), node, marks);
    case APPLY_NOT:
    default:
        if (!run_try(run, applicator->first, node, NULL))
            return true;
        return run_fail(run, node, "forbidden", "expected what the schema of not refuses");
    }
}

/* --- together --- */

bool run_general(struct schema_run *run, const struct general_rules *rules, uint32_t node,
                 const struct marks *marks)
{
    bool valid = true;

    for (uint32_t i = 0; i < rules->value_count; i++) {
        const struct value_set *set = &run->schema->value_sets[rules->values + i];

        if (!run_spend(run, node, run->nodes[node].next - node))
            return false;
        if (!value_set_has(set, (struct value){run->document, node}, &run->values))
            valid = run_fail_values(run, node, set);
    }
    for (uint32_t i = 0; i < rules->applicator_count && (valid || run->reporting); i++)
        valid &= run_applicator(run, &run->schema->applicators[rules->applicators + i],
                                node, marks);
    return valid;
}

bool run_unevaluated(struct schema_run *run, uint32_t number, uint32_t node,
                     const struct marks *marks)
{
    bool is_object = run->nodes[node].type == NODE_OBJECT;
    size_t child = 0;
    bool valid = true;

    for (uint32_t at = node + 1; at < run->nodes[node].next && (valid || run->reporting);
         at = run->nodes[at].next, child++) {
        if (is_object)
            at++;
        if (words_of(run, marks)[child / 64] >> child % 64 & 1)
            continue;
        marks_set(run, marks, child);
        if (number == SUBSCHEMA_FALSE)
            valid = is_object
                        ? run_fail_as(run, at, "unknown_member",
                                      "expected no further members, found this one")
                        : run_fail(run, at, "unknown_item", "expected no further elements");
        else
            valid &= run_schema(run, number, at, NULL);
    }
    return valid;
}
