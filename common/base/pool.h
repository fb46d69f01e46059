/* pool: worker threads whose results are collected in the order of submission.
 *
 * The main thread submits jobs and collects them, oldest first; workers run them. At most
 * pool_capacity jobs are in flight, which bounds the memory. Without threads, pool_submit
 * runs the job at once, and the order is the same.
 *
 * A job is a pointer of the caller. Between pool_submit and pool_collect the pool owns it.
 * Only the main thread calls these functions.
 */
#ifndef KIDX_BASE_POOL_H
#define KIDX_BASE_POOL_H

#include <stdbool.h>
#include <stddef.h>

/* Runs JOB with STATE, which no other thread uses at that time. */
typedef void pool_work(void *state, void *job);

struct pool;

/* Start COUNT threads, thread i with states[i]; the array may be freed afterwards. With
 * none, jobs run with states[0]. NULL: a thread cannot be started (errno); then none is
 * running.
 */
struct pool *pool_new(unsigned count, pool_work *work, void *const *states);

/* How many jobs can be in flight. */
size_t pool_capacity(const struct pool *pool);

/* How many jobs are in flight. */
size_t pool_in_flight(const struct pool *pool);

/* Submit a job. Precondition: fewer than pool_capacity are in flight. */
void pool_submit(struct pool *pool, void *job);

/* Wait for the oldest job and return it, finished. NULL: none is in flight. */
void *pool_collect(struct pool *pool);

/* Whether pool_collect would not wait. */
bool pool_ready(struct pool *pool);

/* Run the oldest job that no thread has begun on the calling thread, with STATE, which is
 * none of theirs; false where there is none. For a caller that would wait otherwise, if
 * jobs may run in any order. */
bool pool_help(struct pool *pool, void *state);

/* Wait for the workers to end. Precondition: no job is in flight. */
void pool_free(struct pool *pool);

#endif
