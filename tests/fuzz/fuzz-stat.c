/* kidx-stat --merge: a line of state is accepted or refused. One that is accepted is
 * written as a state that reads back as itself, and as statistics that are JSON.
 */
#include <config.h>

#include "json/reader.h"
#include "tool/batch.h"

#include "../../tools/stat/statistic.h"
#include "../../tools/stat/state.h"
#include "../../tools/stat/write.h"
#include "fuzz.h"

#include <string.h>

const char fuzz_corpus[] = "state";

/* What a state of the corpus was made with, where that matters. */
static const struct group_limits *limits(void)
{
    static struct group_limits made = {.exact_max = 3, .alpha = 0.1};

    if (made.scale.step == 0)
        sketch_scale_init(&made.scale, made.alpha);
    return &made;
}

static struct reader *reader(void)
{
    static struct reader *made;

    if (made == NULL)
        made = reader_new();
    return made;
}

/* A copy of LENGTH bytes that a reader can take. */
static char *padded(const char *data, size_t length)
{
    char *copy = calloc(1, length + READER_PADDING);

    if (copy == NULL)
        abort();
    if (length > 0)
        memcpy(copy, data, length);
    return copy;
}

/* Add the state in the text to the groups. */
static bool add(struct group_map *groups, const char *data, size_t length)
{
    struct state_reader states;
    struct stream_batch batch;
    struct arena arena;
    struct stream_record record = {
        .file = "fuzz", .line = 1, .arena = &arena, .batch = &batch};
    struct reader_error error;
    char *text = padded(data, length);
    bool good = false;

    arena_init(&arena);
    batch_init(&batch);
    state_reader_init(&states, limits());
    if (reader_parse(reader(), text, length, &error) == 0) {
        record.document = reader_document(reader());
        good = state_read(&states, &record);
        FUZZ_REQUIRE(good == (batch.finding_count == 0));
        FUZZ_REQUIRE(!good || group_map_add(groups, record.facts) == 0);
    }
    state_reader_release(&states);
    batch_release(&batch);
    arena_release(&arena);
    free(text);
    return good;
}

/* Append the state, or else the statistics, of the only group. */
static void append_group(const struct group_map *groups, bool as_state, struct buf *out)
{
    struct group_entry *entries = group_map_sort(groups);
    struct statistic_list statistics;

    FUZZ_REQUIRE(groups->map.count == 1);
    statistic_list_init(&statistics, NULL, NULL);
    if (as_state)
        state_write(entries, groups, out);
    else if (entries->value.length > 0 && !group_is_mixed(entries->group))
        write_group(entries, group_measure(groups, entries->group, 0), limits(),
                    &statistics, QUANTILE_LINEAR, out);
    statistic_list_release(&statistics);
    free(entries);
}

static void require_json(const struct buf *line)
{
    struct reader_error error;
    char *text = padded(line->data, line->length);

    FUZZ_REQUIRE(line->length == 0 ||
                 reader_parse(reader(), text, line->length - 1, &error) == 0);
    free(text);
}

bool fuzz_judge(const char *data, size_t size)
{
    struct group_map groups[3];
    struct buf lines[3];
    bool good;

    for (int i = 0; i < 3; i++) {
        group_map_init(&groups[i], limits());
        buf_init(&lines[i]);
    }
    good = add(&groups[0], data, size);
    if (good) {
        append_group(&groups[0], true, &lines[0]);
        FUZZ_REQUIRE(add(&groups[1], lines[0].data, lines[0].length - 1));
        append_group(&groups[1], true, &lines[1]);
        FUZZ_REQUIRE(view_equal(buf_view(&lines[0]), buf_view(&lines[1])));
        FUZZ_REQUIRE(add(&groups[2], data, size));
        append_group(&groups[2], false, &lines[2]);
        require_json(&lines[2]);
    }
    for (int i = 0; i < 3; i++) {
        group_map_release(&groups[i]);
        buf_release(&lines[i]);
    }
    return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_judge((const char *)data, size);
    return 0;
}
