/* rules: predicates of the user's own, as jq programs.
 *
 * A record holds a rule where its program gives a first value other than false and null.
 * Where it does not, the name of the rule is the code of the finding. A program that fails
 * on a record rejects it (jq_error). Programs see the whole line.
 *
 * --rule=NAME=PROGRAM gives one rule, --rules=FILE a file of them, a line each:
 *
 *     {"name", "program", "message"?, "level"?: "error" or "warning"}
 *
 * A name is a token, `^[a-z][a-z0-9_]*$`, no check of ours and no other rule's.
 */
#ifndef KIDX_TOOLS_VALIDATE_RULES_H
#define KIDX_TOOLS_VALIDATE_RULES_H

#include "check/findings.h"

#include "base/mem.h"
#include "base/opt.h"
#include "json/program.h"

struct rule {
    const char *name;
    const char *program;
    const char *message;
    enum check_level level;
};

/* What the user gave; immutable when it is loaded, and shared by threads. */
struct rules {
    struct rule *rules;
    size_t count;
    struct arena texts;
};

/* Take the rules of both options. -1: it failed and said why. Release in both cases. */
int rules_init(struct rules *rules, const struct opt_list *texts,
               const struct opt_list *files, struct diag *diag);
void rules_release(struct rules *rules);

/* Change the level of the rule NAME; false where there is none. */
bool rules_set_level(struct rules *rules, const char *name, enum check_level level);

/* The programs of a worker: they serve one thread. Made on the main thread. */
struct rules_run;

/* NULL where a program does not compile, which was said. */
struct rules_run *rules_run_new(const struct rules *rules, struct diag *diag);
void rules_run_free(struct rules_run *run);

void rules_check(struct rules_run *run, struct findings *findings);

#endif
