#include <config.h>

#include "state-parser.h"

#include "json/number.h"

bool reading_bad(struct stream_record *record, uint32_t node, const char *what)
{
    stream_reject(record, stream_column(record, node), "bad_state", "%s", what);
    return false;
}

size_t reading_count_children(const struct document *document, uint32_t node)
{
    bool is_object = document_is(document, node, NODE_OBJECT);
    size_t count = 0;

    for (uint32_t child = node + 1; child < document->nodes[node].next; count++)
        child = document->nodes[is_object ? child + 1 : child].next;
    return count;
}

bool reading_members(struct stream_record *record, uint32_t node, const char *const *names,
                     size_t count, uint32_t *values)
{
    if (!document_is(record->document, node, NODE_OBJECT) ||
        reading_count_children(record->document, node) != count)
        return reading_bad(record, node, "expected other members");
    for (size_t i = 0; i < count; i++) {
        values[i] = document_member(record->document, node, names[i]);
        if (values[i] == NODE_NONE)
            return reading_bad(record, node, "expected other members");
    }
    return true;
}

bool reading_number(struct stream_record *record, uint32_t node, double *number)
{
    struct view text = document_raw(record->document, node);

    if (!document_is(record->document, node, NODE_NUMBER) ||
        !number_parse(text.data, text.length, number))
        return reading_bad(record, node, "expected a number");
    return true;
}

bool reading_count(struct stream_record *record, uint32_t node, uint64_t *count)
{
    double number;

    if (!reading_number(record, node, &number))
        return false;
    if (!(number >= 0 && number <= (double)READING_COUNT_MAX) ||
        (double)(uint64_t)number < number)
        return reading_bad(record, node, "expected a count");
    *count = (uint64_t)number;
    return true;
}

bool reading_string(struct stream_record *record, uint32_t node, struct view *text)
{
    if (!document_is(record->document, node, NODE_STRING))
        return reading_bad(record, node, "expected a string");
    *text = document_string(record->document, node);
    return true;
}
