/* samples: raw samples of runs, from the files of a directory.
 *
 * A file is named by the 64 hex digits of the digest of its content, which is checked. Each
 * line is a JSON number above 0, in nanoseconds; blank lines are none. Only regular files
 * (and links to them) of at most SAMPLES_SIZE_MAX bytes are read.
 *
 * A file that is not there is no error, the run has no raw samples then. One that is bad is
 * said, and raises the exit status to EXIT_FINDINGS; one that cannot be read to
 * EXIT_TROUBLE. Each file is read once for each time it is asked for.
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

enum samples_state { SAMPLES_READ, SAMPLES_FEW, SAMPLES_MISSING, SAMPLES_BAD };

/* The order-statistic interval of the median at LEVEL, and the level that is reached.
 * SAMPLES_FEW: there are *COUNT, too few for an interval. */
enum samples_state samples_interval(struct samples *samples, const struct digest *digest,
                                    double level, struct interval *interval,
                                    double *reached, size_t *count);

#endif
