/* rejects: the log of rejected lines, for people who will mend and feed them again.
 *
 * One object a line: {"code","column","file","input","line","message"}, `column` null where
 * the line as a whole is meant. `input` is the line as text; null with `input_base64` (RFC
 * 4648, section 4) where it is not UTF-8; null where there is no line to give.
 */
#ifndef KIDX_TOOL_REJECTS_H
#define KIDX_TOOL_REJECTS_H

#include "base/buf.h"

#include <stddef.h>
#include <stdint.h>

struct reject {
    const char *code;
    struct view message;
    const char *file;
    uint64_t line;
    size_t column;     /* 0: the line as a whole */
    struct view input; /* data NULL: none */
};

/* Append the line with its LF to OUT. */
void rejects_write(const struct reject *reject, struct buf *out);

#endif
