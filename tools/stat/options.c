#include <config.h>

#include "options.h"

#include "json/number.h"
#include "json/reader.h"

/* Smaller errors need more buckets, which each group may come to use: 730,000 for values of
 * either sign at this one, a thousand times as many at the smallest of sketch_scale_init.
 */
static const double SKETCH_MINIMUM = 0.001;

enum { EXACT_MAX_DEFAULT = 65536, EXACT_MAX_LIMIT = 1 << 28 };

/* The option table's targets. */
struct wishes {
    const char *by;
    const char *value;
    const char *stat;
    const char *emit;
    const char *sketch;
    long quantile_type;
    long exact_max;
    bool count;
    bool merge;
    bool noise;
};

static const char *find_conflict(const struct wishes *wishes)
{
    bool asks = wishes->by != NULL || wishes->value != NULL || wishes->count;

    if (wishes->merge && asks)
        return "--merge takes keys and values from the states: no --by, --value, --count";
    if (wishes->noise)
        return "--noise-model is an option of kidx-compare now";
    if (wishes->count && (wishes->value != NULL || wishes->stat != NULL))
        return "--count looks at no values: no --value, no --stat";
    if (wishes->emit != NULL && strcmp(wishes->emit, "state") != 0)
        return "--emit: there is only --emit=state";
    if (wishes->emit != NULL && wishes->stat != NULL)
        return "--stat is for the run that ends in statistics, not for --emit=state";
    if (wishes->quantile_type != QUANTILE_INVERSE &&
        wishes->quantile_type != QUANTILE_LINEAR)
        return "--quantile-type: there are 1 and 7";
    return NULL;
}

/* Read --sketch, a number as JSON writes it. */
static bool read_alpha(const char *text, double *alpha)
{
    struct reader *reader = reader_new();
    struct reader_error error;
    struct buf copy;
    bool is_number = false;

    buf_init(&copy);
    buf_append_text(&copy, text);
    memset(buf_reserve(&copy, READER_PADDING), 0, READER_PADDING);
    if (reader_parse(reader, copy.data, copy.length, &error) == 0 &&
        document_is(reader_document(reader), 0, NODE_NUMBER)) {
        struct view number = document_raw(reader_document(reader), 0);

        is_number = number_parse(number.data, number.length, alpha);
    }
    buf_release(&copy);
    reader_free(reader);
    return is_number;
}

/* Bring what was wished into the form in which it is used. */
static int use_wishes(struct stat_settings *settings, const struct wishes *wishes,
                      struct diag *diag)
{
    const char *conflict = find_conflict(wishes);

    if (conflict != NULL)
        return diag_misuse(diag, "%s", conflict);
    settings->emits_state = wishes->emit != NULL;
    settings->merges = wishes->merge;
    settings->quantile_type = (enum quantile_type)wishes->quantile_type;
    settings->keeping.exact_max = (uint64_t)wishes->exact_max;
    if (wishes->sketch != NULL &&
        (!read_alpha(wishes->sketch, &settings->keeping.alpha) ||
         settings->keeping.alpha < SKETCH_MINIMUM ||
         !sketch_scale_init(&settings->keeping.scale, settings->keeping.alpha)))
        return diag_misuse(diag, "--sketch=%s: expected a relative error from 0.001 to 0.5",
                           wishes->sketch);
    if (figure_list_init(&settings->figures, wishes->stat, diag) != 0)
        return -1;
    return stat_question_init(&settings->question, wishes->by, wishes->value, wishes->count,
                              diag);
}

int stat_options_read(struct stat_settings *settings, struct tool *tool, int argc,
                      char **argv)
{
    struct wishes wishes = {.quantile_type = QUANTILE_LINEAR,
                            .exact_max = EXACT_MAX_DEFAULT};
    const struct opt own[] = {
        {OPT_TEXT, 0, "by", "PATH[,PATH]...", &wishes.by, 0, 0, 0,
         "group by what is there, or by one jq program\n(default: the whole stream)"},
        {OPT_TEXT, 0, "value", "PROGRAM", &wishes.value, 0, 0, 0,
         "take these values (default: the primary value of\neach run that passed)"},
        {OPT_TEXT, 0, "stat", "LIST", &wishes.stat, 0, 0, 0,
         "min, max, mean, sd, cv, median, p05, p20, p25, p75,\np80, p95 (any of p01 to "
         "p99), "
         "iqr, mad, mad_sigma,\ngeomean, median_ci (default: all of these)"},
        {OPT_NUMBER, 0, "quantile-type", "TYPE", &wishes.quantile_type, 0, 1, 7,
         "7 interpolates (default), 1 takes one of the values"},
        {OPT_SWITCH, 0, "count", NULL, &wishes.count, 1, 0, 0,
         "count lines, look at no values"},
        {OPT_TEXT, 0, "emit", "state", &wishes.emit, 0, 0, 0, "write states, for --merge"},
        {OPT_SWITCH, 0, "merge", NULL, &wishes.merge, 1, 0, 0,
         "read states and continue from there"},
        {OPT_NUMBER, 0, "exact-max", "N", &wishes.exact_max, 0, 1, EXACT_MAX_LIMIT,
         "different values that a group keeps (default 65536)"},
        {OPT_TEXT, 0, "sketch", "ALPHA", &wishes.sketch, 0, 0, 0,
         "beyond them, quantiles within this relative error"},
        {OPT_SWITCH, 0, "noise-model", NULL, &wishes.noise, 1, 0, 0,
         "has moved to kidx-compare"},
        {.kind = OPT_END},
    };
    const struct stream_usage usage = {
        .purpose =
            "Summarise the values of a stream of benchmark records by group: exactly,\n"
            "whatever their order, and in parts that can be merged.",
        .options = own,
    };
    int first_operand;

    first_operand = stream_options(&settings->stream, tool, &usage, argc, argv);
    if (first_operand >= 0 && use_wishes(settings, &wishes, &tool->diag) != 0)
        return -1;
    return first_operand;
}

void stat_settings_release(struct stat_settings *settings)
{
    figure_list_release(&settings->figures);
    stat_question_release(&settings->question);
}
