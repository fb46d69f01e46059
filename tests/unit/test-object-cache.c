#include <config.h>

#include "json/object-cache.h"

#include "parsed.h"
#include "tap.h"

enum { HASH_BITS = 60 };
static const uint64_t hash = UINT64_C(5) << HASH_BITS;

/* A text of an object that is large enough to be cached. */
#define FILLED(rest)                                                            \
    "{\"text\":\"0123456789012345678901234567890123456789012345678901234567\"," \
    "\"list\":[1,2.5,{\"a\":null}],\"more\":{\"b\":true}" rest "}"
static const char plain[] = FILLED("");

/* --- the module --- */

/* Keep the object that is the whole TEXT. The first look only wakes the name. */
static void store(struct object_cache *cache, const char *text)
{
    struct parsed parsed = parsed_text(text);

    object_cache_find(cache, hash, text, strlen(text));
    if (parsed.document != NULL)
        object_cache_store(cache, hash, parsed.document, 0, parsed.document->count);
    parsed_release(&parsed);
}

static bool is_found(struct object_cache *cache, const char *text)
{
    return object_cache_find(cache, hash, text, strlen(text)) != NULL;
}

static void test_finding(void)
{
    struct object_cache *cache = object_cache_new();
    char longer[sizeof plain + 8];

    tap_check(!is_found(cache, plain), "nothing is cached at first");
    store(cache, plain);
    tap_check(is_found(cache, plain), "an object is found again");
    snprintf(longer, sizeof longer, "%s,1]", plain);
    tap_check(is_found(cache, longer), "whatever follows it");
    tap_check(object_cache_find(cache, hash + (UINT64_C(1) << HASH_BITS), plain,
                                strlen(plain)) == NULL &&
                  object_cache_find(cache, hash + 1, plain, strlen(plain)) == NULL,
              "not after another name");
    tap_check(object_cache_find(cache, hash, plain, strlen(plain) - 1) == NULL,
              "not where the text ends within it");
    longer[strlen(plain) - 3] = 'X';
    tap_check(!is_found(cache, longer), "not with another byte");
    object_cache_free(cache);
    object_cache_free(NULL);
}

static void test_copy(void)
{
    static const char line[] = "[[0],     ";
    struct object_cache *cache = object_cache_new();
    struct parsed parsed = parsed_text(plain);
    const struct cached_object *object;
    struct node nodes[OBJECT_CACHE_NODES_MAX];
    bool holds;

    store(cache, plain);
    object = object_cache_find(cache, hash, plain, strlen(plain));
    holds = object != NULL &&
            object_cache_copy(object, nodes, 3, sizeof line - 1) == parsed.document->count;
    for (uint32_t i = 0; holds && i < parsed.document->count; i++) {
        const struct node *node = &parsed.document->nodes[i];

        holds = nodes[i].start == node->start + sizeof line - 1 &&
                nodes[i].next == node->next + 3 && nodes[i].length == node->length &&
                nodes[i].type == node->type && nodes[i].flags == node->flags;
    }
    tap_check(holds, "nodes are moved to the place of the object");
    parsed_release(&parsed);
    object_cache_free(cache);
}

static void expect_cached(const char *text, bool is_cached, const char *what)
{
    struct object_cache *cache = object_cache_new();

    store(cache, text);
    tap_check(is_found(cache, text) == is_cached, "%s", what);
    object_cache_free(cache);
}

static void test_keeping(void)
{
    char many[4 * OBJECT_CACHE_TEXT_MAX] = "{";
    size_t length = 1;

    expect_cached(FILLED(",\"n\":123456789012345"), true,
                  "integers of 15 digits are cached");
    expect_cached(FILLED(",\"n\":1234567890123456"), false, "one of 16 is not");
    expect_cached(FILLED(",\"n\":1234567890123456.5"), true, "but a fraction of 17 is");
    expect_cached(FILLED(",\"n\":\"\\t\""), false, "a string with an escape is not");
    expect_cached(FILLED(",\"\\t\":0"), false, "nor is a name with one");
    expect_cached(FILLED(",\"n\":\"\xc3\xa9\""), true, "other characters are cached");
    expect_cached("{\"a\":1}", false, "small objects are not");
    for (int i = 0; i < 65; i++)
        length += (size_t)snprintf(many + length, sizeof many - length, "\"%d\":0,", i);
    many[length - 1] = '}';
    expect_cached(many, false, "nor are objects with many nodes");
    memset(many + 6, 'x', OBJECT_CACHE_TEXT_MAX);
    memcpy(many, "{\"a\":\"", 6);
    memcpy(many + 6 + OBJECT_CACHE_TEXT_MAX, "\"}", 3);
    expect_cached(many, false, "nor large ones");
}

static void test_giving_up(void)
{
    struct object_cache *cache = object_cache_new();
    char text[256];
    unsigned found = 0;

    for (int i = 0; i <= OBJECT_CACHE_WAYS; i++) {
        snprintf(text, sizeof text, FILLED(",\"n\":%d"), i);
        store(cache, text);
    }
    snprintf(text, sizeof text, FILLED(",\"n\":%d"), 0);
    tap_check(!is_found(cache, text), "the oldest of too many is evicted");
    for (int i = 1; i <= OBJECT_CACHE_WAYS; i++) {
        snprintf(text, sizeof text, FILLED(",\"n\":%d"), i);
        found += is_found(cache, text);
    }
    tap_equal_count(found, OBJECT_CACHE_WAYS, "the others are there");
    for (int i = 0; i < 1000; i++)
        is_found(cache, "{}");
    tap_check(!is_found(cache, text), "a name that brings new objects only is ignored");
    for (int i = 0; i < 5000; i++)
        is_found(cache, "{}");
    for (int i = 0; i < 5000 && !is_found(cache, text); i++)
        store(cache, text);
    tap_check(is_found(cache, text), "and tried again after a while");
    object_cache_free(cache);
}

/* --- in the reader --- */

static uint64_t random_state = 7;

static unsigned random_below(unsigned limit)
{
    random_state =
        random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(random_state >> 33) % limit;
}

static bool documents_equal(const struct document *a, const struct document *b)
{
    if (a->count != b->count || a->long_integers != b->long_integers ||
        a->order_count != b->order_count)
        return false;
    for (uint32_t i = 0; i < a->count; i++) {
        const struct node *left = &a->nodes[i];
        const struct node *right = &b->nodes[i];

        if (left->start != right->start || left->length != right->length ||
            left->next != right->next || left->type != right->type ||
            left->flags != right->flags ||
            !view_equal(document_raw(a, i), document_raw(b, i)))
            return false;
    }
    return true;
}

/* Whether a reader that has read other lines reads this one as a new reader does. */
static bool reads_alike(struct reader *used, const char *line, size_t length)
{
    struct parsed parsed = parsed_bytes(line, length, 'x');
    struct reader_error error;
    char *text = mem_alloc(length + READER_PADDING);
    bool alike;

    memcpy(text, line, length);
    memset(text + length, 'x', READER_PADDING);
    if (reader_parse(used, text, length, &error) == 0)
        alike = parsed.document != NULL &&
                documents_equal(reader_document(used), parsed.document);
    else
        alike = parsed.document == NULL && error.code == parsed.error.code &&
                error.offset == parsed.error.offset && error.text == parsed.error.text;
    parsed_release(&parsed);
    free(text);
    return alike;
}

/* An object of a pool in which most repeat. */
static void append_object(struct buf *line)
{
    static const char *const rests[] = {"",
                                        ",\"n\":1",
                                        ",\"n\":12345678901234567",
                                        ",\"n\":\"\\u0041\"",
                                        ",\"n\":\"\xc3\xa9\"",
                                        ",\"spec\":" FILLED(""),
                                        ",\"a\":1,\"a\":2",
                                        ",\"n\":01"};

    buf_append(line, plain, sizeof plain - 2);
    buf_append_text(line, rests[random_below(random_below(4) == 0 ? 8 : 6)]);
    buf_append_byte(line, '}');
}

static void append_line(struct buf *line)
{
    static const char *const names[] = {"run", "protocol", "environment", "spec", "row"};
    unsigned depth = random_below(5);
    unsigned members = 1 + random_below(4);

    buf_clear(line);
    for (unsigned i = 0; i < depth; i++)
        buf_append_text(line, random_below(8) == 0 ? "[" : "{\"row\":");
    for (unsigned i = 0; i < members; i++) {
        buf_append_text(line, i == 0 ? "{\"" : ",\"");
        buf_append_text(line, names[(i + random_below(2)) % 5]);
        buf_append_text(line, "\":");
        append_object(line);
    }
    buf_append_byte(line, '}');
    for (unsigned i = 0; i < depth; i++)
        buf_append_byte(line, '}');
    if (random_below(4) == 0)
        line->data[random_below((unsigned)line->length)] = (char)random_below(256);
    if (random_below(8) == 0)
        line->length = random_below((unsigned)line->length);
}

static void test_reader(void)
{
    struct reader *reader = reader_new();
    struct buf line;
    unsigned alike = 0;

    buf_init(&line);
    for (int i = 0; i < 20000; i++) {
        append_line(&line);
        alike += reads_alike(reader, line.data, line.length);
    }
    tap_equal_count(alike, 20000, "what was read before changes no document and no error");
    buf_release(&line);
    reader_free(reader);
}

int main(void)
{
    test_finding();
    test_copy();
    test_keeping();
    test_giving_up();
    test_reader();
    return tap_done();
}
