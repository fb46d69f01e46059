#include <config.h>

#include "direction.h"

#include "record/cohort.h"

enum { WORD_COUNT = 10 };

static const char *const times[WORD_COUNT] = {"ns",  "us",     "ms",     "s",
                                              "sec", "second", "seconds"};
static const char *const energies[WORD_COUNT] = {"j", "mj", "kj", "joule", "joules"};
static const char *const sizes[WORD_COUNT] = {"b",   "kb",  "mb",   "gb",   "kib",
                                              "mib", "gib", "byte", "bytes"};
/* Rates that the policy does not know. */
static const char *const rates[WORD_COUNT] = {"bps",  "kbps", "mbps", "gbps",
                                              "tbps", "rps",  "tps"};

static bool is_one_of(struct view word, const char *const words[WORD_COUNT])
{
    for (int i = 0; i < WORD_COUNT && words[i] != NULL; i++)
        if (view_is(word, words[i]))
            return true;
    return false;
}

/* Cut the text before the first "_per_" off *REST; false where there is none. */
static bool cut_word(struct view *rest, struct view *word)
{
    static const char per[] = "_per_";
    const char *found =
        rest->length == 0 ? NULL : memmem(rest->data, rest->length, per, sizeof per - 1);

    *word = *rest;
    if (found == NULL)
        return false;
    word->length = (size_t)(found - rest->data);
    rest->data = found + sizeof per - 1;
    rest->length -= word->length + sizeof per - 1;
    return true;
}

/* Whether one of the words of REST, between which there is "_per_", is a time. */
static bool has_time(struct view rest)
{
    struct view word;

    while (cut_word(&rest, &word))
        if (is_one_of(word, times))
            return true;
    return is_one_of(word, times);
}

/* UNIT in lower case. */
static bool is_rate(struct view unit)
{
    struct view rest = unit;
    struct view word;

    if (!cut_word(&rest, &word))
        return is_one_of(unit, rates) || cohort_unit_is_rate(unit);
    return !is_one_of(word, times) && !is_one_of(word, energies) &&
           (!is_one_of(word, sizes) || has_time(rest));
}

bool direction_is_higher_better(struct view unit)
{
    struct buf lower;
    bool higher;

    buf_init(&lower);
    for (size_t i = 0; i < unit.length; i++) {
        char byte = unit.data[i];

        buf_append_byte(&lower, (char)(byte >= 'A' && byte <= 'Z' ? byte + 32 : byte));
    }
    higher = is_rate(buf_view(&lower));
    buf_release(&lower);
    return higher;
}
