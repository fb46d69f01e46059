#include <config.h>

#include "base/buf.h"
#include "base/mem.h"
#include "pattern/parse.h"
#include "pattern/pattern.h"
#include "tap.h"

#include <stdlib.h>

#define LITERAL(text) ((struct view){"" text, sizeof text - 1})

static struct pattern_scratch *scratch;

/* Copies of exactly the bytes, so that a sanitizer sees a byte read too many. */
static char *exact_copy(struct view text)
{
    char *copy = malloc(text.length == 0 ? 1 : text.length);

    if (copy == NULL)
        abort();
    if (text.length > 0)
        memcpy(copy, text.data, text.length);
    return copy;
}

static struct pattern *compile(struct view text, struct pattern_error *error)
{
    char *copy = exact_copy(text);
    struct pattern *pattern = pattern_compile((struct view){copy, text.length}, error);

    free(copy);
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
    char *copy = exact_copy(text);
    enum pattern_result result =
        pattern_search(pattern, scratch, (struct view){copy, text.length});

    free(copy);
    return result;
}

struct search_case {
    const char *pattern;
    struct view text;
    enum pattern_result want;
};

#define YES(pattern, text)                            \
    {                                                 \
        pattern, {text, sizeof text - 1}, PATTERN_YES \
    }
#define NO(pattern, text)                            \
    {                                                \
        pattern, {text, sizeof text - 1}, PATTERN_NO \
    }

static const struct search_case cases[] = {
    /* Searched for anywhere; anchors are the ends of the text, not of a line. */
    YES("", ""),
    YES("", "x"),
    YES("a", "bab"),
    NO("^a", "ba"),
    YES("a$", "ba"),
    NO("^abc$", "abc\n"),
    NO("^abc$", "\nabc"),
    NO("^[a-z]+$", "abc\n"),
    NO("(?:a)$", "a\n"),
    NO("(?:^)a", "\na"),
    YES("^$", ""),
    NO("^$", "a"),
    YES("a|^$|b", ""),
    NO("a^b", "ab"),
    /* The point leaves out four line terminators, and takes a whole character. */
    NO("^.$", "\n"),
    NO("^.$", "\r"),
    NO("^.$", "\xe2\x80\xa8"),
    NO("^.$", "\xe2\x80\xa9"),
    YES("^.$", "\v"),
    YES("^.$", "\xc2\x85"),
    YES("^.$", "\xf0\x9f\x90\xb2"),
    YES("^.$", "\0"),
    YES("^...$", "a\0b"),
    /* Classes by letter. */
    YES("^\\d$", "0"),
    NO("^\\d$", "\xdf\x80"),
    YES("^\\D$", "\xdf\x80"),
    NO("^\\w$", "\xc3\xa9"),
    YES("^\\w+$", "aZ_09"),
    YES("^\\W$", "\xc3\xa9"),
    YES("^\\s+$",
        "\t\n\v\f\r \xc2\xa0\xe1\x9a\x80\xe2\x80\x80\xe2\x80\x8a\xe2\x80\xa8\xe2\x80\xa9"
        "\xe2\x80\xaf\xe2\x81\x9f\xe3\x80\x80\xef\xbb\xbf"),
    NO("^\\s$", "\xc2\x85"),
    NO("^\\s$", "\xe2\x80\x8b"),
    NO("^\\s$", "\xe1\xa0\x8e"),
    YES("^\\S$", "\xe2\x80\x93"),
    NO("^\\S$", "\xef\xbb\xbf"),
    NO("^[\\S]$", "\xc2\xa0"),
    YES("^[^\\S]$", "\xc2\xa0"),
    YES("^[\\s\\S]$", "\n"),
    /* Escapes. */
    YES("^\\t\\n\\v\\f\\r$", "\t\n\v\f\r"),
    YES("^\\cC\\cc$", "\3\3"),
    YES("^\\0$", "\0"),
    YES("^\\x41\\u0042\\u{43}$", "ABC"),
    YES("^\\uD83D\\uDC32\\u{1F432}$", "\xf0\x9f\x90\xb2\xf0\x9f\x90\xb2"),
    YES("^\xf0\x9f\x90\xb2+$", "\xf0\x9f\x90\xb2\xf0\x9f\x90\xb2"),
    NO("^\xf0\x9f\x90\xb2$", "\xf0\x9f\x90\xb2\xf0\x9f\x90\xb2"),
    YES("^\\^\\$\\\\\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\/$", "^$\\.*+?()[]{}|/"),
    YES("^[\\b\\-]+$", "\b-"),
    /* Classes. */
    NO("[]", "a"),
    YES("^[^]$", "\n"),
    YES("^[[:a]+$", "[:a"),
    YES("^[a-]+$", "a-"),
    YES("^[-a]+$", "a-"),
    YES("^[a-c-]+$", "b-"),
    YES("^[\\u0000-\\u{10FFFF}]$", "\xef\xbf\xbf"),
    YES("^[^a-z]$", "\xc3\xa9"),
    YES("^[#-&]~#$", "$~#"),
    /* Properties. */
    YES("^\\p{Letter}+$", "\xcf\x80"),
    NO("^\\p{Letter}+$", "1"),
    YES("^\\p{digit}\\p{Nd}\\p{gc=Decimal_Number}$", "4\xe0\xa7\xaa\xe0\xa7\xa8"),
    YES("^\\p{LC}\\p{Cased_Letter}$", "aZ"),
    YES("^[\\p{Lu}\\d]+$", "A1"),
    YES("^\\P{L}$", "1"),
    YES("^\\p{ASCII}\\P{ASCII}\\p{Any}\\p{Assigned}$", "a\xc3\xa9\n1"),
    /* Counts, groups, assertions. */
    YES("^a{0}$", ""),
    YES("^a{2,3}$", "aaa"),
    NO("^a{2,3}$", "aaaa"),
    YES("^a{2,}b$", "aaaaab"),
    YES("^\xc3\xa9{2}$", "\xc3\xa9\xc3\xa9"),
    YES("^[^a]{2}$", "\xc3\xa9\xf0\x9f\x90\xb2"),
    NO("^[^a]{2}$", "\xc3\xa9"),
    YES("^a??b*?c+?$", "bbcc"),
    YES("^(?=.*\\d)(?!.*x)[a-z0-9]+$", "abc1"),
    NO("^(?=.*\\d)(?!.*x)[a-z0-9]+$", "abcx1"),
    YES("(?<=a)b(?<!c)", "ab"),
    YES("\\bfoo\\b", "a foo."),
    NO("\\bfoo\\b", "a foot"),
    YES("^(?<first>a|b)\\k<first>$", "bb"),
    NO("^(?<first>a|b)\\1$", "ab"),
    /* A group that took no part matches as the empty text. */
    YES("^(?:(a)|b)\\1$", "b"),
    YES("^\\1(a)$", "a"),
    YES("^(b)?\\1+c$", "c"),
    YES("^(a\\1)$", "a"),
    YES("^(a|ab)(c|bcd)(d*)$", "abcd"),
    /* Simple ones with steps that may take none. */
    YES("^a*b?c$", "aac"),
    NO("^a*b?c$", "abbc"),
    YES("^[a-z][a-z0-9_]*$", "sm_100"),
    NO("^[a-z][a-z0-9_]*$", "Sm_100"),
    YES("^a*a$", "aaa"),
    YES("^a+", "aab"),
    YES("^sha256:[0-9a-f]{4}$", "sha256:09af"),
    NO("^sha256:[0-9a-f]{4}$", "sha256:09ag"),
    NO("^sha256:[0-9a-f]{4}$", "sha256:09af0"),
    NO("^sha256:[0-9a-f]{4}$", "sha256:09a"),
    NO("^sha256:[0-9a-f]{4}$", "sha256"),
    /* Eight bytes at once: bytes beyond ASCII are in no range. */
    YES("^[!-~]{2,20}$", "abcdefghijk"),
    NO("^[!-~]{2,20}$", "abcdef\xc3\xa9"),
    NO("^[!-~]{2,20}$", "abcdefgh\xc3\xa9"),
    NO("^[!-~]{2,20}$", "abcdefghijklmnopqrstu"),
    NO("^[a-f0-9]{9}$", "abcdefgh"),
    NO("^[a-f0-9]{9}$", "abcdefg90"),
    YES("^[a-f0-9]{9}$", "abcdef090"),
    YES("^[\\0-\\x7f]{9}$", "abcd\0efg\x7f"),
    YES("^(a|b)?\\1$", "aa"),
};

static void test_searches(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pattern_error error;
        struct pattern *pattern = compile(view_from(cases[i].pattern), &error);

        if (!tap_check(pattern != NULL && search(pattern, cases[i].text) == cases[i].want,
                       "case %zu, %s", i, cases[i].pattern))
            printf("# %s\n", pattern == NULL ? error.text : "the other answer");
        pattern_free(pattern);
    }
}

static const struct {
    const char *pattern;
    size_t offset;
} rejected[] = {
    {"a++", 2},
    {"a**", 2},
    {"a{2}{3}", 4},
    {"*a", 0},
    {"(?i)a", 1},
    {"(?i:a)", 1},
    {"(?>a)", 1},
    {"(?#a)", 1},
    {"(?P<n>a)", 1},
    {"(*UTF)a", 1},
    {"\\Qa\\E", 0},
    {"x\\h", 1},
    {"\\Z", 0},
    {"\\A", 0},
    {"\\a", 0},
    {"\\-", 0},
    {"\\_", 0},
    {"\\8", 0},
    {"\\01", 0},
    {"\\x4", 0},
    {"\\u12", 0},
    {"\\u{110000}", 0},
    {"\\u{}", 0},
    {"\\uD83D", 0},
    {"\\uDC32", 0},
    {"\\u{D83D}\\u{DC32}", 0},
    {"\\c1", 0},
    {"a\\", 1},
    {"[a", 0},
    {"[c-a]", 1},
    {"[a-\\d]", 1},
    {"[\\d-a]", 1},
    {"[\\B]", 1},
    {"a]", 1},
    {"a}", 1},
    {"{", 0},
    {"a{", 1},
    {"a{,2}", 1},
    {"a{2,1}", 1},
    {"(a", 0},
    {"a)", 1},
    {"^*", 1},
    {"(?=a)*", 5},
    {"\\b+", 2},
    {"\\1", 0},
    {"(a)\\2", 3},
    {"\\k<n>", 0},
    {"(?<n>a)\\k", 9},
    {"(?<n>a)(?<n>b)", 10},
    {"(?<1>a)", 3},
    {"\\p{Greek}", 1},
    {"\\p{letter}", 1},
    {"\\p{^L}", 1},
    {"\\p{L&}", 1},
    {"\\p{Xan}", 1},
    {"\\p{Script=greek}", 1},
    {"\\pL", 1},
    {"\\p{L", 1},
    /* What PCRE2 would give another meaning, or none. */
    {"(?:(a)|b)*\\1", 0},
    {"(a|b)*\\1", 0},
    {"(?:(a)|b){2}\\1", 0},
    {"(?<=(a))\\1", 0},
    {"(a)(?<=\\1)", 7},
    {"(?:ab){70000}", 6},
    {"(?<=a*)b", 0},
    {"\\p{Script=Nowhere}", 0},
};

static void test_refusals(void)
{
    struct buf nested;
    struct pattern_error error;

    for (size_t i = 0; i < sizeof rejected / sizeof *rejected; i++) {
        const char *text = rejected[i].pattern;
        struct pattern *pattern = compile(view_from(text), &error);

        if (!tap_check(pattern == NULL && error.text[0] != '\0' &&
                           error.offset == rejected[i].offset,
                       "rejected: %s", text))
            printf("# %s at %zu\n", pattern == NULL ? error.text : "accepted",
                   error.offset);
        pattern_free(pattern);
    }
    buf_init(&nested);
    for (int i = 0; i < 100000; i++)
        buf_append_byte(&nested, '(');
    tap_check(compile(buf_view(&nested), &error) == NULL && error.offset == 200,
              "rejected: 10^5 levels of parentheses");
    buf_release(&nested);
}

static const struct {
    const char *pattern;
    bool simple;
} simplicity[] = {
    {"^sha256:[0-9a-f]{64}$", true},
    {"^[a-z][a-z0-9_]*$", true},
    {"^[a-z0-9][a-z0-9._-]*$", true},
    {"^[a-z0-9_+\\-*%/() ]+$", true},
    {"^[0-9a-f]{40}$", true},
    {"^\\d{4}-\\d{2}$", true},
    {"^[^a]*a", true},
    {"^foo", true},
    {"^[a-z]{1,100000}$", true},
    {"^\\W+$", true},
    {"foo", false},
    {"^a*a$", false},
    {"^[ab]*c?[a]$", false},
    {"^[^a]*[^b]$", false},
    {"^[^\\0-\\x7f]*[^\\0-\\x7f]$", false},
    {"^(a)$", false},
    {"^a|b$", false},
    {"^.$", false},
    {"^\\s$", false},
    {"^[a-\xc3\xa9]$", false},
    {"^\\p{L}$", false},
    {"^a$b", false},
    {"^\\ba", false},
    {"^[a][b][c][d][e][f][g][h]$", true},
    {"^[a][b][c][d][e][f][g][h][i]$", false},
};

/* Texts on which a simple pattern and its twin in PCRE2 must agree. */
static void test_twins(const struct pattern *simple, const char *text)
{
    static const char *const pieces[] = {"a",       "b",  "0", "_",        "-",        "A",
                                         "sha256:", "fo", "o", "\xc3\xa9", "2024-01-0"};
    enum { PIECES = sizeof pieces / sizeof *pieces };
    struct buf twin_text, subject;
    bool twin_is_simple;
    struct pattern_error error;
    struct pattern *twin;
    unsigned differences = 0;

    buf_init(&twin_text);
    buf_init(&subject);
    buf_append_format(&twin_text, "(?:%s)", text);
    twin = compile(buf_view(&twin_text), &error);
    twin_is_simple = is_simple(buf_view(&twin_text));
    for (unsigned i = 0; twin != NULL && i < PIECES * PIECES * PIECES; i++) {
        buf_clear(&subject);
        buf_append_text(&subject, pieces[i % PIECES]);
        buf_append_text(&subject, pieces[i / PIECES % PIECES]);
        buf_append_text(&subject, pieces[i / PIECES / PIECES]);
        if (i % 7 == 0)
            for (int j = 0; j < 64; j++)
                buf_append_byte(&subject, "0123456789abcdef"[j % 16]);
        differences +=
            search(simple, buf_view(&subject)) != search(twin, buf_view(&subject));
    }
    tap_check(twin != NULL && !twin_is_simple && differences == 0, "equal to PCRE2: %s",
              text);
    pattern_free(twin);
    buf_release(&twin_text);
    buf_release(&subject);
}

static void test_simplicity(void)
{
    for (size_t i = 0; i < sizeof simplicity / sizeof *simplicity; i++) {
        const char *text = simplicity[i].pattern;
        struct pattern_error error;
        struct pattern *pattern = compile(view_from(text), &error);
        bool simple = is_simple(view_from(text));

        tap_check(pattern != NULL && simple == simplicity[i].simple, "%s: %s",
                  simplicity[i].simple ? "simple" : "not simple", text);
        if (pattern != NULL && simple && strstr(text, "100000") == NULL)
            test_twins(pattern, text);
        pattern_free(pattern);
    }
}

/* COUNT letters a, then TAIL. */
static enum pattern_result search_long(const char *text, size_t count, const char *tail)
{
    struct pattern_error error;
    struct pattern *pattern = compile(view_from(text), &error);
    enum pattern_result result;
    struct buf subject;

    buf_init(&subject);
    memset(buf_reserve(&subject, count), 'a', count);
    subject.length += count;
    buf_append_text(&subject, tail);
    result = search(pattern, buf_view(&subject));
    buf_release(&subject);
    pattern_free(pattern);
    return result;
}

static void test_limits(void)
{
    const char *checker = getenv("KIDX_CHECKER");

    tap_check(search_long("^(a+)+$", 40, "!") == PATTERN_LIMIT, "(a+)+ reaches the limit");
    tap_check(search_long("^(a+)+$", 100000, "!") == PATTERN_LIMIT,
              "(a+)+ on a long text reaches the limit");
    tap_check(search_long("^(a|a)*$", 1000, "!") == PATTERN_LIMIT,
              "(a|a)* reaches the limit");
    if (checker != NULL && strcmp(checker, "valgrind") == 0)
        tap_skip("valgrind is too slow for 2^32 steps");
    else
        tap_check(search_long("a[a-m]*n", 1 << 21, "!") == PATTERN_LIMIT,
                  "a search that is quadratic in a long text reaches the limit");
    tap_check(search_long("a[a-m]*n", 10000, "!") == PATTERN_NO,
              "a search that is quadratic in a short text is not");
    tap_check(search_long("^[a-z]+$", 1 << 24, "") == PATTERN_YES,
              "a simple pattern has no limit");
    tap_check(search_long("b+$", 1 << 21, "b") == PATTERN_YES,
              "nor has one that few places can begin");
    tap_check(search_long("^(?:a|b)+$", 2000, "") == PATTERN_YES,
              "an honest pattern does not reach the limit");
}

int main(void)
{
    scratch = pattern_scratch_new();
    test_searches();
    test_refusals();
    test_simplicity();
    test_limits();
    pattern_scratch_free(scratch);
    return tap_done();
}
