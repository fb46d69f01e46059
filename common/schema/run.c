#include <config.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "json/decimal.h"
#include "json/number.h"
#include "schema/finding.h"
#include "schema/program.h"

#include <stdlib.h>

/* A validation checks in one of two modes. When run->findings.reporting is not set, the
 * first violation ends it; when it is set, each violation becomes a finding. A branch whose
 * failure does not make the value invalid (anyOf, oneOf, not, if) is tried without
 * reporting. */
struct schema_run {
    const struct schema *schema;
    const struct document *document;
    const struct subschema *subschemas; /* the schema's */
    const struct node *nodes;           /* the document's */
    struct findings findings;
    const char *limit;   /* the code of the limit that was exceeded, or NULL */
    uint32_t limit_node; /* the value at which it was */
    int64_t steps;       /* that are left */
    unsigned depth;
    struct pattern_scratch *patterns;
    struct buf values; /* for value_equal */
    struct buf slots;  /* struct slot, for uniqueItems */
    struct buf bits;   /* a stack of marks */
    struct buf scopes; /* a stack of resources, uint32_t: the dynamic scope */
};

/* Which children of a value were evaluated (core, section 7.7): bits in run->bits. They are
 * recorded only where an unevaluated… keyword of an enclosing schema needs them; elsewhere
 * the pointer to them is NULL. A branch that fails marks nothing. */
struct marks {
    size_t place; /* in bytes */
    size_t words; /* of 64 bits */
};

/* --- limits --- */

static void give_up(struct schema_run *run, uint32_t node, const char *code)
{
    if (run->limit != NULL)
        return;
    run->limit = code;
    run->limit_node = node;
    run->findings.stopped = true;
}

/* Count COUNT steps. False once there were too many: then nothing is valid. */
static bool spend(struct schema_run *run, uint32_t node, uint64_t count)
{
    if (run->limit != NULL)
        return false;
    run->steps -= (int64_t)count;
    if (run->steps >= 0)
        return true;
    give_up(run, node, "schema_limit");
    return false;
}

/* --- strings --- */

/* Whether TEXT matches. Where the match exceeds its limit, the value at NODE is invalid. */
static bool matches_pattern(struct schema_run *run, const struct pattern *pattern,
                            struct view text, uint32_t node)
{
    enum pattern_result result = pattern_search(pattern, run->patterns, text);

    if (result == PATTERN_LIMIT)
        give_up(run, node, "pattern_limit");
    return result == PATTERN_YES;
}

static bool fail_length(struct schema_run *run, uint32_t node, const char *code,
                        const char *bound, uint64_t wanted, const char *unit,
                        uint64_t found)
{
    return finding_add_text(&run->findings, node, code, "expected %s %llu %s%s, found %llu",
                            bound, (unsigned long long)wanted, unit, wanted == 1 ? "" : "s",
                            (unsigned long long)found);
}

static bool check_length(struct schema_run *run, const struct string_rules *rules,
                         struct view text, uint32_t node)
{
    uint64_t pairs;
    uint64_t count;
    bool valid = true;

    if (!spend(run, node, text.length / 16))
        return false;
    count = utf8_count(text.data, text.length);
    pairs = utf8_count_pairs(text.data, text.length);
    if (count < rules->minimum)
        valid = fail_length(run, node, "too_short", "at least", rules->minimum, "character",
                            count);
    if (count > rules->maximum)
        valid = fail_length(run, node, "too_long", "at most", rules->maximum, "character",
                            count);
    if (count + pairs > rules->maximum_utf16)
        valid = fail_length(run, node, "too_long", "at most", rules->maximum_utf16,
                            "UTF-16 code unit", count + pairs);
    return valid;
}

static bool fail_pattern(struct schema_run *run, const struct string_rules *rules,
                         uint32_t node)
{
    struct view text = document_string(run->schema->document, rules->pattern_node);

    return finding_add(&run->findings, node, "bad_pattern",
                       "expected text that matches %.*s",
                       text.length > 200 ? 200 : (int)text.length, text.data);
}

static bool check_string(struct schema_run *run, const struct string_rules *rules,
                         uint32_t node)
{
    struct view text = document_string(run->document, node);
    bool valid = true;

    /* Counting can be skipped when the length in bytes decides: a text of N bytes has
     * between N/4 and N characters. */
    if (text.length > rules->maximum || text.length > rules->maximum_utf16 ||
        (rules->minimum > 0 && text.length / 4 < rules->minimum))
        valid = check_length(run, rules, text, node);
    if (rules->pattern != NULL && (valid || run->findings.reporting) &&
        !matches_pattern(run, rules->pattern, text, node))
        valid = fail_pattern(run, rules, node);
    if (rules->form != NULL && (valid || run->findings.reporting) &&
        !rules->form->holds(text))
        valid = finding_add(&run->findings, node, rules->form->code, "expected %s",
                            rules->form->expected);
    return valid;
}

/* --- numbers --- */

/* Whether NUMBER is a multiple of DIVISOR, judged on their shortest decimals a*10^p and
 * b*10^q: b*10^(q-p) must divide a. Both a and b have at most 17 digits. */
static bool is_multiple(double number, double divisor)
{
    char text[NUMBER_TEXT_SIZE];
    struct decimal a, b;
    uint64_t rest;

    decimal_scan(&a, text, number_format(number, text));
    decimal_scan(&b, text, number_format(divisor, text));
    for (; a.exponent < b.exponent && a.significand != 0; a.exponent++) {
        if (a.significand % 10 != 0)
            return false;
        a.significand /= 10;
    }
    rest = a.significand % b.significand;
    for (; a.exponent > b.exponent && rest != 0; a.exponent--)
        rest = rest * 10 % b.significand;
    return rest == 0;
}

static bool fail_number(struct schema_run *run, uint32_t node, const char *code,
                        const char *what, double bound)
{
    char text[NUMBER_TEXT_SIZE];

    return finding_add(&run->findings, node, code, "expected %s %.*s", what,
                       (int)number_format(bound, text), text);
}

static bool check_number(struct schema_run *run, const struct number_rules *rules,
                         uint32_t node)
{
    double number = value_number(run->document, node);
    bool valid = true;

    if (number < rules->minimum)
        valid = fail_number(run, node, "out_of_range", "at least", rules->minimum);
    if (number > rules->maximum)
        valid = fail_number(run, node, "out_of_range", "at most", rules->maximum);
    if (number <= rules->above)
        valid = fail_number(run, node, "out_of_range", "more than", rules->above);
    if (number >= rules->below)
        valid = fail_number(run, node, "out_of_range", "less than", rules->below);
    if (rules->divisor > 0 && !is_multiple(number, rules->divisor))
        valid = fail_number(run, node, "not_multiple", "a multiple of", rules->divisor);
    return valid;
}

/* --- any value --- */

/* Whether the value at NODE is valid by the schema NUMBER. MARKS may be NULL. */
static bool run_any_schema(struct schema_run *run, uint32_t number, uint32_t node,
                           const struct marks *marks);

/* Do the same with a short cut for what most values of records are: strings, and values of
 * which only the type is checked. They are not counted as steps, since the children of each
 * container are. */
static inline bool run_schema(struct schema_run *run, uint32_t number, uint32_t node,
                              const struct marks *marks)
{
    const struct subschema *schema = &run->subschemas[number];
    uint8_t type = run->nodes[node].type;

    if ((schema->types >> type & 1) && type != NODE_NUMBER) {
        if (schema->rules == 0)
            return true;
        if (schema->rules == RULES_STRING && type == NODE_STRING)
            return check_string(run, &run->schema->strings[schema->row_of_string], node);
    }
    return run_any_schema(run, number, node, marks);
}

/* --- marks --- */

static uint64_t *words_of(struct schema_run *run, const struct marks *marks)
{
    return (uint64_t *)(void *)(run->bits.data + marks->place);
}

/* Push marks for the children of NODE, none of them set. They are popped in reverse order.
 */
static struct marks marks_open(struct schema_run *run, uint32_t node)
{
    struct marks marks = {run->bits.length, 0};
    size_t count = document_count(run->document, node);

    spend(run, node, count);
    marks.words = count / 64 + 1;
    memset(buf_reserve(&run->bits, marks.words * 8), 0, marks.words * 8);
    run->bits.length += marks.words * 8;
    return marks;
}

static void marks_close(struct schema_run *run, const struct marks *marks)
{
    run->bits.length = marks->place;
}

static void marks_set(struct schema_run *run, const struct marks *marks, size_t child)
{
    words_of(run, marks)[child / 64] |= UINT64_C(1) << child % 64;
}

static void marks_add(struct schema_run *run, const struct marks *to,
                      const struct marks *from)
{
    for (size_t i = 0; i < to->words; i++)
        words_of(run, to)[i] |= words_of(run, from)[i];
}

/* --- branches --- */

/* Whether the value is valid, without reporting. */
static bool try_schema(struct schema_run *run, uint32_t number, uint32_t node,
                       const struct marks *marks)
{
    bool reporting = run->findings.reporting;
    bool valid;

    run->findings.reporting = false;
    if (marks == NULL) {
        valid = run_schema(run, number, node, NULL);
    } else {
        struct marks branch = marks_open(run, node);

        valid = run_schema(run, number, node, &branch);
        if (valid)
            marks_add(run, marks, &branch);
        marks_close(run, &branch);
    }
    run->findings.reporting = reporting;
    return valid;
}

/* The elements of an array of at most this many are compared pair by pair. */
enum { FEW_ELEMENTS = 4 };

/* --- arrays --- */

static bool fail_count(struct schema_run *run, uint32_t node, const char *code,
                       const char *bound, uint64_t wanted, const char *what, uint64_t found)
{
    return finding_add_text(&run->findings, node, code, "expected %s %llu %s%s, found %llu",
                            bound, (unsigned long long)wanted, what, wanted == 1 ? "" : "s",
                            (unsigned long long)found);
}

/* Compare the number of children with its bounds. */
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
    return finding_add(&run->findings, node, "not_unique",
                       "expected elements that are not equal");
}

/* --- equal elements --- */

/* The table of run->slots has as many distinct elements as were found so far, not as many
 * as the array may have: many short elements are equal, and distinct ones are longer. */
enum { FIRST_SLOTS = 1024 };

/* One of the distinct elements. */
struct slot {
    uint32_t node; /* NODE_NONE: free */
    uint32_t hash;
};

/* Make a table of SIZE free slots. */
static struct slot *make_slots(struct schema_run *run, size_t size)
{
    struct slot *slots = (void *)buf_reserve(&run->slots, size * sizeof *slots);

    memset(slots, 0, size * sizeof *slots);
    return slots;
}

/* The slot of the element at NODE among SIZE, a power of two: that of an equal one, or
 * free. */
static struct slot *find_slot(struct schema_run *run, struct slot *slots, size_t size,
                              uint32_t node, uint32_t hash)
{
    const struct value value = {run->document, node};
    size_t at = hash & (size - 1);

    for (; slots[at].node != NODE_NONE; at = (at + 1) & (size - 1))
        if (slots[at].hash == hash &&
            value_equal(value, (struct value){run->document, slots[at].node}, &run->values))
            break;
    return &slots[at];
}

/* Double the table of *SIZE slots. */
static struct slot *grow_slots(struct schema_run *run, size_t *size)
{
    struct buf old = run->slots;
    const struct slot *from = (const void *)old.data;
    struct slot *slots;

    buf_init(&run->slots);
    slots = make_slots(run, *size * 2);
    for (size_t i = 0; i < *size; i++) {
        size_t at = from[i].hash & (*size * 2 - 1);

        if (from[i].node == NODE_NONE)
            continue;
        while (slots[at].node != NODE_NONE)
            at = (at + 1) & (*size * 2 - 1);
        slots[at] = from[i];
    }
    *size *= 2;
    buf_release(&old);
    return slots;
}

static bool check_unique_many(struct schema_run *run, uint32_t array, uint64_t count)
{
    size_t size = 16;
    size_t distinct = 0;
    struct slot *slots;
    bool valid = true;

    while (size < count * 2 && size < FIRST_SLOTS)
        size *= 2;
    buf_clear_to(&run->slots, ARENA_REUSE_MAX);
    slots = make_slots(run, size);
    for (uint32_t at = array + 1;
         at < run->nodes[array].next && (valid || run->findings.reporting);
         at = run->nodes[at].next) {
        uint32_t hash = (uint32_t)(value_hash((struct value){run->document, at}) >> 32);
        struct slot *slot = find_slot(run, slots, size, at, hash);

        if (slot->node != NODE_NONE) {
            valid = fail_unique(run, at);
            continue;
        }
        *slot = (struct slot){at, hash};
        if (++distinct > size / 4 * 3)
            slots = grow_slots(run, &size);
    }
    return valid;
}

static bool check_unique(struct schema_run *run, uint32_t array, uint64_t count)
{
    bool valid = true;

    if (!spend(run, array, run->nodes[array].next - array))
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
        if (!try_schema(run, rules->contains, at, NULL))
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

static bool check_array(struct schema_run *run, const struct array_rules *rules,
                        uint32_t array, const struct marks *marks)
{
    const uint32_t *links = run->schema->links; /* NULL if no schema has any */
    uint64_t count = 0;
    bool valid = true;

    for (uint32_t at = array + 1; at < run->nodes[array].next;
         at = run->nodes[at].next, count++) {
        uint32_t number =
            count < rules->prefix_count ? links[rules->prefix + count] : rules->items;

        if (number == SUBSCHEMA_NONE)
            continue;
        if (number == SUBSCHEMA_FALSE)
            valid =
                finding_add(&run->findings, at, "unknown_item", "expected no element here");
        else
            valid &= run_schema(run, number, at, NULL);
        if (!valid && !run->findings.reporting)
            return false;
        if (marks != NULL)
            marks_set(run, marks, count);
    }
    if (!spend(run, array, count))
        return false;
    valid &= check_count(run, array, count, rules->minimum, rules->maximum, "element");
    if (rules->unique && (valid || run->findings.reporting))
        valid &= check_unique(run, array, count);
    if (rules->contains != SUBSCHEMA_NONE && (valid || run->findings.reporting))
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

        if (!spend(run, object, (run->nodes[object].next - object) / 2))
            return false;
        if (find_member(run, object, name) == NODE_NONE)
            valid = finding_add_text(&run->findings, object, "missing_member",
                                     "expected member \"%.*s\", found none",
                                     name.length > 200 ? 200 : (int)name.length, name.data);
    }
    return valid;
}

static bool check_dependents(struct schema_run *run, const struct object_rules *rules,
                             uint32_t object, const struct marks *marks)
{
    bool valid = true;

    for (uint32_t i = 0; i < rules->dependent_count && (valid || run->findings.reporting);
         i++) {
        const struct dependent_rule *rule = &run->schema->dependents[rules->dependents + i];

        if (!spend(run, object, (run->nodes[object].next - object) / 2))
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

    return finding_add_text(&run->findings, value, "unknown_member",
                            "expected no member of this name, found \"%.*s\"",
                            name.length > 200 ? 200 : (int)name.length, name.data);
}

static bool check_name(struct schema_run *run, uint32_t number, uint32_t name)
{
    bool in_name = run->findings.in_name;
    bool valid;

    run->findings.in_name = true;
    valid = run_schema(run, number, name, NULL);
    run->findings.in_name = in_name;
    return valid;
}

/* Check a member that `properties` does not name: patternProperties, then
 * additionalProperties.
 * *EVALUATED says whether one of them had a say. */
static bool check_other_member(struct schema_run *run, const struct object_rules *rules,
                               uint32_t name, bool *evaluated)
{
    struct view text = document_string(run->document, name);
    bool valid = true;

    for (uint32_t i = 0; i < rules->pattern_count && (valid || run->findings.reporting);
         i++) {
        const struct pattern_rule *rule = &run->schema->pattern_rules[rules->patterns + i];

        if (!spend(run, name, 4 + text.length / 16))
            return false;
        if (!matches_pattern(run, rule->pattern, text, name))
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

static bool check_object(struct schema_run *run, const struct object_rules *rules,
                         uint32_t object, const struct marks *marks)
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
        if (!valid && !run->findings.reporting)
            return false;
        if (evaluated && marks != NULL)
            marks_set(run, marks, count);
    }
    if (!spend(run, object, count))
        return false;
    if (required < rules->required_count)
        valid = run->findings.reporting && check_required(run, rules->required, object);
    valid &= check_count(run, object, count, rules->minimum, rules->maximum, "member");
    if (rules->dependent_count > 0 && (valid || run->findings.reporting))
        valid &= check_dependents(run, rules, object, marks);
    return valid;
}

/* --- alternatives --- */

/* Whether the schema NUMBER allows values of the type of NODE. */
static bool fits_type(const struct schema_run *run, uint32_t number, uint32_t node)
{
    const struct subschema *schema = &run->subschemas[number];

    return (schema->types >> run->nodes[node].type & 1) && !(schema->rules & RULES_NEVER);
}

/* Report that none of COUNT alternatives accepts the value. If exactly one of them allows
 * its type, report what that one finds; if none does, report the types. */
static bool explain_alternatives(struct schema_run *run, const uint32_t *links,
                                 uint32_t count, uint32_t node)
{
    uint32_t fitting = 0;
    uint32_t candidate = 0;
    unsigned types = 0;
    unsigned integer = TYPE_INTEGER_ONLY;
    bool only_types = true;

    if (!run->findings.reporting)
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
        return finding_add_type(&run->findings, node, types | integer);
    return finding_add(&run->findings, node, "no_alternative",
                       "expected a value that fits one of %u alternatives",
                       (unsigned)count);
}

static bool check_any_of(struct schema_run *run, const uint32_t *links, uint32_t count,
                         uint32_t node, const struct marks *marks)
{
    bool valid = false;

    /* Every branch that accepts the value contributes its marks, if marks are needed. */
    for (uint32_t i = 0; i < count && (!valid || marks != NULL) && spend(run, node, 1); i++)
        valid |= try_schema(run, links[i], node, marks);
    return valid || explain_alternatives(run, links, count, node);
}

static bool check_one_of(struct schema_run *run, const uint32_t *links, uint32_t count,
                         uint32_t node, const struct marks *marks)
{
    uint32_t valid = 0;

    for (uint32_t i = 0;
         i < count && (valid < 2 || run->findings.reporting) && spend(run, node, 1); i++)
        valid += try_schema(run, links[i], node, marks);
    if (valid == 0)
        return explain_alternatives(run, links, count, node);
    if (valid == 1)
        return true;
    return finding_add(&run->findings, node, "many_alternatives",
                       "expected a value that fits exactly one of %u alternatives, but %u "
                       "fit",
                       (unsigned)count, (unsigned)valid);
}

static bool check_condition(struct schema_run *run, const uint32_t *links, uint32_t node,
                            const struct marks *marks)
{
    uint32_t then = try_schema(run, links[0], node, marks) ? links[1] : links[2];

    return then == SUBSCHEMA_NONE || run_schema(run, then, node, marks);
}

/* --- references --- */

/* The schema of the $dynamicAnchor NAME in RESOURCE, or NONE. */
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

/* Apply the $dynamicAnchor of the outermost resource in the dynamic scope that has it. */
static bool check_dynamic(struct schema_run *run, const struct applicator *applicator,
                          uint32_t node, const struct marks *marks)
{
    const uint32_t *scopes = (const uint32_t *)(const void *)run->scopes.data;
    size_t count = run->scopes.length / sizeof *scopes;
    uint32_t number = SUBSCHEMA_NONE;

    if (!spend(run, node, count))
        return false;
    for (size_t i = 0; i < count && number == SUBSCHEMA_NONE; i++)
        number = find_anchor(run->schema, applicator->count, scopes[i]);
    if (number == SUBSCHEMA_NONE)
        number = applicator->first;
    return run_schema(run, number, node, marks);
}

/* The links of an applicator whose kind has some. The array is NULL if no schema has links.
 */
static const uint32_t *links_of(const struct schema_run *run,
                                const struct applicator *applicator)
{
    return run->schema->links + applicator->first;
}

static bool check_applicator(struct schema_run *run, const struct applicator *applicator,
                             uint32_t node, const struct marks *marks)
{
    switch (applicator->kind) {
    case APPLY_SCHEMA:
        return run_schema(run, applicator->first, node, marks);
    case APPLY_DYNAMIC:
        return check_dynamic(run, applicator, node, marks);
    case APPLY_ANY:
        return check_any_of(run, links_of(run, applicator), applicator->count, node, marks);
    case APPLY_ONE:
        return check_one_of(run, links_of(run, applicator), applicator->count, node, marks);
    case APPLY_IF:
        return check_condition(run, links_of(run, applicator), node, marks);
    case APPLY_NOT:
    default:
        if (!try_schema(run, applicator->first, node, NULL))
            return true;
        return finding_add(&run->findings, node, "forbidden",
                           "expected a value that the schema of not rejects");
    }
}

/* --- rules of any type --- */

static bool check_general(struct schema_run *run, const struct general_rules *rules,
                          uint32_t node, const struct marks *marks)
{
    bool valid = true;

    for (uint32_t i = 0; i < rules->value_count; i++) {
        const struct value_set *set = &run->schema->value_sets[rules->values + i];

        if (!spend(run, node, run->nodes[node].next - node))
            return false;
        if (!value_set_has(set, (struct value){run->document, node}, &run->values))
            valid = finding_add_values(&run->findings, node, set);
    }
    for (uint32_t i = 0; i < rules->applicator_count && (valid || run->findings.reporting);
         i++)
        valid &= check_applicator(run, &run->schema->applicators[rules->applicators + i],
                                  node, marks);
    return valid;
}

static bool check_unevaluated(struct schema_run *run, uint32_t number, uint32_t node,
                              const struct marks *marks)
{
    bool is_object = run->nodes[node].type == NODE_OBJECT;
    size_t child = 0;
    bool valid = true;

    for (uint32_t at = node + 1;
         at < run->nodes[node].next && (valid || run->findings.reporting);
         at = run->nodes[at].next, child++) {
        if (is_object)
            at++;
        if (words_of(run, marks)[child / 64] >> child % 64 & 1)
            continue;
        marks_set(run, marks, child);
        if (number == SUBSCHEMA_FALSE)
            valid = is_object
                        ? finding_add_text(&run->findings, at, "unknown_member",
                                           "expected no further members, found this one")
                        : finding_add(&run->findings, at, "unknown_item",
                                      "expected no further elements");
        else
            valid &= run_schema(run, number, at, NULL);
    }
    return valid;
}

/* --- schemas --- */

/* Check the rules for the value's type. */
static bool check_rules(struct schema_run *run, const struct subschema *schema,
                        uint32_t node, const struct marks *marks)
{
    switch (run->nodes[node].type) {
    case NODE_STRING:
        return !(schema->rules & RULES_STRING) ||
               check_string(run, &run->schema->strings[schema->row_of_string], node);
    case NODE_NUMBER:
        return !(schema->rules & RULES_NUMBER) ||
               check_number(run, &run->schema->numbers[schema->row_of_number], node);
    case NODE_ARRAY:
        return !(schema->rules & RULES_ARRAY) ||
               check_array(run, &run->schema->arrays[schema->row_of_array], node, marks);
    case NODE_OBJECT:
        return !(schema->rules & RULES_OBJECT) ||
               check_object(run, &run->schema->objects[schema->row_of_object], node, marks);
    default:
        return true;
    }
}

/* The schema of unevaluatedItems or unevaluatedProperties for values of TYPE, or NONE. */
static uint32_t unevaluated_of(const struct general_rules *rules, uint8_t type)
{
    if (type == NODE_ARRAY)
        return rules->unevaluated_items;
    return type == NODE_OBJECT ? rules->unevaluated_properties : SUBSCHEMA_NONE;
}

/* Check a schema that has unevaluatedItems for an array, or unevaluatedProperties for an
 * object. */
static bool check_marked(struct schema_run *run, const struct subschema *schema,
                         uint32_t node, uint32_t unevaluated, const struct marks *outer)
{
    struct marks marks = marks_open(run, node);
    bool valid = check_rules(run, schema, node, &marks);

    if (valid || run->findings.reporting)
        valid &= check_general(run, &run->schema->generals[schema->row_of_general], node,
                               &marks);
    if (valid || run->findings.reporting)
        valid &= check_unevaluated(run, unevaluated, node, &marks);
    if (valid && outer != NULL)
        marks_add(run, outer, &marks);
    marks_close(run, &marks);
    return valid;
}

static bool check_all(struct schema_run *run, const struct subschema *schema, uint32_t node,
                      const struct marks *marks)
{
    const struct general_rules *general = &run->schema->generals[schema->row_of_general];
    uint32_t unevaluated = unevaluated_of(general, run->nodes[node].type);
    bool valid;

    if (unevaluated != SUBSCHEMA_NONE)
        return check_marked(run, schema, node, unevaluated, marks);
    valid = check_rules(run, schema, node, marks);
    if (valid || run->findings.reporting)
        valid &= check_general(run, general, node, marks);
    return valid;
}

/* Push the resource of a schema on the dynamic scope. False where it is on top already. */
static bool enter_scope(struct schema_run *run, uint32_t resource)
{
    const uint32_t *scopes = (const uint32_t *)(const void *)run->scopes.data;
    size_t count = run->scopes.length / sizeof *scopes;

    if (count > 0 && scopes[count - 1] == resource)
        return false;
    buf_append(&run->scopes, (const char *)&resource, sizeof resource);
    return true;
}

static bool check_schema(struct schema_run *run, const struct subschema *schema,
                         uint32_t node, const struct marks *marks)
{
    bool valid;
    bool entered;

    if (schema->rules & RULES_NEVER)
        return finding_add(&run->findings, node, "forbidden", "expected nothing here");
    if (!spend(run, node, run->depth < SCHEMA_DEPTH ? 1 : INT64_MAX / 2))
        return false;
    run->depth++;
    entered = run->schema->dynamic_anchor_count > 0 && enter_scope(run, schema->resource);
    valid = schema->rules & RULES_GENERAL ? check_all(run, schema, node, marks)
                                          : check_rules(run, schema, node, marks);
    if (entered)
        run->scopes.length -= sizeof schema->resource;
    run->depth--;
    return valid;
}

static bool run_any_schema(struct schema_run *run, uint32_t number, uint32_t node,
                           const struct marks *marks)
{
    const struct subschema *schema = &run->subschemas[number];
    const struct node *value = &run->nodes[node];

    if (!(schema->types >> value->type & 1))
        return finding_add_type(&run->findings, node, schema->types);
    if (value->type == NODE_NUMBER) {
        if ((schema->types & TYPE_INTEGER_ONLY) && !(value->flags & NODE_INTEGER) &&
            !value_is_integer(value_number(run->document, node)))
            return finding_add_type(&run->findings, node, schema->types);
        if (schema->rules < RULES_ARRAY)
            return check_rules(run, schema, node, marks);
    }
    return schema->rules == 0 || check_schema(run, schema, node, marks);
}

/* --- interface --- */

struct schema_run *schema_run_new(void)
{
    struct schema_run *run = mem_zeroed(1, sizeof *run);

    run->patterns = pattern_scratch_new();
    finding_init(&run->findings);
    buf_init(&run->values);
    buf_init(&run->slots);
    buf_init(&run->bits);
    buf_init(&run->scopes);
    return run;
}

void schema_run_free(struct schema_run *run)
{
    if (run == NULL)
        return;
    pattern_scratch_free(run->patterns);
    finding_release(&run->findings);
    buf_release(&run->values);
    buf_release(&run->slots);
    buf_release(&run->bits);
    buf_release(&run->scopes);
    free(run);
}

static bool run_document(struct schema_run *run, const struct schema *schema,
                         const struct document *document, uint32_t node, bool reporting)
{
    run->schema = schema;
    run->subschemas = schema->subschemas;
    run->document = document;
    run->nodes = document->nodes;
    run->findings.document = document;
    run->findings.reporting = reporting;
    run->findings.stopped = false;
    run->findings.in_name = false;
    run->limit = NULL;
    run->steps = (int64_t)(SCHEMA_STEPS_MIN + (uint64_t)SCHEMA_STEPS_PER_NODE *
                                                  (document->nodes[node].next - node));
    run->depth = 0;
    buf_clear(&run->bits);
    buf_clear(&run->scopes);
    return run_schema(run, schema->root, node, NULL) && run->limit == NULL;
}

bool schema_accepts(const struct schema *schema, struct schema_run *run,
                    const struct document *document, uint32_t node)
{
    return run_document(run, schema, document, node, false);
}

size_t schema_explain(const struct schema *schema, struct schema_run *run,
                      const struct document *document, uint32_t node, size_t maximum,
                      const struct schema_finding **list)
{
    struct findings *findings = &run->findings;

    finding_clear(findings, maximum);
    run_document(run, schema, document, node, true);
    if (run->limit != NULL) {
        findings->stopped = false;
        if (findings->count == maximum && maximum > 0)
            findings->count--;
        finding_add_text(findings, run->limit_node, run->limit,
                         "limit exceeded: too many steps, or too many nested schemas");
    }
    *list = findings->list;
    return findings->count;
}
