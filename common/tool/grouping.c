#include <config.h>

#include "tool/grouping.h"

#include "base/mem.h"
#include "json/canonical.h"
#include "json/order.h"
#include "json/path.h"
#include "json/writer.h"

#include <stdlib.h>

/* --- what was asked for --- */

static void add_key(struct grouping *grouping, const char *text, size_t length)
{
    struct grouping_key *key;

    while (length > 0 && *text == ' ') {
        text++;
        length--;
    }
    while (length > 0 && text[length - 1] == ' ')
        length--;
    grouping->keys =
        mem_resize(grouping->keys, grouping->count + 1, sizeof *grouping->keys);
    key = &grouping->keys[grouping->count++];
    key->text = mem_copy_text(text, length);
    buf_init(&key->name);
    writer_append_string(&key->name, (struct view){text, length});
}

/* Add the plain paths of BY. False where it is something else, and what was added before
 * that is of no use. */
static bool add_paths(struct grouping *grouping, const char *by)
{
    for (;;) {
        struct path path;
        const char *rest;

        path_init(&path);
        if (!path_parse(&path, by, &rest))
            return false;
        path_release(&path);
        add_key(grouping, by, (size_t)(rest - by));
        if (*rest == '\0')
            return true;
        by = rest + 1;
    }
}

static int compare_keys(const void *left, const void *right)
{
    const struct grouping_key *a = left;
    const struct grouping_key *b = right;

    return order_compare(view_from(a->text), view_from(b->text));
}

int grouping_init(struct grouping *grouping, const char *by, struct diag *diag)
{
    *grouping = (struct grouping){NULL, 0};
    if (by == NULL)
        return 0;
    if (!add_paths(grouping, by)) {
        grouping_release(grouping);
        add_key(grouping, by, strlen(by));
    }
    qsort(grouping->keys, grouping->count, sizeof *grouping->keys, compare_keys);
    for (size_t i = 1; i < grouping->count; i++)
        if (compare_keys(&grouping->keys[i - 1], &grouping->keys[i]) == 0)
            return diag_misuse(diag, "--by: '%s' is there twice", grouping->keys[i].text);
    return 0;
}

void grouping_release(struct grouping *grouping)
{
    for (size_t i = 0; i < grouping->count; i++) {
        free(grouping->keys[i].text);
        buf_release(&grouping->keys[i].name);
    }
    free(grouping->keys);
    *grouping = (struct grouping){NULL, 0};
}

/* --- a worker --- */

struct grouper {
    const struct grouping *grouping;
    struct program **programs;
    struct program_input *input;
    struct canonical canonical;
};

struct grouper *grouper_new(const struct grouping *grouping, struct diag *diag)
{
    struct grouper *grouper = mem_zeroed(1, sizeof *grouper);
    struct buf message;

    grouper->grouping = grouping;
    grouper->programs = mem_zeroed(grouping->count, sizeof *grouper->programs);
    grouper->input = program_input_new();
    canonical_init(&grouper->canonical);
    buf_init(&message);
    for (size_t i = 0; i < grouping->count; i++) {
        grouper->programs[i] = program_new(grouping->keys[i].text, &message);
        if (grouper->programs[i] != NULL)
            continue;
        diag_fail(diag, "--by: %s", buf_text(&message));
        grouper_free(grouper);
        grouper = NULL;
        break;
    }
    buf_release(&message);
    return grouper;
}

void grouper_free(struct grouper *grouper)
{
    if (grouper == NULL)
        return;
    for (size_t i = 0; i < grouper->grouping->count; i++)
        program_free(grouper->programs[i]);
    free(grouper->programs);
    program_input_free(grouper->input);
    canonical_release(&grouper->canonical);
    free(grouper);
}

static int write_value(struct grouper *grouper, struct program *program,
                       struct stream_record *record, struct buf *out)
{
    struct program_output output;
    int result;

    program_start(program, grouper->input);
    result = program_next(program, &output);
    if (result < 0) {
        struct view message = program_message(program);

        stream_reject(record, 0, "jq_error", "--by: %.*s", (int)message.length,
                      message.data);
        return -1;
    }
    if (result == 0)
        buf_append_text(out, "null");
    else
        canonical_write(&grouper->canonical, output.document, output.node, out);
    return 0;
}

int grouper_write(struct grouper *grouper, struct stream_record *record, struct buf *out)
{
    program_input_set(grouper->input, record->document);
    buf_append_byte(out, '{');
    for (size_t i = 0; i < grouper->grouping->count; i++) {
        const struct buf *name = &grouper->grouping->keys[i].name;

        if (i > 0)
            buf_append_byte(out, ',');
        buf_append(out, name->data, name->length);
        buf_append_byte(out, ':');
        if (write_value(grouper, grouper->programs[i], record, out) != 0)
            return -1;
    }
    buf_append_byte(out, '}');
    return 0;
}
