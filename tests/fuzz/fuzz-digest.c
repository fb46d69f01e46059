/* kidx-digest --check: a block of lines goes through a worker and the ordered stage. A line
 * that passes does so in canonical form as well, and its manifests keep their digests.
 */
#include <config.h>

#include "json/canonical.h"
#include "record/identity.h"
#include "record/verify.h"
#include "tool/batch.h"

#include "check/digest-check.h"
#include "fuzz.h"

#include <string.h>

const char fuzz_corpus[] = "record";

enum { MANIFESTS = ROLE_COUNT };

/* The digests of a text's manifests, by role. */
struct identities {
    size_t count;
    bool known[MANIFESTS];
    struct digest digests[MANIFESTS];
};

static enum stream_verdict check(void *tool, void *worker, struct stream_record *record)
{
    (void)tool;
    struct digest_sink sink = {stream_report, record, record->document};
    const struct verify_facts *facts = NULL;
    bool compared;

    if (digest_check(worker, record->document, &sink, record->arena, &facts, &compared) !=
        0)
        return STREAM_REJECT;
    record->facts = facts;
    return STREAM_PASS;
}

/* A worker, made once. */
static struct batch_worker *worker(void)
{
    static struct stream_tool tool = {.record = check};
    static struct batch_worker made;

    if (made.reader == NULL) {
        made.tool = &tool;
        made.tool_worker = verifier_new();
        made.max_line = 1 << 20;
        made.reader = reader_new();
    }
    return &made;
}

/* Whether all lines of the text pass, and there is one. */
static bool passes(const char *data, size_t size)
{
    struct verify_workloads *workloads = verify_workloads_new();
    struct stream_batch batch;
    bool good;

    batch_init(&batch);
    batch.block.data = calloc(1, size + INPUT_PADDING);
    if (batch.block.data == NULL)
        abort();
    if (size > 0)
        memcpy(batch.block.data, data, size);
    batch.block.capacity = size + INPUT_PADDING;
    batch.block.length = size;
    batch.block.file = "fuzz";
    batch.block.first_line = 1;
    batch_work(worker(), &batch);
    good = batch.line_count > 0;
    for (size_t i = 0; i < batch.line_count; i++) {
        const struct batch_line *line = batch_line(&batch, i);
        struct stream_record record = {
            .file = "fuzz", .line = line->number, .facts = line->facts, .batch = &batch};

        FUZZ_REQUIRE(line->verdict == STREAM_PASS || line->verdict == STREAM_REJECT);
        FUZZ_REQUIRE(line->verdict == STREAM_PASS || line->findings.length > 0);
        if (line->verdict == STREAM_REJECT) {
            good = false;
        } else if (line->facts != NULL) {
            struct digest_sink sink = {stream_report, &record, NULL};
            const struct verify_sink verify_sink = {digest_check_found, &sink};

            good = verify_ordered(workloads, line->facts, &verify_sink) == 0 && good;
        }
    }
    batch_release(&batch);
    verify_workloads_free(workloads);
    return good;
}

static struct digest digest_of(struct canonical *canonical, struct document *document,
                               const struct manifest *manifest)
{
    static struct digester *digester;
    struct manifest_error error;
    struct digest digest;
    struct buf body;

    if (digester == NULL)
        digester = digester_new();
    buf_init(&body);
    FUZZ_REQUIRE(identity_append(document, manifest, canonical, &body, &error) == 0);
    digester_hash(digester, body.data, body.length, &digest);
    buf_release(&body);
    return digest;
}

/* Parse the text; its canonical form goes to CANONICAL_TEXT where that is not NULL. */
static struct identities identify(const char *data, size_t size, struct buf *canonical_text)
{
    struct identities identities = {.count = 0};
    struct reader_error reader_error;
    struct manifest_error error;
    struct canonical canonical;
    struct record record;
    struct document *document;
    struct buf text;

    buf_init(&text);
    canonical_init(&canonical);
    buf_append(&text, data, size);
    memset(buf_reserve(&text, READER_PADDING), 0, READER_PADDING);
    FUZZ_REQUIRE(reader_parse(worker()->reader, text.data, size, &reader_error) == 0);
    document = reader_document(worker()->reader);
    if (canonical_text != NULL)
        canonical_write(&canonical, document, 0, canonical_text);
    FUZZ_REQUIRE(manifest_read_record(document, &record, &error) == 0);
    identities.count = record.count;
    for (size_t i = 0; i < record.count; i++) {
        enum manifest_role role = record.manifests[i].role;

        FUZZ_REQUIRE(!identities.known[role]);
        identities.known[role] = true;
        identities.digests[role] = digest_of(&canonical, document, &record.manifests[i]);
    }
    canonical_release(&canonical);
    buf_release(&text);
    return identities;
}

static void require_same(const struct identities *a, const struct identities *b)
{
    FUZZ_REQUIRE(a->count == b->count);
    for (int role = 0; role < MANIFESTS; role++)
        FUZZ_REQUIRE(a->known[role] == b->known[role] &&
                     digest_equal(&a->digests[role], &b->digests[role]));
}

bool fuzz_judge(const char *data, size_t size)
{
    struct identities before;
    struct identities after;
    struct buf canonical;

    if (!passes(data, size))
        return false;
    if (memchr(data, '\n', size) != NULL || data[size - 1] == '\r')
        return true;
    buf_init(&canonical);
    before = identify(data, size, &canonical);
    after = identify(canonical.data, canonical.length, NULL);
    require_same(&before, &after);
    FUZZ_REQUIRE(passes(canonical.data, canonical.length));
    buf_release(&canonical);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_judge((const char *)data, size);
    return 0;
}
