#include <config.h>

#include "base/mem.h"

#include "base/diag.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined __SANITIZE_ADDRESS__
#define ARENA_POISONS 1
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define ARENA_POISONS 1
#endif
#endif

#ifdef ARENA_POISONS
#include <sanitizer/asan_interface.h>
/* Bytes between two pieces, so that an overrun is found. */
enum { ARENA_GAP = 16 };
#else
enum { ARENA_GAP = 0 };
#define ASAN_POISON_MEMORY_REGION(start, size)   ((void)(start), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(start, size) ((void)(start), (void)(size))
#endif

enum { ARENA_FIRST = 64 * 1024, ARENA_LARGEST = 1 << 20 };
enum { ARENA_ALIGNMENT = _Alignof(max_align_t) };

/* Chunks are listed newest first. */
struct arena_chunk {
    struct arena_chunk *next;
    size_t size; /* of the whole chunk */
    _Alignas(max_align_t) char data[];
};

/* The checked product. */
static size_t product(size_t count, size_t size)
{
    if (size != 0 && count > PTRDIFF_MAX / size)
        diag_memory_exhausted();
    return count * size;
}

void *mem_alloc(size_t size)
{
    void *memory = malloc(size != 0 ? size : 1);

    if (memory == NULL)
        diag_memory_exhausted();
    return memory;
}

void *mem_zeroed(size_t count, size_t size)
{
    size_t total = product(count, size);
    void *memory = calloc(total != 0 ? total : 1, 1);

    if (memory == NULL)
        diag_memory_exhausted();
    return memory;
}

void *mem_resize(void *old, size_t count, size_t size)
{
    size_t total = product(count, size);
    void *memory = realloc(old, total != 0 ? total : 1);

    if (memory == NULL)
        diag_memory_exhausted();
    return memory;
}

char *mem_copy_text(const char *text, size_t length)
{
    char *copy = mem_alloc(length + 1);

    if (length != 0)
        memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

void arena_init(struct arena *arena)
{
    *arena = (struct arena){NULL, NULL, NULL, NULL};
}

/* Free the chunks of the list, except REUSED. */
static void chunks_free(struct arena_chunk *chunk, const struct arena_chunk *reused)
{
    while (chunk != NULL) {
        struct arena_chunk *next = chunk->next;

        if (chunk != reused)
            free(chunk);
        chunk = next;
    }
}

void arena_release(struct arena *arena)
{
    chunks_free(arena->first, NULL);
    arena_init(arena);
}

static struct arena_chunk *chunk_new(struct arena *arena, size_t size)
{
    struct arena_chunk *chunk = mem_alloc(size);

    chunk->next = arena->first;
    chunk->size = size;
    arena->first = chunk;
    ASAN_POISON_MEMORY_REGION(chunk->data, size - sizeof *chunk);
    return chunk;
}

/* Allocate the next pieces from the start of CHUNK. */
static void arena_use(struct arena *arena, struct arena_chunk *chunk)
{
    arena->current = chunk;
    arena->next = chunk->data;
    arena->end = (char *)chunk + chunk->size;
}

/* Allocate NEEDED bytes, a multiple of the alignment, from a new chunk. */
static char *arena_alloc_chunk(struct arena *arena, size_t needed)
{
    size_t size = arena->current != NULL ? arena->current->size * 2 : ARENA_FIRST;

    if (size > ARENA_LARGEST)
        size = ARENA_LARGEST;
    if (needed > size - sizeof(struct arena_chunk)) {
        /* A separate chunk: the rest of the current one is still used. */
        struct arena_chunk *chunk = chunk_new(arena, sizeof(struct arena_chunk) + needed);

        return chunk->data;
    }
    arena_use(arena, chunk_new(arena, size));
    arena->next += needed;
    return arena->current->data;
}

void *arena_alloc(struct arena *arena, size_t size)
{
    size_t needed;
    char *piece;

    if (size > PTRDIFF_MAX / 2)
        diag_memory_exhausted();
    needed = (size != 0 ? size : 1) + ARENA_GAP;
    needed = (needed + ARENA_ALIGNMENT - 1) & ~(size_t)(ARENA_ALIGNMENT - 1);
    if (arena->current != NULL && (size_t)(arena->end - arena->next) >= needed) {
        piece = arena->next;
        arena->next += needed;
    } else {
        piece = arena_alloc_chunk(arena, needed);
    }
    ASAN_UNPOISON_MEMORY_REGION(piece, size);
    return piece;
}

void *arena_array(struct arena *arena, size_t count, size_t size)
{
    return arena_alloc(arena, product(count, size));
}

char *arena_copy_text(struct arena *arena, const char *text, size_t length)
{
    char *copy = arena_alloc(arena, length + 1);

    if (length != 0)
        memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

void arena_reset(struct arena *arena)
{
    struct arena_chunk *reused = NULL;
    size_t total = 0;
    size_t wanted = ARENA_FIRST;

    if (arena->first == NULL)
        return;
    for (struct arena_chunk *chunk = arena->first; chunk != NULL; chunk = chunk->next)
        total += chunk->size;
    while (wanted < total && wanted < ARENA_REUSE_MAX)
        wanted *= 2;
    for (struct arena_chunk *chunk = arena->first; chunk != NULL; chunk = chunk->next)
        if (chunk->size == wanted)
            reused = chunk;
    chunks_free(arena->first, reused);
    arena->first = NULL;
    if (reused == NULL) {
        /* As large as all of them, so that the next such record needs only one. */
        reused = chunk_new(arena, wanted);
    } else {
        reused->next = NULL;
        arena->first = reused;
        ASAN_POISON_MEMORY_REGION(reused->data, reused->size - sizeof *reused);
    }
    arena_use(arena, reused);
}
