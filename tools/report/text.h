/* text: how wide a text is, and the order of texts.
 *
 * Widths are upper estimates for sans-serif fonts: the text rendered is narrower.
 */
#ifndef KIDX_TOOLS_REPORT_TEXT_H
#define KIDX_TOOLS_REPORT_TEXT_H

#include "base/buf.h"

/* The width of TEXT at a font size of SIZE pixels. */
double text_width(struct view text, double size);

/* How many bytes of TEXT fit WIDTH together with an ellipsis; all of them where it fits
 * without one. Characters stay whole. */
size_t text_fit(struct view text, double size, double width);

/* The order of view_compare, but digits count as the number they write: h2 before h10. */
int text_compare_natural(struct view a, struct view b);

#endif
