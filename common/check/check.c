#include <config.h>

#include "check/check.h"

static const struct {
    const char *code;
    enum check_level level; /* unless an option changes it */
    const char *description;
} checks[] = {
    /* The schema of a kind. */
    {"wrong_type", CHECK_ERROR, "a value is of a type that is not allowed there"},
    {"missing_member", CHECK_ERROR, "an object lacks a required member"},
    {"unknown_member", CHECK_ERROR, "an object has a member that is not known"},
    {"unknown_item", CHECK_ERROR, "an array has more elements than are known"},
    {"not_in_enum", CHECK_ERROR, "a value is none of those allowed"},
    {"out_of_range", CHECK_ERROR, "a number is too small or too large"},
    {"not_multiple", CHECK_ERROR, "a number is no multiple of another one"},
    {"too_short", CHECK_ERROR, "a string has too few characters"},
    {"too_long", CHECK_ERROR, "a string has too many characters"},
    {"bad_pattern", CHECK_ERROR, "a string does not have its form, such as a digest's"},
    {"bad_url", CHECK_ERROR, "a string is no absolute https URL"},
    {"bad_instant", CHECK_ERROR, "a string is no instant in UTC, or not a real day"},
    {"bad_duration", CHECK_ERROR, "a string is no duration in whole nanoseconds"},
    {"too_few", CHECK_ERROR, "an array or object has too few elements"},
    {"too_many", CHECK_ERROR, "an array or object has too many elements"},
    {"not_unique", CHECK_ERROR, "an array has equal elements"},
    {"no_alternative", CHECK_ERROR, "none of several alternatives holds"},
    {"many_alternatives", CHECK_ERROR, "several alternatives hold that exclude each other"},
    {"forbidden", CHECK_ERROR, "something holds that must not"},
    {"pattern_limit", CHECK_ERROR, "a pattern needs too many steps on a string"},
    {"schema_limit", CHECK_ERROR, "a schema needs too many steps on a record"},
    /* Consistency within a record. */
    {"inexact_integer", CHECK_WARNING, "no double has exactly the value of an integer"},
    {"digest_mismatch", CHECK_ERROR, "a declared digest or key is not the computed one"},
    {"unknown_table", CHECK_WARNING, "an export row is of a table that is not known"},
    {"quantile_order", CHECK_ERROR, "a quantile is below one that must not be above it"},
    {"confidence_interval", CHECK_ERROR,
     "an interval has its ends exchanged, or not the value inside"},
    {"native_mismatch", CHECK_ERROR,
     "the source's milliseconds are not the run's nanoseconds"},
    {"zero_latency", CHECK_WARNING, "a latency of a run is 0"},
    {"future_instant", CHECK_ERROR, "a run was observed after the present"},
    {"shape_mismatch", CHECK_ERROR,
     "a workload's tensor is not of the shape that its operation requires"},
    /* References within the whole stream: --refs. */
    {"unresolved", CHECK_ERROR, "nothing in the stream has a digest that is referred to"},
    {"operation_mismatch", CHECK_ERROR,
     "a run's implementation and workload are of different operations"},
    {"duplicate_run", CHECK_ERROR, "a run is repeated"},
    {"conflicting_run", CHECK_ERROR, "two different runs have one external id"},
    {"supersession_cycle", CHECK_ERROR, "rows supersede each other in a circle"},
    {"supersession_mismatch", CHECK_ERROR,
     "a row supersedes or retracts a run that measured something else"},
    {"identity_collision", CHECK_WARNING, "several implementations have one digest"},
    {"name_conflict", CHECK_WARNING, "one digest has several names"},
    {"name_collision", CHECK_WARNING, "several runs have one name"},
};

enum { CHECK_COUNT = sizeof checks / sizeof *checks };

_Static_assert((int)CHECK_COUNT <= (int)CHECK_COUNT_MAX, "levels have room for all checks");

/* The index of a check, CHECK_COUNT where there is none of that code. */
static size_t find(const char *code)
{
    size_t i = 0;

    while (i < CHECK_COUNT && strcmp(checks[i].code, code) != 0)
        i++;
    return i;
}

void check_levels_init(struct check_levels *levels)
{
    for (size_t i = 0; i < CHECK_COUNT; i++)
        levels->of[i] = checks[i].level;
}

bool check_levels_set(struct check_levels *levels, const char *code, enum check_level level)
{
    size_t number = find(code);

    if (number == CHECK_COUNT)
        return false;
    levels->of[number] = level;
    return true;
}

enum check_level check_levels_get(const struct check_levels *levels, const char *code)
{
    size_t number = find(code);

    return number == CHECK_COUNT ? CHECK_ERROR : levels->of[number];
}

bool check_levels_are_default(const struct check_levels *levels)
{
    for (size_t i = 0; i < CHECK_COUNT; i++)
        if (levels->of[i] != checks[i].level)
            return false;
    return true;
}

bool check_exists(const char *code)
{
    return find(code) < CHECK_COUNT;
}

const char *check_code(size_t number)
{
    return number < CHECK_COUNT ? checks[number].code : NULL;
}

static const char *level_name(enum check_level level)
{
    static const char *const names[] = {
        [CHECK_IGNORE] = "ignore", [CHECK_WARNING] = "warning", [CHECK_ERROR] = "error"};

    return names[level];
}

void check_list(const struct check_levels *levels, struct buf *out)
{
    for (size_t i = 0; i < CHECK_COUNT; i++)
        buf_append_format(out, "%-21s %-8s %s\n", checks[i].code, level_name(levels->of[i]),
                          checks[i].description);
}
