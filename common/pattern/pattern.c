#include <config.h>

#include "pattern/pattern.h"

#include "base/diag.h"
#include "base/mem.h"
#include "base/word.h"
#include "pattern/parse.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <stdio.h>
#include <stdlib.h>

enum {
    RANGES_MAX = 4,            /* of a set that is tested on eight bytes at once */
    HEAP_LIMIT_KIB = 64 * 1024 /* of one search by the interpreter of PCRE2 */
};

/* Start positions times length of the text, in one search. */
#define SEARCH_LIMIT (UINT64_C(1) << 32)

/* A range of ASCII characters, which is tested on eight bytes at once: adding
 * from_low carries into the high bit of a byte from the lowest character on, adding
 * from_high above the highest one. With both 0 a range is empty. */
struct range {
    uint64_t from_low;
    uint64_t from_high;
};

struct step {
    uint32_t minimum;
    uint32_t maximum;
    const char *literal; /* NULL: a set */
    uint32_t length;
    unsigned char set; /* its bit in struct pattern, sets */
    bool others;       /* the set has all characters beyond ASCII */
    bool has_ranges;   /* the set is given by ranges as well */
    struct range ranges[RANGES_MAX];
};

struct pattern {
    pcre2_code *code; /* NULL: simple */
    bool compiled;    /* by the JIT of PCRE2 */
    bool to_end;
    size_t step_count;
    struct step *steps;
    char *literals;
    unsigned char sets[256]; /* which sets a byte is in */
};

struct pattern_scratch {
    pcre2_match_data *data;
    pcre2_match_context *context;
};

/* --- simple patterns --- */

static void add_set(struct pattern *pattern, unsigned char bit,
                    const struct pattern_set *set)
{
    for (unsigned byte = 0; byte < 256; byte++)
        if (byte < 128 ? set->ascii[byte >> 6] >> (byte & 63) & 1 : set->others)
            pattern->sets[byte] |= bit;
}

static bool in_set(const struct pattern_set *set, unsigned byte)
{
    return set->ascii[byte >> 6] >> (byte & 63) & 1;
}

/* Describe a set by ranges, if they are few. */
static void add_ranges(struct step *step, const struct pattern_set *set)
{
    unsigned count = 0;

    if (set->others)
        return;
    for (unsigned low = 0; low < 128; low++) {
        unsigned high = low;

        if (!in_set(set, low))
            continue;
        while (high < 127 && in_set(set, high + 1))
            high++;
        if (count == RANGES_MAX)
            return;
        step->ranges[count++] = (struct range){WORD_OF(0x80 - low), WORD_OF(0x7f - high)};
        low = high;
    }
    step->has_ranges = true;
}

static void build_steps(struct pattern *pattern, const struct pattern_parse *parse)
{
    unsigned sets = 0;

    pattern->to_end = parse->to_end;
    pattern->step_count = parse->step_count;
    pattern->steps = mem_zeroed(parse->step_count, sizeof *pattern->steps);
    pattern->literals = mem_copy_text(parse->literals.data, parse->literals.length);
    for (size_t i = 0; i < parse->step_count; i++) {
        const struct pattern_step *from = &parse->steps[i];
        struct step *step = &pattern->steps[i];

        step->minimum = from->minimum;
        step->maximum = from->maximum;
        step->length = from->length;
        if (from->length > 0) {
            step->literal = pattern->literals + from->literal;
        } else {
            step->set = (unsigned char)(1U << sets++);
            step->others = from->set.others;
            add_set(pattern, step->set, &from->set);
            add_ranges(step, &from->set);
        }
    }
}

/* How many of the eight characters in WORD are in the set before the first that is not. */
static inline unsigned count_in_ranges(const struct step *step, uint64_t word)
{
    uint64_t low = word & WORD_OF(0x7f);
    uint64_t in = 0;

    for (unsigned i = 0; i < RANGES_MAX; i++)
        in |= (low + step->ranges[i].from_low) & ~(low + step->ranges[i].from_high);
    in = (in & ~word & WORD_OF(0x80)) ^ WORD_OF(0x80);
    return in == 0 ? 8 : (unsigned)__builtin_ctzll(in) / 8;
}

/* Skip the characters before END that are in a set of ASCII characters. */
static inline const char *skip_ranges(const struct pattern *pattern,
                                      const struct step *step, const char *at,
                                      const char *end)
{
    unsigned count;

    while (step->has_ranges && end - at >= 8) {
        count = count_in_ranges(step, word_load(at));
        at += count;
        if (count < 8)
            return at;
    }
    while (at < end && (pattern->sets[(unsigned char)*at] & step->set))
        at++;
    return at;
}

/* Skip characters that are in a set with all characters beyond ASCII, and count them. */
static const char *skip_wide(const struct pattern *pattern, const struct step *step,
                             const char *at, const char *end, uint32_t *count)
{
    while (*count < step->maximum && at < end &&
           (pattern->sets[(unsigned char)*at] & step->set)) {
        at++;
        while (at < end && ((unsigned char)*at & 0xc0) == 0x80)
            at++;
        ++*count;
    }
    return at;
}

/* Skip as many characters as match. No fewer need to be tried, since a simple pattern is
 * not ambiguous. NULL where they are fewer than the minimum. */
static const char *skip_set(const struct pattern *pattern, const struct step *step,
                            const char *at, const char *end)
{
    const char *limit = (size_t)(end - at) > step->maximum ? at + step->maximum : end;
    const char *first = at;
    uint32_t count = 0;

    if (step->others) {
        at = skip_wide(pattern, step, at, end, &count);
        return count >= step->minimum ? at : NULL;
    }
    at = skip_ranges(pattern, step, at, limit);
    return (size_t)(at - first) >= step->minimum ? at : NULL;
}

static bool search_simple(const struct pattern *pattern, struct view text)
{
    const char *at = text.data;
    const char *end = at + text.length;

    for (size_t i = 0; i < pattern->step_count; i++) {
        const struct step *step = &pattern->steps[i];

        if (step->literal == NULL) {
            at = skip_set(pattern, step, at, end);
            if (at == NULL)
                return false;
            continue;
        }
        if ((size_t)(end - at) < step->length ||
            memcmp(at, step->literal, step->length) != 0)
            return false;
        at += step->length;
    }
    return !pattern->to_end || at == end;
}

/* --- patterns for PCRE2 --- */

/* The translation begins with a callout, which counts start positions. */
struct search {
    uint64_t places;
    uint64_t limit;
};

static int count_place(pcre2_callout_block *block, void *context)
{
    struct search *search = context;

    (void)block;
    return ++search->places > search->limit ? PCRE2_ERROR_MATCHLIMIT : 0;
}

/* Whether a search that gave RESULT must be done by the interpreter. */
static bool needs_interpreter(int result)
{
    return result == PCRE2_ERROR_JIT_STACKLIMIT || result == PCRE2_ERROR_JIT_BADOPTION;
}

static enum pattern_result search_pcre2(const struct pattern *pattern,
                                        struct pattern_scratch *scratch, struct view text)
{
    struct search search = {0, SEARCH_LIMIT / (text.length + 1)};
    PCRE2_SPTR8 subject = (PCRE2_SPTR8)(text.length == 0 ? "" : text.data);
    int result;

    pcre2_set_callout(scratch->context, count_place, &search);
    result = pcre2_match(pattern->code, subject, text.length, 0,
                         PCRE2_NO_UTF_CHECK | (pattern->compiled ? 0 : PCRE2_NO_JIT),
                         scratch->data, scratch->context);
    if (pattern->compiled && needs_interpreter(result)) {
        search.places = 0;
        result =
            pcre2_match(pattern->code, subject, text.length, 0,
                        PCRE2_NO_UTF_CHECK | PCRE2_NO_JIT, scratch->data, scratch->context);
    }
    if (result >= 0)
        return PATTERN_YES;
    if (result == PCRE2_ERROR_NOMATCH)
        return PATTERN_NO;
    if (result == PCRE2_ERROR_NOMEMORY)
        diag_memory_exhausted();
    return PATTERN_LIMIT;
}

static bool compile_pcre2(struct pattern *pattern, const struct buf *translation,
                          struct pattern_error *error)
{
    int code;
    size_t offset;

    pattern->code = pcre2_compile((PCRE2_SPTR8)translation->data, translation->length,
                                  PCRE2_UTF | PCRE2_NO_UTF_CHECK | PCRE2_DOLLAR_ENDONLY |
                                      PCRE2_MATCH_UNSET_BACKREF | PCRE2_NEVER_BACKSLASH_C,
                                  &code, &offset, NULL);
    if (pattern->code == NULL) {
        if (code == PCRE2_ERROR_HEAP_FAILED)
            diag_memory_exhausted();
        /* The offset is one of the translation, of no use to the reader of the message. */
        error->offset = 0;
        snprintf(error->text, sizeof error->text, "PCRE2: ");
        pcre2_get_error_message(code, (PCRE2_UCHAR8 *)error->text + 7,
                                sizeof error->text - 7);
        return false;
    }
    pattern->compiled = pcre2_jit_compile(pattern->code, PCRE2_JIT_COMPLETE) == 0;
    return true;
}

struct pattern *pattern_compile(struct view text, struct pattern_error *error)
{
    struct pattern *pattern = mem_zeroed(1, sizeof *pattern);
    struct pattern_parse parse;
    bool good = pattern_parse(&parse, text);

    if (!good) {
        snprintf(error->text, sizeof error->text, "%s", parse.problem);
        error->offset = parse.offset;
    } else if (parse.simple) {
        build_steps(pattern, &parse);
    } else {
        good = compile_pcre2(pattern, &parse.translation, error);
    }
    pattern_parse_release(&parse);
    if (good)
        return pattern;
    pattern_free(pattern);
    return NULL;
}

void pattern_free(struct pattern *pattern)
{
    if (pattern == NULL)
        return;
    pcre2_code_free(pattern->code);
    free(pattern->steps);
    free(pattern->literals);
    free(pattern);
}

struct pattern_scratch *pattern_scratch_new(void)
{
    struct pattern_scratch *scratch = mem_zeroed(1, sizeof *scratch);

    scratch->data = pcre2_match_data_create(1, NULL);
    scratch->context = pcre2_match_context_create(NULL);
    if (scratch->data == NULL || scratch->context == NULL)
        diag_memory_exhausted();
    pcre2_set_match_limit(scratch->context, PATTERN_MATCH_LIMIT);
    pcre2_set_heap_limit(scratch->context, HEAP_LIMIT_KIB);
    return scratch;
}

void pattern_scratch_free(struct pattern_scratch *scratch)
{
    if (scratch == NULL)
        return;
    pcre2_match_data_free(scratch->data);
    pcre2_match_context_free(scratch->context);
    free(scratch);
}

enum pattern_result pattern_search(const struct pattern *pattern,
                                   struct pattern_scratch *scratch, struct view text)
{
    if (pattern->code == NULL)
        return search_simple(pattern, text) ? PATTERN_YES : PATTERN_NO;
    return search_pcre2(pattern, scratch, text);
}
