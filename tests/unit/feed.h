/* feed: a pipe whose reader gets a text in pieces of a given size, one per read(2); the
 * middle of a long text comes in pages, as a million tiny reads prove no more than
 * thousands.
 *
 * The pipe keeps the borders of writes (O_DIRECT). A text of few pieces is written at once,
 * any other one by a child. feed_start returns the end to read from, feed_stop waits for
 * the child; whoever reads closes the descriptor first.
 */
#ifndef KIDX_TESTS_FEED_H
#define KIDX_TESTS_FEED_H

#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FEED_EDGE = 8192, FEED_PAGE = 4096, FEED_ROOM = 128 };

static pid_t feed_child;

static inline bool feed_write(int fd, const char *text, size_t length, size_t piece)
{
    for (size_t left = length; left > 0;) {
        bool is_edge = length - left < FEED_EDGE || left <= FEED_EDGE;
        size_t size = is_edge ? piece : FEED_PAGE;
        ssize_t written = write(fd, text, left < size ? left : size);

        if (written < 0)
            return false;
        text += written;
        left -= (size_t)written;
    }
    return true;
}

static inline int feed_start(const char *text, size_t length, size_t piece)
{
    int ends[2];

    fflush(stdout);
    feed_child = 0;
    if (pipe2(ends, O_CLOEXEC | O_DIRECT) != 0) {
        printf("Bail out! no pipe that keeps the borders of writes\n");
        exit(99);
    }
    if (length / piece < FEED_ROOM && length < FEED_EDGE &&
        fcntl(ends[1], F_SETPIPE_SZ, (FEED_ROOM + 1) * FEED_PAGE) > 0) {
        feed_write(ends[1], text, length, piece);
    } else {
        feed_child = fork();
        if (feed_child == 0) {
            close(ends[0]);
            _exit(!feed_write(ends[1], text, length, piece));
        }
    }
    close(ends[1]);
    return ends[0];
}

static inline void feed_stop(void)
{
    if (feed_child > 0)
        waitpid(feed_child, NULL, 0);
}

#endif
