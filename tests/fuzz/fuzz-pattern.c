/* ECMAScript patterns: the first line is a pattern, the rest a text to search. A pattern is
 * taken or refused with a reason; what is run by our own code gives what PCRE2 gives, which
 * the same pattern in a group of its own is left to, but for its limit of counts; and a
 * pattern finds the same twice. Good is a pattern that is found in its text.
 */
#include <config.h>

#include "base/utf8.h"
#include "pattern/parse.h"
#include "pattern/pattern.h"

#include "support.h"

const char fuzz_corpus[] = "pattern";

/* A copy of just its size, so that a sanitizer sees reads behind it; data is NULL where it
 * is no UTF-8. */
static struct view copy_utf8(struct view text)
{
    char *copy = malloc(text.length + 1);
    size_t length = 0;

    FUZZ_REQUIRE(copy != NULL);
    if (text.length > 0)
        memcpy(copy, text.data, text.length);
    copy[text.length] = '\0';
    for (size_t at = 0; at < text.length; at += length) {
        length = (unsigned char)copy[at] < 0x80 ? 1 : utf8_length(copy + at);
        if (length == 0) {
            free(copy);
            return (struct view){NULL, 0};
        }
    }
    copy = realloc(copy, text.length == 0 ? 1 : text.length);
    FUZZ_REQUIRE(copy != NULL);
    return (struct view){copy, text.length};
}

static struct pattern *compile(struct view text, struct pattern_error *error)
{
    struct pattern *pattern;

    *error = (struct pattern_error){.offset = SIZE_MAX};
    pattern = pattern_compile(text, error);
    FUZZ_REQUIRE(pattern != NULL || error->offset <= text.length);
    FUZZ_REQUIRE(
        pattern != NULL ||
        (error->text[0] != '\0' && memchr(error->text, '\0', sizeof error->text) != NULL));
    return pattern;
}

/* Whether TEXT, which compiles, is run without PCRE2. */
static bool is_simple(struct view text)
{
    struct pattern_parse parse;
    bool simple = pattern_parse(&parse, text) && parse.simple;

    pattern_parse_release(&parse);
    return simple;
}

static enum pattern_result search(const struct pattern *pattern, struct view text)
{
    static struct pattern_scratch *scratch;
    enum pattern_result result;

    if (scratch == NULL)
        scratch = pattern_scratch_new();
    result = pattern_search(pattern, scratch, text);
    FUZZ_REQUIRE(result == pattern_search(pattern, scratch, text));
    return result;
}

/* The same by PCRE2. */
static void judge_simple(struct view pattern_text, struct view text,
                         enum pattern_result result)
{
    struct pattern_error error;
    struct pattern *pattern;
    struct buf grouped;
    enum pattern_result other;
    bool simple;

    buf_init(&grouped);
    buf_append_text(&grouped, "(?:");
    buf_append(&grouped, pattern_text.data, pattern_text.length);
    buf_append_text(&grouped, ")");
    FUZZ_REQUIRE(result != PATTERN_LIMIT);
    pattern = compile(buf_view(&grouped), &error);
    simple = is_simple(buf_view(&grouped));
    buf_release(&grouped);
    if (pattern == NULL) {
        FUZZ_REQUIRE(strcmp(error.text, "count above 65535") == 0);
        return;
    }
    FUZZ_REQUIRE(!simple);
    other = search(pattern, text);
    FUZZ_REQUIRE(other == result || other == PATTERN_LIMIT);
    pattern_free(pattern);
}

static bool judge(struct view pattern_text, struct view text)
{
    struct pattern_error error;
    struct pattern *pattern = compile(pattern_text, &error);
    enum pattern_result result;

    if (pattern == NULL)
        return false;
    result = search(pattern, text);
    if (is_simple(pattern_text))
        judge_simple(pattern_text, text, result);
    pattern_free(pattern);
    return result == PATTERN_YES;
}

bool fuzz_judge(const char *data, size_t size)
{
    struct view rest = {data, size};
    struct view line = {"", 0};
    struct view pattern_text;
    struct view text;
    bool good;

    fuzz_next_line(&rest, &line);
    pattern_text = copy_utf8(line);
    text = copy_utf8(rest);
    good = pattern_text.data != NULL && text.data != NULL && judge(pattern_text, text);
    free((char *)(uintptr_t)pattern_text.data);
    free((char *)(uintptr_t)text.data);
    return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_judge((const char *)data, size);
    return 0;
}
