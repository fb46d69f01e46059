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

enum { FILES_MAX = 8, LINKS_FOLLOWED = 40 };
/* The name of the file is .NAME.XXXXXX, with at most NAME_MAX_LENGTH bytes of the name of
 * the target, so that it is not too long for a directory. */
enum { NAME_MAX_LENGTH = 200, SUFFIX_LENGTH = 6, NAMES_TRIED = 1000 };

/* The path is written before `used` is set and does not move, so a signal handler may read
 * it at any time. */
struct atomic_file {
    atomic_bool used;
    char path[PATH_MAX];
    char *target; /* of the rename */
};

static struct atomic_file atomic_files[FILES_MAX];

/* The length of the directory in PATH, with its slash. */
static size_t directory_length(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* The path in the symbolic link PATH; NULL where PATH is none. */
static char *read_link(const char *path)
{
    char text[PATH_MAX];
    ssize_t length = readlink(path, text, sizeof text);
    size_t prefix;
    char *result;

    if (length < 0)
        return NULL;
    prefix = text[0] == '/' ? 0 : directory_length(path);
    result = mem_alloc(prefix + (size_t)length + 1);
    memcpy(result, path, prefix);
    memcpy(result + prefix, text, (size_t)length);
    result[prefix + (size_t)length] = '\0';
    return result;
}

/* realpath fails for a link to a file that does not exist yet. */
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
    for (size_t i = 0; i < FILES_MAX; i++)
        if (!atomic_load(&atomic_files[i].used))
            return &atomic_files[i];
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

/* Create the file in the directory of the target. Its name need not be secret: O_EXCL
 * ensures that nobody else created it. Returns its descriptor; -1: errno. */
static int create_file(struct atomic_file *file, mode_t mode)
{
    size_t directory = directory_length(file->target);
    int length = snprintf(file->path, PATH_MAX, "%.*s.%.*s.XXXXXX", (int)directory,
                          file->target, NAME_MAX_LENGTH, file->target + directory);
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

        fill_suffix(file->path + length - SUFFIX_LENGTH, &state);
        /* Set before the file exists, so that a signal handler can remove it. */
        atomic_store(&file->used, true);
        fd = open(file->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd >= 0)
            return fd;
        atomic_store(&file->used, false);
        if (errno != EEXIST)
            break;
    }
    return -1;
}

struct atomic_file *atomic_file_open(const char *path, const struct stat *status, int *fd)
{
    struct atomic_file *file = free_slot();
    mode_t mode = status ? status->st_mode & 07777 : 0666;

    if (!file)
        return NULL;
    if (status && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0)
        return NULL;
    file->target = status ? realpath(path, NULL) : atomic_file_target(path);
    if (!file->target)
        return NULL;
    /* Created with this mode, so that nobody can open it who could not open the old file;
     * fchmod restores the bits that the umask removed. */
    *fd = create_file(file, mode);
    if (*fd >= 0 && (!status || fchmod(*fd, mode) == 0))
        return file;
    if (*fd >= 0) {
        int saved = errno;

        close(*fd);
        atomic_file_discard(file);
        errno = saved;
    } else {
        free(file->target);
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

static void release_slot(struct atomic_file *file)
{
    atomic_store(&file->used, false);
    free(file->target);
}

int atomic_file_commit(struct atomic_file *file)
{
    int error_number = 0;

    if (rename(file->path, file->target) != 0) {
        error_number = errno;
        unlink(file->path);
    } else if (sync_directory(file->target) != 0) {
        error_number = errno;
    }
    release_slot(file);
    errno = error_number;
    return error_number == 0 ? 0 : -1;
}

void atomic_file_discard(struct atomic_file *file)
{
    unlink(file->path);
    release_slot(file);
}

void atomic_file_remove_all(void)
{
    for (size_t i = 0; i < FILES_MAX; i++)
        if (atomic_load(&atomic_files[i].used))
            unlink(atomic_files[i].path);
}
