#include <config.h>

#include "schema/run.h"

#include "json/decimal.h"
#include "json/number.h"

bool run_matches(struct schema_run *run, const struct pattern *pattern, struct view text,
                 uint32_t node)
{
    enum pattern_result result = pattern_search(pattern, run->patterns, text);

    if (result == PATTERN_LIMIT && run->limit == NULL) {
        run->limit = "pattern_limit";
        run->limit_node = node;
    }
    return result == PATTERN_YES;
}

/* --- strings --- */

/* Code points, and UTF-16 code units beyond them: characters of four bytes have two. */
static uint64_t count_points(struct view text, uint64_t *pairs)
{
    uint64_t count = 0;

    *pairs = 0;
    for (size_t i = 0; i < text.length; i++) {
        count += ((unsigned char)text.data[i] & 0xc0) != 0x80;
        *pairs += (unsigned char)text.data[i] >= 0xf0;
    }
    return count;
}

static bool fail_length(struct schema_run *run, uint32_t node, const char *code,
                        const char *bound, uint64_t wanted, const char *unit,
                        uint64_t found)
{
    return run_fail_as(run, node, code, "expected %s %llu %s%s, found %llu", bound,
                       (unsigned long long)wanted, unit, wanted == 1 ? "" : "s",
                       (unsigned long long)found);
}

static bool check_length(struct schema_run *run, const struct string_rules *rules,
                         struct view text, uint32_t node)
{
    uint64_t pairs;
    uint64_t count;
    bool valid = true;

    if (!run_spend(run, node, text.length / 16))
        return false;
    count = count_points(text, &pairs);
    if (count < rules->minimum)
        valid = fail_length(run, node, "too_short", "at least", rules->minimum, "character",
                            count);
    if (count > rules->maximum)
        valid = fail_length(run, node, "too_long", "at most", rules->maximum, "character",
                            count);
    if (count + pairs > rules->maximum_utf16)
        valid = fail_length(run, node, "too_long", "at most", rules->maximum_utf16,
                            "UTF-16 code unit", count + pairs);
    return valid;
}

static bool fail_pattern(struct schema_run *run, const struct string_rules *rules,
                         uint32_t node)
{
    struct view text = document_string(run->schema->document, rules->pattern_node);

    return run_fail(run, node, "bad_pattern", "expected text that matches %.*s",
                    text.length > 200 ? 200 : (int)text.length, text.data);
}

bool run_string(struct schema_run *run, const struct string_rules *rules, uint32_t node)
{
    struct view text = document_string(run->document, node);
    bool valid = true;

    /* A byte is at most a character, a character at most four bytes. */
    if (text.length > rules->maximum || text.length > rules->maximum_utf16 ||
        (rules->minimum > 0 && text.length / 4 < rules->minimum))
        valid = check_length(run, rules, text, node);
    if (rules->pattern != NULL && (valid || run->reporting) &&
        !run_matches(run, rules->pattern, text, node))
        valid = fail_pattern(run, rules, node);
    if (rules->form != NULL && (valid || run->reporting) && !rules->form->holds(text))
        valid =
            run_fail(run, node, rules->form->code, "expected %s", rules->form->expected);
    return valid;
}

/* --- numbers --- */

/* On the shortest decimals a*10^p and b*10^q: b*10^(q-p) must divide a. Both a and b have
 * at most 17 digits. */
static bool is_multiple(double number, double divisor)
{
    char text[NUMBER_TEXT_SIZE];
    struct decimal a, b;
    uint64_t rest;

    decimal_scan(&a, text, number_format(number, text));
    decimal_scan(&b, text, number_format(divisor, text));
    for (; a.exponent < b.exponent && a.significand != 0; a.exponent++) {
        if (a.significand % 10 != 0)
            return false;
        a.significand /= 10;
    }
    rest = a.significand % b.significand;
    for (; a.exponent > b.exponent && rest != 0; a.exponent--)
        rest = rest * 10 % b.significand;
    return rest == 0;
}

static bool fail_number(struct schema_run *run, uint32_t node, const char *code,
                        const char *what, double bound)
{
    char text[NUMBER_TEXT_SIZE];

    return run_fail(run, node, code, "expected %s %.*s", what,
                    (int)number_format(bound, text), text);
}

bool run_number(struct schema_run *run, const struct number_rules *rules, uint32_t node)
{
    double number = value_number(run->document, node);
    bool valid = true;

    if (number < rules->minimum)
        valid = fail_number(run, node, "out_of_range", "at least", rules->minimum);
    if (number > rules->maximum)
        valid = fail_number(run, node, "out_of_range", "at most", rules->maximum);
    if (number <= rules->above)
        valid = fail_number(run, node, "out_of_range", "more than", rules->above);
    if (number >= rules->below)
        valid = fail_number(run, node, "out_of_range", "less than", rules->below);
    if (rules->divisor > 0 && !is_multiple(number, rules->divisor))
        valid = fail_number(run, node, "not_multiple", "a multiple of", rules->divisor);
    return valid;
}
