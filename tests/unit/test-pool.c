#include <config.h>

#include "base/pool.h"

#include "capture.h"
#include "tap.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <time.h>

enum { WORKERS_AT_MOST = 100 };

struct state {
    atomic_bool busy;
    unsigned done;
};

struct job {
    unsigned number;
    unsigned answer;
    bool state_was_busy;
    long wait; /* nanoseconds */
};

static struct state states[WORKERS_AT_MOST];
static void *pointers[WORKERS_AT_MOST];

static void work(void *state_pointer, void *job_pointer)
{
    struct state *state = state_pointer;
    struct job *job = job_pointer;
    struct timespec wait = {.tv_nsec = job->wait};

    job->state_was_busy = atomic_exchange(&state->busy, true);
    if (job->wait != 0)
        nanosleep(&wait, NULL);
    job->answer = job->number * 3 + 1;
    state->done++;
    atomic_store(&state->busy, false);
}

/* Keep the pool as full as it may be; take jobs back and look. */
static void test_order(unsigned count, unsigned job_count)
{
    struct pool *pool = pool_new(count, work, pointers);
    size_t capacity = pool_capacity(pool);
    struct job *jobs = calloc(job_count, sizeof *jobs);
    unsigned submitted = 0;
    unsigned collected = 0;
    unsigned wrong = 0;
    unsigned done = 0;
    unsigned random = 12345;

    memset(states, 0, sizeof states);
    wrong += pool_collect(pool) != NULL || pool_ready(pool);
    while (collected < job_count) {
        const struct job *job;
        bool ready;

        while (submitted < job_count && pool_in_flight(pool) < capacity) {
            random = random * 1103515245 + 12345;
            jobs[submitted].number = submitted;
            jobs[submitted].wait = (random >> 16) % 4 != 0 ? 0 : (random >> 18) % 300000;
            pool_submit(pool, &jobs[submitted++]);
        }
        wrong += pool_in_flight(pool) != submitted - collected;
        ready = pool_ready(pool);
        job = pool_collect(pool);
        wrong += job != &jobs[collected] || job->answer != collected * 3 + 1 ||
                 job->state_was_busy;
        wrong += count == 0 && !ready;
        collected++;
    }
    wrong += pool_collect(pool) != NULL || pool_in_flight(pool) != 0;
    pool_free(pool);
    for (unsigned i = 0; i < (count == 0 ? 1 : count); i++)
        done += states[i].done;
    tap_equal_count(capacity, 2 * (size_t)count + 2, "the capacity");
    tap_equal_count(wrong, 0, "jobs are collected in order, one at a time on a state");
    tap_equal_count(done, job_count, "each was run once");
    free(jobs);
}

static void *seen_thread;

static void note_thread(void *state, void *job)
{
    pthread_t *own = job;

    seen_thread = state;
    *own = pthread_self();
}

static void test_inline(void)
{
    pthread_t own;
    struct pool *pool = pool_new(0, note_thread, pointers);

    pool_submit(pool, &own);
    tap_check(seen_thread == pointers[0] && pthread_equal(own, pthread_self()),
              "without threads the main thread runs a job at once");
    tap_check(pool_collect(pool) == &own, "and returns the job");
    pool_free(pool);
    pool_free(NULL);
}

struct gate {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool open;
    bool waiting; /* a job is at it */
};

static struct gate gate = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false,
                           false};

static void wait_at_gate(void *state, void *job)
{
    const bool *waits = job;

    (void)state;
    if (!*waits)
        return;
    pthread_mutex_lock(&gate.mutex);
    gate.waiting = true;
    while (!gate.open)
        pthread_cond_wait(&gate.changed, &gate.mutex);
    gate.waiting = false;
    pthread_mutex_unlock(&gate.mutex);
}

/* The oldest job waits, the others are long done: nothing is ready until it is. */
static void test_ready(void)
{
    struct timespec moment = {.tv_nsec = 20 * 1000 * 1000};
    struct pool *pool = pool_new(2, wait_at_gate, pointers);
    bool waits[6] = {true, false, false, false, false, false};

    for (size_t i = 0; i < 6; i++)
        pool_submit(pool, &waits[i]);
    nanosleep(&moment, NULL);
    tap_check(!pool_ready(pool), "a younger job does not overtake");
    pthread_mutex_lock(&gate.mutex);
    gate.open = true;
    pthread_cond_broadcast(&gate.changed);
    pthread_mutex_unlock(&gate.mutex);
    tap_check(pool_collect(pool) == &waits[0], "pool_collect waits for the oldest");
    for (size_t i = 1; i < 6; i++) {
        while (!pool_ready(pool))
            nanosleep(&moment, NULL);
        tap_check(pool_collect(pool) == &waits[i], "then job %zu", i);
    }
    pool_free(pool);
}

/* Wait until the thread is at the gate. */
static void wait_for_waiting(void)
{
    bool waiting = false;

    while (!waiting) {
        usleep(1000);
        pthread_mutex_lock(&gate.mutex);
        waiting = gate.waiting;
        pthread_mutex_unlock(&gate.mutex);
    }
}

/* What threads have not begun the caller may run; the order in which jobs come back stays.
 */
static void test_help(void)
{
    static bool waits[] = {true, false, false};
    struct pool *pool = pool_new(1, wait_at_gate, pointers);
    unsigned helped = 0;

    gate.open = false;
    for (int i = 0; i < 3; i++)
        pool_submit(pool, &waits[i]);
    wait_for_waiting();
    while (pool_help(pool, pointers[1]))
        helped++;
    tap_equal_count(helped, 2, "the caller runs what no thread has begun");
    tap_check(!pool_ready(pool), "and the oldest is still at work");
    pthread_mutex_lock(&gate.mutex);
    gate.open = true;
    pthread_cond_broadcast(&gate.changed);
    pthread_mutex_unlock(&gate.mutex);
    for (int i = 0; i < 3; i++)
        tap_check(pool_collect(pool) == &waits[i], "job %d comes in its turn", i);
    tap_check(!pool_help(pool, pointers[1]), "then there is nothing to do");
    pool_free(pool);
    pool = pool_new(0, wait_at_gate, pointers);
    tap_check(!pool_help(pool, pointers[0]), "nor without threads");
    pool_free(pool);
}

static void note_signals(void *state, void *job)
{
    (void)state;
    pthread_sigmask(SIG_BLOCK, NULL, job);
}

static void test_signals(void)
{
    struct pool *pool = pool_new(2, note_signals, pointers);
    sigset_t inside;
    sigset_t outside;

    sigemptyset(&inside);
    pool_submit(pool, &inside);
    pool_collect(pool);
    pool_free(pool);
    pthread_sigmask(SIG_BLOCK, NULL, &outside);
    tap_check(sigismember(&inside, SIGINT) == 1 && sigismember(&inside, SIGTERM) == 1,
              "signals are for the main thread");
    tap_check(sigismember(&inside, SIGSEGV) == 0, "a thread's own fault is its own");
    tap_check(sigismember(&outside, SIGINT) == 0, "the main thread's mask is as before");
}

static unsigned thread_count(void)
{
    DIR *tasks = opendir("/proc/self/task");
    const struct dirent *task;
    unsigned count = 0;

    if (tasks == NULL)
        return 1;
    while ((task = readdir(tasks)) != NULL)
        count += task->d_name[0] != '.';
    closedir(tasks);
    return count;
}

static void start_too_many(void)
{
    struct rlimit limit = {128 << 20, 128 << 20};
    struct timespec moment = {.tv_nsec = 1000 * 1000};

    setrlimit(RLIMIT_AS, &limit);
    errno = 0;
    if (pool_new(WORKERS_AT_MOST, work, pointers) != NULL)
        _exit(10);
    if (errno != EAGAIN)
        _exit(11);
    /* A joined thread may be listed for a moment. */
    for (unsigned i = 0; i < 1000 && thread_count() != 1; i++)
        nanosleep(&moment, NULL);
    _exit(thread_count() == 1 ? 12 : 13);
}

static void test_no_thread(void)
{
    const char *checker = getenv("KIDX_CHECKER");

    if (checker != NULL && strcmp(checker, "none") != 0) {
        tap_skip("threads that cannot be started: a limit of memory means nothing here");
        return;
    }
    tap_equal_count((uint64_t)run_in_child(start_too_many), 12,
                    "where a thread cannot be started, none is left");
}

int main(void)
{
    for (size_t i = 0; i < WORKERS_AT_MOST; i++)
        pointers[i] = &states[i];
    test_order(0, 200);
    test_order(1, 200);
    test_order(2, 1000);
    test_order(7, 2000);
    test_inline();
    test_ready();
    test_help();
    test_signals();
    test_no_thread();
    return tap_done();
}
