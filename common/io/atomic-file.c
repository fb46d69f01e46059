#include <config.h>

#include "io/atomic-file.h"

#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TEMPORARIES = 8, LINKS_FOLLOWED = 40 };
/* The file is called .NAME.XXXXXX; of a long NAME only the start is kept, so that it fits
 * into any directory. */
enum { NAME_KEPT = 200, SUFFIX_LENGTH = 6, NAMES_TRIED = 1000 };

/* A path is written before its slot is taken and stays where it is, so a handler may read
 * it at any moment. */
struct atomic_file {
    atomic_bool taken;
    char path[PATH_MAX];
    char *target; /* what it is renamed to */
};

static struct atomic_file temporaries[TEMPORARIES];

/* The length of the directory in PATH, with its slash. */
static size_t directory_length(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* The path that a symbolic link at PATH stands for; NULL where PATH is none. */
static char *read_link(const char *path)
{
    char text[PATH_MAX];
    ssize_t length = readlink(path, text, sizeof text);
    size_t kept;
    char *result;

    if (length < 0)
        return NULL;
    kept = text[0] == '/' ? 0 : directory_length(path);
    result = mem_alloc(kept + (size_t)length + 1);
    memcpy(result, path, kept);
    memcpy(result + kept, text, (size_t)length);
    result[kept + (size_t)length] = '\0';
    return result;
}

/* realpath refuses a link to a file that does not exist yet. */
char *atomic_file_target(const char *path)
{
    char *target = mem_copy_text(path, strlen(path));

    for (int i = 0; i < LINKS_FOLLOWED; i++) {
        char *next = read_link(target);

        if (!next)
            return target;
        free(target);
        target = next;
    }
    free(target);
    errno = ELOOP;
    return NULL;
}

static struct atomic_file *free_slot(void)
{
    for (size_t i = 0; i < TEMPORARIES; i++)
        if (!atomic_load(&temporaries[i].taken))
            return &temporaries[i];
    errno = EMFILE;
    return NULL;
}

static void fill_suffix(char *suffix, uint64_t *state)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";

    for (int i = 0; i < SUFFIX_LENGTH; i++) {
        *state = *state * 6364136223846793005U + 1442695040888963407U;
        suffix[i] = letters[(*state >> 33) % (sizeof letters - 1)];
    }
}

/* Make a new file beside the target. Its name need not be secret: O_EXCL sees to it that
 * the file is ours. Returns its descriptor, -1: errno. */
static int make_file(struct atomic_file *temporary, mode_t mode)
{
    size_t directory = directory_length(temporary->target);
    int length = snprintf(temporary->path, PATH_MAX, "%.*s.%.*s.XXXXXX", (int)directory,
                          temporary->target, NAME_KEPT, temporary->target + directory);
    struct timespec now;
    uint64_t state;

    if (length >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    clock_gettime(CLOCK_REALTIME, &now);
    state = (uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec << 30 ^ (uint64_t)getpid() << 40;
    for (int i = 0; i < NAMES_TRIED; i++) {
        int fd;

        fill_suffix(temporary->path + length - SUFFIX_LENGTH, &state);
        /* Taken before the file is there, so that a signal handler can remove it. */
        atomic_store(&temporary->taken, true);
        fd = open(temporary->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd >= 0)
            return fd;
        atomic_store(&temporary->taken, false);
        if (errno != EEXIST)
            break;
    }
    return -1;
}

struct atomic_file *atomic_file_open(const char *path, const struct stat *status, int *fd)
{
    struct atomic_file *temporary = free_slot();
    mode_t mode = status ? status->st_mode & 07777 : 0666;

    if (!temporary)
        return NULL;
    if (status && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0)
        return NULL;
    temporary->target = status ? realpath(path, NULL) : atomic_file_target(path);
    if (!temporary->target)
        return NULL;
    /* With its mode from birth nobody can open it who could not open the old file. The
     * umask was taken off that, and is put on again. */
    *fd = make_file(temporary, mode);
    if (*fd >= 0 && (!status || fchmod(*fd, mode) == 0))
        return temporary;
    if (*fd >= 0) {
        int saved = errno;

        close(*fd);
        atomic_file_commit(temporary, false);
        errno = saved;
    } else {
        free(temporary->target);
    }
    *fd = -1;
    return NULL;
}

int atomic_file_sync(int fd)
{
    if (fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP || errno == ENOSYS ||
        errno == EROFS)
        return 0;
    return -1;
}

/* Make the new name durable. A directory that may not be read cannot be synced. */
static int sync_directory(const char *target)
{
    size_t length = directory_length(target);
    char *path = length > 0 ? mem_copy_text(target, length) : mem_copy_text(".", 1);
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int result = 0;

    free(path);
    if (fd >= 0) {
        result = atomic_file_sync(fd);
        close(fd);
    }
    return result;
}

int atomic_file_commit(struct atomic_file *temporary, bool keep)
{
    int error_number = 0;

    if (keep && rename(temporary->path, temporary->target) == 0) {
        if (sync_directory(temporary->target) != 0)
            error_number = errno;
    } else {
        if (keep)
            error_number = errno;
        unlink(temporary->path);
    }
    atomic_store(&temporary->taken, false);
    free(temporary->target);
    errno = error_number;
    return error_number == 0 ? 0 : -1;
}

void atomic_file_remove_all(void)
{
    for (size_t i = 0; i < TEMPORARIES; i++)
        if (atomic_load(&temporaries[i].taken))
            unlink(temporaries[i].path);
}
