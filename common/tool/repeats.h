/* repeats: findings of one code, printed a few times and then counted.
 *
 * Of each code and level the first REPEATS_PRINTED findings of an input are printed. Later
 * ones are counted together with the values that their messages quote, and reported as one
 * line when the input ends:
 *
 *     TOOL: FILE: error: and 775 more: unknown_provider ("liger_triton" 225, "cutile" 204,
 * …)
 *
 * An unlimited struct repeats prints every finding. Findings without a code (what `debug`
 * of a program prints) are always printed.
 *
 * The value that a message quotes is what follows ", found ", else the text from its first
 * to its last quotation mark, cut after REPEATS_VALUE_SIZE bytes. The first REPEATS_VALUES
 * different values of a code are counted and the most frequent REPEATS_SHOWN of them are
 * printed, so that memory is bounded by the number of codes.
 *
 * Main thread only. Codes have to outlive the struct.
 */
#ifndef KIDX_TOOL_REPEATS_H
#define KIDX_TOOL_REPEATS_H

#include "base/buf.h"
#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    REPEATS_PRINTED = 5,
    REPEATS_VALUES = 64,
    REPEATS_SHOWN = 8,
    REPEATS_VALUE_SIZE = 48
};

struct repeats_code;

struct repeats {
    struct diag *diag;
    bool unlimited;
    struct repeats_code *codes; /* in the order of their first finding */
    size_t count;
    size_t capacity;
};

void repeats_init(struct repeats *repeats, struct diag *diag, bool unlimited);
void repeats_release(struct repeats *repeats);

/* Print or count a finding at PLACE. Findings of another file than the code's last one
 * belong to another input; files are compared by address. HINT is printed after MESSAGE. */
void repeats_report(struct repeats *repeats, enum diag_level level,
                    const struct diag_place *place, const char *code, struct view message,
                    const char *hint);

/* Print what was counted. Further findings of the same input are only counted. */
void repeats_flush(struct repeats *repeats);

#endif
