#include <config.h>

#include "base/opt-help.h"

#include "base/mem.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

/* The widest left side that moves the right one, and a screen. */
enum { LEFT_WIDTH = 26, SCREEN_WIDTH = 80 };

struct opt_row opt_row_of(const struct opt *const *tables)
{
    struct opt_row row = {NULL, 0};

    for (; *tables != NULL; tables++) {
        for (const struct opt *opt = *tables; opt->kind != OPT_END; opt++) {
            row.options =
                mem_resize(row.options, row.count + 1, sizeof(const struct opt *));
            row.options[row.count++] = opt;
        }
    }
    return row;
}

int opt_argument_rule(const struct opt *opt)
{
    if (opt->argument == NULL)
        return no_argument;
    return opt->argument[0] == '[' ? optional_argument : required_argument;
}

/* Append the left side of an option's line in --help; returns its width. */
static size_t append_left(struct buf *buf, const struct opt *opt)
{
    size_t before = buf->length;

    if (opt->letter != 0)
        buf_append_format(buf, "  -%c, --%s", opt->letter, opt->name);
    else
        buf_append_format(buf, "      --%s", opt->name);
    if (opt_argument_rule(opt) == optional_argument)
        buf_append_format(buf, "[=%s", opt->argument + 1);
    else if (opt->argument != NULL)
        buf_append_format(buf, "=%s", opt->argument);
    return buf->length - before;
}

/* The column in which the right side begins. */
static size_t help_column(const struct opt_row *row)
{
    struct buf left;
    size_t widest = 0;

    buf_init(&left);
    for (size_t i = 0; i < row->count; i++) {
        size_t width;

        if (row->options[i]->kind == OPT_GROUP)
            continue;
        width = append_left(&left, row->options[i]);
        if (width > widest && width <= LEFT_WIDTH)
            widest = width;
    }
    buf_release(&left);
    return widest + 2;
}

static void append_option(struct buf *buf, const struct opt *opt, size_t column)
{
    size_t width = append_left(buf, opt);

    if (width + 2 > column) {
        buf_append_byte(buf, '\n');
        width = 0;
    }
    for (const char *text = opt->help; text != NULL;) {
        const char *line_end = strchr(text, '\n');
        size_t length = line_end != NULL ? (size_t)(line_end - text) : strlen(text);

        buf_append_format(buf, "%*s%.*s\n", (int)(column - width), "", (int)length, text);
        width = 0;
        text = line_end != NULL ? line_end + 1 : NULL;
    }
}

void opt_help_append(struct buf *buf, const struct opt_usage *usage,
                     const struct opt_row *row)
{
    size_t column = help_column(row);

    buf_append_format(buf, "Usage: %s %s\n%s\n", diag_program(), usage->synopsis,
                      usage->purpose);
    for (size_t i = 0; i < row->count; i++) {
        const struct opt *opt = row->options[i];

        if (i == 0 || opt->kind == OPT_GROUP)
            buf_append_byte(buf, '\n');
        if (opt->kind == OPT_GROUP)
            buf_append_format(buf, "%s:\n", opt->help);
        else
            append_option(buf, opt, column);
    }
    if (usage->closing != NULL)
        buf_append_format(buf, "\n%s\n", usage->closing);
}

/* The columns that LENGTH bytes of UTF-8 take. */
static size_t columns(const char *text, size_t length)
{
    size_t count = 0;

    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

static bool help_too_wide(const struct opt *opt, size_t column)
{
    struct buf buf;
    bool wide = false;

    buf_init(&buf);
    append_option(&buf, opt, column);
    for (const char *line = buf_text(&buf); *line != '\0';) {
        size_t length = strcspn(line, "\n");

        wide = wide || columns(line, length) > SCREEN_WIDTH - 1;
        line += length + 1;
    }
    buf_release(&buf);
    return wide;
}

static const char *argument_problem(const struct opt *opt)
{
    int rule = opt_argument_rule(opt);

    switch (opt->kind) {
    case OPT_NUMBER:
        if (opt->minimum > opt->maximum)
            return "the minimum is above the maximum";
        return rule == no_argument ? "no argument is named" : NULL;
    case OPT_TEXT:
    case OPT_LIST:
    case OPT_SIZE:
        return rule != required_argument ? "the argument must be named, without brackets"
                                         : NULL;
    default:
        return rule != no_argument ? "an argument is named, none is taken" : NULL;
    }
}

static const char *option_problem(const struct opt_row *row, size_t number, size_t column)
{
    const struct opt *opt = row->options[number];

    if (opt->help == NULL || opt->help[0] == '\0')
        return "no help";
    if (opt->kind == OPT_GROUP)
        return NULL;
    if (opt->target == NULL && opt->kind != OPT_HELP && opt->kind != OPT_VERSION)
        return "no target";
    for (size_t i = 0; i < number; i++) {
        const struct opt *other = row->options[i];

        if (other->kind == OPT_GROUP)
            continue;
        if (strcmp(opt->name, other->name) == 0)
            return "the name is taken";
        if (opt->letter != 0 && opt->letter == other->letter)
            return "the letter is taken";
    }
    if (opt->help[strlen(opt->help) - 1] == '.')
        return "the help ends in a full stop";
    if (help_too_wide(opt, column))
        return "a line of the help is too long";
    return argument_problem(opt);
}

const char *opt_table_problem(const struct opt *const *tables, const struct opt **where)
{
    struct opt_row row = opt_row_of(tables);
    const char *problem = NULL;
    size_t column;

    for (size_t i = 0; i < row.count && problem == NULL; i++) {
        *where = row.options[i];
        if ((*where)->kind != OPT_GROUP && (*where)->name == NULL)
            problem = "no long name";
    }
    column = problem == NULL ? help_column(&row) : 0;
    for (size_t i = 0; i < row.count && problem == NULL; i++) {
        *where = row.options[i];
        problem = option_problem(&row, i, column);
    }
    free(row.options);
    return problem;
}
