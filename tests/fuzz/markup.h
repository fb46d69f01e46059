/* markup: whether HTML or SVG of ours is well-formed and only of ours.
 *
 * Tags are balanced but for HTML's void elements, attributes quoted and once, references
 * are those of the five characters that XML knows or numbers, and no byte is a control but
 * tab and LF. Elements and attributes are those of a list: nothing from a record can have
 * become one. An address stays in the file ("#…").
 */
#ifndef KIDX_TESTS_FUZZ_MARKUP_H
#define KIDX_TESTS_FUZZ_MARKUP_H

#include "base/buf.h"

#include <stdbool.h>

void markup_judge(struct view text, bool is_svg);

#endif
