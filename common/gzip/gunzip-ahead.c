#include <config.h>

#include "gzip/gunzip-ahead.h"

#include "base/buf.h"
#include "base/mem.h"
#include "base/pool.h"
#include "gzip/gunzip.h"
#include "gzip/gzip-header.h"

#include <stdlib.h>
#include <string.h>

/* The limits of one job: text, data, and the data of one read. A block has at most 64 KiB
 * of text and of data. */
enum { JOB_TEXT = 256 * 1024, JOB_DATA = 256 * 1024, CHUNK_SIZE = 64 * 1024 };

/* The state of a thread. Each job of blocks begins a stream; other jobs continue one. */
struct inflater {
    struct gunzip *gunzip;
    struct source source; /* fed */
};

struct job {
    bool is_blocks;  /* the data is whole members */
    bool is_last;    /* no data follows */
    uint64_t offset; /* of the data */
    struct buf data;
    enum gunzip_state state;
    size_t length;           /* of the text */
    size_t returned;         /* how much of the text was returned to the caller */
    char text[JOB_TEXT + 1]; /* one more, so that a full job reads the trailer, too */
};

/* How the operand is read. */
enum stage {
    STAGE_BLOCKS,  /* as blocks */
    STAGE_LEAVING, /* no block begins here; earlier blocks are still in flight */
    STAGE_STREAM
};

struct gunzip_ahead {
    unsigned threads;
    struct inflater *inflaters; /* one a thread; the first one has the stream */
    struct pool *block_pool;    /* both pools are made when they are needed */
    struct pool *stream_pool;   /* of one thread, so that its jobs keep their order */
    struct pool *pool;          /* the one in use; NULL: none yet */
    struct job *current;        /* its text is being returned; NULL: none */
    size_t spare_count;
    struct job **spare; /* room for all; each is allocated when it is needed */

    enum stage stage;
    bool has_members; /* some were read as blocks */
    bool needs_data;  /* the stream inflated all it was fed, by the last collected job */
    bool data_ended;  /* all of the source is in jobs */
    bool read_failed; /* reading the source failed after what is in jobs */
    enum gunzip_state state; /* of the operand */
};

static void work(void *state, void *argument)
{
    struct inflater *inflater = state;
    struct job *job = argument;
    ptrdiff_t length;

    if (job->is_blocks) {
        source_open_fed(&inflater->source, job->offset);
        gunzip_start(inflater->gunzip);
    }
    source_feed(&inflater->source, job->data.data, job->data.length);
    if (job->is_last)
        source_feed_end(&inflater->source);
    length = gunzip_read(inflater->gunzip, &inflater->source, job->text,
                         job->is_blocks ? sizeof job->text : JOB_TEXT);
    job->length = length > 0 ? (size_t)length : 0;
    job->state = gunzip_state(inflater->gunzip);
}

struct gunzip_ahead *gunzip_ahead_new(unsigned threads)
{
    struct gunzip_ahead *ahead = mem_zeroed(1, sizeof *ahead);

    ahead->threads = threads;
    ahead->inflaters = mem_zeroed(threads, sizeof *ahead->inflaters);
    for (unsigned i = 0; i < threads; i++)
        source_init(&ahead->inflaters[i].source);
    return ahead;
}

static void release_job(struct job *job)
{
    if (!job)
        return;
    buf_release(&job->data);
    free(job);
}

void gunzip_ahead_free(struct gunzip_ahead *ahead)
{
    if (!ahead)
        return;
    gunzip_ahead_start(ahead);
    pool_free(ahead->block_pool);
    pool_free(ahead->stream_pool);
    for (size_t i = 0; i < ahead->spare_count; i++)
        release_job(ahead->spare[i]);
    free(ahead->spare);
    for (unsigned i = 0; i < ahead->threads; i++) {
        gunzip_free(ahead->inflaters[i].gunzip);
        source_release(&ahead->inflaters[i].source);
    }
    free(ahead->inflaters);
    free(ahead);
}

/* A pool of the first COUNT inflaters; without threads where they cannot be started. */
static struct pool *make_pool(struct gunzip_ahead *ahead, unsigned count)
{
    void **states = mem_zeroed(count, sizeof *states);
    struct pool *pool;

    for (unsigned i = 0; i < count; i++) {
        if (!ahead->inflaters[i].gunzip)
            ahead->inflaters[i].gunzip = gunzip_new(inflate_best());
        states[i] = &ahead->inflaters[i];
    }
    pool = pool_new(count, work, states);
    if (!pool)
        pool = pool_new(0, work, states);
    free(states);
    return pool;
}

/* --- jobs --- */

static size_t in_flight(const struct gunzip_ahead *ahead)
{
    return ahead->pool ? pool_in_flight(ahead->pool) : 0;
}

/* Whether one more job may be in flight. */
static bool has_room(const struct gunzip_ahead *ahead)
{
    return !ahead->pool || pool_in_flight(ahead->pool) < pool_capacity(ahead->pool);
}

static struct job *new_job(struct gunzip_ahead *ahead)
{
    struct job *job;

    if (ahead->spare_count > 0) {
        job = ahead->spare[--ahead->spare_count];
    } else {
        job = mem_alloc(sizeof *job);
        buf_init(&job->data);
    }
    buf_clear_to(&job->data, JOB_DATA);
    job->is_blocks = job->is_last = false;
    job->returned = 0;
    return job;
}

static void recycle_job(struct gunzip_ahead *ahead, struct job *job)
{
    /* Room for all jobs in flight, the current one, and one that is not submitted yet. */
    if (!ahead->spare)
        ahead->spare = mem_zeroed(2 * (size_t)ahead->threads + 4, sizeof(struct job *));
    ahead->spare[ahead->spare_count++] = job;
}

static void discard_jobs(struct gunzip_ahead *ahead)
{
    while (in_flight(ahead) > 0)
        recycle_job(ahead, pool_collect(ahead->pool));
}

void gunzip_ahead_start(struct gunzip_ahead *ahead)
{
    discard_jobs(ahead);
    if (ahead->current)
        recycle_job(ahead, ahead->current);
    ahead->current = NULL;
    ahead->pool = NULL;
    ahead->stage = STAGE_BLOCKS;
    ahead->has_members = ahead->data_ended = ahead->read_failed = false;
    ahead->state = GUNZIP_GOES_ON;
}

/* --- blocks --- */

/* The length of the text that a block of SIZE bytes declares in its trailer. */
static uint32_t block_text(const char *block, size_t size)
{
    const unsigned char *end = (const unsigned char *)block + size;

    return end[-4] | (uint32_t)end[-3] << 8 | (uint32_t)end[-2] << 16 |
           (uint32_t)end[-1] << 24;
}

/* Whether the source has WANT more bytes: 1, or 0 where the input ends before that; -1
 * where it would have to wait for them and must not. */
static int has_bytes(struct source *source, size_t want, bool may_wait)
{
    if (!may_wait && !source_is_ready(source, want))
        return -1;
    return source_need(source, want) >= (ptrdiff_t)want;
}

/* Whether the source has a whole block next, by its header, and its *SIZE; as has_bytes. */
static int find_block(struct source *source, bool may_wait, size_t *size)
{
    int found = has_bytes(source, GZIP_HEADER_BLOCK_SIZE, may_wait);

    if (found <= 0)
        return found;
    *size = gzip_header_block(source->buffer + source->start);
    return *size == 0 ? 0 : has_bytes(source, *size, may_wait);
}

/* Append the whole blocks that the source has to DATA, which is empty: up to JOB_DATA bytes
 * and JOB_TEXT bytes of declared text, but the first block whatever its size. With
 * MAY_WAIT, wait for the first one. False where the source does not continue with a whole
 * block. Only headers are checked. */
static bool read_blocks(struct source *source, struct buf *data, bool may_wait)
{
    uint64_t text = 0;

    for (;;) {
        bool is_first = data->length == 0;
        size_t size;
        int found = find_block(source, may_wait && is_first, &size);

        if (found <= 0)
            return found != 0;
        text += block_text(source->buffer + source->start, size);
        if (!is_first && (text > JOB_TEXT || data->length + size > JOB_DATA))
            return true;
        buf_append(data, source->buffer + source->start, size);
        source_skip(source, size);
    }
}

static void submit_blocks(struct gunzip_ahead *ahead, struct source *source, bool may_wait)
{
    while (ahead->stage == STAGE_BLOCKS && has_room(ahead)) {
        struct job *job = new_job(ahead);

        job->is_blocks = job->is_last = true;
        job->offset = source->offset;
        if (!read_blocks(source, &job->data, may_wait && in_flight(ahead) == 0))
            ahead->stage = STAGE_LEAVING;
        if (job->data.length == 0) {
            recycle_job(ahead, job);
            return;
        }
        if (!ahead->block_pool)
            ahead->block_pool = make_pool(ahead, ahead->threads);
        ahead->pool = ahead->block_pool;
        pool_submit(ahead->pool, job);
    }
}

/* --- the stream --- */

/* Continue as a stream from OFFSET. Precondition: nothing is in flight. */
static void start_stream(struct gunzip_ahead *ahead, uint64_t offset)
{
    struct inflater *inflater = &ahead->inflaters[0];

    if (!ahead->stream_pool)
        ahead->stream_pool = make_pool(ahead, 1);
    ahead->pool = ahead->stream_pool;
    ahead->stage = STAGE_STREAM;
    ahead->needs_data = true;
    source_open_fed(&inflater->source, offset);
    if (ahead->has_members)
        gunzip_resume(inflater->gunzip);
    else
        gunzip_start(inflater->gunzip);
}

/* The data of JOB is not valid blocks: read it, and the data of the jobs after it, again as
 * a stream. */
static void fall_back(struct gunzip_ahead *ahead, struct job *job)
{
    while (in_flight(ahead) > 0) {
        struct job *next = pool_collect(ahead->pool);

        buf_append(&job->data, next->data.data, next->data.length);
        recycle_job(ahead, next);
    }
    start_stream(ahead, job->offset);
    source_feed(&ahead->inflaters[0].source, job->data.data, job->data.length);
    ahead->needs_data = false;
}

/* Read the data that the source has into a job; false where that fails. */
static bool read_chunk(struct gunzip_ahead *ahead, struct source *source, struct job *job)
{
    ptrdiff_t length = source_read(source, buf_reserve(&job->data, CHUNK_SIZE), CHUNK_SIZE);

    job->is_last = ahead->data_ended = length == 0;
    ahead->read_failed = length < 0;
    job->data.length += length > 0 ? (size_t)length : 0;
    return length >= 0;
}

/* Read no more while the stream has not inflated what it was fed: that bounds the data that
 * it stores. */
static void submit_stream(struct gunzip_ahead *ahead, struct source *source, bool may_wait)
{
    while (ahead->state == GUNZIP_GOES_ON && has_room(ahead)) {
        struct job *job;

        if (ahead->needs_data && (ahead->data_ended || ahead->read_failed))
            return;
        if (ahead->needs_data && !(may_wait && in_flight(ahead) == 0) &&
            !source_is_ready(source, 1))
            return;
        job = new_job(ahead);
        if (ahead->needs_data && !read_chunk(ahead, source, job)) {
            recycle_job(ahead, job);
            return;
        }
        pool_submit(ahead->pool, job);
    }
}

/* --- text --- */

/* Submit jobs until as many are in flight as may be. */
static void submit(struct gunzip_ahead *ahead, struct source *source, bool may_wait)
{
    submit_blocks(ahead, source, may_wait);
    if (ahead->stage == STAGE_LEAVING && in_flight(ahead) == 0)
        start_stream(ahead, source->offset);
    if (ahead->stage == STAGE_STREAM)
        submit_stream(ahead, source, may_wait);
}

/* Evaluate the oldest job. */
static void finish_job(struct gunzip_ahead *ahead, struct job *job)
{
    bool is_good = true;

    if (!job->is_blocks) {
        ahead->needs_data = job->length < JOB_TEXT;
        ahead->state = job->state;
        if (job->state != GUNZIP_GOES_ON)
            discard_jobs(ahead);
    } else if (job->state == GUNZIP_ENDED) {
        ahead->has_members = true;
    } else {
        fall_back(ahead, job);
        is_good = false;
    }
    if (is_good && job->length > 0)
        ahead->current = job;
    else
        recycle_job(ahead, job);
}

/* Make the job with the next text the current one; false where there is none, or none
 * without waiting while MAY_WAIT is false. */
static bool next_text(struct gunzip_ahead *ahead, struct source *source, bool may_wait)
{
    while (!ahead->current) {
        submit(ahead, source, may_wait);
        if (in_flight(ahead) == 0 || (!may_wait && !pool_ready(ahead->pool)))
            return false;
        finish_job(ahead, pool_collect(ahead->pool));
    }
    return true;
}

static size_t return_text(struct gunzip_ahead *ahead, char *out, size_t room)
{
    struct job *job = ahead->current;
    size_t left = job->length - job->returned;
    size_t length = left < room ? left : room;

    memcpy(out, job->text + job->returned, length);
    job->returned += length;
    if (length == left) {
        recycle_job(ahead, job);
        ahead->current = NULL;
    }
    return length;
}

ptrdiff_t gunzip_ahead_read(struct gunzip_ahead *ahead, struct source *source, char *out,
                            size_t room)
{
    size_t length = 0;

    while (length < room && next_text(ahead, source, length == 0))
        length += return_text(ahead, out + length, room - length);
    if (length == 0 && (ahead->state == GUNZIP_FAILED || ahead->read_failed))
        return -1;
    return (ptrdiff_t)length;
}

const char *gunzip_ahead_error(const struct gunzip_ahead *ahead)
{
    return ahead->state == GUNZIP_FAILED ? gunzip_error(ahead->inflaters[0].gunzip) : NULL;
}

uint64_t gunzip_ahead_error_offset(const struct gunzip_ahead *ahead)
{
    return gunzip_error_offset(ahead->inflaters[0].gunzip);
}
