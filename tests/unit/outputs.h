/* outputs: what a program gives, as a text, for tests. */
#ifndef KIDX_TESTS_OUTPUTS_H
#define KIDX_TESTS_OUTPUTS_H

#include "json/canonical.h"
#include "json/program.h"

/* All that PROGRAM gives on its input: outputs, a blank after each, or !message. */
static inline void outputs_take(struct program *program, struct program_input *input,
                                struct buf *out)
{
    struct canonical canonical;
    struct program_output output;
    int result;

    canonical_init(&canonical);
    buf_clear(out);
    program_start(program, input);
    while ((result = program_next(program, &output)) > 0) {
        canonical_write(&canonical, output.document, output.node, out);
        buf_append_byte(out, ' ');
    }
    if (result < 0) {
        buf_append_byte(out, '!');
        buf_append(out, program_message(program).data, program_message(program).length);
    }
    canonical_release(&canonical);
}

#endif
