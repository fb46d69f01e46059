/* svg-file: pictures as one SVG file, below each other.
 *
 * Wide or high sheets are what is asked for: --select narrows the input. Pictures beyond
 * SHEET_LIMIT, or beyond a limit of bytes, are left out, and a line at the end says so.
 */
#ifndef KIDX_TOOLS_REPORT_SVG_FILE_H
#define KIDX_TOOLS_REPORT_SVG_FILE_H

#include "labels.h"

enum sheet_picture {
    SHEET_LATENCY,
    SHEET_RATIO,
    SHEET_SPEEDUP,
    SHEET_RECORD,
    SHEET_HEAT,
    SHEET_PICTURES,
    SHEET_AUTO = SHEET_PICTURES
};

enum { SHEET_LIMIT = 400 };

extern const char *const sheet_picture_names[SHEET_PICTURES];

/* LIMIT 0: none. */
void sheet_write(const struct subjects *subjects, enum sheet_picture picture,
                 struct view title, uint64_t limit, struct buf *out);

#endif
