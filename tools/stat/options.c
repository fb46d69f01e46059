#include <config.h>

#include "options.h"

#include "json/number.h"
#include "json/reader.h"

/* Bounds the buckets of a group: 730,000 for each sign at this error, and a thousand times
 * as many at the least one that sketch_scale_init accepts. */
static const double SKETCH_MINIMUM = 0.001;

enum { EXACT_MAX_DEFAULT = 65536, EXACT_MAX_LIMIT = 1 << 28 };

/* The targets of the option table. */
struct arguments {
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

static const char *find_conflict(const struct arguments *arguments)
{
    bool asks = arguments->by != NULL || arguments->value != NULL || arguments->count;

    if (arguments->merge && asks)
        return "--merge reads keys and values from the states: no --by, --value, --count";
    if (arguments->noise)
        return "--noise-model is an option of kidx-compare now";
    if (arguments->count && (arguments->value != NULL || arguments->stat != NULL))
        return "--count reads no values: no --value, no --stat";
    if (arguments->emit != NULL && arguments->stat != NULL)
        return "--emit=state writes no statistics: give --stat to the run with --merge";
    if (arguments->quantile_type != QUANTILE_INVERSE &&
        arguments->quantile_type != QUANTILE_LINEAR)
        return "--quantile-type: expected 1 or 7";
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

/* Check the arguments and convert them. */
static int apply(struct options *options, const struct arguments *arguments,
                 struct diag *diag)
{
    const char *conflict = find_conflict(arguments);

    if (conflict != NULL)
        return diag_misuse(diag, "%s", conflict);
    if (arguments->emit != NULL && strcmp(arguments->emit, "state") != 0)
        return opt_misuse_value(diag, "emit", view_from(arguments->emit),
                                (const char *const[]){"state"}, 1);
    options->emits_state = arguments->emit != NULL;
    options->merges = arguments->merge;
    options->quantile_type = (enum quantile_type)arguments->quantile_type;
    options->limits.exact_max = (uint64_t)arguments->exact_max;
    if (arguments->sketch != NULL &&
        (!read_alpha(arguments->sketch, &options->limits.alpha) ||
         options->limits.alpha < SKETCH_MINIMUM ||
         !sketch_scale_init(&options->limits.scale, options->limits.alpha)))
        return diag_misuse(diag, "--sketch=%s: expected a relative error from 0.001 to 0.5",
                           arguments->sketch);
    if (statistic_list_init(&options->statistics, arguments->stat, diag) != 0)
        return -1;
    return value_query_init(&options->query, arguments->by, arguments->value,
                            arguments->count, diag);
}

int options_read(struct options *options, struct tool *tool, int argc, char **argv)
{
    struct arguments arguments = {.quantile_type = QUANTILE_LINEAR,
                                  .exact_max = EXACT_MAX_DEFAULT};
    const struct opt own[] = {
        {OPT_TEXT, 0, "by", "PATH[,PATH]...", &arguments.by, 0, 0, 0,
         "group by the values at these paths, or by one jq\nprogram (default: no groups)"},
        {OPT_TEXT, 0, "value", "PROGRAM", &arguments.value, 0, 0, 0,
         "read these values (default: the primary value of\neach run that passed)"},
        {OPT_TEXT, 0, "stat", "LIST", &arguments.stat, 0, 0, 0,
         "min, max, mean, sd, cv, median, p05, p20, p25, p75,\np80, p95 (any of p01 to "
         "p99), "
         "iqr, mad, mad_sigma,\ngeomean, median_ci (default: all of these)"},
        {OPT_NUMBER, 0, "quantile-type", "TYPE", &arguments.quantile_type, 0, 1, 7,
         "7 interpolates (default), 1 selects one value"},
        {OPT_SWITCH, 0, "count", NULL, &arguments.count, 1, 0, 0,
         "count lines without reading values"},
        {OPT_TEXT, 0, "emit", "state", &arguments.emit, 0, 0, 0,
         "write states, for --merge"},
        {OPT_SWITCH, 0, "merge", NULL, &arguments.merge, 1, 0, 0,
         "read states, not records, and merge them"},
        {OPT_NUMBER, 0, "exact-max", "N", &arguments.exact_max, 0, 1, EXACT_MAX_LIMIT,
         "different values stored for a group (default 65536)"},
        {OPT_TEXT, 0, "sketch", "ALPHA", &arguments.sketch, 0, 0, 0,
         "for more values store buckets: quantiles have at\nmost this relative error"},
        {OPT_SWITCH, 0, "noise-model", NULL, &arguments.noise, 1, 0, 0,
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

    first_operand = stream_options(&options->stream, tool, &usage, argc, argv);
    if (first_operand >= 0 && apply(options, &arguments, &tool->diag) != 0)
        return -1;
    return first_operand;
}

void options_release(struct options *options)
{
    statistic_list_release(&options->statistics);
    value_query_release(&options->query);
}
