/* Numbers: text to double as strtod reads it, double to text as plain code writes it, and
 * back to the same double. The first eight bytes of the input are also taken for a double.
 */
#include <config.h>

#include "json/number.h"

#include "fuzz.h"
#include "reference.h"

#include <math.h>
#include <string.h>

const char fuzz_corpus[] = "number";

static bool same(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static void judge_double(double value)
{
    char text[NUMBER_TEXT_SIZE];
    char reference[NUMBER_TEXT_SIZE];
    size_t length = number_format(value, text);
    double back = 1;

    FUZZ_REQUIRE(length <= 25);
    FUZZ_REQUIRE(reference_number(value, reference) == length);
    FUZZ_REQUIRE(memcmp(text, reference, length) == 0);
    FUZZ_REQUIRE(number_parse(text, length, &back));
    FUZZ_REQUIRE(back == value);
    /* What is canonical stays as it is. */
    FUZZ_REQUIRE(number_canonical(text, length, reference) == length);
    FUZZ_REQUIRE(memcmp(text, reference, length) == 0);
}

static size_t digits(const char *text)
{
    return strspn(text, "0123456789");
}

/* The grammar of RFC 8259, section 6. */
static bool is_number(const char *text, bool *is_integer)
{
    text += *text == '-';
    if (digits(text) == 0 || (*text == '0' && digits(text) > 1))
        return false;
    text += digits(text);
    *is_integer = *text == '\0';
    if (*text == '.') {
        if (digits(++text) == 0)
            return false;
        text += digits(text);
    }
    if (*text == 'e' || *text == 'E') {
        text++;
        text += *text == '-' || *text == '+';
        if (digits(text) == 0)
            return false;
        text += digits(text);
    }
    return *text == '\0';
}

/* Whether printf, which is exact, writes a double as this integer. */
static bool is_exact(const char *text, double value)
{
    char exact[400];

    snprintf(exact, sizeof exact, "%.0f", value);
    return strcmp(exact, text) == 0;
}

static bool judge_text(const char *text)
{
    size_t length = strlen(text);
    char canonical[NUMBER_TEXT_SIZE];
    char formatted[NUMBER_TEXT_SIZE];
    bool is_integer = false;
    double value = 1;
    double reference;
    bool good;

    if (!is_number(text, &is_integer))
        return false;
    reference = strtod(text, NULL);
    good = number_parse(text, length, &value);
    FUZZ_REQUIRE(good == (isinf(reference) == 0));
    FUZZ_REQUIRE(good || number_may_overflow(text, length));
    FUZZ_REQUIRE(!good || same(value, reference));
    if (is_integer)
        FUZZ_REQUIRE(number_integer_is_exact(text, length) ==
                     (good && is_exact(text, value)));
    if (!good)
        return false;
    length = number_canonical(text, length, canonical);
    FUZZ_REQUIRE(length == number_format(value, formatted));
    FUZZ_REQUIRE(memcmp(canonical, formatted, length) == 0);
    judge_double(value);
    return true;
}

bool fuzz_judge(const char *data, size_t size)
{
    char *text = malloc(size + 1);
    double value;
    bool good;

    if (text == NULL)
        abort();
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    if (size >= sizeof value) {
        memcpy(&value, data, sizeof value);
        if (isfinite(value))
            judge_double(value);
    }
    good = strlen(text) == size && judge_text(text);
    free(text);
    return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_judge((const char *)data, size);
    return 0;
}
