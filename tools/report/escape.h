/* escape: any text as text of a format, which no reader of the format mistakes for
 * structure or for a command.
 *
 *     xml, html   & < > " ' are entities; characters that XML 1.0 (section 2.2) excludes
 * and those that utf8_is_unsafe become U+FFFD; a line end or tab becomes a blank markdown
 * punctuation of GitHub's flavour gets a backslash, < and & are entities; the rest as
 * above, so that a cell of a table stays one cell csv         RFC 4180 section 2; unfit
 * characters as above. A cell that a spreadsheet may run as a formula, since it begins with
 * = + - @, tab or CR and is no number, begins with an apostrophe tsv         the same; tabs
 * and line ends, which TSV cannot quote, are blanks
 *
 * TEXT is UTF-8, as each record is. The functions append to OUT.
 */
#ifndef KIDX_TOOLS_REPORT_ESCAPE_H
#define KIDX_TOOLS_REPORT_ESCAPE_H

#include "base/buf.h"

#include <stdbool.h>

void escape_xml(struct buf *out, struct view text);
void escape_markdown(struct buf *out, struct view text);
void escape_csv(struct buf *out, struct view text);
void escape_tsv(struct buf *out, struct view text);

#endif
