/* aux-file: what a tool reads beside its operands: rules, known digests, a schema.
 *
 * Such a file is read before the run begins, and whatever is wrong with it makes the run
 * incomplete: it is said, with the place, and the exit status is EXIT_TROUBLE. gzip is
 * recognised, and a BOM skipped, as in operands, and "-" is standard input.
 */
#ifndef KIDX_TOOL_AUX_FILE_H
#define KIDX_TOOL_AUX_FILE_H

#include "base/buf.h"
#include "base/diag.h"
#include "json/reader.h"

/* A line of a side file: blanks around it are gone, and it is not empty. DOCUMENT is what
 * it holds, NULL where it does not begin as an object or a list does. */
struct aux_line {
    struct diag_place place;
    struct view text;
    const struct document *document;
};

/* Hand each line of FILE that is not blank to TAKE, which returns -1 where it is wrong, and
 * has said why. Returns 0, or -1 after the first thing that is wrong. */
int aux_file_read(const char *file, struct diag *diag,
                  int (*take)(void *context, const struct aux_line *line), void *context);

/* Read all of FILE into TEXT, READER_PADDING bytes behind it readable. -1: it failed and
 * was said. */
int aux_file_read_whole(const char *file, struct buf *text, struct diag *diag);

/* Say what is wrong at byte OFFSET of a file's TEXT. Returns -1. */
int aux_file_report(const char *file, struct view text, size_t offset, const char *code,
                    const char *message, struct diag *diag);

/* Warn of something at byte OFFSET of a file's TEXT; the exit status is unchanged. */
void aux_file_warn(const char *file, struct view text, size_t offset, const char *code,
                   const char *message, struct diag *diag);

#endif
