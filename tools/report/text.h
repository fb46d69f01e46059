/* text: text on its way into a page: escapes, and how wide it is.
 *
 * What a record holds may be anything that is UTF-8. Each writer below makes it text of its
 * format that no reader of that format takes for structure or for a command:
 *
 *     html, xml   & < > " ' are entities; characters that XML 1.0 (section 2.2) has not,
 *                 and those that utf8_is_unsafe,
 *                 become U+FFFD; a line end or tab becomes a blank
 *     markdown    the marks of GitHub's flavour get a backslash, < and & entities; the
 *                 others as above, so that a cell of a table stays one
 *     csv         RFC 4180 section 2; what XML has not, and the marks, as above; a cell
 * that a spreadsheet may run, since it begins with = + - @, tab or CR and is no number, is
 * led by an apostrophe tsv         the same; tabs and line ends, for which it has no
 * quoting, are blanks
 *
 * Widths are estimates on the safe side for sans-serif fonts: text takes less.
 */
#ifndef KIDX_TOOLS_REPORT_TEXT_H
#define KIDX_TOOLS_REPORT_TEXT_H

#include "base/buf.h"

#include <stdbool.h>

void text_write_xml(struct buf *out, struct view text);
void text_write_markdown(struct buf *out, struct view text);
void text_write_csv(struct buf *out, struct view text);
void text_write_tsv(struct buf *out, struct view text);

/* Whether TEXT is a number as JSON writes it, which a spreadsheet does not run. */
bool text_is_number(struct view text);

/* The width of TEXT at a font size of SIZE pixels. */
double text_width(struct view text, double size);

/* How many bytes of TEXT fit WIDTH together with an ellipsis; all of them where it fits
 * without one. Characters stay whole. */
size_t text_fit(struct view text, double size, double width);

/* The order of view_compare, but digits count as the number they write: h2 before h10. */
int text_compare_natural(struct view a, struct view b);

#endif
