/* output: the bytes a tool makes, proven to have arrived.
 *
 * A destination is standard output, or with -o a file: a regular file is written as a
 * temporary file beside it, synced and renamed into place by output_close when the run was
 * good enough, removed otherwise; it has the mode of the file that it replaces. A device or
 * FIFO is opened as it is; a symbolic link is followed to what it names. With a gzip level
 * the text is written as blocked gzip (gzip/gzip-writer.h).
 *
 * Errors are remembered: writing goes on into nothing after the first. It is reported once,
 * through diag (EXIT_TROUBLE), by output_failed, which lets a loop stop early, or by
 * output_close; so writing may be another thread's business, as long as only one at a time
 * has to do with an output. EPIPE, where SIGPIPE is ignored, is such an error.
 *
 * Small writes are gathered in a buffer, large ones go out directly in the same order.
 */
#ifndef KIDX_IO_OUTPUT_H
#define KIDX_IO_OUTPUT_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OUTPUT_NO_GZIP = -1 };

struct output;

/* PATH (not copied) NULL: standard output, which stays open, but is flushed and checked at
 * the end as if it was closed (a copy of the descriptor is).
 * LEVEL: OUTPUT_NO_GZIP, or 0 to 9. NULL where it cannot be opened (reported). */
struct output *output_open(const char *path, int level, struct diag *diag);

/* The same for a log: written directly to PATH, kept whatever happens, never gzip. */
struct output *output_open_log(const char *path, struct diag *diag);

/* Compress on THREADS of its own (0: none, as after opening); the bytes are the same.
 * Before the first write. Does nothing without gzip. -1 where a thread cannot be started
 * (reported). */
int output_compress_on(struct output *output, unsigned threads);

void output_write(struct output *output, const char *data, size_t length);

/* Hand on what is gathered. (With gzip: whole blocks only; a block is not cut
 * short. Those that threads still compress follow with a later call.) */
void output_flush(struct output *output);

/* Whether anything failed; says it. */
bool output_failed(struct output *output);

/* Bytes of text written so far. */
uint64_t output_bytes(const struct output *output);

/* Flush, sync and close; with KEEP a temporary file is renamed into place, else removed.
 * Frees OUTPUT (NULL is allowed). Returns 0, or -1 where anything failed (reported). */
int output_close(struct output *output, bool keep);

/* Remove the temporary files of this process; safe in a signal handler. */
void output_remove_temporaries(void);

#endif
