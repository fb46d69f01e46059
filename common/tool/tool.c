#include <config.h>

#include "tool/tool.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/* A file opened later must not become standard output by accident, and writing to a closed
 * one must fail as it does for cat. */
static void fill_standard_descriptors(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) == -1 && errno == EBADF)
            if (open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
                _exit(EXIT_TROUBLE);
}

/* All signals wait while this is at work: timeout(1) sends one to a process and again to
 * its group, and the second one must not end it before the first has done its work. */
static void die_of_signal(int number)
{
    sigset_t only;

    output_remove_unfinished();
    /* The default action ends the process, and whoever waits for it sees which signal it
     * was. */
    signal(number, SIG_DFL);
    raise(number);
    sigemptyset(&only);
    sigaddset(&only, number);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
}

static void catch_signals(void)
{
    /* SIGABRT is what libjq sends itself where it has no memory. */
    static const int numbers[] = {SIGHUP,  SIGINT,    SIGQUIT, SIGABRT, SIGUSR1,
                                  SIGUSR2, SIGPIPE,   SIGALRM, SIGTERM, SIGXCPU,
                                  SIGXFSZ, SIGVTALRM, SIGPROF};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction action;

        if (sigaction(numbers[i], NULL, &action) != 0 || action.sa_handler == SIG_IGN)
            continue; /* nohup and background jobs ignore some on purpose */
        action.sa_handler = die_of_signal;
        action.sa_flags = 0;
        sigfillset(&action.sa_mask);
        sigaction(numbers[i], &action, NULL);
    }
}

void tool_start(struct tool *tool, const char *name)
{
    fill_standard_descriptors();
    diag_set_program(name);
    diag_init(&tool->diag);
    tool->output = NULL;
    tool->rejects = NULL;
    tool->stream = NULL;
    tool->abandoned = false;
    tool->undecided = false;
    (void)at_quick_exit(output_remove_unfinished); /* fails beyond 32 of them only */
    catch_signals();
}

int tool_end(struct tool *tool)
{
    diag_set_status_line(&tool->diag, NULL);
    output_close(tool->rejects, true);
    output_close(tool->output, !tool->abandoned && tool->diag.status < EXIT_TROUBLE);
    if (tool->undecided)
        diag_raise(&tool->diag, EXIT_TROUBLE);
    return tool->diag.status;
}
