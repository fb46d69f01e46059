#include <config.h>

#include "markup.h"

#include "fuzz.h"

enum { DEPTH = 64 };

/* Parted by blanks, one before and one behind each. */
static const char elements[] =
    " a bdi body defs desc details div figure g h1 h2 h3 head header html li line link main"
    " meta nav p path pattern polyline rect script section style summary svg table tbody td"
    " text th thead title tr ul ";
static const char attributes[] =
    " aria-hidden aria-label aria-labelledby charset class content d data-v fill"
    " fill-opacity height href http-equiv id lang name open patternUnits points rel role"
    " scope stroke stroke-dasharray style tabindex text-anchor transform viewBox width x"
    " x1 x2 xmlns y y1 y2 ";
static const char references[] = " amp lt gt quot #39 #9 #10 #13 ";

struct walk {
    const char *at;
    const char *end;
    struct view open[DEPTH];
    size_t depth;
    bool is_svg;
};

static bool is_listed(const char *list, struct view name)
{
    char word[32] = " ";

    if (name.length == 0 || name.length > sizeof word - 3)
        return false;
    memcpy(word + 1, name.data, name.length);
    word[name.length + 1] = ' ';
    return memchr(name.data, ' ', name.length) == NULL && strstr(list, word) != NULL;
}

static bool begins(const struct walk *walk, const char *text)
{
    size_t length = strlen(text);

    return (size_t)(walk->end - walk->at) >= length && memcmp(walk->at, text, length) == 0;
}

/* The bytes up to one of STOPS, which there must be. */
static struct view take_until(struct walk *walk, const char *stops)
{
    struct view taken = {walk->at, 0};

    while (walk->at < walk->end && strchr(stops, *walk->at) == NULL)
        walk->at++;
    FUZZ_REQUIRE(walk->at < walk->end && *walk->at != '\0');
    taken.length = (size_t)(walk->at - taken.data);
    return taken;
}

/* Text, of an element or an attribute. */
static void judge_text(struct view text)
{
    for (size_t i = 0; i < text.length; i++) {
        unsigned char byte = (unsigned char)text.data[i];
        struct view name;
        const char *end;

        FUZZ_REQUIRE(byte >= 0x20 || byte == '\n' || byte == '\t');
        FUZZ_REQUIRE(byte != 0x7f && byte != '<');
        if (byte != '&')
            continue;
        end = memchr(text.data + i, ';', text.length - i);
        FUZZ_REQUIRE(end != NULL);
        name = (struct view){text.data + i + 1, (size_t)(end - text.data) - i - 1};
        FUZZ_REQUIRE(is_listed(references, name));
    }
}

static void judge_attribute(struct walk *walk, struct view element)
{
    struct view name = take_until(walk, "= />");
    struct view value;

    FUZZ_REQUIRE(is_listed(attributes, name));
    if (*walk->at != '=') {
        FUZZ_REQUIRE(!walk->is_svg && view_is(name, "open"));
        return;
    }
    walk->at++;
    FUZZ_REQUIRE(walk->at < walk->end && *walk->at++ == '"');
    value = take_until(walk, "\"");
    walk->at++;
    judge_text(value);
    if (view_is(name, "href"))
        FUZZ_REQUIRE(view_is(element, "link") ? view_is(value, "data:,")
                                              : value.length > 0 && value.data[0] == '#');
}

/* What is between a start tag of script or style and its end is ours. */
static void skip_raw(struct walk *walk, struct view element)
{
    char end[16];

    if (!view_is(element, "script") && !view_is(element, "style"))
        return;
    snprintf(end, sizeof end, "</%.*s>", (int)element.length, element.data);
    while (!begins(walk, end)) {
        take_until(walk, "<");
        if (!begins(walk, end))
            walk->at++;
    }
}

static void judge_start(struct walk *walk)
{
    struct view element = take_until(walk, " />");
    bool is_void = !walk->is_svg && (view_is(element, "meta") || view_is(element, "link"));

    FUZZ_REQUIRE(is_listed(elements, element));
    while (*walk->at == ' ') {
        walk->at++;
        judge_attribute(walk, element);
        FUZZ_REQUIRE(walk->at < walk->end);
    }
    if (*walk->at == '/') {
        is_void = true;
        walk->at++;
        FUZZ_REQUIRE(walk->at < walk->end);
    }
    FUZZ_REQUIRE(*walk->at++ == '>');
    if (is_void)
        return;
    FUZZ_REQUIRE(walk->depth < DEPTH);
    walk->open[walk->depth++] = element;
    skip_raw(walk, element);
}

static void judge_end(struct walk *walk)
{
    struct view element = take_until(walk, ">");

    walk->at++;
    FUZZ_REQUIRE(walk->depth > 0);
    FUZZ_REQUIRE(view_equal(walk->open[--walk->depth], element));
}

void markup_judge(struct view text, bool is_svg)
{
    static const char doctype[] = "<!DOCTYPE html>\n";
    struct walk walk = {.at = text.data, .end = text.data + text.length, .is_svg = is_svg};

    if (!is_svg && text.length > 0) {
        FUZZ_REQUIRE(begins(&walk, doctype));
        walk.at += sizeof doctype - 1;
    }
    while (walk.at < walk.end) {
        struct view outside = {walk.at, 0};

        while (walk.at < walk.end && *walk.at != '<')
            walk.at++;
        outside.length = (size_t)(walk.at - outside.data);
        judge_text(outside);
        if (walk.at++ >= walk.end)
            break;
        if (begins(&walk, "/")) {
            walk.at++;
            judge_end(&walk);
        } else {
            judge_start(&walk);
        }
    }
    FUZZ_REQUIRE(walk.depth == 0);
}
