#include <config.h>

#include "thresholds.h"

#include "record/instant.h"
#include "tool/aux-file.h"

#include <stdio.h>
#include <time.h>

void compare_files_init(struct compare_files *files)
{
    arena_init(&files->arena);
    map_init(&files->noise);
    buf_init(&files->limits);
    buf_init(&files->acks);
    map_init(&files->limit_keys);
    map_init(&files->ack_keys);
}

void compare_files_release(struct compare_files *files)
{
    arena_release(&files->arena);
    map_release(&files->noise);
    buf_release(&files->limits);
    buf_release(&files->acks);
    map_release(&files->limit_keys);
    map_release(&files->ack_keys);
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

/* Whether the texts, COUNT of them, are new. The key has their lengths, as a text may hold
 * any byte; a text that is absent is not an empty one. */
static bool add_key(struct map *keys, const struct view *texts, size_t count)
{
    struct buf key;
    bool added;

    buf_init(&key);
    for (size_t i = 0; i < count; i++) {
        size_t length = texts[i].data == NULL ? SIZE_MAX : texts[i].length;

        buf_append(&key, (const char *)&length, sizeof length);
        if (texts[i].data != NULL)
            buf_append(&key, texts[i].data, texts[i].length);
    }
    map_put(keys, key.data, key.length, &added);
    buf_release(&key);
    return added;
}

static int take_limit(void *context, const struct aux_line *line)
{
    static const char *const names[] = {"case", "label", "floor", NULL};
    struct reading *reading = context;
    const struct document *document = line->document;
    struct compare_limit limit = {.line = line->place.line};
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
    if (!add_key(&reading->files->limit_keys,
                 (const struct view[]){limit.case_pattern, limit.label_pattern}, 2))
        return fail(reading, line, "an earlier line has the same case and label");
    buf_append(&reading->files->limits, (const char *)&limit, sizeof limit);
    return 0;
}

/* Whether TEXT is a date, YYYY-MM-DD. */
static bool is_date(struct view text)
{
    char stamp[32];
    struct instant instant;

    if (text.length != 10)
        return false;
    snprintf(stamp, sizeof stamp, "%.10sT00:00:00Z", text.data);
    return instant_read(view_from(stamp), &instant);
}

static bool is_mismatch(struct view text)
{
    for (int i = 0; i < MISMATCH_COUNT; i++) {
        const char *name = pair_mismatch_name((enum mismatch)i);

        if (name != NULL && view_is(text, name))
            return true;
    }
    return false;
}

/* The members that restrict an ack. */
static int read_conditions(struct reading *reading, const struct aux_line *line,
                           struct compare_ack *ack)
{
    struct view maximum = text_member(reading, line->document, "max_effect");
    struct view until = text_member(reading, line->document, "until");
    struct quantity_threshold threshold;

    ack->first_mismatch = text_member(reading, line->document, "first_mismatch");
    if (ack->first_mismatch.data != NULL && !is_mismatch(ack->first_mismatch))
        return fail(reading, line,
                    "first_mismatch: expected operation, protocol, environment, "
                    "correctness or metric");
    ack->has_maximum = maximum.data != NULL;
    if (ack->has_maximum &&
        (!quantity_threshold(maximum, &threshold) || threshold.is_duration))
        return fail(reading, line, "max_effect: expected a share, such as 30% or 0.3x");
    ack->maximum = ack->has_maximum ? threshold.value : 0;
    if (until.data == NULL)
        return 0;
    if (!is_date(until))
        return fail(reading, line, "until: expected a date, such as 2026-12-31");
    ack->is_expired = memcmp(until.data, reading->files->today, until.length) < 0;
    if (ack->is_expired)
        diag_say(reading->diag, DIAG_WARNING, &line->place, "expired_ack",
                 "this line no longer applies: until is %.10s", until.data);
    return 0;
}

static int take_ack(void *context, const struct aux_line *line)
{
    static const char *const names[] = {"case",           "label",  "verdict", "max_effect",
                                        "first_mismatch", "reason", "until",   NULL};
    struct reading *reading = context;
    const struct document *document = line->document;
    struct compare_ack ack = {.line = line->place.line};
    struct view verdict;

    if (document == NULL || !document_is(document, 0, NODE_OBJECT) ||
        !has_only(document, names))
        return fail(reading, line,
                    "expected an object with texts case, verdict, label, first_mismatch, "
                    "max_effect, reason and until");
    ack.case_pattern = text_member(reading, document, "case");
    ack.label_pattern = text_member(reading, document, "label");
    verdict = text_member(reading, document, "verdict");
    if (ack.case_pattern.data == NULL || !verdict_find(verdict, &ack.verdict))
        return fail(reading, line, "expected case and a verdict");
    if (read_conditions(reading, line, &ack) != 0)
        return -1;
    if (!add_key(&reading->files->ack_keys,
                 (const struct view[]){ack.case_pattern, ack.label_pattern, verdict}, 3))
        return fail(reading, line, "an earlier line has the same case, label and verdict");
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
    time_t now = time(NULL);
    struct tm date;

    if (gmtime_r(&now, &date) == NULL ||
        strftime(files->today, sizeof files->today, "%Y-%m-%d", &date) == 0)
        return diag_fail(diag, "the clock shows no date");
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

/* The byte that PATTERN has at *AT stands for itself after a backslash; step onto it. */
static bool is_quoted(struct view pattern, size_t *at)
{
    if (*at + 1 >= pattern.length || pattern.data[*at] != '\\' ||
        strchr("*?\\", pattern.data[*at + 1]) == NULL || pattern.data[*at + 1] == '\0')
        return false;
    ++*at;
    return true;
}

/* Whether the pattern's byte at *P, which is no star, matches BYTE; then step past it. */
static bool matches_byte(struct view pattern, size_t *p, char byte)
{
    size_t at = *p;
    bool quoted;

    if (at >= pattern.length)
        return false;
    quoted = is_quoted(pattern, &at);
    if (pattern.data[at] != byte && (quoted || pattern.data[at] != '?'))
        return false;
    *p = at + 1;
    return true;
}

/* After the last star seen, the rest of the pattern is tried from one byte later on. */
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
        } else if (matches_byte(pattern, &p, text.data[t])) {
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

void compare_pattern_append(struct buf *out, struct view text)
{
    for (size_t i = 0; i < text.length; i++) {
        if (text.data[i] != '\0' && strchr("*?\\", text.data[i]) != NULL)
            buf_append_byte(out, '\\');
        buf_append_byte(out, text.data[i]);
    }
}

static bool fits(struct view case_pattern, struct view label_pattern, struct view case_text,
                 struct view label)
{
    return compare_pattern_fits(case_pattern, case_text) &&
           (label_pattern.data == NULL || compare_pattern_fits(label_pattern, label));
}

const struct compare_limit *compare_files_limit(struct compare_files *files,
                                                struct view case_text, struct view label)
{
    struct compare_limit *limits = (void *)files->limits.data;
    size_t count = files->limits.length / sizeof *limits;
    const struct compare_limit *first = NULL;

    for (size_t i = 0; i < count; i++) {
        if (!fits(limits[i].case_pattern, limits[i].label_pattern, case_text, label))
            continue;
        limits[i].is_used = true;
        if (first == NULL)
            first = &limits[i];
    }
    return first;
}

bool compare_files_accepts(struct compare_files *files, const struct compare_change *change)
{
    struct compare_ack *acks = (void *)files->acks.data;
    size_t count = files->acks.length / sizeof *acks;
    bool accepted = false;

    for (size_t i = 0; i < count; i++) {
        struct compare_ack *ack = &acks[i];

        if (ack->is_expired || ack->verdict != change->verdict ||
            !fits(ack->case_pattern, ack->label_pattern, change->case_text,
                  change->label) ||
            (ack->first_mismatch.data != NULL &&
             (change->first_mismatch == NULL ||
              !view_is(ack->first_mismatch, change->first_mismatch))))
            continue;
        ack->is_used = true;
        if (!ack->has_maximum || (change->has_effect && change->effect <= ack->maximum))
            accepted = true;
    }
    return accepted;
}

static void warn_unused(struct diag *diag, const char *file, uint64_t line,
                        const char *code)
{
    struct diag_place place = {file, line, 0};

    diag_say(diag, DIAG_WARNING, &place, code, "this line matches nothing");
}

void compare_files_report_unused(const struct compare_files *files,
                                 const struct compare_settings *settings, struct diag *diag)
{
    const struct compare_limit *limits = (const void *)files->limits.data;
    const struct compare_ack *acks = (const void *)files->acks.data;

    for (size_t i = 0; i < files->limits.length / sizeof *limits; i++)
        if (!limits[i].is_used)
            warn_unused(diag, settings->limits, limits[i].line, "unused_limit");
    for (size_t i = 0; i < files->acks.length / sizeof *acks; i++)
        if (!acks[i].is_used && !acks[i].is_expired)
            warn_unused(diag, settings->acks, acks[i].line, "unused_ack");
}
