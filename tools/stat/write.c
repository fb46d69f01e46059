#include <config.h>

#include "write.h"

#include "base/mem.h"
#include "json/writer.h"

#include <stdio.h>
#include <stdlib.h>

enum { SUFFIX_SIZE = 120, NAME_SIZE = STATISTIC_NAME_SIZE + SUFFIX_SIZE, CODE_SIZE = 40 };

/* A member of the line that is a number or unknown. */
struct member {
    char name[NAME_SIZE];
    double value;
    char code[CODE_SIZE]; /* empty: it is known */
};

/* A line on its way. */
struct line {
    const struct group_entry *entry;
    const struct sample_measure *measure;
    struct statistic_values values;
    enum quantile_type type;
    double alpha;
    struct member *members; /* in the order of their names */
    size_t count;
};

/* --- statistics as members --- */

static bool is_token(struct view text)
{
    for (size_t i = 0; i < text.length; i++) {
        char at = text.data[i];

        if (!(at >= 'a' && at <= 'z') &&
            (i == 0 || (at != '_' && !(at >= '0' && at <= '9'))))
            return false;
    }
    return text.length > 0;
}

/* "_of_medians", or nothing where the values are no summaries that have a name. */
static void name_suffix(const struct sample_measure *measure, char suffix[SUFFIX_SIZE])
{
    struct view statistic;

    suffix[0] = '\0';
    if (measure == NULL)
        return;
    statistic = sample_measure_part(measure, MEASURE_STATISTIC);
    if (statistic.length < 3 || statistic.length > SUFFIX_SIZE / 2 ||
        statistic.data[0] != '"')
        return;
    statistic.data++;
    statistic.length -= 2;
    if (is_token(statistic))
        snprintf(suffix, SUFFIX_SIZE, "_of_%.*ss", (int)statistic.length, statistic.data);
}

static void write_code(const struct statistic *statistic, enum statistic_reason reason,
                       char code[CODE_SIZE])
{
    static const char *const codes[] = {[STATISTIC_KNOWN] = "",
                                        [STATISTIC_NON_POSITIVE] = "NON_POSITIVE",
                                        [STATISTIC_SKETCH] = "SKETCH",
                                        [STATISTIC_OVERFLOW] = "OVERFLOW"};

    if (reason == STATISTIC_TOO_FEW)
        snprintf(code, CODE_SIZE, "N_BELOW_%u", statistic->needs);
    else
        snprintf(code, CODE_SIZE, "%s", codes[reason]);
}

static int compare_members(const void *a, const void *b)
{
    return strcmp(((const struct member *)a)->name, ((const struct member *)b)->name);
}

static void compute_members(struct line *line, const struct statistic_list *statistics)
{
    char suffix[SUFFIX_SIZE];

    name_suffix(line->measure, suffix);
    line->members = mem_zeroed(statistics->count, sizeof *line->members);
    line->count = statistics->count;
    for (size_t i = 0; i < statistics->count; i++) {
        const struct statistic *statistic = &statistics->statistics[i];
        struct member *member = &line->members[i];
        enum statistic_reason reason =
            statistic_compute(&line->values, statistic, &member->value);

        snprintf(member->name, sizeof member->name, "%s%s", statistic->name, suffix);
        write_code(statistic, reason, member->code);
    }
    qsort(line->members, line->count, sizeof *line->members, compare_members);
}

/* --- members that every line has --- */

static void write_by(struct writer *writer, const struct line *line)
{
    writer_canonical(writer, line->entry->by);
}

static void write_kind(struct writer *writer, const struct line *line)
{
    (void)line;
    writer_text(writer, "kidx.stat/v1");
}

static void write_part(struct writer *writer, const struct line *line, unsigned part)
{
    if (line->measure == NULL)
        writer_null(writer);
    else
        writer_canonical(writer, sample_measure_part(line->measure, part));
}

static void write_metric(struct writer *writer, const struct line *line)
{
    write_part(writer, line, MEASURE_METRIC);
}

static void write_statistic(struct writer *writer, const struct line *line)
{
    write_part(writer, line, MEASURE_STATISTIC);
}

static void write_unit(struct writer *writer, const struct line *line)
{
    write_part(writer, line, MEASURE_UNIT);
}

static void write_missing_count(struct writer *writer, const struct line *line)
{
    writer_count(writer, group_missing(line->entry->group));
}

static void write_reasons(struct writer *writer, const struct line *line)
{
    write_missing(writer, line->entry->group);
}

static void write_n(struct writer *writer, const struct line *line)
{
    writer_count(writer, line->entry->group->values);
}

static void write_non_finite(struct writer *writer, const struct line *line)
{
    writer_count(writer, line->entry->group->non_finite);
}

static void write_non_positive(struct writer *writer, const struct line *line)
{
    writer_count(writer, line->values.non_positive);
}

static void write_quantile_type(struct writer *writer, const struct line *line)
{
    writer_count(writer, (uint64_t)line->type);
}

static void write_relative_error(struct writer *writer, const struct line *line)
{
    writer_number(writer, line->values.scale == NULL ? 0 : line->alpha);
}

static void write_value(struct writer *writer, const struct line *line)
{
    writer_canonical(writer, line->entry->value);
}

/* --- notes --- */

struct note {
    const char *code;
    const char *member;
};

static int compare_notes(const void *a, const void *b)
{
    const struct note *x = a;
    const struct note *y = b;
    int order = strcmp(x->code, y->code);

    return order != 0 ? order : strcmp(x->member, y->member);
}

/* All that is null; returns how much that is. */
static size_t gather_notes(const struct line *line, struct note *notes)
{
    static const char *const parts[] = {"metric", "statistic", "unit"};
    size_t count = 0;

    for (unsigned i = 0; i < MEASURE_PARTS; i++)
        if (line->measure == NULL || sample_measure_part(line->measure, i).data[0] != '"')
            notes[count++] = (struct note){"MEASURE_UNKNOWN", parts[i]};
    for (size_t i = 0; i < line->count; i++)
        if (line->members[i].code[0] != '\0')
            notes[count++] = (struct note){line->members[i].code, line->members[i].name};
    qsort(notes, count, sizeof *notes, compare_notes);
    return count;
}

static void write_notes(struct writer *writer, const struct line *line)
{
    struct note *notes = mem_zeroed(line->count + MEASURE_PARTS, sizeof *notes);
    size_t count = gather_notes(line, notes);
    struct buf text;

    buf_init(&text);
    writer_begin_array(writer);
    for (size_t i = 0; i < count;) {
        const char *code = notes[i].code;

        buf_clear(&text);
        buf_append_format(&text, "%s: %s", code, notes[i++].member);
        for (; i < count && strcmp(notes[i].code, code) == 0; i++)
            buf_append_format(&text, ", %s", notes[i].member);
        writer_string(writer, buf_view(&text));
    }
    writer_end_array(writer);
    buf_release(&text);
    free(notes);
}

/* --- the line --- */

/* In the order of their names. */
static const struct {
    const char *name;
    void (*write)(struct writer *writer, const struct line *line);
} fixed_members[] = {
    {"by", write_by},
    {"kind", write_kind},
    {"metric", write_metric},
    {"missing", write_missing_count},
    {"missing_reasons", write_reasons},
    {"n", write_n},
    {"non_finite", write_non_finite},
    {"non_positive", write_non_positive},
    {"notes", write_notes},
    {"quantile_type", write_quantile_type},
    {"relative_error", write_relative_error},
    {"statistic", write_statistic},
    {"unit", write_unit},
    {"value", write_value},
};

static void write_member(struct writer *writer, const struct member *member)
{
    writer_name(writer, member->name);
    if (member->code[0] == '\0')
        writer_number(writer, member->value);
    else
        writer_null(writer);
}

/* Write fixed members and statistics, merged by name. */
static void write_line(const struct line *line, struct buf *out)
{
    struct writer writer;
    size_t next = 0;

    writer_init(&writer, out);
    writer_begin_object(&writer);
    for (size_t i = 0; i < sizeof fixed_members / sizeof *fixed_members; i++) {
        while (next < line->count &&
               strcmp(line->members[next].name, fixed_members[i].name) < 0)
            write_member(&writer, &line->members[next++]);
        writer_name(&writer, fixed_members[i].name);
        fixed_members[i].write(&writer, line);
    }
    while (next < line->count)
        write_member(&writer, &line->members[next++]);
    writer_end_object(&writer);
    buf_append_byte(out, '\n');
}

void write_group(const struct group_entry *entry, const struct sample_measure *measure,
                 const struct group_limits *limits, const struct statistic_list *statistics,
                 enum quantile_type type, struct buf *out)
{
    struct line line = {
        .entry = entry, .measure = measure, .type = type, .alpha = limits->alpha};

    statistic_values_init(&line.values, entry->group, limits, type);
    compute_members(&line, statistics);
    write_line(&line, out);
    free(line.members);
    statistic_values_release(&line.values);
}

void write_count(const struct group_entry *entry, struct buf *out)
{
    struct writer writer;

    writer_init(&writer, out);
    writer_begin_object(&writer);
    writer_name(&writer, "by");
    writer_canonical(&writer, entry->by);
    writer_name(&writer, "count");
    writer_count(&writer, entry->group->records);
    writer_name(&writer, "kind");
    writer_text(&writer, "kidx.stat/v1");
    writer_end_object(&writer);
    buf_append_byte(out, '\n');
}

static int compare_reasons(const void *a, const void *b)
{
    return strcmp(sample_missing_name(*(const unsigned *)a),
                  sample_missing_name(*(const unsigned *)b));
}

void write_missing(struct writer *writer, const struct group *group)
{
    unsigned reasons[MISSING_REASONS];
    size_t count = 0;

    for (unsigned i = 0; group->missing != NULL && i < MISSING_REASONS; i++)
        if (group->missing[i] > 0)
            reasons[count++] = i;
    if (count > 0)
        qsort(reasons, count, sizeof *reasons, compare_reasons);
    writer_begin_object(writer);
    for (size_t i = 0; i < count; i++) {
        writer_name(writer, sample_missing_name(reasons[i]));
        writer_count(writer, group->missing[reasons[i]]);
    }
    writer_end_object(writer);
}
