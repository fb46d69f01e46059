#include <config.h>

#include "gzip/crc.h"

#ifdef HAVE_ISAL
#include <isa-l.h>
#else
#include <zlib.h>
#endif

uint32_t crc_add(uint32_t crc, const void *data, size_t length)
{
#ifdef HAVE_ISAL
    return crc32_gzip_refl(crc, data, length);
#else
    /* zlib takes no bytes at NULL for a question after the first value. */
    return length == 0 ? crc : (uint32_t)crc32_z(crc, data, length);
#endif
}
