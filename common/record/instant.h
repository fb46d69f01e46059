/* instant: points in time as records write them: YYYY-MM-DDThh:mm[:ss[.f…]]Z, a profile of
 * RFC 3339.
 *
 * T and Z are upper case, offsets are refused. The day exists in the proleptic Gregorian
 * calendar, years are 0000 to 9999, hours at most 23, minutes and seconds at most 59 (so no
 * leap second). The fraction has any number of digits, and none of them is lost.
 */
#ifndef KIDX_RECORD_INSTANT_H
#define KIDX_RECORD_INSTANT_H

#include "base/buf.h"

#include <stdbool.h>
#include <stdint.h>

struct instant {
    int64_t seconds;      /* since 1970-01-01T00:00:00Z, without leap seconds */
    struct view fraction; /* digits behind the point, a part of the text; no 0 at the end */
};

/* Read TEXT, all of it; false where it is no instant. */
bool instant_read(struct view text, struct instant *instant);

/* Which comes first: below, equal to or above 0. */
int instant_compare(const struct instant *a, const struct instant *b);

#endif
