#include <config.h>

#include "base/opt.h"

#include "base/mem.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* getopt_long returns LONG_BASE + i for the long option of table entry i. */
enum { LONG_BASE = 256 };

/* The widest left side that determines the column of the right side, and the screen. */
enum { LEFT_WIDTH = 26, SCREEN_WIDTH = 80 };

struct row {
    const struct opt **options; /* the tables own the entries */
    size_t count;
};

struct parser {
    const struct opt_usage *usage;
    const char *version;
    struct diag *diag;
    struct row row;
    struct option *longs;
    char *letters;
    bool *is_set; /* by entry */
};

/* The entries of all tables in one array, with groups. */
static struct row row_of(const struct opt *const *tables)
{
    struct row row = {NULL, 0};

    for (; *tables != NULL; tables++) {
        for (const struct opt *opt = *tables; opt->kind != OPT_END; opt++) {
            row.options =
                mem_resize(row.options, row.count + 1, sizeof(const struct opt *));
            row.options[row.count++] = opt;
        }
    }
    return row;
}

/* The value of has_arg for getopt_long. */
static int argument_rule(const struct opt *opt)
{
    if (opt->argument == NULL)
        return no_argument;
    return opt->argument[0] == '[' ? optional_argument : required_argument;
}

/* --- nearest names --- */

/* Longer words have no nearest name; few values are listed. */
enum { NEAR_LENGTH = 48, LISTED_VALUES = 12, LISTED_NAMES = 10 };

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* How many bytes have to be added, removed, replaced or exchanged with the next one to
 * make WORD of NAME (optimal string alignment). Both have at most NEAR_LENGTH. */
static unsigned word_distance(struct view word, struct view name)
{
    unsigned rows[3][NEAR_LENGTH + 1];
    unsigned *before = rows[0];
    unsigned *above = rows[1];
    unsigned *row = rows[2];

    for (size_t j = 0; j <= name.length; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; i <= word.length; i++) {
        unsigned *unused = before;

        before = above;
        above = row;
        row = unused;
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= name.length; j++) {
            bool same = word.data[i - 1] == name.data[j - 1];

            row[j] = least(above[j - 1] + !same, least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && word.data[i - 1] == name.data[j - 2] &&
                word.data[i - 2] == name.data[j - 1])
                row[j] = least(row[j], before[j - 2] + 1);
        }
    }
    return row[name.length];
}

/* Replace *NEAREST by NAME where it is nearer to WORD: fewer than *DISTANCE edits. */
static void consider_name(struct view word, const char *name, const char **nearest,
                          unsigned *distance)
{
    struct view candidate = view_from(name);
    unsigned found;

    if (word.length > NEAR_LENGTH || candidate.length > NEAR_LENGTH)
        return;
    found = word_distance(word, candidate);
    if (found >= *distance)
        return;
    *distance = found;
    *nearest = name;
}

/* The distance from which on WORD is no misspelling of a name. */
static unsigned too_far(struct view word)
{
    return (unsigned)(word.length < 3 ? word.length : 2 + word.length / 4);
}

const char *opt_nearest(struct view value, const char *const *known, size_t count)
{
    unsigned distance = too_far(value);
    const char *nearest = NULL;

    for (size_t i = 0; i < count; i++)
        consider_name(value, known[i], &nearest, &distance);
    return nearest;
}

int opt_misuse_value(struct diag *diag, const char *option, struct view value,
                     const char *const *known, size_t count)
{
    const char *nearest = opt_nearest(value, known, count);
    struct buf text;

    buf_init(&text);
    if (count > LISTED_VALUES)
        buf_append_text(&text, "unknown value");
    for (size_t i = 0; i < count; i++) {
        const char *before = i == 0 ? "expected " : i + 1 < count ? ", " : " or ";

        if (count <= LISTED_VALUES)
            buf_append_format(&text, "%s%s", before, known[i]);
    }
    if (count <= LISTED_VALUES)
        buf_append_text(&text, ", found");
    buf_append_text(&text, " '");
    buf_append(&text, value.data, value.length);
    buf_append_byte(&text, '\'');
    if (nearest != NULL)
        buf_append_format(&text, " (nearest: %s)", nearest);
    diag_misuse(diag, "--%s: %s", option, buf_text(&text));
    buf_release(&text);
    return -1;
}

/* A name and how far it is from the one that was requested. */
struct near_name {
    const char *name;
    unsigned distance;
};

static struct view cut(struct view text)
{
    return (struct view){text.data, text.length < NEAR_LENGTH ? text.length : NEAR_LENGTH};
}

static int by_distance(const void *left, const void *right)
{
    const struct near_name *a = left;
    const struct near_name *b = right;

    if (a->distance != b->distance)
        return a->distance < b->distance ? -1 : 1;
    return strcmp(a->name, b->name);
}

int opt_misuse_name(struct diag *diag, const char *option, struct view name,
                    const char *const *known, size_t count)
{
    struct near_name *names = mem_zeroed(count, sizeof *names);
    struct buf text;

    buf_init(&text);
    for (size_t i = 0; i < count; i++)
        names[i] = (struct near_name){known[i],
                                      word_distance(cut(name), cut(view_from(known[i])))};
    qsort(names, count, sizeof *names, by_distance);
    if (count > LISTED_NAMES)
        buf_append_format(&text, "; the nearest of %zu names are ", count);
    else
        buf_append_text(&text, "; it has ");
    for (size_t i = 0; i < count && i < LISTED_NAMES; i++)
        buf_append_format(&text, "%s%s", i == 0 ? "" : ", ", names[i].name);
    diag_misuse(diag, "--%s: the input has no '%.*s'%s", option, (int)name.length,
                name.data, buf_text(&text));
    buf_release(&text);
    free(names);
    return -1;
}

/* --- help --- */

/* Append the left side of an option's line in --help; returns its width. */
static size_t append_left(struct buf *buf, const struct opt *opt)
{
    size_t before = buf->length;

    if (opt->letter != 0)
        buf_append_format(buf, "  -%c, --%s", opt->letter, opt->name);
    else
        buf_append_format(buf, "      --%s", opt->name);
    if (argument_rule(opt) == optional_argument)
        buf_append_format(buf, "[=%s", opt->argument + 1);
    else if (opt->argument != NULL)
        buf_append_format(buf, "=%s", opt->argument);
    return buf->length - before;
}

/* The column in which the right side begins. */
static size_t help_column(const struct row *row)
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

/* Append what --help prints. */
static void append_help(struct buf *buf, const struct opt_usage *usage,
                        const struct row *row)
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

/* --- checks of the tables --- */

/* The width of LENGTH bytes of UTF-8, in columns. */
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
    int rule = argument_rule(opt);

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

static const char *option_problem(const struct row *row, size_t number, size_t column)
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

/* The first error in the tables, a static text, and *WHERE the option that it is
 * about; NULL where nothing is. */
static const char *table_problem(const struct row *row, const struct opt **where)
{
    const char *problem = NULL;
    size_t column;

    for (size_t i = 0; i < row->count && problem == NULL; i++) {
        *where = row->options[i];
        if ((*where)->kind != OPT_GROUP && (*where)->name == NULL)
            problem = "no long name";
    }
    column = problem == NULL ? help_column(row) : 0;
    for (size_t i = 0; i < row->count && problem == NULL; i++) {
        *where = row->options[i];
        problem = option_problem(row, i, column);
    }
    return problem;
}

/* --- printing --- */

/* Print to standard output. Returns 1: all is done; -1: it failed and was reported. */
static int print(struct parser *parser, const struct buf *buf)
{
    if (fwrite(buf->data, 1, buf->length, stdout) == buf->length && fflush(stdout) == 0)
        return 1;
    diag_fail(parser->diag, "cannot write standard output: %s", strerror(errno));
    return -1;
}

/* Every build runs --help, so that no program with a faulty table is installed. */
static int print_help(struct parser *parser)
{
    const struct opt *where;
    const char *problem = table_problem(&parser->row, &where);
    struct buf buf;
    int result;

    if (problem != NULL)
        return diag_fail(parser->diag, "the table of options: %s: %s",
                         where->name != NULL ? where->name : "an option without a name",
                         problem);
    buf_init(&buf);
    append_help(&buf, parser->usage, &parser->row);
    result = print(parser, &buf);
    buf_release(&buf);
    return result;
}

static int print_version(struct parser *parser)
{
    struct buf buf;
    int result;

    buf_init(&buf);
    buf_append_format(&buf, "%s (kidx) %s\n", diag_program(), parser->version);
    buf_append_text(&buf,
                    "License: Apache-2.0 <https://www.apache.org/licenses/LICENSE-2.0>\n"
                    "There is no warranty, to the extent permitted by law.\n");
    result = print(parser, &buf);
    buf_release(&buf);
    return result;
}

/* --- values --- */

/* Read decimal digits, at least one, and step after them; false where there are none or
 * the number does not fit. */
static bool digits_read(const char **text, uint64_t *number)
{
    const char *at = *text;

    for (*number = 0; *at >= '0' && *at <= '9'; at++) {
        uint64_t digit = (uint64_t)(*at - '0');

        if (*number > (UINT64_MAX - digit) / 10)
            return false;
        *number = *number * 10 + digit;
    }
    if (at == *text)
        return false;
    *text = at;
    return true;
}

static int number_set(const struct parser *parser, const struct opt *opt, const char *text)
{
    const char *at = text;
    bool negative = opt->minimum < 0 && *at == '-';
    uint64_t magnitude;
    long number;

    if (negative)
        at++;
    if (digits_read(&at, &magnitude) && *at == '\0' && magnitude <= LONG_MAX) {
        number = negative ? -(long)magnitude : (long)magnitude;
        if (number >= opt->minimum && number <= opt->maximum) {
            *(long *)opt->target = number;
            return 0;
        }
    }
    if (opt->maximum == LONG_MAX)
        return diag_misuse(parser->diag, "--%s: '%s' is not a number of at least %ld",
                           opt->name, text, opt->minimum);
    return diag_misuse(parser->diag, "--%s: '%s' is not a number from %ld to %ld",
                       opt->name, text, opt->minimum, opt->maximum);
}

static int size_set(const struct parser *parser, const struct opt *opt, const char *text)
{
    static const char units[] = "KkMmGg";
    const char *at = text;
    uint64_t size;

    if (digits_read(&at, &size) && size != 0) {
        const char *unit = *at != '\0' ? strchr(units, *at) : NULL;
        unsigned shift = unit != NULL ? 10 * (unsigned)((unit - units) / 2 + 1) : 0;

        if (unit != NULL)
            at++;
        if (*at == '\0' && size <= UINT64_MAX >> shift) {
            *(uint64_t *)opt->target = size << shift;
            return 0;
        }
    }
    return diag_misuse(parser->diag,
                       "--%s: '%s' is not a size such as 4096, 64K, 16M or 1G", opt->name,
                       text);
}

/* Set the target of option NUMBER, unless another of its choices was set. */
static int choice_set(const struct parser *parser, size_t number)
{
    const struct opt *opt = parser->row.options[number];

    for (size_t i = 0; i < parser->row.count; i++) {
        const struct opt *other = parser->row.options[i];

        if (parser->is_set[i] && other->kind == OPT_CHOICE &&
            other->target == opt->target && other->value != opt->value)
            return diag_misuse(parser->diag, "--%s and --%s exclude each other",
                               other->name, opt->name);
    }
    *(int *)opt->target = (int)opt->value;
    return 0;
}

static void list_add(struct opt_list *list, const char *text)
{
    list->texts = mem_resize(list->texts, list->count + 1, sizeof(const char *));
    list->texts[list->count++] = text;
}

void opt_list_release(struct opt_list *list)
{
    free(list->texts);
    *list = (struct opt_list){NULL, 0};
}

/* Returns 0 to go on, 1 where all is done, -1 where it was wrong (reported). */
static int option_apply(struct parser *parser, size_t number, const char *argument)
{
    const struct opt *opt = parser->row.options[number];
    int result = 0;

    switch (opt->kind) {
    case OPT_SWITCH:
        *(bool *)opt->target = opt->value != 0;
        break;
    case OPT_CHOICE:
        result = choice_set(parser, number);
        break;
    case OPT_TEXT:
        *(const char **)opt->target = argument;
        break;
    case OPT_LIST:
        list_add(opt->target, argument);
        break;
    case OPT_NUMBER:
        if (argument == NULL)
            *(long *)opt->target = opt->value;
        else
            result = number_set(parser, opt, argument);
        break;
    case OPT_SIZE:
        result = size_set(parser, opt, argument);
        break;
    case OPT_HELP:
        return print_help(parser);
    case OPT_VERSION:
        return print_version(parser);
    case OPT_END:
    case OPT_GROUP:
        break;
    }
    parser->is_set[number] = true;
    return result;
}

/* --- parsing --- */

static void parser_init(struct parser *parser)
{
    size_t count = parser->row.count;
    size_t longs = 0;
    size_t letters = 0;

    parser->longs = mem_zeroed(count + 1, sizeof *parser->longs);
    parser->letters = mem_zeroed(3 * count + 2, 1);
    parser->is_set = mem_zeroed(count, sizeof *parser->is_set);
    /* With a leading colon, getopt_long distinguishes a missing argument from an unknown
     * option. */
    parser->letters[letters++] = ':';
    for (size_t i = 0; i < count; i++) {
        const struct opt *opt = parser->row.options[i];
        int rule = argument_rule(opt);

        if (opt->kind == OPT_GROUP)
            continue;
        parser->longs[longs++] =
            (struct option){.name = opt->name, .has_arg = rule, .val = LONG_BASE + (int)i};
        if (opt->letter == 0)
            continue;
        parser->letters[letters++] = opt->letter;
        for (int colons = rule; colons > 0; colons--)
            parser->letters[letters++] = ':';
    }
}

static void parser_release(struct parser *parser)
{
    free(parser->row.options);
    free(parser->longs);
    free(parser->letters);
    free(parser->is_set);
}

/* The entry for a result of getopt_long. */
static size_t option_number(const struct parser *parser, int answer)
{
    size_t number = 0;

    if (answer >= LONG_BASE)
        return (size_t)(answer - LONG_BASE);
    while (parser->row.options[number]->kind == OPT_GROUP ||
           parser->row.options[number]->letter != answer)
        number++;
    return number;
}

/* Report why a long option, TEXT without its dashes, is wrong. */
static void long_unknown(const struct parser *parser, const char *text)
{
    int length = (int)strcspn(text, "=");
    struct view word = {text + 2, (size_t)length - 2};
    const char *matches[2] = {NULL, NULL};
    const char *nearest = NULL;
    unsigned distance = too_far(word);
    size_t count = 0;

    for (const struct option *option = parser->longs; option->name != NULL; option++) {
        consider_name(word, option->name, &nearest, &distance);
        if (strncmp(option->name, text + 2, (size_t)length - 2) == 0 && count < 2)
            matches[count++] = option->name;
    }
    if (count == 2)
        diag_misuse(parser->diag, "option '%.*s' may be '--%s' or '--%s'", length, text,
                    matches[0], matches[1]);
    else if (nearest != NULL)
        diag_misuse(parser->diag, "unknown option '%.*s' (nearest: --%s)", length, text,
                    nearest);
    else
        diag_misuse(parser->diag, "unknown option '%.*s'", length, text);
}

/* Report an error of getopt_long: ANSWER is ':' or '?', TEXT the argument. */
static void refused(const struct parser *parser, int answer, const char *text)
{
    if (answer == ':') {
        const struct opt *opt = parser->row.options[option_number(parser, optopt)];

        diag_misuse(parser->diag, "option '--%s' needs an argument, %s", opt->name,
                    opt->argument);
    } else if (optopt >= LONG_BASE) {
        diag_misuse(parser->diag, "option '--%s' takes no argument",
                    parser->row.options[optopt - LONG_BASE]->name);
    } else if (optopt != 0) {
        diag_misuse(parser->diag, "unknown option '-%c'", optopt);
    } else {
        long_unknown(parser, text);
    }
}

enum opt_result opt_parse(const struct opt_usage *usage, const char *version, int argc,
                          char **argv, struct diag *diag, int *first_operand)
{
    struct parser parser = {
        .usage = usage, .version = version, .diag = diag, .row = row_of(usage->tables)};
    int result = 0;
    int answer;

    parser_init(&parser);
    optind = 0; /* restart; opterr 0: getopt prints nothing */
    opterr = 0;
    while (result == 0 &&
           (answer = getopt_long(argc, argv, parser.letters, parser.longs, NULL)) != -1) {
        if (answer != '?' && answer != ':') {
            result = option_apply(&parser, option_number(&parser, answer), optarg);
        } else {
            refused(&parser, answer, argv[optind - 1]);
            result = -1;
        }
    }
    parser_release(&parser);
    if (result < 0)
        return OPT_WRONG;
    *first_operand = optind;
    return result == 0 ? OPT_RUN : OPT_DONE;
}
