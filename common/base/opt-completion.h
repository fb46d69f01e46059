/* opt-completion: the tables of opt as completions for shells; for opt.c only.
 *
 * The script for bash is sourced and needs no other; the one for zsh is an autoloaded
 * function that calls _arguments. What can stand behind an option follows from its table
 * entry: file names where the argument is FILE or the help speaks of a FILE, directories
 * for DIR, the words themselves where it is in lower case ("full", "md|html"), the numbers
 * of a range of at most ten; for anything else nothing is offered.
 */
#ifndef KIDX_BASE_OPT_COMPLETION_H
#define KIDX_BASE_OPT_COMPLETION_H

#include "base/buf.h"
#include "base/opt-help.h"

enum opt_shell { OPT_NO_SHELL, OPT_BASH, OPT_ZSH };

/* The shell that the command line asks for: --completion=bash or --completion=zsh, alone
 * and in full. It is no option of the table, so it takes no abbreviation from another one.
 */
enum opt_shell opt_completion_shell(int argc, char *const *argv);

/* Append the completion for SHELL, which is one. */
void opt_completion_append(struct buf *buf, enum opt_shell shell,
                           const struct opt_row *row);

#endif
