/* inject [OPTION]... COMMAND [ARGUMENT]...: run a command of tests/slow/fault again and
 * again, with one fault a run, and see that it is right each time: it ends with exit status
 * 2 and says why, or does all that it does without a fault. In no case there is a temporary
 * file or a part of one under the name of the whole.
 *
 *     -c CALLS  which calls fail: memory, system (all else, default)
 *     -d DEED   once (default), on, signal, after, twice, trickle: plan.h; kill: a signal
 *               from outside, at any moment of a run (both of these: COUNT times)
 *     -n COUNT  at most so many runs, spread evenly (default: one for each call)
 *     -s SIGNAL its number (default: SIGTERM)
 *
 * The command runs in the current directory. What it writes goes to the directory place,
 * which is emptied before: result is put in place as a whole and begins as a copy of the
 * file old, where there is one; rejects is a log and may break off. The file stdin, where
 * there is one, is standard input.
 *
 * Prints what was wrong, as comments, and at the end "faults N" and for each kind of call
 * its name and how many of these were made to fail. Exit status 1: something was wrong.
 */
#include <config.h>

#include "plan.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Seconds that a run may take; complaints that are shown; files in place. */
enum { PATIENCE = 60, COMPLAINTS = 10, FILES = 8, NAME_SIZE = 64 };

enum { STATUS_INCOMPLETE = 2 };

static const char *const call_names[FAULT_CALLS] = {
    "malloc", "calloc", "realloc", "open",  "read",   "write", "message",
    "close",  "fsync",  "rename",  "leave", "thread", "other"};

struct text {
    char *data;
    size_t length;
};

struct file {
    char name[NAME_SIZE];
    struct text text;
};

/* What came of a run. */
struct outcome {
    int status; /* of waitpid */
    struct text out;
    struct text err;
    size_t file_count;
    struct file files[FILES];
};

struct injection {
    char **command;
    struct fault_plan *plan;
    int plan_fd;
    bool kills; /* from outside */
    unsigned long runs;
    double seconds;
    struct text old; /* data NULL: there is none */
    struct outcome usual;
    unsigned long failed[FAULT_CALLS];
    unsigned complaints;
};

static _Noreturn void give_up(const char *what)
{
    perror(what);
    exit(99);
}

/* --- files --- */

static struct text read_text(int fd)
{
    struct stat status;
    struct text text;

    if (fd < 0 || fstat(fd, &status) != 0)
        give_up("fstat");
    text.length = (size_t)status.st_size;
    text.data = malloc(text.length + 1);
    if (text.data == NULL || pread(fd, text.data, text.length, 0) != (ssize_t)text.length)
        give_up("pread");
    text.data[text.length] = '\0';
    return text;
}

static bool same_text(struct text a, struct text b)
{
    return a.length == b.length && memcmp(a.data, b.data, a.length) == 0;
}

/* Call DO for each name in place. */
static void each_file(void (*visit)(const char *name, void *context), void *context)
{
    DIR *directory = opendir("place");
    struct dirent *entry;

    if (directory == NULL)
        give_up("place");
    while ((entry = readdir(directory)) != NULL)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            visit(entry->d_name, context);
    closedir(directory);
}

static void path_of(const char *name, char path[NAME_SIZE + 8])
{
    snprintf(path, NAME_SIZE + 8, "place/%.*s", NAME_SIZE - 1, name);
}

static void remove_file(const char *name, void *context)
{
    char path[NAME_SIZE + 8];

    (void)context;
    path_of(name, path);
    if (unlink(path) != 0)
        give_up(path);
}

static void take_file(const char *name, void *context)
{
    struct outcome *outcome = context;
    struct file *file = &outcome->files[outcome->file_count];
    char path[NAME_SIZE + 8];
    int fd;

    if (outcome->file_count == FILES)
        return;
    path_of(name, path);
    snprintf(file->name, NAME_SIZE, "%.*s", NAME_SIZE - 1, name);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    file->text = read_text(fd);
    close(fd);
    outcome->file_count++;
}

static const struct file *find_file(const struct outcome *outcome, const char *name)
{
    for (size_t i = 0; i < outcome->file_count; i++)
        if (strcmp(outcome->files[i].name, name) == 0)
            return &outcome->files[i];
    return NULL;
}

static void prepare_place(const struct injection *injection)
{
    int fd;

    each_file(remove_file, NULL);
    if (injection->old.data == NULL)
        return;
    fd = open("place/result", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (fd < 0 || write(fd, injection->old.data, injection->old.length) < 0)
        give_up("place/result");
    close(fd);
}

/* --- a run --- */

static void become_command(const struct injection *injection, int out, int err)
{
    int in = open("stdin", O_RDONLY);

    if (in < 0)
        in = open("/dev/null", O_RDONLY);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    if (in > STDERR_FILENO)
        close(in);
    fcntl(injection->plan_fd, F_SETFD, 0);
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
    alarm(PATIENCE);
    execvp(injection->command[0], injection->command);
    _exit(98);
}

/* Let a child run a random part of the usual time, and send it the signal. */
static void kill_soon(const struct injection *injection, pid_t child)
{
    static uint64_t state = 88172645463325252U;
    double seconds;
    struct timespec time;

    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    seconds = injection->seconds * 1.1 * (double)(state % 1000) / 1000;
    time.tv_sec = (time_t)seconds;
    time.tv_nsec = (long)((seconds - (double)time.tv_sec) * 1e9);
    nanosleep(&time, NULL);
    kill(child, injection->plan->signal);
}

static void run(struct injection *injection, unsigned long target, struct outcome *outcome)
{
    int out = memfd_create("out", MFD_CLOEXEC);
    int err = memfd_create("err", MFD_CLOEXEC);
    struct fault_plan *plan = injection->plan;
    pid_t child;

    *outcome = (struct outcome){.status = 0};
    prepare_place(injection);
    plan->target = injection->kills || plan->deed == FAULT_TRICKLE ? 0 : target;
    atomic_store(&plan->made, 0);
    atomic_store(&plan->failed, 0);
    for (size_t i = 0; i < FAULT_CALLS; i++)
        atomic_store(&plan->counts[i], 0);
    fflush(NULL);
    child = fork();
    if (child < 0)
        give_up("fork");
    if (child == 0)
        become_command(injection, out, err);
    if (injection->kills && target > 0)
        kill_soon(injection, child);
    while (waitpid(child, &outcome->status, 0) < 0)
        if (errno != EINTR)
            give_up("waitpid");
    outcome->out = read_text(out);
    outcome->err = read_text(err);
    each_file(take_file, outcome);
    close(out);
    close(err);
    if (atomic_load(&plan->failed) > 0)
        injection->failed[atomic_load(&plan->failed) - 1]++;
}

static void release_outcome(struct outcome *outcome)
{
    free(outcome->out.data);
    free(outcome->err.data);
    for (size_t i = 0; i < outcome->file_count; i++)
        free(outcome->files[i].text.data);
}

/* --- what is right --- */

static bool exited_with(int status, int number)
{
    return WIFEXITED(status) && WEXITSTATUS(status) == number;
}

/* Whether a file is as the usual run leaves it, or as it was before. */
static bool is_whole(const struct injection *injection, const struct file *file)
{
    const struct file *usual = find_file(&injection->usual, file->name);

    return (usual != NULL && same_text(file->text, usual->text)) ||
           (injection->old.data != NULL && strcmp(file->name, "result") == 0 &&
            same_text(file->text, injection->old));
}

/* What is wrong with the files of a run that did not do all, NULL: nothing. */
static const char *fault_of_files(const struct injection *injection,
                                  const struct outcome *outcome)
{
    if (injection->old.data != NULL && find_file(outcome, "result") == NULL)
        return "the old file is gone";
    for (size_t i = 0; i < outcome->file_count; i++) {
        const struct file *file = &outcome->files[i];

        if (strcmp(file->name, "rejects") != 0 && !is_whole(injection, file))
            return file->name[0] == '.' ? "a temporary file is left behind"
                                        : "a part of a file is in place";
    }
    return NULL;
}

/* What differs from the usual run, NULL: nothing. */
static const char *fault_of_answer(const struct injection *injection,
                                   const struct outcome *outcome)
{
    const struct outcome *usual = &injection->usual;
    bool was_message = atomic_load(&injection->plan->failed) == FAULT_MESSAGE + 1;

    if (outcome->status != usual->status)
        return "another exit status";
    if (!same_text(outcome->out, usual->out))
        return "another standard output with the usual exit status";
    if (!same_text(outcome->err, usual->err) && !was_message)
        return "another standard error with the usual exit status";
    if (outcome->file_count != usual->file_count)
        return "other files with the usual exit status";
    for (size_t i = 0; i < usual->file_count; i++) {
        const struct file *file = find_file(outcome, usual->files[i].name);

        if (file == NULL || !same_text(file->text, usual->files[i].text))
            return "another file with the usual exit status";
    }
    return NULL;
}

/* What is wrong with a run, NULL: nothing. */
static const char *fault_of(const struct injection *injection,
                            const struct outcome *outcome)
{
    const struct fault_plan *plan = injection->plan;
    int failed = atomic_load(&plan->failed);

    if (injection->kills || plan->deed == FAULT_SIGNAL || plan->deed == FAULT_AFTER ||
        plan->deed == FAULT_TWICE) {
        if (WIFSIGNALED(outcome->status) && WTERMSIG(outcome->status) == plan->signal)
            return fault_of_files(injection, outcome);
        return failed == 0 ? fault_of_answer(injection, outcome)
                           : "not ended by the signal";
    }
    if (!exited_with(outcome->status, STATUS_INCOMPLETE) || failed == 0) {
        const char *fault = fault_of_answer(injection, outcome);

        if (fault == NULL && failed > 0 && (FAULT_NEEDED & 1U << (failed - 1)) != 0)
            fault = "complete without what it needs";
        return fault;
    }
    if (failed == FAULT_MESSAGE + 1)
        return "incomplete, though only a message failed";
    if (outcome->err.length == 0)
        return "incomplete without a message";
    return fault_of_files(injection, outcome);
}

static void complain(struct injection *injection, const struct outcome *outcome,
                     const char *fault)
{
    int failed = atomic_load(&injection->plan->failed);

    if (injection->complaints++ >= COMPLAINTS)
        return;
    printf("# run %lu, call %lu (%s): %s; ", injection->runs, injection->plan->target,
           failed > 0 ? call_names[failed - 1] : "none", fault);
    if (WIFEXITED(outcome->status))
        printf("exit status %d\n", WEXITSTATUS(outcome->status));
    else
        printf("signal %d\n", WTERMSIG(outcome->status));
    for (const char *line = outcome->err.data; line != NULL && *line != '\0';) {
        size_t length = strcspn(line, "\n");

        printf("#   %.*s\n", length < 200 ? (int)length : 200, line);
        line += length + (line[length] == '\n');
        if (line - outcome->err.data > 4000)
            break;
    }
}

/* Run once, and complain where that goes wrong; false: nothing failed, so all is done. */
static bool try_call(struct injection *injection, unsigned long target)
{
    struct outcome outcome;
    const char *fault;
    bool happened;

    run(injection, target, &outcome);
    injection->runs++;
    fault = fault_of(injection, &outcome);
    if (fault != NULL)
        complain(injection, &outcome, fault);
    happened = atomic_load(&injection->plan->failed) > 0;
    release_outcome(&outcome);
    return happened;
}

/* --- the whole --- */

static double seconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void run_as_usual(struct injection *injection)
{
    double start = seconds_now();

    run(injection, 0, &injection->usual);
    injection->seconds = seconds_now() - start;
    if (!WIFEXITED(injection->usual.status) || WEXITSTATUS(injection->usual.status) > 1)
        complain(injection, &injection->usual, "fails without a fault");
}

static void try_calls(struct injection *injection, unsigned long most)
{
    unsigned long made = atomic_load(&injection->plan->made);
    unsigned long stride = most == 0 || made <= most ? 1 : (made + most - 1) / most;
    unsigned long target = 1;

    if (injection->kills || injection->plan->deed == FAULT_TRICKLE) {
        do
            try_call(injection, target);
        while (target++ < most);
        return;
    }
    while (try_call(injection, target))
        target += stride;
    injection->runs--; /* nothing failed in the last one */
}

static int report(const struct injection *injection)
{
    printf("faults %lu", injection->runs);
    for (size_t i = 0; i < FAULT_CALLS; i++)
        printf(" %s %lu", call_names[i], injection->failed[i]);
    printf("\n");
    return injection->complaints > 0;
}

static void read_deed(struct injection *injection, const char *text)
{
    static const char *const names[] = {"once",  "on",    "signal",
                                        "after", "twice", "trickle"};

    injection->kills = strcmp(text, "kill") == 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(text, names[i]) == 0) {
            injection->plan->deed = (enum fault_deed)i;
            return;
        }
    }
    if (!injection->kills)
        give_up(text);
}

static void make_plan(struct injection *injection)
{
    char text[16];

    injection->plan_fd = memfd_create("plan", MFD_CLOEXEC);
    if (injection->plan_fd < 0 ||
        ftruncate(injection->plan_fd, sizeof *injection->plan) != 0)
        give_up("plan");
    injection->plan = mmap(NULL, sizeof *injection->plan, PROT_READ | PROT_WRITE,
                           MAP_SHARED, injection->plan_fd, 0);
    if (injection->plan == MAP_FAILED)
        give_up("plan");
    injection->plan->calls = FAULT_ALL & ~FAULT_MEMORY;
    injection->plan->signal = SIGTERM;
    snprintf(text, sizeof text, "%d", injection->plan_fd);
    setenv("FAULT_PLAN", text, 1);
}

int main(int argc, char **argv)
{
    struct injection injection = {.complaints = 0};
    unsigned long most = 0;
    int option;
    int old;

    make_plan(&injection);
    while ((option = getopt(argc, argv, "+c:d:n:s:")) != -1) {
        if (option == 'c' && strcmp(optarg, "memory") == 0)
            injection.plan->calls = FAULT_MEMORY;
        else if (option == 'd')
            read_deed(&injection, optarg);
        else if (option == 'n')
            most = strtoul(optarg, NULL, 10);
        else if (option == 's')
            injection.plan->signal = atoi(optarg);
    }
    injection.command = argv + optind;
    if (injection.command[0] == NULL)
        give_up("inject [OPTION]... COMMAND [ARGUMENT]...");
    /* A disk that is full lets messages through. */
    if (injection.plan->deed == FAULT_ON)
        injection.plan->calls &= ~(1U << FAULT_MESSAGE);
    mkdir("place", 0777);
    old = open("old", O_RDONLY | O_CLOEXEC);
    if (old >= 0)
        injection.old = read_text(old);
    run_as_usual(&injection);
    try_calls(&injection, most);
    release_outcome(&injection.usual);
    free(injection.old.data);
    return report(&injection);
}
