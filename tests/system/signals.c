/* signals default|ignore [nobody] COMMAND [ARGUMENT]...: become the command, with SIGPIPE
 * as told, and SIGHUP, SIGINT and SIGTERM as they are by default. A shell cannot do that:
 * what was ignored when it began stays so, and it ignores SIGINT for what runs in the
 * background. With "nobody" its standard output is a pipe that nobody reads.
 */
#include <config.h>

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Put a pipe without reader in the place of standard output. */
static int write_to_nobody(void)
{
    int ends[2];

    if (pipe(ends) != 0 || dup2(ends[1], STDOUT_FILENO) < 0)
        return -1;
    close(ends[0]);
    close(ends[1]);
    return 0;
}

int main(int argc, char **argv)
{
    char **command = argv + 2;

    if (argc > 2 && strcmp(argv[2], "nobody") == 0)
        command++;
    if (argc < 3 || *command == NULL) {
        fputs("usage: signals default|ignore [nobody] COMMAND [ARGUMENT]...\n", stderr);
        return 99;
    }
    signal(SIGHUP, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGPIPE, strcmp(argv[1], "ignore") == 0 ? SIG_IGN : SIG_DFL);
    if (command > argv + 2 && write_to_nobody() != 0) {
        perror("pipe");
        return 99;
    }
    execvp(*command, command);
    perror(*command);
    return 99;
}
