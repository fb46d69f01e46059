#include <config.h>

#include "record/run-row.h"

static bool is_true(const struct document *document, uint32_t node, const char *name)
{
    uint32_t member = document_member(document, node, name);

    return member != NODE_NONE && document_is(document, member, NODE_TRUE);
}

static struct view text_of(const struct document *document, uint32_t node, const char *name)
{
    return document_text(document, document_member(document, node, name));
}

/* Whether a member says that something happened: an instant, where null says that it did
 * not. */
static bool is_set(const struct document *document, uint32_t node, const char *name)
{
    uint32_t member = document_member(document, node, name);

    return member != NODE_NONE && !document_is(document, member, NODE_NULL);
}

void run_row_read(const struct document *document, uint32_t row, struct run_row *facts)
{
    uint32_t published = document_member(document, row, "publishedAt");
    double replications = 0;

    document_number(document, document_member(document, row, "independentReplicationCount"),
                    &replications);
    *facts =
        (struct run_row){/* An export without the member is one of published rows. */
                         .is_published = published == NODE_NONE ||
                                         !document_is(document, published, NODE_NULL),
                         .is_retracted = is_set(document, row, "retractedAt"),
                         .is_replicated = replications >= 2,
                         .is_reproduced = is_true(document, row, "reproducedByKernelindex"),
                         .has_source = is_true(document, row, "sourceAvailable"),
                         .has_evidence = is_true(document, row, "hasRawEvidence"),
                         .id = text_of(document, row, "id"),
                         .supersedes = text_of(document, row, "supersedesId")};
}
