/* white-space: the white space of ECMAScript (WhiteSpace and LineTerminator), in UTF-8. */
#ifndef KIDX_RECORD_WHITE_SPACE_H
#define KIDX_RECORD_WHITE_SPACE_H

#include "base/buf.h"

/* The length in bytes of the white-space character with which TEXT begins; 0: none. */
size_t white_space_length(struct view text);

#endif
