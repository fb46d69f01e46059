/* peak RESULT COMMAND [ARGUMENT]...: run the command and write its peak of resident memory,
 * in KiB, and the seconds of processor time that it took to the file RESULT. The exit
 * status is the command's; of one that a signal ended, 128 and the signal's number.
 */
#include <config.h>

#include <stdio.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds(const struct timeval *time)
{
    return (double)time->tv_sec + (double)time->tv_usec * 1e-6;
}

int main(int argc, char **argv)
{
    struct rusage usage;
    int status;
    pid_t child;
    FILE *result;

    if (argc < 3) {
        fputs("usage: peak RESULT COMMAND [ARGUMENT]...\n", stderr);
        return 99;
    }
    child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        perror(argv[2]);
        _exit(99);
    }
    result = fopen(argv[1], "w");
    if (child < 0 || result == NULL || wait4(child, &status, 0, &usage) < 0) {
        perror("peak");
        return 99;
    }
    fprintf(result, "%ld %.3f\n", usage.ru_maxrss,
            seconds(&usage.ru_utime) + seconds(&usage.ru_stime));
    if (fclose(result) != 0)
        return 99;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
