#include <config.h>

#include "base/opt.h"

#include "base/buf.h"
#include "base/mem.h"
#include "base/opt-completion.h"
#include "base/opt-help.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What getopt_long returns for the long option of table entry i: LONG_BASE + i. */
enum { LONG_BASE = 256 };

struct parser {
    const struct opt_usage *usage;
    const char *version;
    struct diag *diag;
    struct opt_row row;
    struct option *longs;
    char *letters;
    bool *given;
    bool print_failed;
};

static void append_help(struct buf *buf, const struct parser *parser)
{
    opt_help_append(buf, parser->usage, &parser->row);
}

static void append_bash(struct buf *buf, const struct parser *parser)
{
    opt_completion_append(buf, OPT_BASH, &parser->row);
}

static void append_zsh(struct buf *buf, const struct parser *parser)
{
    opt_completion_append(buf, OPT_ZSH, &parser->row);
}

static void append_version(struct buf *buf, const struct parser *parser)
{
    buf_append_format(buf, "%s (kidx) %s\n", diag_program(), parser->version);
    buf_append_text(buf,
                    "License: Apache-2.0 <https://www.apache.org/licenses/LICENSE-2.0>\n"
                    "There is no warranty, to the extent permitted by law.\n");
}

/* Print what APPEND makes to standard output. Returns 1: all is done. */
static int print(struct parser *parser, void (*append)(struct buf *, const struct parser *))
{
    struct buf buf;

    buf_init(&buf);
    append(&buf, parser);
    if (fwrite(buf.data, 1, buf.length, stdout) != buf.length || fflush(stdout) != 0) {
        diag_fail(parser->diag, "cannot write standard output: %s", strerror(errno));
        parser->print_failed = true;
    }
    buf_release(&buf);
    return 1;
}

/* Read decimal digits, at least one, and step behind them; false where there are none or
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

/* Option NUMBER was given: set its target, unless another of its choices was. */
static int choice_set(const struct parser *parser, size_t number)
{
    const struct opt *opt = parser->row.options[number];

    for (size_t i = 0; i < parser->row.count; i++) {
        const struct opt *other = parser->row.options[i];

        if (parser->given[i] && other->kind == OPT_CHOICE && other->target == opt->target &&
            other->value != opt->value)
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

/* Returns 0 to go on, 1 where all is done, -1 where it was wrong (said). */
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
        return print(parser, append_help);
    case OPT_VERSION:
        return print(parser, append_version);
    case OPT_END:
    case OPT_GROUP:
        break;
    }
    parser->given[number] = true;
    return result;
}

static void parser_init(struct parser *parser)
{
    size_t count = parser->row.count;
    size_t longs = 0;
    size_t letters = 0;

    parser->longs = mem_zeroed(count + 1, sizeof *parser->longs);
    parser->letters = mem_zeroed(3 * count + 2, 1);
    parser->given = mem_zeroed(count, sizeof *parser->given);
    /* A leading colon tells a missing argument from an unknown option. */
    parser->letters[letters++] = ':';
    for (size_t i = 0; i < count; i++) {
        const struct opt *opt = parser->row.options[i];
        int rule = opt_argument_rule(opt);

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
    free(parser->given);
}

/* The entry that getopt_long's answer stands for. */
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

/* Say why a long option (TEXT, as given) is none. */
static void long_unknown(const struct parser *parser, const char *text)
{
    int length = (int)strcspn(text, "=");
    const char *matches[2] = {NULL, NULL};
    size_t count = 0;

    for (const struct option *option = parser->longs; option->name != NULL; option++)
        if (strncmp(option->name, text + 2, (size_t)length - 2) == 0 && count < 2)
            matches[count++] = option->name;
    if (count == 2)
        diag_misuse(parser->diag, "option '%.*s' may be '--%s' or '--%s'", length, text,
                    matches[0], matches[1]);
    else
        diag_misuse(parser->diag, "unknown option '%.*s'", length, text);
}

/* Say what getopt_long did not accept: ANSWER is ':' or '?', TEXT what it looked at. */
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
        .usage = usage, .version = version, .diag = diag, .row = opt_row_of(usage->tables)};
    enum opt_shell shell;
    int result = 0;
    int answer;

    parser_init(&parser);
    optind = 0; /* start afresh; opterr 0: getopt prints nothing */
    opterr = 0;
    shell = opt_completion_shell(argc, argv);
    if (shell != OPT_NO_SHELL)
        result = print(&parser, shell == OPT_BASH ? append_bash : append_zsh);
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
    if (result == 0)
        return OPT_RUN;
    return parser.print_failed ? OPT_WRONG : OPT_DONE;
}
