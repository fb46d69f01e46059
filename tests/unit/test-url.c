#include <config.h>

#include "record/url.h"
#include "tap.h"

#include <stdlib.h>

static const char *const good[] = {
    "https://a",
    "HTTPS://example.com/",
    "hTTps://example.com",
    "https://example.com:8080/x?y=z#f",
    "https://example.com:",
    "https://user:secret@example.com/",
    "https://user@a@b/",
    "https://[::1]/",
    "https://[2001:db8::1]:443/x",
    "https://m\xc3\xbcnchen.example/\xe2\x82\xac",
    "https://example.com?x",
    "https://example.com#x",
    "https://example.com/\"<>{}|\\^`",
    "https://a_b.example/%zz",
};

static const char *const bad[] = {
    "",
    "https",
    "https:",
    "https:/",
    "https://",
    "https:///path",
    "https://?query",
    "https://#fragment",
    "https://:80/",
    "https://user@/",
    "https://user@:80/",
    "http://example.com",
    "httpss://example.com",
    "ftp://example.com",
    "//example.com",
    "example.com",
    " https://example.com",
    "https://example.com ",
    "https://exa mple.com",
    "https://example.com/a b",
    "https://example.com/a\tb",
    "https://example.com/a\nb",
    ("https://example.com/a\xc2\xa0"
     "b"),
    "https://example.com/a\xe3\x80\x80",
    "https://example.com/a\xe2\x80\xa8",
    "https://example.com/a\xef\xbb\xbf",
    "https://example.com:x/",
    "https://example.com:80:80/",
    "https://exam\"ple.com",
    "https://exam\\ple.com",
    "https://<host>",
    "https://[::1",
    "https://[]/",
    "https://[::1]x/",
    "https://[host]/",
    "https:\\\\example.com",
    "\xc8ttps://example.com",
};

/* A copy of exactly the bytes, so that a sanitizer sees a byte read too many. */
static bool is_https(const char *text)
{
    size_t length = strlen(text);
    char *copy = malloc(length + 1);
    bool result;

    if (copy == NULL)
        abort();
    memcpy(copy + 1, text, length);
    result = url_is_https((struct view){copy + 1, length});
    free(copy);
    return result;
}

int main(void)
{
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        tap_check(is_https(good[i]), "%s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        tap_check(!is_https(bad[i]), "refused, number %zu", i);
    tap_check(!url_is_https((struct view){"https://a\0b", 11}), "a NUL in the host");
    return tap_done();
}
