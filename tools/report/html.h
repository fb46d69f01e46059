/* html: the frame of a page in HTML: policy, style and script around what is in it.
 *
 * The page is one file that asks no host for anything: a policy forbids it. The script only
 * makes tables sortable.
 */
#ifndef KIDX_TOOLS_REPORT_HTML_H
#define KIDX_TOOLS_REPORT_HTML_H

#include "page.h"

void html_write(const struct page *page, struct view title, struct buf *out);

#endif
