#include <config.h>

#include "io/zlib-memory.h"

#include "base/mem.h"

#include <stdlib.h>

void *zlib_memory_take(void *state, unsigned count, unsigned size)
{
    (void)state;
    return mem_zeroed(count, size);
}

void zlib_memory_give(void *state, void *memory)
{
    (void)state;
    free(memory);
}
