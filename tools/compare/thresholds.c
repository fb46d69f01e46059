#include <config.h>

#include "thresholds.h"

#include "tool/aux-file.h"

void compare_files_init(struct compare_files *files)
{
    arena_init(&files->arena);
    map_init(&files->noise);
    buf_init(&files->limits);
    buf_init(&files->acks);
}

void compare_files_release(struct compare_files *files)
{
    arena_release(&files->arena);
    map_release(&files->noise);
    buf_release(&files->limits);
    buf_release(&files->acks);
}

/* --- reading --- */

struct reading {
    struct compare_files *files;
    struct diag *diag;
};

static int fail(struct reading *reading, const struct aux_line *line, const char *message)
{
    diag_say(reading->diag, DIAG_ERROR, &line->place, NULL, "%s", message);
    diag_raise(reading->diag, EXIT_TROUBLE);
    return -1;
}

/* The text of a member, kept; data NULL where it is none. */
static struct view text_member(struct reading *reading, const struct document *document,
                               const char *name)
{
    uint32_t member = document_member(document, 0, name);
    struct view text;

    if (member == NODE_NONE || !document_is(document, member, NODE_STRING))
        return (struct view){NULL, 0};
    text = document_string(document, member);
    return (struct view){arena_copy_text(&reading->files->arena, text.data, text.length),
                         text.length};
}

/* Whether an object has members of these names only; a misspelt one must not be nothing. */
static bool has_only(const struct document *document, const char *const *names)
{
    const struct node *nodes = document->nodes;

    for (uint32_t name = 1; name < nodes[0].next; name = nodes[name + 1].next) {
        size_t i = 0;

        while (names[i] != NULL && !view_is(document_string(document, name), names[i]))
            i++;
        if (names[i] == NULL || !document_is(document, name + 1, NODE_STRING))
            return false;
    }
    return true;
}

static int take_limit(void *context, const struct aux_line *line)
{
    static const char *const names[] = {"case", "label", "floor", NULL};
    struct reading *reading = context;
    const struct document *document = line->document;
    struct compare_limit limit;
    struct view floor;

    if (document == NULL || !document_is(document, 0, NODE_OBJECT) ||
        !has_only(document, names))
        return fail(reading, line, "expected an object with texts case, floor and label");
    limit.case_pattern = text_member(reading, document, "case");
    limit.label_pattern = text_member(reading, document, "label");
    floor = text_member(reading, document, "floor");
    if (limit.case_pattern.data == NULL || floor.data == NULL)
        return fail(reading, line, "expected case and floor");
    if (!quantity_threshold(floor, &limit.floor))
        return fail(reading, line,
                    "floor: expected a number with a unit, such as 5% or 200ns");
    buf_append(&reading->files->limits, (const char *)&limit, sizeof limit);
    return 0;
}

static bool read_verdict(struct view text, enum verdict *verdict)
{
    for (int i = 0; text.data != NULL && i < VERDICT_COUNT; i++) {
        if (!view_is(text, verdict_name((enum verdict)i)))
            continue;
        *verdict = (enum verdict)i;
        return true;
    }
    return false;
}

static int take_ack(void *context, const struct aux_line *line)
{
    static const char *const names[] = {"case",       "label",  "verdict",
                                        "max_effect", "reason", NULL};
    struct reading *reading = context;
    const struct document *document = line->document;
    struct compare_ack ack = {.has_maximum = false};
    struct quantity_threshold maximum;
    struct view text;

    if (document == NULL || !document_is(document, 0, NODE_OBJECT) ||
        !has_only(document, names))
        return fail(reading, line,
                    "expected an object with texts case, verdict, label, max_effect and "
                    "reason");
    ack.case_pattern = text_member(reading, document, "case");
    ack.label_pattern = text_member(reading, document, "label");
    if (ack.case_pattern.data == NULL ||
        !read_verdict(text_member(reading, document, "verdict"), &ack.verdict))
        return fail(reading, line, "expected case and a verdict");
    text = text_member(reading, document, "max_effect");
    ack.has_maximum = text.data != NULL;
    if (ack.has_maximum && (!quantity_threshold(text, &maximum) || maximum.is_duration))
        return fail(reading, line, "max_effect: expected a share, such as 30% or 0.3x");
    ack.maximum = ack.has_maximum ? maximum.value : 0;
    buf_append(&reading->files->acks, (const char *)&ack, sizeof ack);
    return 0;
}

/* The key of a case: three digests, and the metric. */
static void write_key(struct buf *key, const struct digest *const digests[3],
                      struct view metric)
{
    for (size_t i = 0; i < 3; i++)
        buf_append(key, (const char *)digests[i]->bytes, DIGEST_SIZE);
    buf_append(key, metric.data, metric.length);
}

static int take_noise(void *context, const struct aux_line *line)
{
    static const char *const names[] = {"workload", "protocol", "environment"};
    struct reading *reading = context;
    const struct document *document = line->document;
    struct digest digests[3];
    struct buf key;
    struct view metric;
    uint32_t floor;
    double value;

    if (document == NULL || !document_is(document, 0, NODE_OBJECT) ||
        !document_string_is(document, document_member(document, 0, "kind"),
                            "kidx.noise/v1"))
        return fail(reading, line, "expected a line of kind kidx.noise/v1");
    for (size_t i = 0; i < 3; i++)
        if (!digest_parse(text_member(reading, document, names[i]), &digests[i]))
            return fail(reading, line, "expected the digests of a case");
    metric = text_member(reading, document, "metric");
    floor = document_member(document, 0, "floor");
    if (metric.data == NULL || floor == NODE_NONE ||
        !document_is(document, floor, NODE_NUMBER))
        return fail(reading, line, "expected metric and floor");
    if (!document_number(document, floor, &value) || value < 0)
        return fail(reading, line, "floor: expected a number of at least 0");
    buf_init(&key);
    write_key(&key, (const struct digest *const[]){&digests[0], &digests[1], &digests[2]},
              metric);
    memcpy(&map_put(&reading->files->noise, key.data, key.length, NULL)->value.word, &value,
           sizeof value);
    buf_release(&key);
    return 0;
}

int compare_files_read(struct compare_files *files, const struct compare_settings *settings,
                       struct diag *diag)
{
    struct reading reading = {files, diag};

    if (settings->noise != NULL &&
        aux_file_read(settings->noise, diag, take_noise, &reading) != 0)
        return -1;
    if (settings->limits != NULL &&
        aux_file_read(settings->limits, diag, take_limit, &reading) != 0)
        return -1;
    if (settings->acks != NULL &&
        aux_file_read(settings->acks, diag, take_ack, &reading) != 0)
        return -1;
    return 0;
}

/* --- asking --- */

bool compare_files_noise(const struct compare_files *files,
                         const struct store_cohort *cohort, double *floor)
{
    const struct digest *const digests[] = {cohort->workload->digest,
                                            cohort->setting->protocol->digest,
                                            cohort->setting->environment->digest};
    const struct map_entry *entry;
    struct buf key;

    if (files->noise.count == 0)
        return false;
    buf_init(&key);
    write_key(&key, digests, cohort->setting->metric_text);
    entry = map_find(&files->noise, key.data, key.length);
    buf_release(&key);
    if (entry == NULL)
        return false;
    memcpy(floor, &entry->value.word, sizeof *floor);
    return true;
}

/* Where a star was met last, the text behind it is tried from one byte later on. */
bool compare_pattern_fits(struct view pattern, struct view text)
{
    size_t p = 0;
    size_t t = 0;
    size_t star = SIZE_MAX;
    size_t tried = 0;

    while (t < text.length) {
        if (p < pattern.length && pattern.data[p] == '*') {
            star = p++;
            tried = t;
        } else if (p < pattern.length &&
                   (pattern.data[p] == '?' || pattern.data[p] == text.data[t])) {
            p++;
            t++;
        } else if (star != SIZE_MAX) {
            p = star + 1;
            t = ++tried;
        } else {
            return false;
        }
    }
    while (p < pattern.length && pattern.data[p] == '*')
        p++;
    return p == pattern.length;
}

static bool fits(struct view case_pattern, struct view label_pattern, struct view case_text,
                 struct view label)
{
    return compare_pattern_fits(case_pattern, case_text) &&
           (label_pattern.data == NULL || compare_pattern_fits(label_pattern, label));
}

const struct compare_limit *compare_files_limit(const struct compare_files *files,
                                                struct view case_text, struct view label)
{
    const struct compare_limit *limits = (const void *)files->limits.data;
    size_t count = files->limits.length / sizeof *limits;

    for (size_t i = 0; i < count; i++)
        if (fits(limits[i].case_pattern, limits[i].label_pattern, case_text, label))
            return &limits[i];
    return NULL;
}

bool compare_files_accepts(const struct compare_files *files, struct view case_text,
                           struct view label, enum verdict verdict, bool has_effect,
                           double effect)
{
    const struct compare_ack *acks = (const void *)files->acks.data;
    size_t count = files->acks.length / sizeof *acks;

    for (size_t i = 0; i < count; i++)
        if (acks[i].verdict == verdict &&
            fits(acks[i].case_pattern, acks[i].label_pattern, case_text, label) &&
            (!acks[i].has_maximum || (has_effect && effect <= acks[i].maximum)))
            return true;
    return false;
}
