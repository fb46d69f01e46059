/* html: the frame of a page in HTML: policy, style and script around what is in it.
 *
 * The page is one file that requests nothing from any host: a policy forbids it. The script
 * only makes tables sortable.
 */
#ifndef KIDX_TOOLS_REPORT_HTML_H
#define KIDX_TOOLS_REPORT_HTML_H

#include "base/buf.h"

#include <stdbool.h>

/* Append all up to the headline. The patterns of pictures are written once, here. */
void html_write_head(struct buf *out, struct view title, bool has_pictures);

/* Append the rest: HEADLINE, CONTENTS (list items; may be empty) and BODY are HTML. */
void html_write_body(struct buf *out, struct view headline, struct view contents,
                     struct view body);

#endif
