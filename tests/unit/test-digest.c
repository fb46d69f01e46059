#include <config.h>

#include "record/digest.h"

#include "record/digest-cache.h"

#include "tap.h"

#include <stdlib.h>

static void test_text(void)
{
    static const char text[] =
        "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    struct digester *digester = digester_new();
    struct digest digest;
    struct digest read;
    char written[DIGEST_TEXT_LENGTH];
    char other[DIGEST_TEXT_LENGTH + 1];

    digester_hash(digester, "abc", 3, &digest); /* FIPS 180-4's example */
    digest_text(&digest, written);
    tap_equal_bytes(written, sizeof written, text, "the digest of abc");
    tap_check(digest_parse((struct view){text, sizeof text - 1}, &read) &&
                  digest_equal(&read, &digest),
              "its text is read again");
    digester_hash(digester, "", 0, &digest);
    digest_text(&digest, written);
    tap_equal_bytes(
        written, sizeof written,
        "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "a digester is used again, on nothing");
    tap_check(!digest_equal(&read, &digest), "different digests differ");
    tap_check(!digest_parse((struct view){text, sizeof text - 2}, &read), "too short");
    tap_check(!digest_parse((struct view){text, sizeof text}, &read), "too long");
    for (size_t i = 0; i < sizeof text - 1; i += 13) {
        memcpy(other, text, sizeof text);
        other[i] = 'G';
        tap_check(!digest_parse((struct view){other, sizeof text - 1}, &read),
                  "'G' at %zu is refused", i);
    }
    memcpy(other, text, sizeof text);
    other[7] = 'B';
    tap_check(!digest_parse((struct view){other, sizeof text - 1}, &read),
              "upper-case hex is refused");
    digester_free(digester);
}

/* Each byte value in each place of the digits: hex in lower case and nothing else. */
static void test_every_byte(void)
{
    static const char hex[] = "0123456789abcdef";
    int wrong = 0;

    for (size_t place = 7; place < DIGEST_TEXT_LENGTH; place++) {
        for (int byte = 0; byte < 256; byte++) {
            char text[DIGEST_TEXT_LENGTH];
            char again[DIGEST_TEXT_LENGTH];
            struct digest digest;
            bool is_hex = byte != 0 && strchr(hex, byte) != NULL;
            bool parsed;

            memcpy(text, "sha256:", 7);
            for (size_t i = 7; i < sizeof text; i++)
                text[i] = hex[(i * 5 + place) % 16];
            text[place] = (char)byte;
            parsed = digest_parse((struct view){text, sizeof text}, &digest);
            if (parsed)
                digest_text(&digest, again);
            wrong += parsed != is_hex || (parsed && memcmp(text, again, sizeof text) != 0);
        }
    }
    tap_check(wrong == 0, "every byte in every place (%d wrong)", wrong);
}

static void test_cache(void)
{
    struct digest_cache *cache = digest_cache_new();
    struct digester *digester = digester_new();
    struct digest digest;
    const struct digest *found;
    char *large = calloc(1, DIGEST_CACHE_TEXT_MAX + 1);
    char text[32];
    int right = 0;
    int wrong = 0;

    tap_check(digest_cache_find(cache, (struct view){"", 0}) == NULL,
              "a new cache knows nothing");
    /* Many more texts than places: what is found must be right, and most is not found. */
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < 20000; i++) {
            struct view view = {text, (size_t)snprintf(text, sizeof text, "text %d", i)};

            digester_hash(digester, view.data, view.length, &digest);
            found = digest_cache_find(cache, view);
            if (found != NULL)
                digest_equal(found, &digest) ? right++ : wrong++;
            else
                digest_cache_store(cache, view, &digest);
        }
    }
    tap_check(wrong == 0, "what a cache finds is right (%d found)", right);
    digest_cache_store(cache, (struct view){"last", 4}, &digest);
    found = digest_cache_find(cache, (struct view){"last", 4});
    tap_check(found != NULL && digest_equal(found, &digest),
              "what was just stored is found");
    tap_check(digest_cache_find(cache, (struct view){"lasT", 4}) == NULL,
              "another text is not");
    digest_cache_store(cache, (struct view){large, DIGEST_CACHE_TEXT_MAX + 1}, &digest);
    tap_check(digest_cache_find(cache, (struct view){large, DIGEST_CACHE_TEXT_MAX + 1}) ==
                  NULL,
              "a long text is not stored");
    digest_cache_store(cache, (struct view){large, DIGEST_CACHE_TEXT_MAX}, &digest);
    tap_check(digest_cache_find(cache, (struct view){large, DIGEST_CACHE_TEXT_MAX}) != NULL,
              "the longest that is stored is found");
    free(large);
    digest_cache_free(cache);
    digester_free(digester);
}

int main(void)
{
    test_text();
    test_every_byte();
    test_cache();
    return tap_done();
}
