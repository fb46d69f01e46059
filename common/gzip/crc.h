/* crc: the CRC-32 of gzip (RFC 1952, 8), by the fastest code that configure found.
 */
#ifndef KIDX_GZIP_CRC_H
#define KIDX_GZIP_CRC_H

#include <stddef.h>
#include <stdint.h>

/* The CRC of what CRC is of (0: of nothing) and LENGTH bytes behind it. */
uint32_t crc_add(uint32_t crc, const void *data, size_t length);

#endif
