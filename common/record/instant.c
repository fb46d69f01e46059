#include <config.h>

#include "record/instant.h"

/* Read COUNT digits and, unless it is NUL, the SEPARATOR after them. */
static bool read_number(struct view *text, size_t count, char separator, int *number)
{
    *number = 0;
    if (text->length < count + (separator != '\0'))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (text->data[i] < '0' || text->data[i] > '9')
            return false;
        *number = *number * 10 + (text->data[i] - '0');
    }
    if (separator != '\0' && text->data[count++] != separator)
        return false;
    text->data += count;
    text->length -= count;
    return true;
}

static bool read_byte(struct view *text, char byte)
{
    if (text->length == 0 || *text->data != byte)
        return false;
    text->data++;
    text->length--;
    return true;
}

/* Read the digits after a point, at least one. */
static bool read_fraction(struct view *text, struct view *fraction)
{
    *fraction = (struct view){text->data, 0};
    while (fraction->length < text->length && text->data[fraction->length] >= '0' &&
           text->data[fraction->length] <= '9')
        fraction->length++;
    text->data += fraction->length;
    text->length -= fraction->length;
    if (fraction->length == 0)
        return false;
    while (fraction->length > 0 && fraction->data[fraction->length - 1] == '0')
        fraction->length--;
    return true;
}

static bool is_leap_year(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int days_in_month(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    return month == 2 && is_leap_year(year) ? 29 : days[month - 1];
}

/* Days since 1970-01-01. In years that begin in March the leap day is the last day. */
static int64_t days_since_epoch(int year, int month, int day)
{
    int march_year = month > 2 ? year : year - 1;
    int march_month = month > 2 ? month - 3 : month + 9;
    int era = (march_year + 400) / 400 - 1; /* rounds down, also year -1 */
    int year_of_era = march_year - era * 400;
    int day_of_year = (153 * march_month + 2) / 5 + day - 1;
    int day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;

    return (int64_t)era * 146097 + day_of_era - 719468;
}

bool instant_read(struct view text, struct instant *instant)
{
    int year, month, day, hour, minute;
    int second = 0;

    instant->fraction = (struct view){"", 0};
    if (!read_number(&text, 4, '-', &year) || !read_number(&text, 2, '-', &month) ||
        !read_number(&text, 2, 'T', &day) || !read_number(&text, 2, ':', &hour) ||
        !read_number(&text, 2, '\0', &minute))
        return false;
    if (read_byte(&text, ':')) {
        if (!read_number(&text, 2, '\0', &second))
            return false;
        if (read_byte(&text, '.') && !read_fraction(&text, &instant->fraction))
            return false;
    }
    if (!read_byte(&text, 'Z') || text.length > 0 || month < 1 || month > 12 || day < 1 ||
        day > days_in_month(year, month) || hour > 23 || minute > 59 || second > 59)
        return false;
    instant->seconds =
        ((days_since_epoch(year, month, day) * 24 + hour) * 60 + minute) * 60 + second;
    return true;
}

int instant_compare(const struct instant *a, const struct instant *b)
{
    size_t shorter =
        a->fraction.length < b->fraction.length ? a->fraction.length : b->fraction.length;
    int order;

    if (a->seconds != b->seconds)
        return a->seconds < b->seconds ? -1 : 1;
    order = memcmp(a->fraction.data, b->fraction.data, shorter);
    if (order != 0)
        return order;
    if (a->fraction.length == b->fraction.length)
        return 0;
    return a->fraction.length < b->fraction.length ? -1 : 1;
}
