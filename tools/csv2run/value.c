#include <config.h>

#include "value.h"

#include "base/utf8.h"
#include "json/number.h"
#include "record/quantity.h"

#include <stddef.h>
#include <string.h>

/* --- numbers --- */

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

/* Skip digits; false if there is none. */
static bool skip_digits(struct view text, size_t *at)
{
    size_t start = *at;

    while (*at < text.length && is_digit(text.data[*at]))
        (*at)++;
    return *at > start;
}

static bool is_number(struct view text)
{
    size_t at = 0;

    if (at < text.length && text.data[at] == '-')
        at++;
    if (at < text.length && text.data[at] == '0')
        at++;
    else if (!skip_digits(text, &at))
        return false;
    if (at < text.length && text.data[at] == '.') {
        at++;
        if (!skip_digits(text, &at))
            return false;
    }
    if (at < text.length && (text.data[at] == 'e' || text.data[at] == 'E')) {
        at++;
        if (at < text.length && (text.data[at] == '+' || text.data[at] == '-'))
            at++;
        if (!skip_digits(text, &at))
            return false;
    }
    return at == text.length;
}

bool value_number(struct view cell, double *number)
{
    return is_number(cell) && number_parse(cell.data, cell.length, number);
}

bool value_is_size(double number)
{
    return number >= 1 && number <= (double)QUANTITY_SAFE_INTEGER &&
           (double)(uint64_t)number == number;
}

/* Whether a double is so large that it has no fraction. */
static bool is_large(double number)
{
    static const double limit = 4503599627370496; /* 2^52 */

    return number >= limit || number <= -limit;
}

static double floor_of(double number)
{
    double cut;

    if (is_large(number))
        return number;
    cut = (double)(int64_t)number;
    return cut > number ? cut - 1 : cut;
}

double value_round(double number)
{
    double below = floor_of(number);

    /* The difference is exact. Adding 0.5 first would not be: 0.49999999999999994. */
    return number - below >= 0.5 ? below + 1 : below;
}

bool value_is_whole(double number)
{
    return floor_of(number) == number;
}

/* --- instants --- */

struct cursor {
    struct view text;
    size_t at;
};

/* The next COUNT digits as a number, -1 if they are missing. */
static int read_digits(struct cursor *cursor, int count)
{
    int number = 0;

    for (int i = 0; i < count; i++) {
        if (cursor->at == cursor->text.length || !is_digit(cursor->text.data[cursor->at]))
            return -1;
        number = number * 10 + (cursor->text.data[cursor->at++] - '0');
    }
    return number;
}

static bool read_byte(struct cursor *cursor, char byte)
{
    if (cursor->at == cursor->text.length || cursor->text.data[cursor->at] != byte)
        return false;
    cursor->at++;
    return true;
}

struct instant {
    int year;
    int month;
    int day;
    int hour;
    int minute;
    int second;
    struct view fraction; /* no 0 at its end */
    int offset;           /* minutes east of UTC */
};

static int days_in_month(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

    return days[month - 1] + (month == 2 && is_leap);
}

static bool read_date(struct cursor *cursor, struct instant *instant)
{
    instant->year = read_digits(cursor, 4);
    if (instant->year < 0 || !read_byte(cursor, '-'))
        return false;
    instant->month = read_digits(cursor, 2);
    if (instant->month < 1 || instant->month > 12 || !read_byte(cursor, '-'))
        return false;
    instant->day = read_digits(cursor, 2);
    return instant->day >= 1 &&
           instant->day <= days_in_month(instant->year, instant->month);
}

/* Read hh:mm, both in range. */
static bool read_clock(struct cursor *cursor, int *hour, int *minute)
{
    *hour = read_digits(cursor, 2);
    if (*hour < 0 || *hour > 23 || !read_byte(cursor, ':'))
        return false;
    *minute = read_digits(cursor, 2);
    return *minute >= 0 && *minute <= 59;
}

static bool read_fraction(struct cursor *cursor, struct instant *instant)
{
    size_t start = cursor->at;
    size_t end;

    if (!skip_digits(cursor->text, &cursor->at))
        return false;
    end = cursor->at;
    while (end > start && cursor->text.data[end - 1] == '0')
        end--;
    instant->fraction = (struct view){cursor->text.data + start, end - start};
    return instant->fraction.length <= VALUE_FRACTION_MAX;
}

static bool read_offset(struct cursor *cursor, struct instant *instant)
{
    bool east = read_byte(cursor, '+');
    int hour;
    int minute;

    if (!east && !read_byte(cursor, '-')) {
        read_byte(cursor, 'Z');
        return true;
    }
    if (!read_clock(cursor, &hour, &minute))
        return false;
    instant->offset = (hour * 60 + minute) * (east ? 1 : -1);
    return true;
}

static bool read_instant(struct view cell, struct instant *instant)
{
    struct cursor cursor = {cell, 0};

    *instant = (struct instant){.year = 0};
    if (!read_date(&cursor, instant) ||
        !(read_byte(&cursor, ' ') || read_byte(&cursor, 'T')) ||
        !read_clock(&cursor, &instant->hour, &instant->minute) || !read_byte(&cursor, ':'))
        return false;
    instant->second = read_digits(&cursor, 2);
    if (instant->second < 0 || instant->second > 59)
        return false;
    if (read_byte(&cursor, '.') && !read_fraction(&cursor, instant))
        return false;
    return read_offset(&cursor, instant) && cursor.at == cell.length;
}

/* Add STEP days, 1 or -1. */
static void add_day(struct instant *instant, int step)
{
    instant->day += step;
    if (instant->day < 1) {
        if (--instant->month < 1) {
            instant->month = 12;
            instant->year--;
        }
        instant->day = days_in_month(instant->year < 0 ? 0 : instant->year, instant->month);
    } else if (instant->day > days_in_month(instant->year, instant->month)) {
        instant->day = 1;
        if (++instant->month > 12) {
            instant->month = 1;
            instant->year++;
        }
    }
}

/* Convert to UTC; an offset is less than a day. */
static void to_utc(struct instant *instant)
{
    int minutes = instant->hour * 60 + instant->minute - instant->offset;

    if (minutes < 0) {
        minutes += 24 * 60;
        add_day(instant, -1);
    } else if (minutes >= 24 * 60) {
        minutes -= 24 * 60;
        add_day(instant, 1);
    }
    instant->hour = minutes / 60;
    instant->minute = minutes % 60;
}

static char *write_digits(char *to, int number, int count, char end)
{
    for (int i = count - 1; i >= 0; i--) {
        to[i] = (char)('0' + number % 10);
        number /= 10;
    }
    to[count] = end;
    return to + count + 1;
}

/* Write YYYY-MM-DD, T, hh:mm:ss with these separators, and END after it. */
static char *write_time(char *to, const struct instant *instant, char between, char clock,
                        char end)
{
    to = write_digits(to, instant->year, 4, '-');
    to = write_digits(to, instant->month, 2, '-');
    to = write_digits(to, instant->day, 2, between);
    to = write_digits(to, instant->hour, 2, clock);
    to = write_digits(to, instant->minute, 2, clock);
    return write_digits(to, instant->second, 2, end);
}

bool value_instant(struct view cell, struct value_instant *result)
{
    struct instant instant;
    struct view fraction;
    char *to;

    if (!read_instant(cell, &instant))
        return false;
    if (instant.offset != 0)
        to_utc(&instant);
    if (instant.year < 0 || instant.year > 9999)
        return false;
    fraction = instant.fraction;
    to = write_time(result->text, &instant, 'T', ':', '.');
    for (size_t i = 0; i < 3; i++)
        *to++ = i < fraction.length ? fraction.data[i] : '0';
    *to = 'Z';
    to = write_time(result->id, &instant, '-', '-', '-');
    if (fraction.length > 0)
        memcpy(to, fraction.data, fraction.length);
    else
        to--;
    result->id_length = (size_t)(to - result->id) + fraction.length;
    return true;
}

/* --- words --- */

size_t value_utf16_length(struct view text)
{
    return utf8_count(text.data, text.length) + utf8_count_pairs(text.data, text.length);
}

static bool is_word(char byte)
{
    return is_digit(byte) || (byte >= 'a' && byte <= 'z');
}

bool value_is_token(struct view text)
{
    if (text.length == 0 || !is_word(text.data[0]) || is_digit(text.data[0]))
        return false;
    for (size_t i = 1; i < text.length; i++)
        if (!is_word(text.data[i]) && text.data[i] != '_')
            return false;
    return true;
}

bool value_is_slug(struct view text)
{
    if (text.length == 0 || text.length > 100 || !is_word(text.data[0]))
        return false;
    for (size_t i = 1; i < text.length; i++)
        if (!is_word(text.data[i]) && text.data[i] != '-')
            return false;
    return true;
}
