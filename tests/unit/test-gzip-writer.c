#include <config.h>

#include "gzip/gzip-writer.h"

#include "gzip/gunzip.h"

#include "blocks.h"
#include "feed.h"
#include "tap.h"

#include <stdlib.h>

enum { TEXT_LENGTH = 3 * BLOCKS_TEXT + 1000 };

struct file {
    size_t length;
    char data[8 * BLOCKS_SIZE];
};

static char text[TEXT_LENGTH];

static void make_lines(void)
{
    for (size_t i = 0; i < TEXT_LENGTH; i++)
        text[i] = i % 40 == 39 ? '\n' : (char)('a' + i * i % 7);
}

static void make_noise(void)
{
    uint64_t state = 1;

    for (size_t i = 0; i < TEXT_LENGTH; i++) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        text[i] = (char)(state >> 56);
    }
}

static void compress(struct file *file, int level)
{
    file->length = blocks_make(level, text, TEXT_LENGTH, file->data);
}

/* Whether our own reader makes the text of the file again. */
static bool reads_back(const struct file *file)
{
    static char got[TEXT_LENGTH + 1];
    struct gunzip *gunzip = gunzip_new(inflate_best());
    struct source source;
    size_t length = 0;
    ptrdiff_t added;

    source_init(&source);
    source_open(&source, feed_start(file->data, file->length, 4096));
    gunzip_start(gunzip);
    while ((added = gunzip_read(gunzip, &source, got + length, sizeof got - length)) > 0)
        length += (size_t)added;
    source_release(&source);
    gunzip_free(gunzip);
    feed_stop();
    return added == 0 && length == TEXT_LENGTH && memcmp(got, text, TEXT_LENGTH) == 0;
}

/* Whether gzip(1) does; it is asked to compare, in a shell. */
static bool gzip_reads_back(const struct file *file)
{
    char plain[] = "/tmp/kidx-test-XXXXXX";
    char packed[] = "/tmp/kidx-test-XXXXXX";
    char command[200];
    int plain_fd = mkstemp(plain);
    int packed_fd = mkstemp(packed);
    bool same = write(plain_fd, text, TEXT_LENGTH) == TEXT_LENGTH &&
                write(packed_fd, file->data, file->length) == (ssize_t)file->length;

    snprintf(command, sizeof command, "gzip -dc <%s | cmp -s - %s", packed, plain);
    same = same && system(command) == 0;
    close(plain_fd);
    close(packed_fd);
    unlink(plain);
    unlink(packed);
    return same;
}

/* Walk the file as bgzip does: each block has the fixed header, and says its size. Returns
 * the number of blocks, 0 where one is wrong or the last is not the empty one. */
static unsigned count_blocks(const struct file *file)
{
    static const char start[] = "\x1f\x8b\x08\x04\0\0\0\0\0\xff\x06\0BC\x02";
    size_t place = 0;
    size_t size = 0;
    unsigned count = 0;

    for (; place < file->length; place += size, count++) {
        const unsigned char *block = (const unsigned char *)file->data + place;

        if (file->length - place < 26 || memcmp(block, start, sizeof start) != 0)
            return 0;
        size = (size_t)(block[16] | block[17] << 8) + 1;
    }
    return place == file->length && size == BLOCKS_END_SIZE ? count : 0;
}

static void test_level(int level, const char *what)
{
    static struct file file;
    static struct file again;

    compress(&file, level);
    tap_check(reads_back(&file), "our reader reads %s at level %d", what, level);
    tap_equal_count(count_blocks(&file), 5, "its blocks say their sizes");
    compress(&again, level);
    tap_check(file.length == again.length &&
                  memcmp(file.data, again.data, file.length) == 0,
              "equal text gives equal bytes");
    if (system("gzip --version >/dev/null 2>&1") != 0)
        tap_skip("there is no gzip");
    else
        tap_check(gzip_reads_back(&file), "gzip reads %s at level %d", what, level);
}

static void test_sizes(void)
{
    static char file[2 * BLOCKS_SIZE];

    make_noise();
    tap_equal_count(blocks_make_open(6, text, BLOCKS_TEXT, file), 18 + 5 + BLOCKS_TEXT + 8,
                    "what does not shrink is stored");
    tap_equal_count(blocks_make(6, text, 0, file), BLOCKS_END_SIZE,
                    "no text makes the smallest block alone");
    make_lines();
    tap_check(blocks_make_open(6, text, BLOCKS_TEXT, file) < BLOCKS_TEXT / 8,
              "lines shrink");
}

int main(void)
{
    static const int levels[] = {0, 1, 6, 9};

    for (size_t i = 0; i < 4; i++) {
        make_lines();
        test_level(levels[i], "lines");
        make_noise();
        test_level(levels[i], "noise");
    }
    test_sizes();
    return tap_done();
}
