#include <config.h>

#include "tool/files.h"

#include "base/mem.h"
#include "io/atomic-file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct file {
    const char *option; /* NULL: an operand or a standard stream */
    const char *stream; /* "standard output" or "standard error", or NULL */
    const char *path;   /* as in messages; NULL for a stream that is written */
    bool is_written;
    dev_t device; /* of the file, or of the directory that it will be in */
    ino_t inode;
    char *name; /* in that directory; NULL: the file exists */
};

struct files {
    size_t count;
    size_t capacity;
    struct file *files;
};

/* Where the file does not exist: find the directory and the name that it will have. */
static bool find_place(struct file *file, const char *path)
{
    char *target = atomic_file_target(path);
    char *slash = target == NULL ? NULL : strrchr(target, '/');
    struct stat status;
    bool found = false;

    if (target != NULL && slash == NULL)
        found = stat(".", &status) == 0;
    if (slash != NULL) {
        char *directory = mem_copy_text(target, (size_t)(slash - target) + 1);

        found = stat(directory, &status) == 0;
        free(directory);
    }
    if (found) {
        const char *name = slash == NULL ? target : slash + 1;

        file->device = status.st_dev;
        file->inode = status.st_ino;
        file->name = mem_copy_text(name, strlen(name));
    }
    free(target);
    return found;
}

/* Add a file, by PATH or else by the descriptor FD, unless it is no regular one. */
static void add(struct files *files, struct file file, const char *path, int fd)
{
    struct stat status;

    file.name = NULL;
    if ((path != NULL ? stat(path, &status) : fstat(fd, &status)) == 0) {
        if (!S_ISREG(status.st_mode))
            return;
        file.device = status.st_dev;
        file.inode = status.st_ino;
    } else if (path == NULL || !find_place(&file, path)) {
        return;
    }
    if (files->count == files->capacity) {
        files->capacity = files->capacity * 2 + 8;
        files->files = mem_resize(files->files, files->capacity, sizeof file);
    }
    files->files[files->count++] = file;
}

/* Add a file that is read; "-" is standard input. */
static void add_input(struct files *files, const char *option, const char *path)
{
    bool is_stream = strcmp(path, "-") == 0;

    add(files, (struct file){.option = option, .path = path}, is_stream ? NULL : path,
        STDIN_FILENO);
}

/* Add the files that an option names. One that is not called FILE may name other things:
 * it names a file where that exists. */
static void add_option(struct files *files, const struct opt *opt, const char *text)
{
    static const char prefix[] = "file:";

    if (opt->value == OPT_FILE_WRITTEN) {
        add(files, (struct file){.option = opt->name, .path = text, .is_written = true},
            text, -1);
        return;
    }
    if (strcmp(opt->argument, "FILE") != 0) {
        if (strncmp(text, prefix, sizeof prefix - 1) == 0)
            text += sizeof prefix - 1;
        if (access(text, F_OK) != 0)
            return;
    }
    add_input(files, opt->name, text);
}

/* Add the files that the options name; returns whether one is the output. */
static bool add_options(struct files *files, const struct opt *const *tables)
{
    bool has_output = false;

    for (; *tables != NULL; tables++) {
        for (const struct opt *opt = *tables; opt->kind != OPT_END; opt++) {
            const struct opt_list *list = opt->target;
            const char *const *text = opt->target;

            if (opt->argument == NULL ||
                (opt->value == OPT_FILE_NONE && strcmp(opt->argument, "FILE") != 0))
                continue;
            for (size_t i = 0; opt->kind == OPT_LIST && i < list->count; i++)
                add_option(files, opt, list->texts[i]);
            if (opt->kind != OPT_TEXT || *text == NULL)
                continue;
            add_option(files, opt, *text);
            has_output = has_output || strcmp(opt->name, "output") == 0;
        }
    }
    return has_output;
}

static void add_all(struct files *files, const struct opt *const *tables,
                    const char *const *operands, size_t count)
{
    if (!add_options(files, tables))
        add(files, (struct file){.stream = "standard output", .is_written = true}, NULL,
            STDOUT_FILENO);
    add(files, (struct file){.stream = "standard error"}, NULL, STDERR_FILENO);
    if (count == 0)
        add_input(files, NULL, "-");
    for (size_t i = 0; i < count; i++)
        add_input(files, NULL, operands[i]);
}

static bool is_same(const struct file *a, const struct file *b)
{
    return a->device == b->device && a->inode == b->inode &&
           (a->name == NULL) == (b->name == NULL) &&
           (a->name == NULL || strcmp(a->name, b->name) == 0);
}

/* Standard output and standard error may be one file. */
static bool is_conflict(const struct file *a, const struct file *b)
{
    return (a->stream == NULL || b->stream == NULL) && is_same(a, b);
}

static bool is_output(const struct file *file)
{
    return file->option != NULL ? strcmp(file->option, "output") == 0
                                : file->stream != NULL && file->is_written;
}

/* Whether a message should begin with A: a file that is written and has an option, and any
 * other rather than the output. */
static bool is_first(const struct file *a, const struct file *b)
{
    if (a->is_written != b->is_written)
        return a->is_written;
    return a->stream == NULL && (b->stream != NULL || is_output(b));
}

static int report(const struct file *a, const struct file *b, struct diag *diag)
{
    const struct file *first = is_first(a, b) ? a : b;
    const struct file *other = first == a ? b : a;

    if (first->stream != NULL)
        return diag_fail(diag, "'%s' is %s, too", other->path, first->stream);
    if (is_output(other))
        return diag_fail(diag, "--%s: '%s' is the output", first->option, first->path);
    if (other->stream != NULL)
        return diag_fail(diag, "--%s: '%s' is %s", first->option, first->path,
                         other->stream);
    if (other->option != NULL)
        return diag_fail(diag, "--%s: '%s' is the file of --%s", first->option, first->path,
                         other->option);
    return diag_fail(diag, "--%s: '%s' is an input", first->option, first->path);
}

/* Compare a file that is written with all others. Few files are written, so that 100,000
 * operands are compared a few times each. */
static int check_written(const struct files *files, size_t written, struct diag *diag)
{
    const struct file *file = &files->files[written];

    for (size_t i = 0; i < files->count; i++)
        if (i != written && is_conflict(file, &files->files[i]))
            return report(file, &files->files[i], diag);
    return 0;
}

int files_check(const struct opt *const *tables, const char *const *operands, size_t count,
                struct diag *diag)
{
    struct files files = {.files = NULL};
    int result = 0;

    add_all(&files, tables, operands, count);
    for (size_t i = 0; i < files.count && result == 0; i++)
        if (files.files[i].is_written)
            result = check_written(&files, i, diag);
    for (size_t i = 0; i < files.count; i++)
        free(files.files[i].name);
    free(files.files);
    return result;
}
