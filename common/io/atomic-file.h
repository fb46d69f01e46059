/* atomic-file: a new file in the directory of a target, which replaces the target by
 * rename.
 *
 * A reader of the target gets the old text or all of the new one, also after a crash. The
 * new file has the mode of the old one, or rw-rw-rw- without the umask; other hard links to
 * the old file still have the old text. A target without write permission is rejected,
 * though it could be replaced.
 *
 * The open files are in a static list, so that a signal handler can remove them. Only the
 * main thread may open and commit. At most eight are open at a time.
 */
#ifndef KIDX_IO_ATOMIC_FILE_H
#define KIDX_IO_ATOMIC_FILE_H

#include <stdbool.h>
#include <sys/stat.h>

struct atomic_file;

/* PATH with symbolic links followed; the file need not exist. The caller frees it. NULL:
 * errno. */
char *atomic_file_target(const char *path);

/* Create a file that will replace PATH, or the file to which PATH is a symbolic link.
 * STATUS is the result of stat for PATH, NULL where the file does not exist. *FD is open
 * for writing; the caller closes it. NULL: errno. */
struct atomic_file *atomic_file_open(const char *path, const struct stat *status, int *fd);

/* fsync, where the file supports it. 0, or -1: errno. */
int atomic_file_sync(int fd);

/* Rename the file, which was synced and closed, to its target. 0, or -1: errno; then it was
 * removed, unless only syncing the directory failed. FILE is not valid after it. */
int atomic_file_commit(struct atomic_file *file);

/* Remove the file. FILE is not valid after it. */
void atomic_file_discard(struct atomic_file *file);

/* Remove all files that are neither committed nor discarded. Safe in a signal handler. */
void atomic_file_remove_all(void);

#endif
