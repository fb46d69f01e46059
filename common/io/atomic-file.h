/* atomic-file: a file beside another one, that takes its place in one step.
 *
 * Whoever reads the target finds the old text or the whole new one, also after a crash. The
 * new file has the mode of the old one, or what the umask leaves of rw-rw-rw-; other hard
 * links to the old one keep the old text. A target that may not be written is refused,
 * though it could be replaced.
 *
 * Which files there are is known to the whole program, so that a signal handler can remove
 * them. Only the main thread opens and settles.
 */
#ifndef KIDX_IO_ATOMIC_FILE_H
#define KIDX_IO_ATOMIC_FILE_H

#include <stdbool.h>
#include <sys/stat.h>

struct atomic_file;

/* The file that PATH names with symbolic links followed, which need not exist; free(3)
 * releases it. NULL: errno. */
char *atomic_file_target(const char *path);

/* Make a file that is to take the place of PATH, or of the file that PATH, a symbolic link,
 * names. STATUS is what stat says of PATH, NULL where there is no such file. *FD is open
 * for writing, and the caller's to close. NULL where it cannot be made: errno. */
struct atomic_file *atomic_file_open(const char *path, const struct stat *status, int *fd);

/* fsync where the file has such a thing. 0, or -1: errno. */
int atomic_file_sync(int fd);

/* With KEEP put the file, which was synced and closed, into its place, else remove it.
 * TEMPORARY is not valid after. 0, or -1: errno; then it was removed too, unless only
 * making the new name durable failed. */
int atomic_file_commit(struct atomic_file *temporary, bool keep);

/* Remove all there are. Safe in a signal handler. */
void atomic_file_remove_all(void);

#endif
