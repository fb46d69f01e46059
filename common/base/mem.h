/* mem: checked allocation and arenas.
 *
 * Allocation does not fail: if the system has no memory, the program reports that and exits
 * with EXIT_TROUBLE (diag_memory_exhausted). Callers bound what they allocate by limits on
 * the input.
 *
 * An arena is a bump allocator for data with the lifetime of one record: arena_reset frees
 * all of it in one step, but reuses the memory for the next record, so that most records
 * need no malloc. An arena is for one thread at a time.
 */
#ifndef KIDX_BASE_MEM_H
#define KIDX_BASE_MEM_H

#include <stddef.h>

/* Allocate SIZE bytes, at least one; the caller frees them. */
void *mem_alloc(size_t size);

/* Allocate COUNT elements of SIZE bytes, all zero; the product is checked. */
void *mem_zeroed(size_t count, size_t size);

/* Change the size of OLD (may be NULL) to COUNT elements of SIZE bytes. */
void *mem_resize(void *old, size_t count, size_t size);

/* Copy LENGTH bytes and add a NUL; the caller frees the copy. */
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

/* Allocate SIZE bytes aligned for any type, valid until the next reset or release. */
void *arena_alloc(struct arena *arena, size_t size);

/* Allocate COUNT elements of SIZE bytes; the product is checked. */
void *arena_array(struct arena *arena, size_t count, size_t size);

/* Copy LENGTH bytes and add a NUL. */
char *arena_copy_text(struct arena *arena, const char *text, size_t length);

/* Free everything in the arena. One chunk remains, as large as all that were used, so that
 * the next such record has room in it, but at most ARENA_REUSE_MAX bytes: a huge record
 * does not cost its memory for the rest of the run. AddressSanitizer reports any access to
 * freed pieces. */
enum { ARENA_REUSE_MAX = 1 << 20 };
void arena_reset(struct arena *arena);

#endif
