#include <config.h>

#include "base/pool.h"

#include "base/mem.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

struct place {
    void *job;
    bool finished;
};

struct worker {
    struct pool *pool;
    void *state;
    pthread_t thread;
};

/* The jobs in flight are in a ring, oldest first: their numbers are from `collected` to
 * `submitted` - 1, and those below `started` were begun. The place of a job is its number
 * modulo the capacity. */
struct pool {
    pthread_mutex_t mutex;
    pthread_cond_t job_submitted;
    pthread_cond_t oldest_finished;
    size_t capacity;
    size_t submitted;
    size_t started;
    size_t collected;
    bool ending;
    pool_work *work;
    unsigned worker_count; /* threads */
    void *only_state;      /* where there are none */
    struct worker *workers;
    struct place places[];
};

static struct place *place_of(struct pool *pool, size_t number)
{
    return &pool->places[number % pool->capacity];
}

/* Run the oldest job that was not begun. The caller holds the mutex, which is released
 * while the job runs. */
static void run_oldest(struct pool *pool, void *state)
{
    size_t number = pool->started++;
    struct place *place = place_of(pool, number);

    pthread_mutex_unlock(&pool->mutex);
    pool->work(state, place->job);
    pthread_mutex_lock(&pool->mutex);
    place->finished = true;
    if (number == pool->collected)
        pthread_cond_signal(&pool->oldest_finished);
}

static void *worker_run(void *argument)
{
    struct worker *worker = argument;
    struct pool *pool = worker->pool;

    pthread_mutex_lock(&pool->mutex);
    for (;;) {
        while (pool->started == pool->submitted && !pool->ending)
            pthread_cond_wait(&pool->job_submitted, &pool->mutex);
        if (pool->started == pool->submitted)
            break;
        run_oldest(pool, worker->state);
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

static void workers_end(struct pool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    pool->ending = true;
    pthread_cond_broadcast(&pool->job_submitted);
    pthread_mutex_unlock(&pool->mutex);
    for (unsigned i = 0; i < pool->worker_count; i++)
        pthread_join(pool->workers[i].thread, NULL);
}

/* Start the threads with signals blocked, so that the main thread handles them, except
 * those that a thread causes itself: its faults, and writing to a pipe without a reader or
 * beyond the size limit of files. Returns an errno. */
static int workers_start(struct pool *pool, unsigned count, void *const *states)
{
    static const int own_faults[] = {SIGSEGV, SIGBUS,  SIGFPE,  SIGILL,
                                     SIGABRT, SIGTRAP, SIGPIPE, SIGXFSZ};
    sigset_t blocked;
    sigset_t before;
    int error = 0;

    sigfillset(&blocked);
    for (size_t i = 0; i < sizeof own_faults / sizeof own_faults[0]; i++)
        sigdelset(&blocked, own_faults[i]);
    pthread_sigmask(SIG_BLOCK, &blocked, &before);
    for (unsigned i = 0; i < count && error == 0; i++) {
        struct worker *worker = &pool->workers[i];

        worker->pool = pool;
        worker->state = states[i];
        error = pthread_create(&worker->thread, NULL, worker_run, worker);
        if (error == 0)
            pool->worker_count++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

static void pool_destroy(struct pool *pool)
{
    workers_end(pool);
    pthread_cond_destroy(&pool->oldest_finished);
    pthread_cond_destroy(&pool->job_submitted);
    pthread_mutex_destroy(&pool->mutex);
    free(pool->workers);
    free(pool);
}

struct pool *pool_new(unsigned count, pool_work *work, void *const *states)
{
    size_t capacity = 2 * (size_t)count + 2;
    struct pool *pool = mem_zeroed(1, sizeof *pool + capacity * sizeof pool->places[0]);
    int error;

    pool->capacity = capacity;
    pool->work = work;
    pool->only_state = states[0];
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->job_submitted, NULL);
    pthread_cond_init(&pool->oldest_finished, NULL);
    if (count == 0)
        return pool;
    pool->workers = mem_zeroed(count, sizeof pool->workers[0]);
    error = workers_start(pool, count, states);
    if (error != 0) {
        pool_destroy(pool);
        errno = error;
        return NULL;
    }
    return pool;
}

size_t pool_capacity(const struct pool *pool)
{
    return pool->capacity;
}

/* Only the main thread changes these two numbers, so it can read them without the mutex. */
size_t pool_in_flight(const struct pool *pool)
{
    return pool->submitted - pool->collected;
}

void pool_submit(struct pool *pool, void *job)
{
    struct place *place = place_of(pool, pool->submitted);

    assert(pool_in_flight(pool) < pool->capacity);
    if (pool->worker_count == 0) {
        pool->work(pool->only_state, job);
        *place = (struct place){.job = job, .finished = true};
        pool->submitted++;
        return;
    }
    pthread_mutex_lock(&pool->mutex);
    *place = (struct place){.job = job};
    pool->submitted++;
    pthread_cond_signal(&pool->job_submitted);
    pthread_mutex_unlock(&pool->mutex);
}

void *pool_collect(struct pool *pool)
{
    struct place *place = place_of(pool, pool->collected);
    void *job;

    if (pool_in_flight(pool) == 0)
        return NULL;
    pthread_mutex_lock(&pool->mutex);
    while (!place->finished)
        pthread_cond_wait(&pool->oldest_finished, &pool->mutex);
    job = place->job;
    pool->collected++;
    pthread_mutex_unlock(&pool->mutex);
    return job;
}

bool pool_ready(struct pool *pool)
{
    bool ready;

    if (pool_in_flight(pool) == 0)
        return false;
    pthread_mutex_lock(&pool->mutex);
    ready = place_of(pool, pool->collected)->finished;
    pthread_mutex_unlock(&pool->mutex);
    return ready;
}

bool pool_help(struct pool *pool, void *state)
{
    bool found;

    if (pool->worker_count == 0)
        return false;
    pthread_mutex_lock(&pool->mutex);
    found = pool->started < pool->submitted;
    if (found)
        run_oldest(pool, state);
    pthread_mutex_unlock(&pool->mutex);
    return found;
}

void pool_free(struct pool *pool)
{
    if (pool == NULL)
        return;
    assert(pool_in_flight(pool) == 0);
    pool_destroy(pool);
}
