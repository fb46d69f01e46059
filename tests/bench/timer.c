/*
 * timer: run a command and say what it took.
 *
 *     timer [-n RUNS] [-o OUTPUT] COMMAND [ARGUMENT...]
 *
 * prints "SECONDS KIB CPU" on one line: the time from start to end by the clock, as the
 * median of RUNS (default 1), the largest peak of resident memory, and the median of the
 * processor seconds (user and system), both of which wait4 tells. Standard
 * input of the command is /dev/null; its standard output is OUTPUT (default /dev/null), a
 * file that is removed before each run, outside the time, so that every run pays for its
 * pages. Exit status 1 if the command failed, 2 if it could not be run.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RUNS_MAX = 1000, EXIT_NOT_RUN = 127 };

struct timer {
    const char *output;
    char **command;
    double seconds[RUNS_MAX];
    double processor[RUNS_MAX];
    long peak_kib;
};

static double seconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

static int seconds_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* In the child: set up standard input and output and become the command. */
static void command_run(char **command, int in, int out)
{
    if (dup2(in, 0) >= 0 && dup2(out, 1) >= 0)
        execvp(command[0], command);
    fprintf(stderr, "timer: %s: %s\n", command[0], strerror(errno));
    _exit(EXIT_NOT_RUN);
}

/* One run. Returns the wait status, -1 on failure. */
static int timer_run(struct timer *timer, int run)
{
    struct rusage usage;
    int status, in, out;
    double start;
    pid_t child;

    if (strcmp(timer->output, "/dev/null") != 0)
        unlink(timer->output);
    in = open("/dev/null", O_RDONLY | O_CLOEXEC);
    out = open(timer->output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (in < 0 || out < 0)
        return -1;
    start = seconds_now();
    child = fork();
    if (child == 0)
        command_run(timer->command, in, out);
    if (child < 0 || wait4(child, &status, 0, &usage) < 0)
        return -1;
    timer->seconds[run] = seconds_now() - start;
    close(in);
    close(out);
    timer->processor[run] = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    if (usage.ru_maxrss > timer->peak_kib)
        timer->peak_kib = usage.ru_maxrss;
    return status;
}

static int timer_run_all(struct timer *timer, int runs)
{
    for (int run = 0; run < runs; run++) {
        int status = timer_run(timer, run);

        if (status < 0)
            perror("timer");
        if (status < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_NOT_RUN))
            return 2;
        if (status) {
            fprintf(stderr, "timer: %s failed\n", timer->command[0]);
            return 1;
        }
    }
    qsort(timer->seconds, (size_t)runs, sizeof *timer->seconds, seconds_compare);
    qsort(timer->processor, (size_t)runs, sizeof *timer->processor, seconds_compare);
    printf("%.6f %ld %.6f\n", timer->seconds[runs / 2], timer->peak_kib,
           timer->processor[runs / 2]);
    return 0;
}

int main(int argc, char **argv)
{
    static struct timer timer = {.output = "/dev/null"};
    int runs = 1;
    int option;

    /* The '+' of GNU getopt: what follows the command is the command's. */
    while ((option = getopt(argc, argv, "+n:o:")) != -1) {
        if (option == 'n')
            runs = atoi(optarg);
        else if (option == 'o')
            timer.output = optarg;
        else
            return 2;
    }
    if (optind == argc || runs < 1 || runs > RUNS_MAX) {
        fprintf(stderr, "usage: timer [-n RUNS] [-o OUTPUT] COMMAND [ARGUMENT...]\n");
        return 2;
    }
    timer.command = argv + optind;
    return timer_run_all(&timer, runs);
}
