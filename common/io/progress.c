#include <config.h>

#include "io/progress.h"

#include <stdio.h>

enum { PART_SIZE = 24 };

/* A value in three digits with a decimal prefix: "999", "1.21 G", "158 k". */
static void format_scaled(char out[PART_SIZE], double value, const char *space)
{
    static const char prefixes[][2] = {"", "k", "M", "G", "T", "P", "E"};
    size_t prefix = 0;
    int decimals;

    while (value >= 999.5 && prefix + 1 < sizeof prefixes / sizeof prefixes[0]) {
        value /= 1000;
        prefix++;
    }
    decimals = prefix == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
    snprintf(out, PART_SIZE, "%.*f%s%s", decimals, value, space, prefixes[prefix]);
}

/* A duration as mm:ss or h:mm:ss, rounded up, so that 00:00 appears only at the end. */
static void format_duration(char out[PART_SIZE], double seconds)
{
    enum { LIMIT = 100 * 3600 };
    unsigned whole = seconds < LIMIT ? (unsigned)seconds : LIMIT;

    if (whole < LIMIT && (double)whole < seconds)
        whole++;
    if (whole >= LIMIT)
        snprintf(out, PART_SIZE, "over 99 h");
    else if (whole >= 3600)
        snprintf(out, PART_SIZE, "%u:%02u:%02u", whole / 3600, whole / 60 % 60, whole % 60);
    else
        snprintf(out, PART_SIZE, "%02u:%02u", whole / 60, whole % 60);
}

void progress_text(const struct progress *progress, char *out, size_t size)
{
    double bytes = (double)progress->bytes;
    double rate = progress->seconds > 0 ? bytes / progress->seconds : 0;
    char read[PART_SIZE];
    char records[PART_SIZE];
    char speed[PART_SIZE];
    char left[PART_SIZE];

    format_scaled(read, bytes, " ");
    format_scaled(records, (double)progress->records, "");
    format_scaled(speed, rate, " ");
    if (rate <= 0 || progress->bytes_total <= progress->bytes) {
        snprintf(out, size, "%sB  %s record%s  %sB/s", read, records,
                 progress->records == 1 ? "" : "s", speed);
        return;
    }
    format_duration(left, (double)(progress->bytes_total - progress->bytes) / rate);
    snprintf(out, size, "%sB  %s record%s  %sB/s  %s left", read, records,
             progress->records == 1 ? "" : "s", speed, left);
}
