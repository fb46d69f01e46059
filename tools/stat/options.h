/* options: the command line of kidx-stat, in the form in which the tool uses it. */
#ifndef KIDX_TOOLS_STAT_OPTIONS_H
#define KIDX_TOOLS_STAT_OPTIONS_H

#include "statistic.h"
#include "value.h"

#include "tool/stream.h"
#include "tool/tool.h"

struct options {
    struct stream_settings stream;
    struct value_query query;
    struct group_limits limits;
    struct statistic_list statistics;
    enum quantile_type quantile_type;
    bool emits_state;
    bool merges;
};

/* Read the command line into OPTIONS, which is zero. Returns the number of the first
 * operand, or -1 if the program ends now (stream_options). */
int options_read(struct options *options, struct tool *tool, int argc, char **argv);
void options_release(struct options *options);

#endif
