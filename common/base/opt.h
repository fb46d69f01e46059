/* opt: parses options by a table, and prints --help from it.
 *
 * A tool has one array of struct opt, whose entries point into its struct of settings. GNU
 * getopt_long parses by it: long names may be shortened, options and operands may be mixed,
 * and "--" ends the options. The completions (data/completions) and the check of the man
 * pages use the output of --help, so that the name of an option is in the table only.
 *
 * Parsing converts arguments to the form in which the tool uses them; afterwards only the
 * operands are read from argv. Only the main thread calls these functions.
 */
#ifndef KIDX_BASE_OPT_H
#define KIDX_BASE_OPT_H

#include "base/buf.h"
#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum opt_kind {
    OPT_END,    /* ends a table */
    OPT_GROUP,  /* a heading in --help; only help is set */
    OPT_SWITCH, /* target: bool, set to (value != 0) */
    OPT_CHOICE, /* target: int, set to value; two different choices exclude each other */
    OPT_TEXT,   /* target: const char * into argv; may be empty */
    OPT_LIST,   /* target: struct opt_list; may be repeated */
    OPT_NUMBER, /* target: long, between minimum and maximum; an argument in brackets
                   ("[LEVEL]") is optional, and value is used without it */
    OPT_SIZE,   /* target: uint64_t bytes; K, M, G are powers of 1024 */
    OPT_HELP,
    OPT_VERSION
};

/* `value` of an OPT_TEXT or OPT_LIST: whether the argument is a file (tool/files.h). One
 * with the name FILE always is, and is read unless it is OPT_FILE_WRITTEN. */
enum { OPT_FILE_NONE, OPT_FILE_READ, OPT_FILE_WRITTEN };

struct opt_list {
    const char **texts; /* into argv */
    size_t count;
};

struct opt {
    enum opt_kind kind;
    char letter;          /* 0: none */
    const char *name;     /* the long name */
    const char *argument; /* "FILE", "[LEVEL]", or NULL */
    void *target;
    long value;
    long minimum;
    long maximum;
    const char *help; /* lower case, no full stop; --help breaks its lines only at '\n' */
};

struct opt_usage {
    const char *synopsis; /* "[OPTION]... [FILE]..." */
    const char *purpose;  /* what the tool does, one to three lines */
    const char *closing;  /* the end of --help (examples, the man page), or NULL */
    const struct opt *const *tables; /* the tool's own first, ended by NULL */
};

enum opt_result {
    OPT_RUN,  /* continue; *first_operand is set */
    OPT_DONE, /* --help or --version was printed (to standard output) */
    OPT_WRONG /* misuse, or --help could not be written: reported, and the status is 2 */
};

/* Parse ARGV; --version prints VERSION. The caller releases lists by opt_list_release.
 * --help first checks the tables and fails where a name or letter is used twice, an entry
 * has no help or no target, an argument does not fit the kind, or a line has more than 79
 * columns.
 */
enum opt_result opt_parse(const struct opt_usage *usage, const char *version, int argc,
                          char **argv, struct diag *diag, int *first_operand);

/* Report that VALUE is none of the KNOWN (COUNT > 0) values of --OPTION: list them where
 * there are at most twelve, and name the nearest one. Returns -1. */
int opt_misuse_value(struct diag *diag, const char *option, struct view value,
                     const char *const *known, size_t count);

/* Report that the input has no NAME, which --OPTION requests, and list at most ten of the
 * COUNT > 0 names that it has, the nearest ones first. Returns -1. */
int opt_misuse_name(struct diag *diag, const char *option, struct view name,
                    const char *const *known, size_t count);

/* The one of the KNOWN values that is most likely meant by VALUE; NULL: none is near. */
const char *opt_nearest(struct view value, const char *const *known, size_t count);

void opt_list_release(struct opt_list *list);

#endif
