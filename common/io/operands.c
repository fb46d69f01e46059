#include <config.h>

#include "io/operands.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_standard_input(const char *name)
{
    return strcmp(name, "-") == 0;
}

/* What is left to read in a regular file; false where the operand is something else. */
static bool operand_size(const char *name, uint64_t *size)
{
    struct stat status;
    off_t place = 0;

    if (is_standard_input(name)) {
        if (fstat(STDIN_FILENO, &status) != 0)
            return false;
        place = lseek(STDIN_FILENO, 0, SEEK_CUR);
    } else if (stat(name, &status) != 0) {
        /* This is said when its turn comes; until then it counts for nothing. */
        *size = 0;
        return true;
    }
    if (!S_ISREG(status.st_mode))
        return false;
    *size = place >= 0 && place < status.st_size ? (uint64_t)(status.st_size - place) : 0;
    return true;
}

static uint64_t total_size(const struct operands *operands)
{
    uint64_t total = 0;

    for (size_t i = 0; i < operands->count; i++) {
        uint64_t size;

        if (!operand_size(operands->names[i], &size))
            return 0;
        total += size;
    }
    return total;
}

void operands_init(struct operands *operands, const char *const *names, size_t count,
                   struct diag *diag)
{
    static const char *const standard_input[] = {"-"};

    *operands = (struct operands){.diag = diag};
    operands->names = count > 0 ? names : standard_input;
    operands->count = count > 0 ? count : 1;
    operands->bytes_total = total_size(operands);
    source_init(&operands->source);
}

void operands_release(struct operands *operands)
{
    source_release(&operands->source);
    gunzip_free(operands->gunzip);
    gunzip_ahead_free(operands->ahead);
}

const char *operands_name(const struct operands *operands)
{
    return operands->names[operands->opened - 1];
}

size_t operands_number(const struct operands *operands)
{
    return operands->opened - 1;
}

/* Whether a fault may be said. */
static bool may_say(struct operands *operands)
{
    if (operands->before_fault == NULL || operands->before_fault(operands->listener))
        return true;
    operands->opened = operands->count;
    return false;
}

static int fail_file(struct operands *operands, const char *action, int error_number)
{
    const char *name = operands_name(operands);

    return may_say(operands) ? diag_fail_file(operands->diag, action, name, error_number)
                             : -1;
}

static int fail_read(struct operands *operands)
{
    struct diag_place place = {.file = operands_name(operands)};

    if (operands->source.error != SOURCE_SHRANK)
        return fail_file(operands, "cannot read", operands->source.error);
    if (!may_say(operands))
        return -1;
    diag_say(operands->diag, DIAG_ERROR, &place, NULL,
             "it became shorter while it was read");
    diag_raise(operands->diag, EXIT_TROUBLE);
    return -1;
}

static int fail_gzip(struct operands *operands)
{
    struct diag_place place = {.file = operands_name(operands)};
    const char *error = operands->ahead ? gunzip_ahead_error(operands->ahead)
                                        : gunzip_error(operands->gunzip);
    uint64_t offset;

    if (!error)
        return fail_read(operands);
    if (!may_say(operands))
        return -1;
    offset = operands->ahead ? gunzip_ahead_error_offset(operands->ahead)
                             : gunzip_error_offset(operands->gunzip);
    diag_say(operands->diag, DIAG_ERROR, &place, NULL, "gzip: %s at compressed byte %llu",
             error, (unsigned long long)offset);
    diag_raise(operands->diag, EXIT_TROUBLE);
    return -1;
}

static void start_gunzip(struct operands *operands)
{
    if (operands->threads > 0) {
        if (!operands->ahead)
            operands->ahead = gunzip_ahead_new(operands->threads);
        gunzip_ahead_start(operands->ahead);
        return;
    }
    if (!operands->gunzip)
        operands->gunzip = gunzip_new(inflate_best());
    gunzip_start(operands->gunzip);
}

/* The first bytes of what is no text that a tool reads. */
enum { MAGIC_MAX = 8 };
static const struct magic {
    size_t length;
    char bytes[MAGIC_MAX];
    const char *kind; /* NULL: gzip, which is read */
    const char *advice;
} magics[] = {
    {2, "\x1f\x8b", NULL, NULL},
    {4, "\x28\xb5\x2f\xfd", "zstd", "decompress it, as by zstd -dc"},
    {6,
     "\xfd"
     "7zXZ\0",
     "xz", "decompress it, as by xz -dc"},
    {3, "BZh", "bzip2", "decompress it, as by bzip2 -dc"},
    {4, "PK\x03\x04", "zip", "extract its members, as by unzip -p"},
};

/* Whether the operand begins with the magic: 1 or 0, -1 where it cannot be read. More bytes
 * are waited for only while those that are there fit. */
static int begins_with(struct operands *operands, const struct magic *magic)
{
    for (size_t i = 0; i < magic->length; i++) {
        ptrdiff_t available = source_need(&operands->source, i + 1);
        const struct source *source = &operands->source;

        if (available < 0)
            return -1;
        if ((size_t)available <= i || source->buffer[source->start + i] != magic->bytes[i])
            return 0;
    }
    return 1;
}

static int fail_kind(struct operands *operands, const struct magic *magic)
{
    struct diag_place place = {.file = operands_name(operands)};

    if (!may_say(operands))
        return -1;
    diag_say(operands->diag, DIAG_ERROR, &place, NULL, "this is %s: %s", magic->kind,
             magic->advice);
    diag_raise(operands->diag, EXIT_TROUBLE);
    return -1;
}

/* Determine from its first bytes whether the operand is gzip, or nothing that is read. */
static int sniff(struct operands *operands)
{
    operands->is_gzip = false;
    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++) {
        int found = begins_with(operands, &magics[i]);

        if (found < 0)
            return fail_read(operands);
        if (found == 0)
            continue;
        if (magics[i].kind != NULL)
            return fail_kind(operands, &magics[i]);
        operands->is_gzip = true;
        start_gunzip(operands);
        return 0;
    }
    return 0;
}

static int open_descriptor(struct operands *operands, const char *name)
{
    uint64_t size;
    int fd;

    if (is_standard_input(name)) {
        operands->stdin_used = true;
        return STDIN_FILENO;
    }
    if (operands->before_wait && !operand_size(name, &size) &&
        !operands->before_wait(operands->listener)) {
        operands->opened = operands->count;
        return -1;
    }
    fd = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        fail_file(operands, "cannot open", errno);
    return fd;
}

bool operands_open(struct operands *operands)
{
    while (operands->opened < operands->count) {
        const char *name = operands->names[operands->opened++];
        int fd;

        /* Standard input was read to its end the first time. */
        if (is_standard_input(name) && operands->stdin_used)
            continue;
        fd = open_descriptor(operands, name);
        if (fd < 0)
            continue;
        operands->source.before_wait = operands->before_wait;
        operands->source.listener = operands->listener;
        source_open(&operands->source, fd);
        operands->is_open = true;
        if (sniff(operands) == 0)
            return true;
        operands_close(operands);
    }
    return false;
}

void operands_close(struct operands *operands)
{
    operands->bytes_done = operands_bytes_read(operands);
    source_close(&operands->source);
    operands->is_open = false;
}

ptrdiff_t operands_read(struct operands *operands, char *out, size_t room)
{
    ptrdiff_t length;

    if (operands->is_gzip) {
        length = operands->ahead
                     ? gunzip_ahead_read(operands->ahead, &operands->source, out, room)
                     : gunzip_read(operands->gunzip, &operands->source, out, room);
        return length < 0 ? fail_gzip(operands) : length;
    }
    length = source_read(&operands->source, out, room);
    return length < 0 ? fail_read(operands) : length;
}

uint64_t operands_bytes_read(const struct operands *operands)
{
    return operands->bytes_done + (operands->is_open ? operands->source.offset : 0);
}
