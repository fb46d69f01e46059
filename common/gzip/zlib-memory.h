/* zlib-memory: memory for zlib (zalloc and zfree of a z_stream) from mem.h, so that it does
 * not fail.
 */
#ifndef KIDX_GZIP_ZLIB_MEMORY_H
#define KIDX_GZIP_ZLIB_MEMORY_H

void *zlib_memory_alloc(void *state, unsigned count, unsigned size);
void zlib_memory_free(void *state, void *memory);

#endif
