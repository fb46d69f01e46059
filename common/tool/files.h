/* files: the files of a run are different files.
 *
 * A file that is written must be neither read nor written in a second way: its content
 * would be lost, or be read again and again. Files are compared by device and inode where
 * they exist, else by the directory and the name that they will have. Devices, pipes and
 * terminals may have several roles, and a file may be read several times.
 *
 * Which files there are follows from the tables of options (FILE arguments, opt.h), the
 * operands and the standard streams.
 */
#ifndef KIDX_TOOL_FILES_H
#define KIDX_TOOL_FILES_H

#include "base/opt.h"

/* To be called when the options are parsed and nothing is opened. Returns 0, or -1 after
 * the first conflict, which is reported: the exit status is EXIT_TROUBLE. */
int files_check(const struct opt *const *tables, const char *const *operands, size_t count,
                struct diag *diag);

#endif
