/* options: parse and check the options of kidx-compare.
 *
 * Options that have no effect in the mode are errors: an ignored --fail-on would let a
 * regression through. Texts are not copied: ARGV must outlive the settings. */
#ifndef KIDX_TOOLS_COMPARE_OPTIONS_H
#define KIDX_TOOLS_COMPARE_OPTIONS_H

#include "settings.h"

/* The operands to read: files of --base first. */
struct options_operands {
    const char **names;
    size_t count;
};

/* Fill SETTINGS and OPERANDS. -1: the program ends now (an error was reported, or --help
 * was printed). Release both in any case. */
int options_compare(struct compare_settings *settings, struct tool *tool, int argc,
                    char **argv, struct options_operands *operands);
void options_compare_release(struct compare_settings *settings,
                             struct options_operands *operands);

#endif
