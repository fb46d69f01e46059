/* operands: the files that a tool reads, one after the other, as text.
 *
 * "-" or no operand is standard input. An operand that begins with gzip's magic is
 * decompressed on the fly (gzip/gunzip.h, on threads gzip/gunzip-ahead.h). One that begins
 * like another compressed format or zip is refused by that name; anything else is
 * text as it is. What cannot be opened or read is reported through diag, and the status
 * becomes EXIT_TROUBLE.
 */
#ifndef KIDX_IO_OPERANDS_H
#define KIDX_IO_OPERANDS_H

#include "base/diag.h"
#include "gzip/gunzip-ahead.h"
#include "gzip/gunzip.h"
#include "base/source.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Told before a fault is reported, or before it is waited for whoever writes to a pipe or
 * terminal; false: it is not, and nothing more is read. */
typedef bool operands_listener(void *context);

struct operands {
    struct diag *diag;
    operands_listener *before_fault; /* these four are set by the caller; NULL: none */
    operands_listener *before_wait;  /* where opening or reading may have to wait */
    void *listener;
    unsigned threads; /* to inflate on; 0: none but the caller's */
    const char *const *names;
    size_t count;
    size_t opened; /* how many were, or failed to be */
    bool is_open;
    bool is_gzip;
    bool stdin_used;
    struct source source;
    struct gunzip *gunzip; /* one of these two is made when it is needed */
    struct gunzip_ahead *ahead;
    uint64_t bytes_done;  /* of operands that are closed */
    uint64_t bytes_total; /* 0: not known */
};

/* NAMES (COUNT of them) are not copied; nothing is opened yet. */
void operands_init(struct operands *operands, const char *const *names, size_t count,
                   struct diag *diag);
void operands_release(struct operands *operands);

/* Open the next operand that can be read, none being open; false where none is left. */
bool operands_open(struct operands *operands);

void operands_close(struct operands *operands);

/* The name of the operand that is open, as in messages, and its number from 0. */
const char *operands_name(const struct operands *operands);
size_t operands_number(const struct operands *operands);

/* Up to ROOM bytes of its text. 0 at its end; -1 where it cannot be read on, which was
 * said: all text before the fault has been returned. */
ptrdiff_t operands_read(struct operands *operands, char *out, size_t room);

/* Bytes read from files so far, compressed ones where they are. */
uint64_t operands_bytes_read(const struct operands *operands);

#endif
