/* progress: the text of the status line, "412 MB  158k records  1.21 GB/s  00:03 left".
 *
 * The caller decides when to show it, and diag shows it.
 */
#ifndef KIDX_IO_PROGRESS_H
#define KIDX_IO_PROGRESS_H

#include <stddef.h>
#include <stdint.h>

struct progress {
    uint64_t bytes;       /* read so far */
    uint64_t bytes_total; /* 0: unknown */
    uint64_t records;
    double seconds; /* since the start */
};

/* Write the text to OUT (SIZE bytes, at least 80), with a NUL. */
void progress_text(const struct progress *progress, char *out, size_t size);

#endif
