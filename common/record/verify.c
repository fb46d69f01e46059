#include <config.h>

#include "record/verify.h"

#include "base/mem.h"
#include "json/number.h"
#include "record/cohort.h"
#include "record/identity.h"
#include "record/verify-keys.h"

#include <stdlib.h>

/* Where the tables of an export store the digest of row.manifest. */
static const struct {
    const char *table;
    const char *member;
} stored_digests[] = {
    {"operations", "semanticDigest"},
    {"workloads", "workloadDigest"},
    {"serving_workloads", "workloadDigest"},
    {"implementations", "implementationDigest"},
    {"benchmark_runs", "runDigest"},
    {"serving_runs", "runDigest"},
    {"model_revisions", "modelDigest"},
    {"serving_stack_revisions", "stackDigest"},
    {"serving_configurations", "configurationDigest"},
};

/* --- digests --- */

struct verifier *verifier_new(void)
{
    struct verifier *verifier = mem_zeroed(1, sizeof *verifier);

    canonical_init(&verifier->canonical);
    verifier->memo = digest_cache_new();
    verifier->digester = digester_new();
    return verifier;
}

void verifier_free(struct verifier *verifier)
{
    if (verifier == NULL)
        return;
    canonical_release(&verifier->canonical);
    digest_cache_free(verifier->memo);
    digester_free(verifier->digester);
    free(verifier);
}

const struct digest *verifier_find(struct verifier *verifier,
                                   const struct document *document,
                                   const struct manifest *manifest)
{
    /* Runs differ, so keeping them would only drive out what repeats. */
    if (manifest->kind == KIND_BENCHMARK_RUN || manifest->kind == KIND_SERVING_RUN)
        return NULL;
    return digest_cache_find(verifier->memo, document_raw(document, manifest->node));
}

int verifier_digest(struct verifier *verifier, struct document *document,
                    const struct manifest *manifest, bool keep, struct digest *digest,
                    struct manifest_error *error)
{
    struct buf *text = &verifier->canonical.text;
    const struct digest *seen = verifier_find(verifier, document, manifest);

    if (seen != NULL) {
        *digest = *seen;
        return 0;
    }
    buf_clear(text);
    if (identity_append(document, manifest, &verifier->canonical, text, error) != 0)
        return -1;
    digester_hash(verifier->digester, text->data, text->length, digest);
    if (keep && manifest->kind != KIND_BENCHMARK_RUN && manifest->kind != KIND_SERVING_RUN)
        digest_cache_store(verifier->memo, document_raw(document, manifest->node), digest);
    return 0;
}

static int say_error(struct verification *verification, const struct manifest *manifest,
                     const struct manifest_error *error)
{
    const struct verify_finding finding = {
        .node = error->node,
        .column = document_offset(verification->document, error->node) + 1,
        .error = error};

    verification->failed[manifest->role] = true;
    return verification->sink.found(verification->sink.context, &finding);
}

int verify_digest(struct verification *verification, const struct manifest *manifest)
{
    struct manifest_error error;

    if (verification->known[manifest->role] || verification->failed[manifest->role])
        return 0;
    if (verifier_digest(verification->verifier, verification->document, manifest,
                        !verification->fleeting, &verification->digests[manifest->role],
                        &error) != 0)
        return say_error(verification, manifest, &error);
    verification->known[manifest->role] = true;
    return 0;
}

uint32_t verify_declared(const struct document *document, uint32_t node, const char *name)
{
    uint32_t member = document_member(document, node, name);

    return member != NODE_NONE && document_is(document, member, NODE_NULL) ? NODE_NONE
                                                                           : member;
}

bool verify_read_digest(const struct document *document, uint32_t node, const char *name,
                        struct digest *digest)
{
    uint32_t member = document_member(document, node, name);

    return member != NODE_NONE && document_is(document, member, NODE_STRING) &&
           digest_parse(document_string(document, member), digest);
}

static int say_mismatch(struct verification *verification, uint32_t member,
                        const char *name, struct view computed)
{
    const struct document *document = verification->document;
    const struct verify_finding finding = {.name = name,
                                           .node = member,
                                           .column = document_offset(document, member) + 1,
                                           .declared = document_raw(document, member),
                                           .computed = computed};

    return verification->sink.found(verification->sink.context, &finding);
}

/* Compare what MEMBER, which is called NAME, declares. -1: stop. */
static int compare_digest(struct verification *verification, uint32_t member,
                          const char *name, const struct digest *computed)
{
    const struct document *document = verification->document;
    struct digest declared;
    char text[DIGEST_TEXT_LENGTH];

    verification->compared = true;
    if (document_is(document, member, NODE_STRING) &&
        digest_parse(document_string(document, member), &declared) &&
        digest_equal(&declared, computed))
        return 0;
    digest_text(computed, text);
    return say_mismatch(verification, member, name, (struct view){text, sizeof text});
}

/* Compare what NODE declares as NAME with the digest of MANIFEST, where both are there. */
static int compare_manifest(struct verification *verification, uint32_t node,
                            const char *name, const struct manifest *manifest)
{
    uint32_t member =
        manifest == NULL ? NODE_NONE : verify_declared(verification->document, node, name);

    if (member == NODE_NONE)
        return 0;
    if (verify_digest(verification, manifest) != 0)
        return -1;
    if (!verification->known[manifest->role])
        return 0;
    return compare_digest(verification, member, name,
                          &verification->digests[manifest->role]);
}

static int compare_role(struct verification *verification, uint32_t node, const char *name,
                        enum manifest_role role)
{
    return compare_manifest(verification, node, name,
                            record_role(verification->manifests, role));
}

/* --- bundles --- */

static int check_bundle(struct verification *verification)
{
    const struct record *manifests = verification->manifests;
    const struct manifest *run = record_role(manifests, ROLE_RUN);
    const struct manifest *workload = record_role(manifests, ROLE_WORKLOAD);
    const struct manifest *implementation = record_role(manifests, ROLE_IMPLEMENTATION);

    if (run != NULL &&
        (compare_role(verification, run->spec, "protocolDigest", ROLE_PROTOCOL) ||
         compare_role(verification, run->spec, "environmentDigest", ROLE_ENVIRONMENT) ||
         compare_role(verification, run->spec, "workloadDigest", ROLE_WORKLOAD) ||
         compare_role(verification, run->spec, "implementationDigest",
                      ROLE_IMPLEMENTATION)))
        return -1;
    if (workload != NULL && compare_role(verification, workload->spec,
                                         "operationSpecDigest", ROLE_OPERATION) != 0)
        return -1;
    if (implementation != NULL) {
        uint32_t operation =
            document_member(verification->document, implementation->spec, "operation");

        if (operation != NODE_NONE &&
            compare_role(verification, operation, "specDigest", ROLE_OPERATION) != 0)
            return -1;
    }
    return 0;
}

/* --- export rows --- */

/* Compare the member NAME of the row with TEXT, which is data NULL for null. */
static int compare_text(struct verification *verification, const char *name,
                        struct view text)
{
    const struct document *document = verification->document;
    uint32_t member = document_member(document, verification->manifests->row, name);

    if (member == NODE_NONE)
        return 0;
    verification->compared = true;
    if (text.data == NULL ? document_is(document, member, NODE_NULL)
                          : document_is(document, member, NODE_STRING) &&
                                view_equal(document_string(document, member), text))
        return 0;
    return say_mismatch(verification, member, name,
                        text.data == NULL ? (struct view){"null", 4} : text);
}

static int compare_value(struct verification *verification,
                         const struct primary_metric *primary)
{
    const struct document *document = verification->document;
    uint32_t member =
        document_member(document, verification->manifests->row, "primaryValue");
    struct view declared;
    char computed[NUMBER_TEXT_SIZE];
    double value;

    if (!primary->exists || member == NODE_NONE)
        return compare_text(verification, "primaryValue", (struct view){NULL, 0});
    verification->compared = true;
    declared = document_raw(document, member);
    if (document_is(document, member, NODE_NUMBER) &&
        number_parse(declared.data, declared.length, &value) && value == primary->value)
        return 0;
    return say_mismatch(verification, member, "primaryValue",
                        (struct view){computed, number_format(primary->value, computed)});
}

static int check_primary(struct verification *verification, const struct manifest *run)
{
    static const struct view null = {NULL, 0};
    struct primary_metric primary =
        cohort_primary_metric(verification->document, run->spec);

    if (compare_text(verification, "primaryMetric",
                     primary.exists ? primary.metric : (struct view){"none", 4}) != 0 ||
        compare_text(verification, "primaryStatistic",
                     primary.exists ? primary.statistic : null) != 0 ||
        compare_text(verification, "primaryUnit", primary.exists ? primary.unit : null) !=
            0)
        return -1;
    return compare_value(verification, &primary);
}

/* The key NAME of a run's row is the digest of the manifest in ROLE, or where that is not
 * there what the run calls it. */
static int check_role_key(struct verification *verification, const struct manifest *run,
                          const char *name, enum manifest_role role, const char *reference)
{
    uint32_t row = verification->manifests->row;
    uint32_t member = verify_declared(verification->document, row, name);
    struct digest digest;

    if (record_role(verification->manifests, role) != NULL)
        return compare_role(verification, row, name, role);
    if (member == NODE_NONE ||
        !verify_read_digest(verification->document, run->spec, reference, &digest))
        return 0;
    return compare_digest(verification, member, name, &digest);
}

static int check_run_row(struct verification *verification, const struct manifest *run)
{
    if (check_role_key(verification, run, "protocolKey", ROLE_PROTOCOL, "protocolDigest") !=
            0 ||
        check_role_key(verification, run, "environmentKey", ROLE_ENVIRONMENT,
                       "environmentDigest") != 0 ||
        check_primary(verification, run) != 0)
        return -1;
    return verify_keys(verification, run);
}

static int check_row(struct verification *verification)
{
    const struct record *manifests = verification->manifests;
    /* Whatever stands first in a row without bundle is its manifest. */
    const struct manifest *subject = record_role(manifests, ROLE_RUN);
    size_t table = 0;

    if (subject == NULL)
        subject = record_role(manifests, ROLE_NONE);
    while (!document_string_is(verification->document, manifests->table,
                               stored_digests[table].table))
        if (++table == sizeof stored_digests / sizeof *stored_digests)
            return 0;
    if (subject == NULL)
        return 0;
    if (compare_manifest(verification, manifests->row, stored_digests[table].member,
                         subject) != 0)
        return -1;
    if (strcmp(stored_digests[table].table, "benchmark_runs") == 0 &&
        subject->kind == KIND_BENCHMARK_RUN)
        return check_run_row(verification, subject);
    return 0;
}

/* --- the record --- */

/* A manifest that nothing asked the digest of must have one all the same. */
static int check_rest(struct verification *verification)
{
    struct manifest_error error;

    for (size_t i = 0; i < verification->manifests->count; i++) {
        const struct manifest *manifest = &verification->manifests->manifests[i];

        if (!verification->known[manifest->role] && !verification->failed[manifest->role] &&
            identity_check(verification->document, manifest,
                           &verification->verifier->canonical, &error) != 0 &&
            say_error(verification, manifest, &error) != 0)
            return -1;
    }
    return 0;
}

int verify_record(struct verification *verification)
{
    if (check_bundle(verification) != 0 ||
        (verification->manifests->shape == SHAPE_ROW && check_row(verification) != 0) ||
        verify_store_workload(verification) != 0)
        return -1;
    return verification->sound ? 0 : check_rest(verification);
}
