/* options: what kidx-stat was asked, in the form in which it is used. */
#ifndef KIDX_TOOLS_STAT_OPTIONS_H
#define KIDX_TOOLS_STAT_OPTIONS_H

#include "extract.h"
#include "statistic.h"

#include "tool/stream.h"
#include "tool/tool.h"

struct stat_settings {
    struct stream_settings stream;
    struct stat_question question;
    struct stat_keeping keeping;
    struct figure_list figures;
    enum quantile_type quantile_type;
    bool emits_state;
    bool merges;
};

/* Read the options into SETTINGS, which is zero; the value is stream_options'. */
int stat_options_read(struct stat_settings *settings, struct tool *tool, int argc,
                      char **argv);
void stat_settings_release(struct stat_settings *settings);

#endif
