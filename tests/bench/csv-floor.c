/*
 * csv-floor: what making records out of a CSV costs at least.
 *
 *     csv-floor BODIES OUTPUT COPY
 *
 * BODIES are the identity bodies of all manifests that a tool wrote, one a line, and OUTPUT
 * is what it wrote. Hash each body with OpenSSL's SHA-256, and write OUTPUT to the file
 * COPY in pieces of 256 KiB; both are mapped and touched before, so that nothing else is
 * timed.
 */
#include <config.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <openssl/evp.h>

enum { PIECE = 256 * 1024, PAGE = 4096 };

struct mapping {
    const char *data;
    size_t length;
};

static double seconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void fail(const char *file)
{
    perror(file);
    exit(2);
}

static struct mapping map_file(const char *file)
{
    struct stat status;
    struct mapping mapping = {NULL, 0};
    volatile char sink = 0;
    int fd = open(file, O_RDONLY);
    void *data;

    if (fd < 0 || fstat(fd, &status) != 0)
        fail(file);
    mapping.length = (size_t)status.st_size;
    data = mmap(NULL, mapping.length, PROT_READ, MAP_PRIVATE, fd, 0);
    if (data == MAP_FAILED)
        fail(file);
    close(fd);
    mapping.data = data;
    for (size_t i = 0; i < mapping.length; i += PAGE)
        sink = mapping.data[i];
    (void)sink;
    return mapping;
}

static void hash_lines(struct mapping bodies)
{
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    const char *at = bodies.data;
    const char *end = at + bodies.length;
    unsigned char digest[EVP_MAX_MD_SIZE];

    if (!context || !EVP_DigestInit_ex(context, EVP_sha256(), NULL))
        abort();
    while (at < end) {
        const char *feed = memchr(at, '\n', (size_t)(end - at));
        size_t length = feed ? (size_t)(feed - at) : (size_t)(end - at);

        if (!EVP_DigestInit_ex(context, NULL, NULL) ||
            !EVP_DigestUpdate(context, at, length) ||
            !EVP_DigestFinal_ex(context, digest, NULL))
            abort();
        at += length + 1;
    }
    EVP_MD_CTX_free(context);
}

static void write_copy(struct mapping output, const char *file)
{
    int fd = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0666);

    if (fd < 0)
        fail(file);
    for (size_t done = 0; done < output.length;) {
        size_t left = output.length - done;
        ssize_t length = write(fd, output.data + done, left < PIECE ? left : PIECE);

        if (length < 0)
            fail(file);
        done += (size_t)length;
    }
    if (close(fd) != 0)
        fail(file);
}

int main(int argc, char **argv)
{
    struct mapping bodies, output;
    double start, hashed, written;

    if (argc != 4) {
        fprintf(stderr, "usage: csv-floor BODIES OUTPUT COPY\n");
        return 2;
    }
    bodies = map_file(argv[1]);
    output = map_file(argv[2]);
    start = seconds_now();
    hash_lines(bodies);
    hashed = seconds_now();
    write_copy(output, argv[3]);
    written = seconds_now();
    printf("hash_seconds %.6f\nwrite_seconds %.6f\nseconds %.6f\n", hashed - start,
           written - hashed, written - start);
    return 0;
}
