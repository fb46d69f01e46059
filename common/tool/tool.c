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
                _exit(EXIT_INCOMPLETE);
}

static void die_of_signal(int number)
{
    output_remove_temporaries();
    /* SA_RESETHAND made the action the default: the signal ends the process, and whoever
     * waits for it sees which one. */
    raise(number);
}

static void catch_signals(void)
{
    static const int numbers[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGPIPE,
                                  SIGALRM, SIGTERM, SIGXCPU, SIGXFSZ};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction action;

        if (sigaction(numbers[i], NULL, &action) != 0 || action.sa_handler == SIG_IGN)
            continue; /* nohup and background jobs ignore some on purpose */
        action.sa_handler = die_of_signal;
        action.sa_flags = (int)(SA_RESETHAND | SA_NODEFER);
        sigemptyset(&action.sa_mask);
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
    (void)at_quick_exit(output_remove_temporaries); /* fails beyond 32 of them only */
    catch_signals();
}

int tool_end(struct tool *tool)
{
    diag_set_status_line(&tool->diag, NULL);
    output_close(tool->rejects, true);
    output_close(tool->output, !tool->abandoned && tool->diag.status < EXIT_INCOMPLETE);
    return tool->diag.status;
}
