/* Canonical form: that of plain code, byte for byte; accepted by the reader; its own
 * canonical form.
 */
#include <config.h>

#include "json/canonical.h"

#include "fuzz.h"
#include "reference.h"

#include <string.h>

const char fuzz_corpus[] = "json";

/* Append the canonical form of the text to OUT; false where it is refused. */
static bool canonicalise(const char *data, size_t size, struct buf *out)
{
    static struct reader *reader;
    static struct canonical canonical;
    struct reader_error error;
    struct buf text;
    bool good;

    if (reader == NULL) {
        reader = reader_new();
        canonical_init(&canonical);
    }
    buf_init(&text);
    buf_append(&text, data, size);
    memset(buf_reserve(&text, READER_PADDING), 0, READER_PADDING);
    good = reader_parse(reader, text.data, size, &error) == 0;
    if (good)
        canonical_write(&canonical, reader_document(reader), 0, out);
    buf_release(&text);
    return good;
}

bool fuzz_judge(const char *data, size_t size)
{
    struct buf once;
    struct buf twice;
    size_t length = 0;
    char *reference = reference_canonical(data, size, &length);
    bool good;

    buf_init(&once);
    buf_init(&twice);
    good = canonicalise(data, size, &once);
    FUZZ_REQUIRE(good == (reference != NULL));
    if (good) {
        FUZZ_REQUIRE(once.length == length && memcmp(once.data, reference, length) == 0);
        FUZZ_REQUIRE(canonicalise(once.data, once.length, &twice));
        FUZZ_REQUIRE(twice.length == length && memcmp(twice.data, reference, length) == 0);
    }
    buf_release(&once);
    buf_release(&twice);
    free(reference);
    return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_judge((const char *)data, size);
    return 0;
}
