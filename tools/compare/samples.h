/* samples: raw samples of runs, from the files of a directory.
 *
 * A file is named by the 64 hex digits of the digest of its content, which is checked. Each
 * line is a JSON number above 0, in nanoseconds; blank lines are none. Only regular files
 * (and links to them) of at most SAMPLES_SIZE_MAX bytes are read.
 *
 * A missing file is no error: its runs have no raw samples then. A bad one is reported, and
 * raises the exit status to EXIT_FINDINGS; an unreadable one raises it to EXIT_TROUBLE.
 * Each file is read once; what is known of it is stored until samples_free.
 */
#ifndef KIDX_TOOLS_COMPARE_SAMPLES_H
#define KIDX_TOOLS_COMPARE_SAMPLES_H

#include "base/diag.h"
#include "record/digest.h"
#include "stats/interval.h"

enum { SAMPLES_SIZE_MAX = 256 * 1024 * 1024 };

struct samples;

/* DIRECTORY is not copied. */
struct samples *samples_new(const char *directory, struct diag *diag);
void samples_free(struct samples *samples);

/* SAMPLES_FEW: the values are there, but too few for an interval of their median. */
enum samples_state { SAMPLES_READ, SAMPLES_FEW, SAMPLES_MISSING, SAMPLES_BAD };

/* The values of a file, in nanoseconds. Of SAMPLES_FEW there is no interval; without a
 * value there is no middle and no mean either. */
struct samples_summary {
    enum samples_state state;
    size_t count;
    double mean;
    struct interval middle;   /* the values next to the median; equal for an odd count */
    struct interval interval; /* of the median, by order statistics */
    double level;             /* which that interval reaches, at least 97.5 % */
};

/* The summary of the file of this digest. It lives as long as SAMPLES. */
const struct samples_summary *samples_find(struct samples *samples,
                                           const struct digest *digest);

#endif
