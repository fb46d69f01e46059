#include <config.h>

#include "thresholds.h"

#include "record/instant.h"
#include "tool/aux-file.h"

#include <stdio.h>
#include <time.h>

void thresholds_init(struct thresholds *thresholds)
{
    arena_init(&thresholds->arena);
    map_init(&thresholds->noise);
    buf_init(&thresholds->limits);
    buf_init(&thresholds->acks);
    map_init(&thresholds->limit_keys);
    map_init(&thresholds->ack_keys);
}

void thresholds_release(struct thresholds *thresholds)
{
    arena_release(&thresholds->arena);
    map_release(&thresholds->noise);
    buf_release(&thresholds->limits);
    buf_release(&thresholds->acks);
    map_release(&thresholds->limit_keys);
    map_release(&thresholds->ack_keys);
}

/* --- reading --- */

struct reading {
    struct thresholds *thresholds;
    struct diag *diag;
};

static int fail(struct reading *reading, const struct aux_line *line, const char *message)
{
    diag_say(reading->diag, DIAG_ERROR, &line->place, NULL, "%s", message);
    diag_raise(reading->diag, EXIT_TROUBLE);
    return -1;
}

/* A copy of the text of a member; data NULL if the member is absent or no text. */
static struct view text_member(struct reading *reading, const struct document *document,
                               const char *name)
{
    uint32_t member = document_member(document, 0, name);
    struct view text;

    if (member == NODE_NONE || !document_is(document, member, NODE_STRING))
        return (struct view){NULL, 0};
    text = document_string(document, member);
    return (struct view){
        arena_copy_text(&reading->thresholds->arena, text.data, text.length), text.length};
}

/* Whether an object has members of these names only: a misspelt name must not be ignored.
 */
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

/* Add a key made of COUNT texts; false if KEYS has it already. An absent text differs from
 * an empty one. */
static bool add_key(struct map *keys, const struct view *texts, size_t count)
{
    struct buf key;
    bool added;

    buf_init(&key);
    for (size_t i = 0; i < count; i++) {
        buf_append_byte(&key, texts[i].data != NULL);
        buf_append_sized(&key, texts[i]);
    }
    map_put(keys, key.data, key.length, &added);
    buf_release(&key);
    return added;
}

static int add_limit(void *context, const struct aux_line *line)
{
    static const char *const names[] = {"case", "label", "floor", NULL};
    struct reading *reading = context;
    const struct document *document = line->document;
    struct threshold_limit limit = {.line = line->place.line};
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
    if (!add_key(&reading->thresholds->limit_keys,
                 (const struct view[]){limit.case_pattern, limit.label_pattern}, 2))
        return fail(reading, line, "an earlier line has the same case and label");
    buf_append(&reading->thresholds->limits, (const char *)&limit, sizeof limit);
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
                           struct threshold_ack *ack)
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
    ack->is_expired = memcmp(until.data, reading->thresholds->today, until.length) < 0;
    if (ack->is_expired)
        diag_say(reading->diag, DIAG_WARNING, &line->place, "expired_ack",
                 "this line no longer applies: until is %.10s", until.data);
    return 0;
}

static int add_ack(void *context, const struct aux_line *line)
{
    static const char *const names[] = {"case",           "label",  "verdict", "max_effect",
                                        "first_mismatch", "reason", "until",   NULL};
    struct reading *reading = context;
    const struct document *document = line->document;
    struct threshold_ack ack = {.line = line->place.line};
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
    if (!add_key(&reading->thresholds->ack_keys,
                 (const struct view[]){ack.case_pattern, ack.label_pattern, verdict}, 3))
        return fail(reading, line, "an earlier line has the same case, label and verdict");
    buf_append(&reading->thresholds->acks, (const char *)&ack, sizeof ack);
    return 0;
}

/* The key of a label in a case: three digests, the metric with its length, and the label,
 * if there is one. */
static void write_key(struct buf *key, const struct digest *const digests[3],
                      struct view metric, struct view label)
{
    buf_clear(key);
    for (size_t i = 0; i < 3; i++)
        buf_append(key, (const char *)digests[i]->bytes, DIGEST_SIZE);
    buf_append_sized(key, metric);
    if (label.data == NULL)
        return;
    buf_append_byte(key, '=');
    buf_append(key, label.data, label.length);
}

static int add_noise(void *context, const struct aux_line *line)
{
    static const char *const names[] = {"workload", "protocol", "environment"};
    struct reading *reading = context;
    const struct document *document = line->document;
    struct digest digests[3];
    struct buf key;
    struct threshold_noise *noise;
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
    if (metric.data != NULL && floor != NODE_NONE &&
        document_is(document, floor, NODE_NULL))
        return 0;
    if (metric.data == NULL || floor == NODE_NONE ||
        !document_is(document, floor, NODE_NUMBER))
        return fail(reading, line, "expected metric and floor");
    if (!document_number(document, floor, &value) || value < 0)
        return fail(reading, line, "floor: expected a number of at least 0");
    buf_init(&key);
    write_key(&key, (const struct digest *const[]){&digests[0], &digests[1], &digests[2]},
              metric, text_member(reading, document, "label"));
    noise = arena_alloc(&reading->thresholds->arena, sizeof *noise);
    noise->floor = value;
    noise->is_pooled = document_string_is(
        document, document_member(document, 0, "floor_source"), "noise_pooled");
    map_put(&reading->thresholds->noise, key.data, key.length, NULL)->value.pointer = noise;
    buf_release(&key);
    return 0;
}

int thresholds_read(struct thresholds *thresholds, const struct compare_settings *settings,
                    struct diag *diag)
{
    struct reading reading = {thresholds, diag};
    time_t now = time(NULL);
    struct tm date;

    if (gmtime_r(&now, &date) == NULL ||
        strftime(thresholds->today, sizeof thresholds->today, "%Y-%m-%d", &date) == 0)
        return diag_fail(diag, "the clock shows no date");
    if (settings->noise != NULL &&
        aux_file_read(settings->noise, diag, add_noise, &reading) != 0)
        return -1;
    if (settings->limits != NULL &&
        aux_file_read(settings->limits, diag, add_limit, &reading) != 0)
        return -1;
    if (settings->acks != NULL &&
        aux_file_read(settings->acks, diag, add_ack, &reading) != 0)
        return -1;
    return 0;
}

/* --- queries --- */

const struct threshold_noise *thresholds_noise(const struct thresholds *thresholds,
                                               const struct store_cohort *cohort,
                                               struct view label)
{
    const struct digest *const digests[] = {cohort->workload->digest,
                                            cohort->setting->protocol->digest,
                                            cohort->setting->environment->digest};
    const struct map_entry *entry;
    struct buf key;

    if (thresholds->noise.count == 0)
        return NULL;
    buf_init(&key);
    write_key(&key, digests, cohort->setting->metric_text, label);
    entry = map_find(&thresholds->noise, key.data, key.length);
    if (entry == NULL) {
        write_key(&key, digests, cohort->setting->metric_text, (struct view){NULL, 0});
        entry = map_find(&thresholds->noise, key.data, key.length);
    }
    buf_release(&key);
    return entry == NULL ? NULL : entry->value.pointer;
}

/* Whether PATTERN has a backslash at *AT that quotes the next byte; then advance to that.
 */
static bool is_quoted(struct view pattern, size_t *at)
{
    if (*at + 1 >= pattern.length || pattern.data[*at] != '\\' ||
        strchr("*?\\", pattern.data[*at + 1]) == NULL || pattern.data[*at + 1] == '\0')
        return false;
    ++*at;
    return true;
}

/* Whether the pattern's byte at *P, which is no star, matches BYTE; then advance past it.
 */
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

/* Whether TEXT matches PATTERN. On a mismatch, the last star takes one more byte and the
 * rest of the pattern is tried again, so that the time is at most the product of the
 * lengths. */
static bool pattern_fits(struct view pattern, struct view text)
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

void thresholds_append_pattern(struct buf *out, struct view text)
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
    return pattern_fits(case_pattern, case_text) &&
           (label_pattern.data == NULL || pattern_fits(label_pattern, label));
}

/* The first limit that fits an alias; NULL: there is none. */
static const struct threshold_limit *find_limit(struct thresholds *thresholds,
                                                struct view case_text, struct view label)
{
    struct threshold_limit *limits = (void *)thresholds->limits.data;
    size_t count = thresholds->limits.length / sizeof *limits;
    const struct threshold_limit *first = NULL;

    for (size_t i = 0; i < count; i++) {
        if (!fits(limits[i].case_pattern, limits[i].label_pattern, case_text, label))
            continue;
        limits[i].is_used = true;
        if (first == NULL)
            first = &limits[i];
    }
    return first;
}

/* Add LIMIT to the list unless it is there. */
static void gather_limit(struct buf *limits, const struct threshold_limit *limit)
{
    const struct threshold_limit *const *list = (const void *)limits->data;

    for (size_t i = 0; i < limits->length / sizeof *list; i++)
        if (list[i] == limit)
            return;
    buf_append(limits, (const char *)&limit, sizeof limit);
}

bool thresholds_limits(struct thresholds *thresholds, const struct aliases *aliases,
                       struct buf *limits)
{
    const struct threshold_limit *all = (const void *)thresholds->limits.data;
    bool have_all = !aliases->are_too_many;

    for (size_t i = 0; i < aliases->case_count; i++) {
        for (size_t j = 0; j < aliases->label_count; j++) {
            const struct threshold_limit *limit =
                find_limit(thresholds, aliases->cases[i], aliases->labels[j]);

            if (limit == NULL)
                have_all = false;
            else
                gather_limit(limits, limit);
        }
    }
    for (size_t i = 0; aliases->are_too_many && i < thresholds->limits.length / sizeof *all;
         i++)
        gather_limit(limits, &all[i]);
    return have_all;
}

static bool accepts_alias(struct thresholds *thresholds,
                          const struct threshold_change *change, struct view case_text,
                          struct view label)
{
    struct threshold_ack *acks = (void *)thresholds->acks.data;
    size_t count = thresholds->acks.length / sizeof *acks;
    bool accepted = false;

    for (size_t i = 0; i < count; i++) {
        struct threshold_ack *ack = &acks[i];

        if (ack->is_expired || ack->verdict != change->verdict ||
            !fits(ack->case_pattern, ack->label_pattern, case_text, label) ||
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

bool thresholds_accepts(struct thresholds *thresholds,
                        const struct threshold_change *change)
{
    const struct aliases *aliases = change->aliases;
    bool accepted = !aliases->are_too_many;

    for (size_t i = 0; i < aliases->case_count; i++)
        for (size_t j = 0; j < aliases->label_count; j++)
            if (!accepts_alias(thresholds, change, aliases->cases[i], aliases->labels[j]))
                accepted = false;
    return accepted;
}

static void warn_unused(struct diag *diag, const char *file, uint64_t line,
                        const char *code)
{
    struct diag_place place = {file, line, 0};

    diag_say(diag, DIAG_WARNING, &place, code, "this line matches nothing");
}

void thresholds_report_unused(const struct thresholds *thresholds,
                              const struct compare_settings *settings, struct diag *diag)
{
    const struct threshold_limit *limits = (const void *)thresholds->limits.data;
    const struct threshold_ack *acks = (const void *)thresholds->acks.data;

    for (size_t i = 0; i < thresholds->limits.length / sizeof *limits; i++)
        if (!limits[i].is_used)
            warn_unused(diag, settings->limits, limits[i].line, "unused_limit");
    for (size_t i = 0; i < thresholds->acks.length / sizeof *acks; i++)
        if (!acks[i].is_used && !acks[i].is_expired)
            warn_unused(diag, settings->acks, acks[i].line, "unused_ack");
}
