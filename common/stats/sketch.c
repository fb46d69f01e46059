#include <config.h>

#include "stats/sketch.h"

#include "stats/logarithm.h"

#include <float.h>

/* Logarithms are in units of 2^-48. Buckets of positive values are numbered from 1 - OFFSET
 * to OFFSET - 1, and their keys are those plus OFFSET: above 0, where 0 itself is. Negative
 * values have the negative keys. */
enum { UNIT_BITS = 48, CUT_BITS = 64 - UNIT_BITS, SLACK = 8 };
#define OFFSET ((int64_t)1 << 40)

static int64_t fixed(struct logarithm logarithm)
{
    return logarithm.whole * ((int64_t)1 << UNIT_BITS) +
           (int64_t)(logarithm.fraction >> CUT_BITS);
}

static double power(int64_t exponent)
{
    int64_t unit = (int64_t)1 << UNIT_BITS;
    int64_t whole = exponent / unit;
    int64_t rest = exponent % unit;

    if (rest < 0) {
        rest += unit;
        whole--;
    }
    return logarithm_power((struct logarithm){whole, (uint64_t)rest << CUT_BITS});
}

bool sketch_scale_init(struct sketch_scale *scale, double alpha)
{
    double gamma;

    if (!(alpha >= 1e-6 && alpha <= 0.5))
        return false;
    gamma = (1 + alpha) / (1 - alpha);
    scale->step = fixed(logarithm_of(gamma)) - SLACK;
    scale->middle = fixed(logarithm_of((1 + power(scale->step)) / 2));
    return true;
}

int64_t sketch_key(const struct sketch_scale *scale, double value)
{
    int64_t exponent;
    int64_t bucket;

    if (value == 0)
        return 0;
    /* Bucket i has the values above gamma^(i - 1) and up to gamma^i. */
    exponent = fixed(logarithm_of(value < 0 ? -value : value));
    bucket = exponent / scale->step + (exponent % scale->step > 0);
    return value < 0 ? -(bucket + OFFSET) : bucket + OFFSET;
}

double sketch_value(const struct sketch_scale *scale, int64_t key)
{
    int64_t bucket;
    double size;

    if (key == 0)
        return 0;
    bucket = (key < 0 ? -key : key) - OFFSET;
    size = power(bucket * scale->step - scale->middle);
    if (size > DBL_MAX)
        size = DBL_MAX; /* which is in the bucket */
    return key < 0 ? -size : size;
}
