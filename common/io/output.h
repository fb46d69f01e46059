/* output: the output of a tool, with all errors of writing it detected.
 *
 * The destination is standard output or, with -o, a file. A regular file is written as an
 * atomic file (atomic-file.h), which output_close renames into place or removes. A device
 * or FIFO is opened directly; a symbolic link is followed. With a gzip level the text is
 * written as blocked gzip (gzip/gzip-writer.h).
 *
 * The first error is stored, and later writes are discarded. It is reported once, through
 * diag with EXIT_TROUBLE, by output_failed, so that a loop can stop early, or by
 * output_close. EPIPE, where SIGPIPE is ignored, is such an error. Only one thread at a
 * time may use an output, and only the main thread may call what reports.
 *
 * Small writes are collected in a buffer, large ones are written directly, in order.
 */
#ifndef KIDX_IO_OUTPUT_H
#define KIDX_IO_OUTPUT_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OUTPUT_NO_GZIP = -1 };

struct output;

/* Open PATH, which is not copied; NULL: standard output, which stays open, but at the end a
 * copy of its descriptor is closed, so that errors are detected. LEVEL: OUTPUT_NO_GZIP, or
 * 0 to 9. NULL: it cannot be opened, which was reported. */
struct output *output_open(const char *path, int level, struct diag *diag);

/* Open a log: written directly to PATH, not removed after a failure, never gzip. */
struct output *output_open_log(const char *path, struct diag *diag);

/* Compress on THREADS threads (0: on the caller's, as after opening); the bytes are the
 * same. Call it before the first write. Without gzip it does nothing. -1: a thread cannot
 * be started, which was reported. */
int output_compress_on(struct output *output, unsigned threads);

/* Write lines that the program made. On a terminal, C1 controls (U+0080 to U+009F), which
 * it may obey, become \u escapes: they are in strings of JSON only, whose value stays the
 * same. DATA begins and ends between characters. */
void output_write(struct output *output, const char *data, size_t length);

/* Write bytes of the input unchanged. */
void output_copy(struct output *output, const char *data, size_t length);

/* Write the buffer. With gzip, only whole blocks that are compressed already are written.
 */
void output_flush(struct output *output);

/* Whether anything failed; reports it. */
bool output_failed(struct output *output);

/* Bytes of text written so far. */
uint64_t output_bytes(const struct output *output);

/* Flush, sync and close; with COMMIT an atomic file is renamed into place, else removed.
 * Frees OUTPUT, which may be NULL. Returns 0; -1: something failed, which was reported. */
int output_close(struct output *output, bool commit);

/* Remove the unfinished files of this process. Safe in a signal handler. */
void output_remove_unfinished(void);

#endif
