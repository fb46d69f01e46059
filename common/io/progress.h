/* progress: the text of the status line.
 *
 * From counts and clock readings to "412 MB  158k records  1.21 GB/s  00:03 left". Pure
 * text: when to show it is the caller's decision (stream.h), showing it is diag's.
 */
#ifndef KIDX_IO_PROGRESS_H
#define KIDX_IO_PROGRESS_H

#include <stddef.h>
#include <stdint.h>

struct progress {
    uint64_t bytes;       /* read so far */
    uint64_t bytes_total; /* 0: not known */
    uint64_t records;
    double seconds; /* since the start */
};

/* Write the text, NUL-terminated, into OUT (SIZE bytes, at least 80). */
void progress_text(const struct progress *progress, char *out, size_t size);

#endif
