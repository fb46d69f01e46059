/* The calls that fail by plan. Each passes on to the real one unless it is its turn. */
#include <config.h>

#include "plan.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The real calls and ours, named by the linker. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
int __real_open(const char *path, int flags, ...);
ssize_t __real_read(int fd, void *data, size_t length);
ssize_t __real_write(int fd, const void *data, size_t length);
size_t __real_fwrite(const void *data, size_t size, size_t count, FILE *file);
int __real_close(int fd);
int __real_fsync(int fd);
int __real_rename(const char *from, const char *to);
int __real_unlink(const char *path);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*run)(void *), void *argument);
int __real_stat(const char *path, struct stat *status);
int __real_fstat(int fd, struct stat *status);
char *__real_realpath(const char *path, char *resolved);
ssize_t __real_readlink(const char *path, char *text, size_t size);
int __real_access(const char *path, int mode);
int __real_getentropy(void *data, size_t length);
int __real_faccessat(int directory, const char *path, int mode, int flags);
int __real_fchmod(int fd, mode_t mode);
int __real_dup(int fd);
off_t __real_lseek(int fd, off_t offset, int whence);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
int __wrap_open(const char *path, int flags, ...);
ssize_t __wrap_read(int fd, void *data, size_t length);
ssize_t __wrap_write(int fd, const void *data, size_t length);
size_t __wrap_fwrite(const void *data, size_t size, size_t count, FILE *file);
int __wrap_close(int fd);
int __wrap_fsync(int fd);
int __wrap_rename(const char *from, const char *to);
int __wrap_unlink(const char *path);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*run)(void *), void *argument);
int __wrap_stat(const char *path, struct stat *status);
int __wrap_fstat(int fd, struct stat *status);
char *__wrap_realpath(const char *path, char *resolved);
ssize_t __wrap_readlink(const char *path, char *text, size_t size);
int __wrap_access(const char *path, int mode);
int __wrap_getentropy(void *data, size_t length);
int __wrap_faccessat(int directory, const char *path, int mode, int flags);
int __wrap_fchmod(int fd, mode_t mode);
int __wrap_dup(int fd);
off_t __wrap_lseek(int fd, off_t offset, int whence);

static struct fault_plan *plan;

__attribute__((constructor)) static void find_plan(void)
{
    const char *text = getenv("FAULT_PLAN");
    int fd;

    if (text == NULL)
        return;
    fd = atoi(text);
    plan = mmap(NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (plan == MAP_FAILED)
        _exit(98);
    __real_close(fd);
}

/* What is to become of a call. */
struct turn {
    bool fails;
    bool signals_after;
};

static void send_signal(void)
{
    kill(getpid(), plan->signal);
}

/* A call of this kind is about to be made. */
static struct turn take_turn(enum fault_call call)
{
    struct turn turn = {false, false};
    unsigned long number;
    int nothing = 0;

    if (plan == NULL)
        return turn;
    atomic_fetch_add(&plan->counts[call], 1);
    if ((plan->calls & 1U << call) == 0)
        return turn;
    number = atomic_fetch_add(&plan->made, 1) + 1;
    if (plan->target == 0 || number < plan->target)
        return turn;
    if (number > plan->target && plan->deed != FAULT_ON)
        return turn;
    atomic_compare_exchange_strong(&plan->failed, &nothing, (int)call + 1);
    if (plan->deed == FAULT_ONCE || plan->deed == FAULT_ON)
        turn.fails = true;
    else if (plan->deed == FAULT_AFTER)
        turn.signals_after = true;
    else if (plan->deed == FAULT_SIGNAL || plan->deed == FAULT_TWICE)
        send_signal();
    return turn;
}

static void end_turn(struct turn turn)
{
    int saved = errno;

    if (turn.signals_after)
        send_signal();
    errno = saved;
}

/* A trickle: how much of LENGTH bytes a call may move, 0: it is interrupted. */
static size_t trickle(size_t length)
{
    static atomic_uint calls;

    if (plan == NULL || plan->deed != FAULT_TRICKLE || length == 0)
        return length;
    return atomic_fetch_add(&calls, 1) % 2;
}

/* Run a real call unless it fails by plan: with ERROR, and WORTH as its value. */
#define RUN(type, call, error, worth, real)  \
    do {                                     \
        struct turn turn_ = take_turn(call); \
        type value_ = worth;                 \
                                             \
        if (turn_.fails)                     \
            errno = error;                   \
        else                                 \
            value_ = real;                   \
        end_turn(turn_);                     \
        return value_;                       \
    } while (0)

void *__wrap_malloc(size_t size)
{
    RUN(void *, FAULT_MALLOC, ENOMEM, NULL, __real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    RUN(void *, FAULT_CALLOC, ENOMEM, NULL, __real_calloc(count, size));
}

void *__wrap_realloc(void *old, size_t size)
{
    RUN(void *, FAULT_REALLOC, ENOMEM, NULL, __real_realloc(old, size));
}

int __wrap_open(const char *path, int flags, ...)
{
    mode_t mode = 0;

    if (flags & O_CREAT) {
        va_list arguments;

        va_start(arguments, flags);
        mode = va_arg(arguments, mode_t);
        va_end(arguments);
    }
    RUN(int, FAULT_OPEN, EMFILE, -1, __real_open(path, flags, mode));
}

ssize_t __wrap_read(int fd, void *data, size_t length)
{
    size_t room = trickle(length);

    if (room == 0 && length > 0) {
        errno = EINTR;
        return -1;
    }
    RUN(ssize_t, FAULT_READ, EIO, -1, __real_read(fd, data, room));
}

ssize_t __wrap_write(int fd, const void *data, size_t length)
{
    size_t room = trickle(length);

    if (room == 0 && length > 0) {
        errno = EINTR;
        return -1;
    }
    RUN(ssize_t, fd == STDERR_FILENO ? FAULT_MESSAGE : FAULT_WRITE, ENOSPC, -1,
        __real_write(fd, data, room));
}

size_t __wrap_fwrite(const void *data, size_t size, size_t count, FILE *file)
{
    RUN(size_t, file == stderr ? FAULT_MESSAGE : FAULT_WRITE, ENOSPC, 0,
        __real_fwrite(data, size, count, file));
}

/* A close that fails has closed the descriptor all the same. */
int __wrap_close(int fd)
{
    int mode = fcntl(fd, F_GETFL);
    bool is_read = mode >= 0 && (mode & O_ACCMODE) == O_RDONLY;
    struct turn turn = take_turn(is_read ? FAULT_LEAVE : FAULT_CLOSE);
    int result = __real_close(fd);

    if (turn.fails) {
        errno = EIO;
        result = -1;
    }
    end_turn(turn);
    return result;
}

int __wrap_fsync(int fd)
{
    RUN(int, FAULT_FSYNC, EIO, -1, __real_fsync(fd));
}

int __wrap_rename(const char *from, const char *to)
{
    RUN(int, FAULT_RENAME, EACCES, -1, __real_rename(from, to));
}

/* It does not fail, as nothing could be done about that, but it is where a handler of
 * signals is at work. */
int __wrap_unlink(const char *path)
{
    if (plan != NULL && plan->deed == FAULT_TWICE && atomic_load(&plan->failed) != 0)
        send_signal();
    return __real_unlink(path);
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*run)(void *), void *argument)
{
    RUN(int, FAULT_THREAD, EAGAIN, EAGAIN,
        __real_pthread_create(thread, attributes, run, argument));
}

int __wrap_stat(const char *path, struct stat *status)
{
    RUN(int, FAULT_OTHER, EACCES, -1, __real_stat(path, status));
}

int __wrap_fstat(int fd, struct stat *status)
{
    RUN(int, FAULT_OTHER, EIO, -1, __real_fstat(fd, status));
}

char *__wrap_realpath(const char *path, char *resolved)
{
    RUN(char *, FAULT_OTHER, EACCES, NULL, __real_realpath(path, resolved));
}

ssize_t __wrap_readlink(const char *path, char *text, size_t size)
{
    RUN(ssize_t, FAULT_OTHER, EACCES, -1, __real_readlink(path, text, size));
}

int __wrap_faccessat(int directory, const char *path, int mode, int flags)
{
    RUN(int, FAULT_OTHER, EACCES, -1, __real_faccessat(directory, path, mode, flags));
}

int __wrap_access(const char *path, int mode)
{
    RUN(int, FAULT_OTHER, EACCES, -1, __real_access(path, mode));
}

int __wrap_getentropy(void *data, size_t length)
{
    RUN(int, FAULT_OTHER, ENOSYS, -1, __real_getentropy(data, length));
}

int __wrap_fchmod(int fd, mode_t mode)
{
    RUN(int, FAULT_OTHER, EPERM, -1, __real_fchmod(fd, mode));
}

int __wrap_dup(int fd)
{
    RUN(int, FAULT_OTHER, EMFILE, -1, __real_dup(fd));
}

off_t __wrap_lseek(int fd, off_t offset, int whence)
{
    RUN(off_t, FAULT_OTHER, EIO, -1, __real_lseek(fd, offset, whence));
}
