/* replay [FILE|DIRECTORY]...: judge the files of a corpus, by default that of the entry
 * point under KIDX_SOURCE, and print TAP: a file good-… must be good, bad-… must not. LF at
 * the end of a file is no part of its bytes.
 *
 * Each file is also cut at each place and gets other bytes at each place; what becomes of
 * these is open, but the properties must hold for them, too. libFuzzer brings a main of
 * its own.
 */
#include <config.h>

#include "fuzz.h"

int fuzz_errors = 2;

#ifndef FUZZ_BY_LIBFUZZER

#include "../unit/tap.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SIZE_MAXIMUM = 1 << 20 };

__attribute__((weak)) size_t fuzz_places = 200;

static char bytes[SIZE_MAXIMUM];
static char changed[SIZE_MAXIMUM];

static bool read_file(const char *name, size_t *size)
{
    FILE *file = fopen(name, "rb");

    if (file == NULL)
        return false;
    *size = fread(bytes, 1, sizeof bytes, file);
    if (*size > 0 && bytes[*size - 1] == '\n')
        --*size;
    return fclose(file) == 0;
}

/* valgrind makes each of them fifty times as long. */
static size_t stride_of(size_t size)
{
    const char *checker = getenv("KIDX_CHECKER");
    size_t stride = size / fuzz_places + 1;

    return checker != NULL && strcmp(checker, "valgrind") == 0 ? 16 * stride : stride;
}

static unsigned judge_changes(size_t size)
{
    static const char others[] =
        "\"\\{}[]:,09.eE-+u \t\r\n\x1f\x7f\x80\xbf\xc3\xe2\xed\xf0\xff";
    size_t stride = stride_of(size);
    unsigned count = 0;

    for (size_t i = 0; i < size; i += stride) {
        fuzz_judge(bytes, i);
        memcpy(changed, bytes, size);
        /* The NUL that ends the string is one of them. */
        for (size_t k = 0; k < sizeof others; k++) {
            changed[i] = others[k];
            fuzz_judge(changed, size);
        }
        count += 1 + (unsigned)sizeof others;
    }
    return count;
}

static void replay_file(const char *name)
{
    const char *slash = strrchr(name, '/');
    const char *base = slash == NULL ? name : slash + 1;
    bool wants_good = strncmp(base, "good-", 5) == 0;
    size_t size;

    if (!wants_good && strncmp(base, "bad-", 4) != 0)
        return;
    if (!read_file(name, &size)) {
        tap_check(false, "%s: read", base);
        return;
    }
    tap_check(fuzz_judge(bytes, size) == wants_good, "%s", base);
    tap_check(true, "%s: %u changes of it", base, judge_changes(size));
}

static void replay(const char *name)
{
    struct stat status;
    struct dirent **entries;
    int count;

    if (stat(name, &status) == 0 && S_ISREG(status.st_mode)) {
        replay_file(name);
        return;
    }
    count = scandir(name, &entries, NULL, alphasort);
    tap_check(count > 2, "%s: a directory with files", name);
    for (int i = 0; i < count; i++) {
        char path[4096];

        snprintf(path, sizeof path, "%s/%s", name, entries[i]->d_name);
        replay_file(path);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

/* A sanitizer's, where there is one. */
__attribute__((weak)) void __sanitizer_set_report_fd(void *fd);

/* Let what tools say go nowhere, but not what is wrong with them. */
static void hush(void)
{
    int nowhere = open("/dev/null", O_WRONLY);

    fuzz_errors = dup(STDERR_FILENO);
    if (nowhere < 0 || fuzz_errors < 0)
        abort();
    if (__sanitizer_set_report_fd != NULL)
        __sanitizer_set_report_fd((void *)(intptr_t)fuzz_errors);
    dup2(nowhere, STDERR_FILENO);
    close(nowhere);
}

int main(int argc, char **argv)
{
    const char *source = getenv("KIDX_SOURCE");
    char path[4096];

    setvbuf(stdout, NULL, _IOLBF, 0); /* so that an abort shows where */
    hush();
    for (int i = 1; i < argc; i++)
        replay(argv[i]);
    if (argc == 1) {
        snprintf(path, sizeof path, "%s/tests/fuzz/corpus/%s",
                 source == NULL ? "." : source, fuzz_corpus);
        replay(path);
    }
    return tap_done();
}

#endif
