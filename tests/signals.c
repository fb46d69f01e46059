/* signals default|ignore COMMAND [ARGUMENT]...: become the command, with SIGPIPE as told,
 * and SIGHUP, SIGINT and SIGTERM as they are by default. A shell cannot do that: what was
 * ignored when it began stays so, and it ignores SIGINT for what runs in the background.
 */
#include <config.h>

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    if (argc < 3) {
        fputs("usage: signals default|ignore COMMAND [ARGUMENT]...\n", stderr);
        return 99;
    }
    signal(SIGHUP, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGPIPE, strcmp(argv[1], "ignore") == 0 ? SIG_IGN : SIG_DFL);
    execvp(argv[2], argv + 2);
    perror(argv[2]);
    return 99;
}
