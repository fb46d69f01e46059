/* tool: the start and the end of every tool.
 *
 * tool_start makes the process one in which the rest can rely on a few things: descriptors
 * 0 to 2 are open (a closed one is filled with /dev/null opened the wrong way round, so
 * that using it fails), a signal that ends the process first removes its temporary files,
 * and so does running out of memory. SIGPIPE is such a signal: it kills a tool as it
 * kills cat.
 *
 * tool_end proves that the output arrived: it closes what was written, and a close that
 * fails beats success.
 */
#ifndef KIDX_TOOL_TOOL_H
#define KIDX_TOOL_TOOL_H

#include "base/diag.h"
#include "io/output.h"

struct tool {
    struct diag diag;
    struct output *output;  /* NULL until opened */
    struct output *rejects; /* NULL: none is kept */
    struct stream *stream;  /* the loop that runs (stream.h), or NULL */
    bool abandoned;         /* the run was stopped early: an -o file is not put in place */
    bool undecided; /* the output is complete, but the exit status is EXIT_TROUBLE */
};

/* NAME is the program's, without a directory. */
void tool_start(struct tool *tool, const char *name);

/* Close everything; the value is main's. */
int tool_end(struct tool *tool);

#endif
