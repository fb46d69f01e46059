/* mem: checked allocation and arenas.
 *
 * Allocation does not fail here: where the system has no memory the program says so and
 * exits with EXIT_TROUBLE (diag_memory_exhausted). What must be bounded is bounded by
 * limits on the input, before memory is asked for.
 *
 * An arena is a bump allocator for what lives as long as one record: nothing in it is freed
 * alone, arena_reset takes all of it back in one step and keeps the memory for the next
 * record, so that a run in its steady state calls malloc for no record.
 */
#ifndef KIDX_BASE_MEM_H
#define KIDX_BASE_MEM_H

#include <stddef.h>

/* Memory for SIZE bytes (for one where SIZE is 0); free() releases it. */
void *mem_alloc(size_t size);

/* The same, all bytes zero, for COUNT elements of SIZE bytes; the product is checked. */
void *mem_zeroed(size_t count, size_t size);

/* Change the size of OLD (may be NULL) to COUNT elements of SIZE bytes. */
void *mem_resize(void *old, size_t count, size_t size);

/* A copy of LENGTH bytes with a NUL after; free() releases it. */
char *mem_copy_text(const char *text, size_t length);

struct arena_chunk;

struct arena {
    char *next;
    char *end;
    struct arena_chunk *current;
    struct arena_chunk *first;
};

void arena_init(struct arena *arena);
void arena_release(struct arena *arena);

/* SIZE bytes aligned for any type, valid until the next reset or release. */
void *arena_alloc(struct arena *arena, size_t size);

/* COUNT elements of SIZE bytes; the product is checked. */
void *arena_array(struct arena *arena, size_t count, size_t size);

/* Copy of LENGTH bytes with a NUL after. */
char *arena_copy_text(struct arena *arena, const char *text, size_t length);

/* Take everything back. One chunk as large as all that were used together is kept, so that
 * the next such record finds room in it, but at most ARENA_KEEP bytes: one huge record does
 * not cost its memory for the rest of the run. What was taken back is poisoned under
 * AddressSanitizer. */
enum { ARENA_KEEP = 1 << 20 };
void arena_reset(struct arena *arena);

#endif
