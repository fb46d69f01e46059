/* capture: what a piece of a test says on standard error, one write at a time.
 *
 * Between capture_start and capture_stop file descriptor 2 is a socket that keeps the
 * borders of writes, so a test sees whether a message came in one. run_in_child is for what
 * ends the program.
 */
#ifndef KIDX_TESTS_CAPTURE_H
#define KIDX_TESTS_CAPTURE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static int capture_sockets[2];
static int capture_saved;

static inline void capture_start(void)
{
    fflush(stdout);
    capture_saved = dup(STDERR_FILENO);
    if (capture_saved < 0 || socketpair(AF_UNIX, SOCK_SEQPACKET, 0, capture_sockets) != 0 ||
        dup2(capture_sockets[1], STDERR_FILENO) < 0) {
        printf("Bail out! standard error cannot be captured\n");
        exit(99);
    }
}

/* The next write into TEXT (SIZE bytes, a NUL is added); its length, 0 where there is none.
 */
static inline size_t capture_take(char *text, size_t size)
{
    ssize_t got = recv(capture_sockets[0], text, size - 1, MSG_DONTWAIT);

    text[got > 0 ? got : 0] = '\0';
    return got > 0 ? (size_t)got : 0;
}

static inline void capture_stop(void)
{
    dup2(capture_saved, STDERR_FILENO);
    close(capture_saved);
    close(capture_sockets[0]);
    close(capture_sockets[1]);
}

/* Run BODY in a child; its exit status, 128 + the number of a signal that ended it, 0 where
 * BODY returned. */
static inline int run_in_child(void (*body)(void))
{
    int status = 0;
    pid_t child;

    fflush(stdout);
    child = fork();
    if (child == 0) {
        body();
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

#endif
