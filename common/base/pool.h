/* pool: worker threads whose results come back in the order of the work.
 *
 * The main thread submits jobs and takes them back, oldest first; workers run them. At most
 * `capacity` jobs are in flight, which bounds the memory. Without threads pool_submit runs
 * the job at once, and the order of everything is the same.
 *
 * A job is a pointer of the caller's. The caller owns it again once pool_collect returned
 * it.
 */
#ifndef KIDX_BASE_POOL_H
#define KIDX_BASE_POOL_H

#include <stdbool.h>
#include <stddef.h>

/* Run JOB on the worker whose own state is STATE (no other thread uses it meanwhile). */
typedef void pool_work(void *state, void *job);

struct pool;

/* Start COUNT threads, thread i with states[i] (the array is not kept); with none, jobs run
 * on states[0]. NULL where a thread cannot be started (errno says why); nothing is left
 * running then. */
struct pool *pool_new(unsigned count, pool_work *work, void *const *states);

/* How many jobs can be in flight. */
size_t pool_capacity(const struct pool *pool);

/* How many are. */
size_t pool_in_flight(const struct pool *pool);

/* Hand over a job; fewer than pool_capacity are in flight. */
void pool_submit(struct pool *pool, void *job);

/* The oldest job, finished; waits for it. NULL when none is in flight. */
void *pool_collect(struct pool *pool);

/* Whether pool_collect would not wait. */
bool pool_ready(struct pool *pool);

/* Run the oldest job that no thread has begun here, on STATE, which is none of theirs;
 * false where there is none. For a caller who would wait, where jobs may run in any order.
 */
bool pool_help(struct pool *pool, void *state);

/* Wait for the workers to end. No job is in flight. */
void pool_free(struct pool *pool);

#endif
