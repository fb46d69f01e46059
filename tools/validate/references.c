#include <config.h>

#include "references.h"

#include "base/mem.h"
#include "record/run.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* A digest by which a kind of manifest refers to another one. */
struct reference {
    const char *object; /* member of spec, or NULL: spec itself */
    const char *member; /* of that */
    enum manifest_kind target;
    enum manifest_kind other_target;
};

static const struct reference of_workload[] = {
    {NULL, "operationSpecDigest", KIND_OPERATION_SPEC, KIND_UNKNOWN}};
static const struct reference of_implementation[] = {
    {"operation", "specDigest", KIND_OPERATION_SPEC, KIND_UNKNOWN}};
static const struct reference of_run[] = {
    {NULL, "implementationDigest", KIND_IMPLEMENTATION_REVISION, KIND_UNKNOWN},
    {NULL, "workloadDigest", KIND_WORKLOAD_CASE, KIND_WORKLOAD_SUITE},
    {NULL, "protocolDigest", KIND_BENCHMARK_PROTOCOL, KIND_UNKNOWN},
    {NULL, "environmentDigest", KIND_EXECUTION_ENVIRONMENT, KIND_UNKNOWN}};
static const struct reference of_configuration[] = {
    {NULL, "stackDigest", KIND_SERVING_STACK_REVISION, KIND_UNKNOWN}};
static const struct reference of_serving_run[] = {
    {NULL, "modelDigest", KIND_MODEL_REVISION, KIND_UNKNOWN},
    {NULL, "configurationDigest", KIND_SERVING_CONFIGURATION, KIND_UNKNOWN},
    {NULL, "workloadDigest", KIND_SERVING_WORKLOAD, KIND_UNKNOWN}};

#define LIST(list)                          \
    {                                       \
        list, sizeof(list) / sizeof *(list) \
    }

static const struct {
    const struct reference *list;
    size_t count;
} by_kind[KIND_COUNT] = {
    [KIND_WORKLOAD_CASE] = LIST(of_workload),
    [KIND_WORKLOAD_SUITE] = LIST(of_workload),
    [KIND_IMPLEMENTATION_REVISION] = LIST(of_implementation),
    [KIND_BENCHMARK_RUN] = LIST(of_run),
    [KIND_SERVING_CONFIGURATION] = LIST(of_configuration),
    [KIND_SERVING_RUN] = LIST(of_serving_run),
};

/* A text is digested behind one of these, so that a name is no provider. */
enum tag { TAG_NAME, TAG_EXTERNAL, TAG_SOURCE, TAG_PROVIDER, TAG_METADATA, TAG_ROW };

/* The references of a kind; *COUNT of them. For workloads and implementations, the first is
 * the operation; for a BenchmarkRun, implementation and workload come first. */
static const struct reference *list_references(enum manifest_kind kind, size_t *count)
{
    *count = by_kind[kind].count;
    return by_kind[kind].list;
}

/* The buffer for a text that is to be digested, begun with what it is and of which kind. */
static struct buf *begin_text(struct verification *verification, enum tag tag,
                              enum manifest_kind kind)
{
    struct buf *text = &verification->verifier->canonical.text;

    buf_clear(text);
    buf_append_byte(text, (char)tag);
    buf_append_byte(text, (char)kind);
    return text;
}

static void end_text(struct verification *verification, struct digest_half *identity)
{
    const struct buf *text = &verification->verifier->canonical.text;
    struct digest digest;

    digester_hash(verification->verifier->digester, text->data, text->length, &digest);
    *identity = digest_half_of(&digest);
}

/* The string at a path of two names (the second may be NULL) from NODE; false where there
 * is none. */
static bool read_text(const struct document *document, uint32_t node, const char *first,
                      const char *second, struct view *text, uint32_t *found)
{
    const char *const path[] = {first, second, NULL};

    *found = document_find(document, node, path);
    if (*found == NODE_NONE || !document_is(document, *found, NODE_STRING))
        return false;
    *text = document_string(document, *found);
    return true;
}

/* The external id of a run is unique within its source and benchmark; that of a serving run
 * is its submission's, whose runs differ in scenario, division and category. */
static void identify_external(struct verification *verification,
                              const struct manifest *manifest, struct view external,
                              struct digest_half *identity)
{
    static const char *const members[] = {"source", "benchmark", "scenario", "division",
                                          "category"};
    size_t count = manifest->kind == KIND_SERVING_RUN ? 5 : 2;
    struct buf *text = begin_text(verification, TAG_EXTERNAL, manifest->kind);

    for (size_t i = 0; i < count; i++) {
        struct view part = {"", 0};
        uint32_t node;

        read_text(verification->document, manifest->spec, "sourceNative", members[i], &part,
                  &node);
        buf_append_sized(text, part);
    }
    buf_append(text, external.data, external.length);
    end_text(verification, identity);
}

/* The identity of TEXT, which is digested behind TAG and KIND. */
static void identify(struct verification *verification, enum tag tag,
                     enum manifest_kind kind, struct view text,
                     struct digest_half *identity)
{
    struct buf *scratch = begin_text(verification, tag, kind);

    buf_append(scratch, text.data, text.length);
    end_text(verification, identity);
}

static void describe_name(struct verification *verification,
                          const struct manifest *manifest, struct index_object *object)
{
    struct view text;
    uint32_t node;

    if (manifest->metadata == NODE_NONE ||
        !read_text(verification->document, manifest->metadata, "name", NULL, &text, &node))
        return;
    identify(verification, TAG_NAME, manifest->kind, text, &object->name);
    object->has_name = true;
    object->name_column = document_offset(verification->document, node) + 1;
}

static void describe_run(struct verification *verification, const struct manifest *manifest,
                         struct index_object *object)
{
    const struct document *document = verification->document;
    struct view text, provider;
    uint32_t node;

    if (read_text(document, manifest->spec, "sourceNative", "source", &text, &node)) {
        identify(verification, TAG_SOURCE, KIND_UNKNOWN, text, &object->source);
        object->has_source = true;
    }
    if (!read_text(document, manifest->spec, "sourceNative", "externalId", &text, &node))
        return;
    identify_external(verification, manifest, text, &object->external);
    object->has_external = true;
    object->external_column = document_offset(document, node) + 1;
    provider = run_external_part(text, 2);
    if (manifest->kind == KIND_BENCHMARK_RUN && provider.length > 0) {
        identify(verification, TAG_PROVIDER, KIND_UNKNOWN, provider, &object->label);
        object->has_label = true;
    }
}

static void describe_implementation(struct verification *verification,
                                    const struct manifest *manifest,
                                    struct index_object *object)
{
    struct buf *text;

    if (manifest->metadata == NODE_NONE)
        return;
    text = begin_text(verification, TAG_METADATA, KIND_UNKNOWN);
    canonical_write(&verification->verifier->canonical, verification->document,
                    manifest->metadata, text);
    end_text(verification, &object->label);
    object->has_label = true;
}

static void read_references(const struct document *document,
                            const struct manifest *manifest, struct index_object *object)
{
    size_t count;
    const struct reference *list = list_references(manifest->kind, &count);

    for (size_t i = 0; i < count; i++) {
        uint32_t node = list[i].object == NULL
                            ? manifest->spec
                            : document_member(document, manifest->spec, list[i].object);
        struct digest digest;

        if (node == NODE_NONE || !digest_read(document, node, list[i].member, &digest))
            continue;
        object->references[i] = digest_half_of(&digest);
        object->has_reference[i] = true;
    }
}

/* -1: the manifest has no digest. */
static int add_object(struct verification *verification, const struct manifest *manifest,
                      struct references_facts *facts)
{
    const struct document *document = verification->document;
    struct index_object *object = &facts->objects[facts->count];

    *object = (struct index_object){
        .column = document_offset(document, manifest->node) + 1,
        .kind = (uint8_t)manifest->kind,
        .where = {(uint8_t)manifest->role,
                  verification->manifests->shape == SHAPE_ROW ? 1 : 0}};

    if (verify_digest(verification, manifest) != 0)
        return -1;
    if (!verification->known[manifest->role])
        return 0;
    object->identity = digest_half_of(&verification->digests[manifest->role]);
    read_references(document, manifest, object);
    describe_name(verification, manifest, object);
    if (index_is_run(object->kind))
        describe_run(verification, manifest, object);
    else if (manifest->kind == KIND_IMPLEMENTATION_REVISION)
        describe_implementation(verification, manifest, object);
    facts->count++;
    return 0;
}

/* The identity of the text of a row's member; false where it is no text. */
static bool identify_row(struct verification *verification, const char *member,
                         struct digest_half *identity)
{
    struct view text;
    uint32_t node;

    if (!read_text(verification->document, verification->manifests->row, member, NULL,
                   &text, &node))
        return false;
    identify(verification, TAG_ROW, KIND_UNKNOWN, text, identity);
    return true;
}

/* The run among the objects; NULL where there is none. */
static const struct index_object *run_of(const struct references_facts *facts)
{
    for (size_t i = 0; i < facts->count; i++)
        if (index_is_run(facts->objects[i].kind))
            return &facts->objects[i];
    return NULL;
}

static void describe_row(struct verification *verification, struct references_facts *facts)
{
    const struct document *document = verification->document;
    uint32_t row = verification->manifests->row;
    uint32_t retracted = document_member(document, row, "retractedAt");

    facts->row.supersedes =
        identify_row(verification, "supersedesId", &facts->row.superseded);
    facts->row.is_retracted =
        retracted != NODE_NONE && !document_is(document, retracted, NODE_NULL);
    if (facts->row.supersedes || run_of(facts) != NULL)
        facts->row.exists = identify_row(verification, "id", &facts->row.row);
    facts->row.supersedes = facts->row.supersedes && facts->row.exists;
}

struct references_facts *references_describe(struct verification *verification)
{
    const struct record *manifests = verification->manifests;
    struct references_facts *facts = arena_alloc(verification->arena, sizeof *facts);

    *facts = (struct references_facts){
        .objects =
            arena_array(verification->arena, manifests->count, sizeof *facts->objects)};
    for (size_t i = 0; i < manifests->count; i++)
        if (add_object(verification, &manifests->manifests[i], facts) < 0)
            return NULL;
    if (manifests->shape == SHAPE_ROW)
        describe_row(verification, facts);
    return facts;
}

/* --- messages --- */

/* The pointer of a manifest's member in its line. */
struct pointer {
    char text[128];
};

/* BELOW is the pointer of the member in the manifest. */
static struct pointer pointer_of(struct index_where where, const char *below)
{
    const char *role = manifest_role_name((enum manifest_role)where.role);
    struct pointer pointer;

    snprintf(pointer.text, sizeof pointer.text, "%s%s%s%s",
             where.in_row ? "/row/manifest" : "", *role == '\0' ? "" : "/", role, below);
    return pointer;
}

/* What is stored of a digest, as text. */
enum { SHOWN_SIZE = 8 + 2 * DIGEST_HALF_SIZE + 4 };

static const char *show_digest(const struct digest_half *identity, char text[SHOWN_SIZE])
{
    static const char digits[] = "0123456789abcdef";
    char *end = text + 7;

    memcpy(text, "sha256:", 7);
    for (size_t i = 0; i < DIGEST_HALF_SIZE; i++) {
        *end++ = digits[identity->bytes[i] >> 4];
        *end++ = digits[identity->bytes[i] & 15];
    }
    memcpy(end, "...", 4);
    return text;
}

/* The flag to set on a digest that was reported with CODE, so that it is reported once: 0
 * if CODE rejects, for then it has to reject each record. */
static uint8_t flag_once(const struct findings *findings, const char *code,
                         enum entry_flag flag)
{
    return check_levels_get(findings->levels, code) == CHECK_ERROR ? 0 : (uint8_t)flag;
}

/* The record that is checked. */
struct line {
    const struct references_facts *facts;
    bool operations_known; /* of its run: they were compared */
    bool row_compared;     /* its run was compared with the one that its row supersedes */
};

__attribute__((format(printf, 5, 6))) static void find(struct findings *findings,
                                                       const char *code, size_t column,
                                                       const char *pointer,
                                                       const char *format, ...)
{
    char message[DIAG_LINE_SIZE];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    findings_report(findings, check_levels_get(findings->levels, code), column, code,
                    view_from(pointer), view_from(message));
}

/* The operation of a workload or implementation, of the line or of what came before; NULL
 * where it is not known. */
static const struct digest_half *operation_of(const struct index *index,
                                              const struct line *line,
                                              const struct digest_half *identity)
{
    const struct index_entry *entry;

    for (size_t i = 0; i < line->facts->count; i++) {
        const struct index_object *object = &line->facts->objects[i];

        if (memcmp(&object->identity, identity, sizeof *identity) == 0)
            return object->has_reference[0] ? &object->references[0] : NULL;
    }
    entry = index_find_entry(index, identity);
    if (entry == NULL || entry->references[0] == 0)
        return NULL;
    return &index_entry(index, entry->references[0] - 1)->identity;
}

/* Compare the operations of a run's implementation and workload; false where one is not
 * known yet. */
static bool check_operation(struct index *index, struct findings *findings,
                            const struct line *line, const struct index_object *run)
{
    const struct digest_half *operations[2];
    char texts[2][SHOWN_SIZE];

    for (int i = 0; i < 2; i++) {
        operations[i] =
            run->has_reference[i] ? operation_of(index, line, &run->references[i]) : NULL;
        if (operations[i] == NULL)
            return false;
    }
    if (memcmp(operations[0], operations[1], sizeof *operations[0]) != 0)
        find(findings, "operation_mismatch", run->column, pointer_of(run->where, "").text,
             "its implementation is of operation %s, its workload of %s",
             show_digest(operations[0], texts[0]), show_digest(operations[1], texts[1]));
    return true;
}

static void check_run(struct index *index, struct findings *findings, struct line *line,
                      const struct index_object *run)
{
    const struct index_entry *same = index_find_entry(index, &run->identity);
    const struct index_name *external =
        run->has_external ? index_find_name(index, &run->external) : NULL;

    if (same != NULL && (same->flags & ENTRY_DEFINED) != 0) {
        find(findings, "duplicate_run", run->column, pointer_of(run->where, "").text,
             "the same run has come before, %s:%" PRIu64,
             index_place_file(index, same->place), index_place_line(same->place));
    } else if (external != NULL) {
        const struct index_entry *other = index_entry(index, external->run);

        find(findings, "conflicting_run", run->external_column,
             pointer_of(run->where, "/spec/sourceNative/externalId").text,
             "another run has come with this external id, %s:%" PRIu64,
             index_place_file(index, other->place), index_place_line(other->place));
    }
    if (run->kind == KIND_BENCHMARK_RUN)
        line->operations_known = check_operation(index, findings, line, run);
}

/* Whether a label that is known, a name plus 1, is another one. */
static bool differs(const struct index *index, uint32_t label,
                    const struct digest_half *identity)
{
    return label != 0 &&
           memcmp(index_name(index, label - 1), identity, sizeof *identity) != 0;
}

/* Look for other manifests with the digest of an implementation. */
static void check_implementation(struct index *index, struct findings *findings,
                                 const struct index_object *implementation)
{
    struct index_entry *entry = index_find_entry(index, &implementation->identity);
    char text[SHOWN_SIZE];

    if (entry == NULL || (entry->flags & ENTRY_COLLIDES) != 0 ||
        !implementation->has_label || !differs(index, entry->label, &implementation->label))
        return;
    entry->flags |= flag_once(findings, "identity_collision", ENTRY_COLLIDES);
    find(findings, "identity_collision", implementation->column,
         pointer_of(implementation->where, "").text,
         "another implementation has the same digest, %s, %s:%" PRIu64,
         show_digest(&entry->identity, text), index_place_file(index, entry->place),
         index_place_line(entry->place));
}

/* Look for other providers of the implementation of a run. */
static void check_provider(struct index *index, struct findings *findings,
                           const struct index_object *run)
{
    struct index_entry *entry;
    const struct index_entry *other;
    char text[SHOWN_SIZE];

    if (!run->has_label || !run->has_reference[0])
        return;
    entry = index_find_entry(index, &run->references[0]);
    if (entry == NULL || (entry->flags & ENTRY_COLLIDES) != 0 || entry->run == 0)
        return;
    other = index_entry(index, entry->run - 1);
    if (!differs(index, other->label, &run->label))
        return;
    entry->flags |= flag_once(findings, "identity_collision", ENTRY_COLLIDES);
    find(findings, "identity_collision", run->column,
         pointer_of(run->where, "/spec/implementationDigest").text,
         "a run of another provider has the same implementation, %s, %s:%" PRIu64,
         show_digest(&entry->identity, text), index_place_file(index, other->place),
         index_place_line(other->place));
}

/* Look for another name of the digest of a manifest that is no run. */
static void check_name(struct index *index, struct findings *findings,
                       const struct index_object *object)
{
    struct index_entry *entry = index_find_entry(index, &object->identity);
    char text[SHOWN_SIZE];

    if (entry == NULL || (entry->flags & ENTRY_RENAMED) != 0 || !object->has_name ||
        !differs(index, entry->name, &object->name))
        return;
    entry->flags |= flag_once(findings, "name_conflict", ENTRY_RENAMED);
    find(findings, "name_conflict", object->name_column,
         pointer_of(object->where, "/metadata/name").text,
         "another name for the digest %s, %s:%" PRIu64, show_digest(&entry->identity, text),
         index_place_file(index, entry->place), index_place_line(entry->place));
}

/* --- rows that supersede or retract --- */

/* What a run measured, and whose it is. NULL: the run does not say. */
struct subject {
    uint8_t kind;
    const struct digest_half *source;
    const struct digest_half *references[INDEX_REFERENCES_MAX];
};

static struct subject subject_of_object(const struct index_object *run)
{
    struct subject subject = {.kind = run->kind,
                              .source = run->has_source ? &run->source : NULL};

    for (size_t i = 0; i < INDEX_REFERENCES_MAX; i++)
        if (run->has_reference[i])
            subject.references[i] = &run->references[i];
    return subject;
}

static struct subject subject_of_entry(const struct index *index,
                                       const struct index_entry *run)
{
    struct subject subject = {.kind = run->kind};

    if (run->name != 0)
        subject.source = &index_name(index, run->name - 1)->identity;
    for (size_t i = 0; i < INDEX_REFERENCES_MAX; i++)
        if (run->references[i] != 0)
            subject.references[i] = &index_entry(index, run->references[i] - 1)->identity;
    return subject;
}

static bool is_same(const struct digest_half *left, const struct digest_half *right)
{
    return left == right ||
           (left != NULL && right != NULL && memcmp(left, right, sizeof *left) == 0);
}

/* Write the first thing in which two runs differ to TEXT; false where they do not. */
static bool find_difference(const struct subject *left, const struct subject *right,
                            char text[32])
{
    size_t count;
    const struct reference *list = list_references((enum manifest_kind)left->kind, &count);

    if (left->kind != right->kind || !is_same(left->source, right->source)) {
        snprintf(text, 32, "%s", left->kind != right->kind ? "kind" : "source");
        return true;
    }
    for (size_t i = 0; i < count; i++) {
        if (!is_same(left->references[i], right->references[i])) {
            snprintf(text, 32, "%.*s", (int)(strlen(list[i].member) - strlen("Digest")),
                     list[i].member);
            return true;
        }
    }
    return false;
}

/* Compare the run of an export row with the one that the row supersedes, if that is known,
 * and a retracted row with another one of the same id. */
static void check_row(struct index *index, struct findings *findings, struct line *line)
{
    const struct references_facts *facts = line->facts;
    const struct index_object *run = facts->row.exists ? run_of(facts) : NULL;
    const struct index_row *same, *superseded;
    struct subject subject, other;
    char text[32];

    if (run == NULL)
        return;
    subject = subject_of_object(run);
    same = index_find_row(index, &facts->row.row);
    if (same != NULL && same->run != 0 && (same->is_retracted || facts->row.is_retracted)) {
        other = subject_of_entry(index, index_entry(index, same->run - 1));
        if (find_difference(&subject, &other, text))
            find(findings, "supersession_mismatch", 0, "/row/id",
                 "a retracted row has this id and a run of another %s, %s:%" PRIu64, text,
                 index_place_file(index, same->place), index_place_line(same->place));
    }
    superseded =
        facts->row.supersedes ? index_find_row(index, &facts->row.superseded) : NULL;
    if (superseded == NULL || superseded->run == 0)
        return;
    line->row_compared = true;
    other = subject_of_entry(index, index_entry(index, superseded->run - 1));
    if (find_difference(&subject, &other, text))
        find(findings, "supersession_mismatch", 0, "/row/supersedesId",
             "the superseded run is of another %s, %s:%" PRIu64, text,
             index_place_file(index, superseded->place),
             index_place_line(superseded->place));
}

static void check_objects(struct index *index, struct findings *findings, struct line *line)
{
    for (size_t i = 0; i < line->facts->count; i++) {
        const struct index_object *object = &line->facts->objects[i];

        if (index_is_run(object->kind))
            check_run(index, findings, line, object);
        else
            check_name(index, findings, object);
        if (object->kind == KIND_BENCHMARK_RUN)
            check_provider(index, findings, object);
        else if (object->kind == KIND_IMPLEMENTATION_REVISION)
            check_implementation(index, findings, object);
    }
}

void references_add(struct index *index, struct findings *findings,
                    const struct stream_record *record,
                    const struct references_facts *facts)
{
    struct line line = {.facts = facts};
    uint64_t place = index_place(index, record->operand, record->file, record->line);

    check_objects(index, findings, &line);
    check_row(index, findings, &line);
    if (findings->rejected)
        return;
    for (size_t i = 0; i < facts->count; i++)
        index_add_object(index, &facts->objects[i], place, line.operations_known);
    if (facts->row.exists)
        index_add_row(index, &facts->row, run_of(facts), place, line.row_compared);
}

/* --- deferred findings, at the end of the input --- */

/* The end of the input. */
struct end {
    struct index *index;
    struct tool *tool;
    const struct check_levels *levels;
};

static bool is_ignored(const struct end *end, const char *code)
{
    return check_levels_get(end->levels, code) == CHECK_IGNORE;
}

__attribute__((format(printf, 4, 5))) static void report_late(const struct end *end,
                                                              const char *code,
                                                              uint64_t place,
                                                              const char *format, ...)
{
    enum check_level level = check_levels_get(end->levels, code);
    char message[DIAG_LINE_SIZE];
    va_list arguments;

    if (level == CHECK_IGNORE)
        return;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    stream_late(end->tool, level == CHECK_ERROR ? DIAG_ERROR : DIAG_WARNING,
                index_place_file(end->index, place), index_place_line(place), code, "%s",
                message);
}

static void end_reference(const struct end *end, const struct index_entry *entry,
                          const struct reference *reference, uint32_t number)
{
    const struct index_entry *target = index_entry(end->index, number - 1);
    enum manifest_kind kind = (enum manifest_kind)target->kind;
    char below[64];
    char text[SHOWN_SIZE];

    snprintf(below, sizeof below, "/spec/%s%s%s",
             reference->object == NULL ? "" : reference->object,
             reference->object == NULL ? "" : "/", reference->member);
    if ((target->flags & (ENTRY_DEFINED | ENTRY_KNOWN)) == 0)
        report_late(end, "unresolved", entry->place, "%s: nothing has the digest %s",
                    pointer_of(entry->where, below).text,
                    show_digest(&target->identity, text));
    else if (kind != KIND_UNKNOWN && kind != reference->target &&
             kind != reference->other_target)
        report_late(
            end, "unresolved", entry->place, "%s: the digest %s is of kind %s, expected %s",
            pointer_of(entry->where, below).text, show_digest(&target->identity, text),
            manifest_kind_name(kind), manifest_kind_name(reference->target));
}

/* Compare the operations of a run whose implementation or workload came later. */
static void end_operation(const struct end *end, const struct index_entry *run)
{
    const struct index_entry *operations[2];
    char texts[2][SHOWN_SIZE];

    for (int i = 0; i < 2; i++) {
        const struct index_entry *target;

        if (run->references[i] == 0)
            return;
        target = index_entry(end->index, run->references[i] - 1);
        if (target->references[0] == 0)
            return;
        operations[i] = index_entry(end->index, target->references[0] - 1);
    }
    if (operations[0] == operations[1])
        return;
    show_digest(&operations[0]->identity, texts[0]);
    show_digest(&operations[1]->identity, texts[1]);
    report_late(end, "operation_mismatch", run->place,
                "%s: its implementation is of operation %s, its workload of %s",
                pointer_of(run->where, "").text, texts[0], texts[1]);
}

static void end_entries(const struct end *end)
{
    bool resolves = !is_ignored(end, "unresolved");
    bool compares = !is_ignored(end, "operation_mismatch");

    for (uint32_t at = end->index->first; at != 0;
         at = index_entry(end->index, at - 1)->next) {
        const struct index_entry *entry = index_entry(end->index, at - 1);
        size_t count;
        const struct reference *list =
            list_references((enum manifest_kind)entry->kind, &count);

        for (size_t i = 0; resolves && i < count; i++)
            if (entry->references[i] != 0)
                end_reference(end, entry, &list[i], entry->references[i]);
        if (compares && (entry->flags & ENTRY_PENDING) != 0)
            end_operation(end, entry);
    }
}

static void end_names(const struct end *end)
{
    for (uint32_t i = 0; i < end->index->names.count; i++) {
        const struct index_name *name = index_name(end->index, i);
        const struct index_entry *run;

        if (name->count < 2 || is_ignored(end, "name_collision"))
            continue;
        run = index_entry(end->index, name->run);
        report_late(end, "name_collision", run->place,
                    "%s: %" PRIu32 " runs have the name of this one",
                    pointer_of(run->where, "/metadata/name").text, name->count);
    }
}

/* Go once around a cycle that row NUMBER is part of. */
static void say_cycle(const struct end *end, uint32_t number)
{
    uint32_t at = number;
    uint64_t last = 0;
    size_t count = 0;

    do {
        const struct index_row *row = index_row(end->index, at);

        last = row->place > last ? row->place : last;
        at = row->superseded - 1;
        count++;
    } while (at != number);
    report_late(end, "supersession_cycle", last,
                "/row/supersedesId: %zu row%s in a circle of supersession", count,
                count == 1 ? "" : "s");
}

/* Compare the run of a row with the one that it supersedes, which came later. */
static void end_supersession(const struct end *end, const struct index_row *row)
{
    const struct index_row *superseded;
    struct subject subject, other;
    char text[32];

    if (row->superseded == 0 || row->is_compared || row->run == 0)
        return;
    superseded = index_row(end->index, row->superseded - 1);
    if (superseded->run == 0)
        return;
    subject = subject_of_entry(end->index, index_entry(end->index, row->run - 1));
    other = subject_of_entry(end->index, index_entry(end->index, superseded->run - 1));
    if (find_difference(&subject, &other, text))
        report_late(end, "supersession_mismatch", row->place,
                    "/row/supersedesId: the superseded run is of another %s, %s:%" PRIu64,
                    text, index_place_file(end->index, superseded->place),
                    index_place_line(superseded->place));
}

/* Follow each row to the end of its chain, or to a row that a walk has come by: if that was
 * this one, the chain is a circle. */
static void end_rows(const struct end *end)
{
    for (uint32_t walk = 0; walk < end->index->rows.count; walk++) {
        uint32_t at = walk;

        end_supersession(end, index_row(end->index, walk));
        while (index_row(end->index, at)->walk == 0) {
            index_row(end->index, at)->walk = walk + 1;
            if (index_row(end->index, at)->superseded == 0)
                break;
            at = index_row(end->index, at)->superseded - 1;
            if (index_row(end->index, at)->walk == walk + 1)
                say_cycle(end, at);
        }
    }
}

void references_end(struct index *index, const struct check_levels *levels,
                    struct tool *tool)
{
    const struct end end = {index, tool, levels};

    end_entries(&end);
    end_names(&end);
    end_rows(&end);
}
