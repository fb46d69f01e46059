#include <config.h>

#include "io/output.h"

#include "base/mem.h"
#include "io/gzip.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { BUFFER_SIZE = 64 * 1024, LARGE_WRITE = 16 * 1024 };
enum { LINKS_FOLLOWED = 40, TEMPORARIES = 8 };
/* A temporary file is called .NAME.XXXXXX; of a long NAME only the start is kept, so that
 * it fits into any directory. */
enum { NAME_KEPT = 200, SUFFIX_LENGTH = 6, NAMES_TRIED = 1000 };

/* The temporary files to remove at a signal. A path is written before its slot is taken,
 * and stays where it is, so a handler may read it at any moment. */
struct temporary {
    atomic_bool taken;
    char path[PATH_MAX];
};

static struct temporary temporaries[TEMPORARIES];

struct output {
    struct diag *diag;
    const char *name; /* as in messages; the caller's */
    int fd;
    bool failed;
    char *target; /* what a temporary file is renamed to, NULL where there is none */
    struct temporary *temporary;

    uint64_t bytes;
    char *buffer; /* gathered for write(2) */
    size_t fill;
    struct gzip *gzip; /* NULL: plain */
    char *text;        /* gathered for a block */
    size_t text_fill;
    char *block;
};

static int fail(struct output *output, int error_number)
{
    output->failed = true;
    return diag_fail_file(output->diag, "cannot write", output->name, error_number);
}

static struct output *output_new(const char *name, int fd, int level, struct diag *diag)
{
    struct output *output = mem_zeroed(1, sizeof *output);

    output->diag = diag;
    output->name = name;
    output->fd = fd;
    output->buffer = mem_alloc(BUFFER_SIZE);
    if (level != OUTPUT_NO_GZIP) {
        output->gzip = gzip_new(level);
        output->text = mem_alloc(GZIP_BLOCK_TEXT);
        output->block = mem_alloc(GZIP_BLOCK_SIZE);
    }
    return output;
}

static void output_free(struct output *output)
{
    gzip_free(output->gzip);
    free(output->target);
    free(output->buffer);
    free(output->text);
    free(output->block);
    free(output);
}

/* DIRECTORY of PATH with its slash, as a length. */
static size_t directory_length(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* The path that a link at PATH names, or NULL (errno is EINVAL where PATH is no link). */
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

/* The file that PATH stands for, whether it exists or not: links are followed by hand,
 * since realpath knows nothing of one that points to a file to be made. NULL: errno. */
static char *follow_links(const char *path)
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

static void fill_suffix(char *suffix, uint64_t *state)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";

    for (int i = 0; i < SUFFIX_LENGTH; i++) {
        *state = *state * 6364136223846793005U + 1442695040888963407U;
        suffix[i] = letters[(*state >> 33) % (sizeof letters - 1)];
    }
}

static struct temporary *free_temporary(void)
{
    for (size_t i = 0; i < TEMPORARIES; i++)
        if (!atomic_load(&temporaries[i].taken))
            return &temporaries[i];
    errno = EMFILE;
    return NULL;
}

/* Make a new file beside TARGET. The name need not be secret, O_EXCL sees to it that the
 * file is ours. Returns its descriptor, -1: errno. */
static int make_temporary(struct output *output, const char *target, mode_t mode)
{
    struct temporary *temporary = free_temporary();
    size_t directory = directory_length(target);
    struct timespec now;
    uint64_t state;
    int length;

    if (!temporary)
        return -1;
    length = snprintf(temporary->path, PATH_MAX, "%.*s.%.*s.XXXXXX", (int)directory, target,
                      NAME_KEPT, target + directory);
    if (length >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    clock_gettime(CLOCK_REALTIME, &now);
    state = (uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec << 30 ^ (uint64_t)getpid() << 40;
    for (int i = 0; i < NAMES_TRIED; i++) {
        int fd;

        fill_suffix(temporary->path + length - SUFFIX_LENGTH, &state);
        /* Taken first: a signal between the two finds nothing to remove, and one after
         * them leaves nothing behind. */
        atomic_store(&temporary->taken, true);
        fd = open(temporary->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd >= 0) {
            output->temporary = temporary;
            return fd;
        }
        atomic_store(&temporary->taken, false);
        if (errno != EEXIST)
            break;
    }
    return -1;
}

/* Open a temporary file for the regular file PATH, of which STATUS tells where it exists.
 * It gets its mode at birth, so that nobody opens it who could not open the old one. */
static int open_replacement(struct output *output, const char *path,
                            const struct stat *status)
{
    mode_t mode = status ? status->st_mode & 07777 : 0666;

    /* Renaming would replace a file that its owner made read-only. */
    if (status && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0)
        return -1;
    output->target = status ? realpath(path, NULL) : follow_links(path);
    if (!output->target)
        return -1;
    output->fd = make_temporary(output, output->target, mode);
    if (output->fd >= 0 && status)
        return fchmod(output->fd, mode);
    return output->fd < 0 ? -1 : 0;
}

static int open_path(struct output *output, const char *path)
{
    struct stat status;

    if (stat(path, &status) != 0)
        return errno == ENOENT ? open_replacement(output, path, NULL) : -1;
    if (S_ISREG(status.st_mode))
        return open_replacement(output, path, &status);
    output->fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    return output->fd < 0 ? -1 : 0;
}

struct output *output_open(const char *path, int level, struct diag *diag)
{
    struct output *output;

    if (!path)
        return output_new("standard output", STDOUT_FILENO, level, diag);
    output = output_new(path, -1, level, diag);
    if (open_path(output, path) != 0) {
        fail(output, errno);
        output_close(output, false);
        return NULL;
    }
    return output;
}

struct output *output_open_log(const char *path, struct diag *diag)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0666);

    if (fd < 0) {
        diag_fail_file(diag, "cannot write", path, errno);
        return NULL;
    }
    return output_new(path, fd, OUTPUT_NO_GZIP, diag);
}

static void write_all(struct output *output, const char *data, size_t length)
{
    while (length > 0 && !output->failed) {
        ssize_t written = write(output->fd, data, length);

        if (written >= 0) {
            data += written;
            length -= (size_t)written;
        } else if (errno == EAGAIN) {
            poll(&(struct pollfd){.fd = output->fd, .events = POLLOUT}, 1, -1);
        } else if (errno != EINTR) {
            fail(output, errno);
        }
    }
}

static void write_buffer(struct output *output)
{
    write_all(output, output->buffer, output->fill);
    output->fill = 0;
}

/* Gather, or hand on, bytes as they shall arrive. */
static void put(struct output *output, const char *data, size_t length)
{
    if (length > BUFFER_SIZE - output->fill || length >= LARGE_WRITE)
        write_buffer(output);
    if (length >= LARGE_WRITE) {
        write_all(output, data, length);
        return;
    }
    memcpy(output->buffer + output->fill, data, length);
    output->fill += length;
}

static void put_block(struct output *output)
{
    if (output->text_fill > 0)
        put(output, output->block,
            gzip_block(output->gzip, output->text, output->text_fill, output->block));
    output->text_fill = 0;
}

void output_write(struct output *output, const char *data, size_t length)
{
    output->bytes += length;
    if (!output->gzip && length > 0 && !output->failed)
        put(output, data, length);
    while (output->gzip && length > 0 && !output->failed) {
        size_t room = GZIP_BLOCK_TEXT - output->text_fill;
        size_t taken = length < room ? length : room;

        memcpy(output->text + output->text_fill, data, taken);
        output->text_fill += taken;
        data += taken;
        length -= taken;
        if (output->text_fill == GZIP_BLOCK_TEXT)
            put_block(output);
    }
}

void output_flush(struct output *output)
{
    write_buffer(output);
}

bool output_failed(const struct output *output)
{
    return output->failed;
}

uint64_t output_bytes(const struct output *output)
{
    return output->bytes;
}

static void finish_text(struct output *output)
{
    if (output->gzip && !output->failed) {
        put_block(output);
        put(output, gzip_end, GZIP_END_SIZE);
    }
    write_buffer(output);
}

/* fsync, where the file has such a thing. */
static int sync_fd(int fd)
{
    if (fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP || errno == ENOSYS ||
        errno == EROFS)
        return 0;
    return -1;
}

/* Make the renaming durable. A directory that may not be read cannot be synced. */
static int sync_directory(const char *target)
{
    size_t length = directory_length(target);
    char *path = length > 0 ? mem_copy_text(target, length) : mem_copy_text(".", 1);
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int result = 0;

    if (fd >= 0) {
        result = sync_fd(fd);
        close(fd);
    }
    free(path);
    return result;
}

/* Some file systems tell only now that what was written did not arrive. Standard output
 * stays open, but the close of a copy of it tells the same. */
static void close_fd(struct output *output, bool keep)
{
    int fd = output->fd == STDOUT_FILENO ? dup(STDOUT_FILENO) : output->fd;

    if (fd < 0)
        return;
    if (output->temporary && keep && !output->failed && sync_fd(fd) != 0)
        fail(output, errno);
    if (close(fd) != 0 && errno != EINTR && !output->failed)
        fail(output, errno);
}

static void settle_temporary(struct output *output, bool keep)
{
    struct temporary *temporary = output->temporary;

    if (!keep || output->failed) {
        unlink(temporary->path);
    } else if (rename(temporary->path, output->target) != 0) {
        fail(output, errno);
        unlink(temporary->path);
    } else if (sync_directory(output->target) != 0) {
        fail(output, errno);
    }
    atomic_store(&temporary->taken, false);
}

int output_close(struct output *output, bool keep)
{
    int result;

    if (!output)
        return 0;
    if (keep || !output->temporary)
        finish_text(output);
    close_fd(output, keep);
    if (output->temporary)
        settle_temporary(output, keep);
    result = output->failed ? -1 : 0;
    output_free(output);
    return result;
}

void output_remove_temporaries(void)
{
    for (size_t i = 0; i < TEMPORARIES; i++)
        if (atomic_load(&temporaries[i].taken))
            unlink(temporaries[i].path);
}
