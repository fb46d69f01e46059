#include <config.h>

#include "base/opt-completion.h"

#include "base/diag.h"

#include <getopt.h>
#include <string.h>

/* The longest range of numbers that is worth a list. */
enum { FEW_NUMBERS = 10 };

enum wanted { WANTS_FILE, WANTS_DIRECTORY, WANTS_WORD, WANTS_NUMBER, WANTS_ANYTHING };

enum opt_shell opt_completion_shell(int argc, char *const *argv)
{
    if (argc == 2 && strcmp(argv[1], "--completion=bash") == 0)
        return OPT_BASH;
    if (argc == 2 && strcmp(argv[1], "--completion=zsh") == 0)
        return OPT_ZSH;
    return OPT_NO_SHELL;
}

static enum wanted argument_wanted(const struct opt *opt)
{
    const char *argument = opt->argument;

    if (opt->kind == OPT_NUMBER)
        return opt->maximum - FEW_NUMBERS < opt->minimum ? WANTS_NUMBER : WANTS_ANYTHING;
    if (strcmp(argument, "DIR") == 0)
        return WANTS_DIRECTORY;
    if (strcmp(argument, "FILE") == 0 || strstr(opt->help, "FILE") != NULL)
        return WANTS_FILE;
    return argument[0] >= 'a' && argument[0] <= 'z' ? WANTS_WORD : WANTS_ANYTHING;
}

/* Append the words or numbers that the argument can be, a blank between them. */
static void append_words(struct buf *buf, const struct opt *opt)
{
    if (opt->kind == OPT_NUMBER) {
        for (long number = opt->minimum; number <= opt->maximum; number++)
            buf_append_format(buf, "%s%ld", number == opt->minimum ? "" : " ", number);
        return;
    }
    for (const char *at = opt->argument; *at != '\0'; at++)
        buf_append_byte(buf, *at == '|' ? ' ' : *at);
}

/* --- bash --- */

/* The function's name: that of the program, as a shell's word. */
static void append_function(struct buf *buf)
{
    buf_append_byte(buf, '_');
    for (const char *at = diag_program(); *at != '\0'; at++)
        buf_append_byte(buf, *at == '-' ? '_' : *at);
}

/* One branch for the argument of an option. An optional one stands behind "=" only. */
static void append_branch(struct buf *buf, const struct opt *opt)
{
    buf_append_text(buf, "    ");
    if (opt_argument_rule(opt) == required_argument) {
        if (opt->letter != 0)
            buf_append_format(buf, "-%c | ", opt->letter);
        buf_append_format(buf, "--%s | ", opt->name);
    }
    buf_append_format(buf, "--%s=)\n", opt->name);
    switch (argument_wanted(opt)) {
    case WANTS_FILE:
        break;
    case WANTS_DIRECTORY:
        buf_append_text(buf, "        compopt +o default -o dirnames\n");
        break;
    case WANTS_WORD:
    case WANTS_NUMBER:
        buf_append_text(buf, "        compopt +o default\n"
                             "        COMPREPLY=($(compgen -W '");
        append_words(buf, opt);
        buf_append_text(buf, "' -- \"$word\"))\n");
        break;
    case WANTS_ANYTHING:
        buf_append_text(buf, "        compopt +o default\n");
        break;
    }
    buf_append_text(buf, "        return ;;\n");
}

/* Append all options, with "=" where an argument has to follow. */
static void append_options(struct buf *buf, const struct opt_row *row)
{
    const char *before = "";

    for (size_t i = 0; i < row->count; i++) {
        const struct opt *opt = row->options[i];

        if (opt->kind == OPT_GROUP)
            continue;
        if (opt->letter != 0)
            buf_append_format(buf, "%s-%c", before, opt->letter);
        buf_append_format(buf, "%s--%s%s", opt->letter != 0 ? " " : before, opt->name,
                          opt_argument_rule(opt) == required_argument ? "=" : "");
        before = " ";
    }
}

/* "=" breaks words in bash: --output=FILE is three of them. What has no completion here is
 * left to readline (-o default), which knows best how to quote the name of a file. */
static void append_bash(struct buf *buf, const struct opt_row *row)
{
    buf_append_format(buf, "# bash completion for %s, from its --completion=bash.\n",
                      diag_program());
    append_function(buf);
    buf_append_text(buf, "()\n{\n"
                         "    local word=${COMP_WORDS[COMP_CWORD]} i\n"
                         "    local option=${COMP_WORDS[COMP_CWORD - 1]}\n\n"
                         "    COMPREPLY=()\n"
                         "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
                         "        [[ ${COMP_WORDS[i]} == -- ]] && return\n"
                         "    done\n"
                         "    if [[ $word == = ]]; then\n"
                         "        word=\n"
                         "        option+==\n"
                         "    elif [[ $option == = ]] && ((COMP_CWORD > 1)); then\n"
                         "        option=${COMP_WORDS[COMP_CWORD - 2]}=\n"
                         "    fi\n"
                         "    case $option in\n");
    for (size_t i = 0; i < row->count; i++)
        if (row->options[i]->kind != OPT_GROUP && row->options[i]->argument != NULL)
            append_branch(buf, row->options[i]);
    buf_append_text(buf, "    esac\n"
                         "    [[ $word == -* ]] || return\n"
                         "    compopt +o default\n"
                         "    COMPREPLY=($(compgen -W '");
    append_options(buf, row);
    buf_append_text(buf, "' -- \"$word\"))\n"
                         "    [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace\n"
                         "}\n"
                         "complete -o default -F ");
    append_function(buf);
    buf_append_format(buf, " %s\n", diag_program());
}

/* --- zsh --- */

/* Append text for a specification of _arguments, which stands in single quotes. */
static void append_specification(struct buf *buf, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            buf_append_text(buf, "'\\'");
        else if (strchr("[]:\\", *text) != NULL)
            buf_append_byte(buf, '\\');
        buf_append_byte(buf, *text == '\n' ? ' ' : *text);
    }
}

/* Append what goes with this option no more: itself and the other choices. */
static void append_excluded(struct buf *buf, const struct opt *opt,
                            const struct opt_row *row)
{
    const char *before = "(";

    if (opt->kind == OPT_HELP || opt->kind == OPT_VERSION) {
        buf_append_text(buf, "(- *)");
        return;
    }
    for (size_t i = 0; i < row->count; i++) {
        const struct opt *other = row->options[i];

        if (other != opt && (other->kind != OPT_CHOICE || opt->kind != OPT_CHOICE ||
                             other->target != opt->target))
            continue;
        if (other->letter != 0) {
            buf_append_format(buf, "%s-%c", before, other->letter);
            before = " ";
        }
        buf_append_format(buf, "%s--%s", before, other->name);
        before = " ";
    }
    buf_append_byte(buf, ')');
}

/* Append ":MESSAGE:ACTION", with two colons where the argument is optional. */
static void append_argument(struct buf *buf, const struct opt *opt)
{
    bool optional = opt_argument_rule(opt) == optional_argument;

    buf_append_text(buf, optional ? "::" : ":");
    append_specification(buf, opt->name);
    switch (argument_wanted(opt)) {
    case WANTS_FILE:
        buf_append_text(buf, ":_files");
        break;
    case WANTS_DIRECTORY:
        buf_append_text(buf, ":_files -/");
        break;
    case WANTS_WORD:
    case WANTS_NUMBER:
        buf_append_text(buf, ":(");
        append_words(buf, opt);
        buf_append_byte(buf, ')');
        break;
    case WANTS_ANYTHING:
        buf_append_text(buf, ": ");
        break;
    }
}

/* One specification: of the letter, or of the long name. A sign behind the option says
 * whether its argument may be the next word. */
static void append_option(struct buf *buf, const struct opt *opt, const struct opt_row *row,
                          bool letter)
{
    int rule = opt_argument_rule(opt);
    const char *sign = "";

    if (rule == required_argument)
        sign = letter ? "+" : "=";
    else if (rule == optional_argument)
        sign = letter ? "-" : "=-";
    buf_append_text(buf, "  '");
    if (opt->kind == OPT_LIST)
        buf_append_byte(buf, '*');
    else
        append_excluded(buf, opt, row);
    if (letter)
        buf_append_format(buf, "-%c%s[", opt->letter, sign);
    else
        buf_append_format(buf, "--%s%s[", opt->name, sign);
    append_specification(buf, opt->help);
    buf_append_byte(buf, ']');
    if (opt->argument != NULL)
        append_argument(buf, opt);
    buf_append_text(buf, "' \\\n");
}

static void append_zsh(struct buf *buf, const struct opt_row *row)
{
    buf_append_format(buf,
                      "#compdef %s\n"
                      "# From %s --completion=zsh.\n"
                      "_arguments -s -S \\\n",
                      diag_program(), diag_program());
    for (size_t i = 0; i < row->count; i++) {
        const struct opt *opt = row->options[i];

        if (opt->kind == OPT_GROUP)
            continue;
        if (opt->letter != 0)
            append_option(buf, opt, row, true);
        append_option(buf, opt, row, false);
    }
    buf_append_text(buf, "  '*:file:_files'\n");
}

void opt_completion_append(struct buf *buf, enum opt_shell shell, const struct opt_row *row)
{
    if (shell == OPT_BASH)
        append_bash(buf, row);
    else
        append_zsh(buf, row);
}
