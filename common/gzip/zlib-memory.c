#include <config.h>

#include "gzip/zlib-memory.h"

#include "base/mem.h"

#include <stdlib.h>

void *zlib_memory_alloc(void *state, unsigned count, unsigned size)
{
    (void)state;
    return mem_zeroed(count, size);
}

void zlib_memory_free(void *state, void *memory)
{
    (void)state;
    free(memory);
}
