/* Inflate a gzip file, read into memory by the system, with zlib and with the best library
 * in turn; processor seconds of the fastest of some passes of each. The CRC is taken by the
 * same code in both.
 *
 * usage: gunzip-speed FILE
 */
#include <config.h>

#include "gzip/gunzip.h"

#include <fcntl.h>
#include <stdio.h>
#include <time.h>

enum { PASSES = 15 };

static double processor_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Seconds for one pass, negative where it failed. */
static double pass(const char *path, enum inflate_library library)
{
    static char text[256 * 1024];
    struct gunzip *gunzip = gunzip_new(library);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    double start = processor_seconds();
    struct source source;
    ptrdiff_t length;

    source_init(&source);
    source_open(&source, fd);
    gunzip_start(gunzip);
    while ((length = gunzip_read(gunzip, &source, text, sizeof text)) > 0)
        continue;
    source_release(&source);
    gunzip_free(gunzip);
    return length < 0 ? -1 : processor_seconds() - start;
}

int main(int argc, char **argv)
{
    double best[2] = {1e9, 1e9};

    if (argc != 2)
        return 2;
    for (int i = 0; i < 2 * PASSES; i++) {
        double seconds = pass(argv[1], i % 2 ? inflate_best() : INFLATE_ZLIB);

        if (seconds < 0)
            return 2;
        if (seconds < best[i % 2])
            best[i % 2] = seconds;
    }
    printf("zlib_seconds %.6f\n", best[0]);
    if (inflate_best() != INFLATE_ZLIB)
        printf("isal_seconds %.6f\n", best[1]);
    return 0;
}
