/* feed PIECE FILE COMMAND [ARGUMENT]...: become the command, with FILE as its standard
 * input, of which each read(2) gives at most PIECE bytes.
 *
 * A child writes into a pipe that keeps the borders of writes (O_DIRECT).
 */
#include <config.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *map_file(const char *name, size_t *length)
{
    struct stat status;
    int fd = open(name, O_RDONLY | O_CLOEXEC);
    const char *text = "";

    if (fd < 0 || fstat(fd, &status) != 0)
        return NULL;
    *length = (size_t)status.st_size;
    if (*length > 0)
        text = mmap(NULL, *length, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    return text == MAP_FAILED ? NULL : text;
}

/* Write the text piece by piece; whoever reads may be gone before its end. */
static void write_pieces(int fd, const char *text, size_t length, size_t piece)
{
    while (length > 0) {
        ssize_t written = write(fd, text, length < piece ? length : piece);

        if (written < 0)
            return;
        text += written;
        length -= (size_t)written;
    }
}

int main(int argc, char **argv)
{
    size_t piece = argc > 3 ? strtoul(argv[1], NULL, 10) : 0;
    size_t length;
    const char *text = piece > 0 ? map_file(argv[2], &length) : NULL;
    int ends[2];

    if (text == NULL || pipe2(ends, O_CLOEXEC | O_DIRECT) != 0) {
        perror("feed PIECE FILE COMMAND [ARGUMENT]...");
        return 99;
    }
    switch (fork()) {
    case 0:
        close(ends[0]);
        write_pieces(ends[1], text, length, piece);
        return 0;
    case -1:
        break;
    default:
        if (dup2(ends[0], STDIN_FILENO) == STDIN_FILENO)
            execvp(argv[3], argv + 3);
    }
    perror(argv[3]);
    return 99;
}
