/* plan: what goes wrong in a program under test, and what came of it.
 *
 * The programs of ours are linked a second time, as tests/slow/fault/TOOL, with the calls
 * of calls.c in the place of those that can fail: `ld --wrap` puts them before what our own
 * objects call, and leaves libraries alone. The plan is memory shared between such a
 * program and inject.c, which runs it; the environment variable FAULT_PLAN holds its
 * descriptor. Without that variable the program is as it is otherwise.
 */
#ifndef KIDX_TESTS_FAULT_PLAN_H
#define KIDX_TESTS_FAULT_PLAN_H

#include <stdatomic.h>

/* The calls that are counted. */
enum fault_call {
    FAULT_MALLOC,
    FAULT_CALLOC,
    FAULT_REALLOC,
    FAULT_OPEN,
    FAULT_READ,
    FAULT_WRITE,
    FAULT_MESSAGE, /* a write to standard error, by write or fwrite */
    FAULT_CLOSE,   /* of what was open for writing */
    FAULT_FSYNC,
    FAULT_RENAME,
    FAULT_LEAVE,  /* a close of what was read */
    FAULT_THREAD, /* pthread_create */
    FAULT_OTHER,  /* stat, realpath, dup and what else is in calls.c */
    FAULT_CALLS
};

#define FAULT_MEMORY (1U << FAULT_MALLOC | 1U << FAULT_CALLOC | 1U << FAULT_REALLOC)
#define FAULT_ALL    ((1U << FAULT_CALLS) - 1)
/* Nothing is complete without these, whatever a program does then. */
#define FAULT_NEEDED                                                           \
    (FAULT_MEMORY | 1U << FAULT_READ | 1U << FAULT_WRITE | 1U << FAULT_CLOSE | \
     1U << FAULT_FSYNC | 1U << FAULT_RENAME)

enum fault_deed {
    FAULT_ONCE,   /* the call fails, those behind it do not */
    FAULT_ON,     /* it and all behind it fail */
    FAULT_SIGNAL, /* a signal comes before the call */
    FAULT_AFTER,  /* a signal comes after the call, before its caller knows of it */
    FAULT_TWICE,  /* a signal comes before the call, and again while it is handled */
    FAULT_TRICKLE /* every other read and write is interrupted, the others move a byte */
};

struct fault_plan {
    unsigned calls; /* a set of 1 << enum fault_call */
    enum fault_deed deed;
    int signal;
    unsigned long
        target; /* the number, among these calls, of the one that fails; 0: none */

    atomic_ulong made;                /* of these calls */
    atomic_ulong counts[FAULT_CALLS]; /* of each kind */
    atomic_int failed;                /* the kind of what failed first, and 1; 0: nothing */
};

#endif
