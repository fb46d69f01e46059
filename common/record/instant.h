/* instant: reads points in time of the form YYYY-MM-DDThh:mm[:ss[.f…]]Z, a profile of RFC
 * 3339.
 *
 * T and Z are upper case, and there are no offsets. The day exists in the proleptic
 * Gregorian calendar, years are 0000 to 9999, hours at most 23, minutes and seconds at most
 * 59 (so no leap second). The fraction may have any number of digits; all of them count.
 */
#ifndef KIDX_RECORD_INSTANT_H
#define KIDX_RECORD_INSTANT_H

#include "base/buf.h"

#include <stdbool.h>
#include <stdint.h>

struct instant {
    int64_t seconds;      /* since 1970-01-01T00:00:00Z, without leap seconds */
    struct view fraction; /* a view into the text, of the digits without zeros at the end */
};

/* Read TEXT; false where it is no instant. */
bool instant_read(struct view text, struct instant *instant);

/* The order in time: below, equal to or above 0. */
int instant_compare(const struct instant *a, const struct instant *b);

#endif
