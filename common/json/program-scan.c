#include <config.h>

#include "json/program-scan.h"

#include "base/buf.h"

#include <stdint.h>

/* The names that are looked for. From FIRST_OF_LANGUAGE on they are keywords, which a
 * program cannot redefine. */
enum { NAME_ENV, NAME_STDERR, FIRST_OF_LANGUAGE = 7 };
static const char *const names[] = {
    "env",        "stderr", "input",   "inputs", "input_filename", "input_line_number",
    "modulemeta", "import", "include", "module"};
enum { NAME_COUNT = sizeof names / sizeof names[0] };

/* The state of scanning. */
struct scanner {
    const char *at;
    struct buf open;  /* brackets and strings that are open, innermost last */
    char last;        /* the previous token: its first byte, 'a' for a word */
    bool after_def;   /* the previous token is `def` */
    bool parameters;  /* inside the parameter list of a definition */
    uint32_t defined; /* bits of names that the program defines */
    struct program_scan scan;
};

static bool begins_word(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

static bool is_word(char byte)
{
    return begins_word(byte) || (byte >= '0' && byte <= '9');
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

static char innermost(const struct scanner *scanner)
{
    return scanner->open.length == 0 ? '\0' : scanner->open.data[scanner->open.length - 1];
}

/* Skip a word, including the prefix of a module, and return it. */
static struct view skip_word(struct scanner *scanner)
{
    const char *first = scanner->at;
    const char *at = first;

    while (is_word(*at) || (at[0] == ':' && at[1] == ':' && begins_word(at[2])))
        at += *at == ':' ? 2 : 1;
    scanner->at = at;
    return (struct view){first, (size_t)(at - first)};
}

static unsigned name_number(struct view word)
{
    unsigned number = 0;

    while (number < NAME_COUNT && !view_is(word, names[number]))
        number++;
    return number;
}

static void define(struct scanner *scanner, struct view word)
{
    unsigned number = name_number(word);

    if (number < FIRST_OF_LANGUAGE)
        scanner->defined |= UINT32_C(1) << number;
}

static void call(struct scanner *scanner, struct view word)
{
    unsigned number = name_number(word);

    if (number == NAME_COUNT || (scanner->defined >> number & 1))
        return;
    if (number == NAME_ENV)
        scanner->scan.uses_env = true;
    else if (number == NAME_STDERR)
        scanner->scan.uses_stderr = true;
    else if (scanner->scan.unavailable == NULL)
        scanner->scan.unavailable = names[number];
}

static void scan_word(struct scanner *scanner)
{
    /* In an object a comma is only ever followed by a name: values hold none. */
    bool is_member =
        innermost(scanner) == '{' && (scanner->last == '{' || scanner->last == ',');
    struct view word = skip_word(scanner);

    if (scanner->after_def || scanner->parameters)
        define(scanner, word);
    if (!is_member)
        call(scanner, word);
    scanner->parameters =
        scanner->parameters || (scanner->after_def && *scanner->at == '(');
    scanner->after_def = view_is(word, "def");
    scanner->last = 'a';
}

/* Scan one character or escape of a string. */
static void scan_string(struct scanner *scanner)
{
    char byte = *scanner->at++;

    if (byte == '"') {
        scanner->open.length--;
    } else if (byte == '\\' && *scanner->at == '(') {
        scanner->at++;
        buf_append_byte(&scanner->open, '(');
        scanner->last = '(';
    } else if (byte == '\\' && *scanner->at != '\0') {
        scanner->at++;
    }
}

static void scan_mark(struct scanner *scanner)
{
    char byte = *scanner->at++;

    scanner->last = byte;
    switch (byte) {
    case '.':
    case '@':
        if (begins_word(*scanner->at))
            skip_word(scanner);
        break;
    case '$':
        while (is_blank(*scanner->at))
            scanner->at++;
        if (begins_word(*scanner->at)) {
            struct view word = skip_word(scanner);

            if (scanner->parameters) /* `def f($x)` defines `x` beside `$x` */
                define(scanner, word);
        }
        break;
    case '"':
    case '(':
    case '[':
    case '{':
        buf_append_byte(&scanner->open, byte);
        break;
    case ')':
    case ']':
    case '}':
        scanner->parameters = false;
        if (scanner->open.length > 0)
            scanner->open.length--;
        break;
    default:
        break;
    }
}

struct program_scan program_scan(const char *text)
{
    struct scanner scanner = {.at = text, .scan = {.empty = true}};

    buf_init(&scanner.open);
    while (*scanner.at != '\0') {
        if (innermost(&scanner) == '"') {
            scan_string(&scanner);
        } else if (is_blank(*scanner.at)) {
            scanner.at++;
        } else if (*scanner.at == '#') {
            scanner.at += strcspn(scanner.at, "\r\n");
        } else {
            scanner.scan.empty = false;
            if (begins_word(*scanner.at))
                scan_word(&scanner);
            else
                scan_mark(&scanner);
        }
    }
    buf_release(&scanner.open);
    return scanner.scan;
}
