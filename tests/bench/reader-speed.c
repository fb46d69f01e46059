/*
 * reader-speed: how fast the reader alone is.
 *
 *     reader-speed FILE
 *
 * reads FILE into memory, then parses its lines PASSES times with one reader and looks at
 * nothing. Finding the ends of the lines counts, reading the file does not: the counterpart
 * of `floor --parse`, with the same output (bytes, documents, parse_seconds as the median,
 * in processor time). A line that the reader refuses ends the program: that would not be
 * the same work.
 */
#include <config.h>

#include "base/buf.h"
#include "json/reader.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PASSES = 15 };

struct text {
    char *bytes; /* READER_PADDING more are readable. */
    size_t len;
};

static int file_read(struct text *file, const char *path)
{
    int fd = open(path, O_RDONLY);
    struct stat status;
    ssize_t got = 1;

    if (fd < 0 || fstat(fd, &status))
        return -1;
    file->len = 0;
    file->bytes = calloc(1, (size_t)status.st_size + READER_PADDING);
    while (file->bytes && file->len < (size_t)status.st_size && got > 0) {
        got = read(fd, file->bytes + file->len, (size_t)status.st_size - file->len);
        if (got > 0)
            file->len += (size_t)got;
    }
    close(fd);
    return file->bytes && got > 0 ? 0 : -1;
}

/* Parse all lines; returns their number, 0 when one is refused. */
static size_t lines_parse(struct reader *reader, const struct text *file)
{
    char *line = file->bytes;
    char *end = file->bytes + file->len;
    size_t count = 0;

    while (line < end) {
        char *stop = memchr(line, '\n', (size_t)(end - line));
        struct reader_error error;

        if (!stop)
            stop = end;
        if (reader_parse(reader, line, (size_t)(stop - line), &error)) {
            fprintf(stderr, "reader-speed: line %zu: %s\n", count + 1, error.text);
            return 0;
        }
        count++;
        line = stop + 1;
    }
    return count;
}

static double seconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int seconds_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    struct reader *reader = reader_new();
    double seconds[PASSES];
    struct text file;
    size_t count = 0;

    if (argc != 2 || !reader || file_read(&file, argv[1])) {
        fprintf(stderr,
                "reader-speed: usage: reader-speed FILE (a readable, non-empty one)\n");
        return 2;
    }
    for (int i = 0; i < PASSES; i++) {
        double start = seconds_now();

        count = lines_parse(reader, &file);
        seconds[i] = seconds_now() - start;
        if (!count)
            return 1;
    }
    qsort(seconds, PASSES, sizeof *seconds, seconds_compare);
    printf("bytes %zu\ndocuments %zu\nparse_seconds %.6f\n", file.len, count,
           seconds[PASSES / 2]);
    reader_free(reader);
    free(file.bytes);
    return 0;
}
