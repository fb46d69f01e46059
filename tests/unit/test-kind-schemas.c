#include <config.h>

#include "base/map.h"
#include "json/canonical.h"
#include "parsed.h"
#include "record/kind-schemas.h"
#include "tap.h"

#include <stdio.h>

static struct kind_schemas kinds;
static struct schema_run *run;

/* --- the schemas --- */

/* A definition that several schemas have reads the same in all of them. */
static void test_definitions(void)
{
    struct canonical canonical;
    struct map texts;

    map_init(&texts);
    canonical_init(&canonical);
    for (unsigned i = KIND_UNKNOWN + 1; i < KIND_COUNT; i++) {
        struct view text = kind_schemas_text((enum manifest_kind)i);
        struct parsed schema = parsed_bytes(text.data, text.length, '\0');
        const struct document *document = schema.document;
        uint32_t list = document_member(document, 0, "$defs");
        unsigned differences = 0;

        for (uint32_t name = list + 1; name < document->nodes[list].next;
             name = document->nodes[name + 1].next) {
            struct view key = document_string(document, name);
            struct map_entry *entry;
            bool added;

            buf_clear(&canonical.text);
            canonical_write(&canonical, document, name + 1, &canonical.text);
            entry = map_put(&texts, key.data, key.length, &added);
            if (added)
                entry->value.pointer =
                    mem_copy_text(canonical.text.data, canonical.text.length);
            else if (!view_is(buf_view(&canonical.text), entry->value.pointer))
                differences++;
        }
        tap_check(differences == 0, "%s: its definitions are those of the others",
                  manifest_kind_name((enum manifest_kind)i));
        parsed_release(&schema);
    }
    for (size_t i = 0; i < texts.count; i++)
        free(texts.entries[i].value.pointer);
    map_release(&texts);
    canonical_release(&canonical);
}

/* --- manifests with one thing wrong --- */

#define DIGEST "\"sha256:000000000000000000000000000000000000000000000000000000000000000a\""

static const char *const templates[KIND_COUNT] = {
    [KIND_SOFTWARE_PROJECT] = "{\"name\":\"x\"@}",
    [KIND_BENCHMARK_RUN] = "{\"implementationDigest\":" DIGEST ",\"workloadDigest\":" DIGEST
                           ",\"protocolDigest\":" DIGEST ",\"environmentDigest\":" DIGEST
                           ",\"status\":\"passed\",\"observedAt\":\"2026-01-01T00:00Z\"@}",
    [KIND_OPERATION_SPEC] =
        "{\"family\":\"f\",\"axes\":{\"n\":{\"role\":\"variable\",\"type\":\"integer\"}},"
        "\"inputs\":[{\"name\":\"x\",\"tensor\":{\"shape\":[\"n\",2],\"dtype\":\"bf16\"}}],"
        "\"outputs\":[{\"name\":\"y\",\"scalar\":{\"dtype\":\"bf16\"}}],\"semantics\":"
        "{\"mutation\":\"none\",\"determinism\":\"unspecified\"}@}",
    [KIND_SERVING_CONFIGURATION] = "{\"stackDigest\":" DIGEST "@}",
};

static const struct {
    enum manifest_kind kind;
    const char *members; /* in the place of '@' */
    const char *want;    /* codes and pointers below /spec */
} cases[] = {
    {KIND_SOFTWARE_PROJECT, "", ""},
    {KIND_SOFTWARE_PROJECT, ",\"x\":1", "unknown_member /x"},
    {KIND_SOFTWARE_PROJECT, ",\"kind\":\"other\"", "not_in_enum /kind"},
    {KIND_SOFTWARE_PROJECT, ",\"kind\":1", "wrong_type /kind"},
    {KIND_SOFTWARE_PROJECT, ",\"repository\":\"HTTPS://a/\"", ""},
    {KIND_SOFTWARE_PROJECT, ",\"repository\":\"http://a/\"", "bad_url /repository"},
    {KIND_SOFTWARE_PROJECT, ",\"host\":{\"kind\":\"other\"}", "missing_member /host"},
    {KIND_SOFTWARE_PROJECT, ",\"packages\":[{\"ecosystem\":\"PyPI\",\"name\":\"\"}]",
     "bad_pattern /packages/0/ecosystem"},
    {KIND_BENCHMARK_RUN, "", ""},
    {KIND_BENCHMARK_RUN, ",\"measurements\":[]", ""},
    {KIND_BENCHMARK_RUN, ",\"timing\":{\"primaryStatistic\":\"median\",\"latencyNs\":{}}",
     "missing_member /timing/latencyNs"},
    {KIND_BENCHMARK_RUN,
     ",\"timing\":{\"primaryStatistic\":\"mean\",\"latencyNs\":{\"mean\":\"1.5 "
     "ms\",\"p05\":"
     "1e3,\"p95\":\"5 \xc2\xb5s\",\"mad\":\"1.5\xc2\xa0ms\",\"minimum\":-0,\"maximum\":"
     "9007199254740991.4,\"confidence95\":[1,2]}}",
     ""},
    {KIND_BENCHMARK_RUN,
     ",\"timing\":{\"primaryStatistic\":\"mean\",\"latencyNs\":{\"mean\":\"5 \xce\xbcs\","
     "\"p05\":1000.5,\"p95\":9007199254740992,\"mad\":-1,\"minimum\":true,\"maximum\":"
     "\"1e3 ns\",\"confidence95\":[1]}}",
     "bad_duration /timing/latencyNs/mean wrong_type /timing/latencyNs/p05 out_of_range "
     "/timing/latencyNs/p95 out_of_range /timing/latencyNs/mad wrong_type "
     "/timing/latencyNs/minimum bad_duration /timing/latencyNs/maximum too_few "
     "/timing/latencyNs/confidence95"},
    {KIND_BENCHMARK_RUN, ",\"sourceNative\":{\"source\":\"a\",\"metrics\":{\"Ms\":1}}",
     "bad_pattern /sourceNative/metrics/Ms"},
    {KIND_BENCHMARK_RUN, ",\"sourceNative\":{\"source\":\"a\",\"metrics\":{\"ms\":\"1\"}}",
     "wrong_type /sourceNative/metrics/ms"},
    {KIND_BENCHMARK_RUN,
     ",\"correctness\":{\"comparator\":\"c\",\"matchedRatio\":1.01,"
     "\"maximumAbsoluteError\":"
     "-1e-9}",
     "out_of_range /correctness/matchedRatio out_of_range "
     "/correctness/maximumAbsoluteError"},
    {KIND_OPERATION_SPEC, "", ""},
    {KIND_OPERATION_SPEC,
     ",\"reference\":{\"language\":\"python\",\"artifact\":{\"uri\":\"\"}}",
     "missing_member /reference/artifact"},
    {KIND_SERVING_CONFIGURATION, ",\"options\":{\"a\":\"1\",\"b_2\":\"\"}", ""},
    {KIND_SERVING_CONFIGURATION, ",\"options\":{\"a\":1}", "wrong_type /options/a"},
    {KIND_SERVING_CONFIGURATION, ",\"parallelism\":{\"tensor\":0}",
     "out_of_range /parallelism/tensor"},
};

/* A manifest of that kind with MEMBERS more in its spec. */
static struct parsed make_manifest(enum manifest_kind kind, const char *members)
{
    const char *at = strchr(templates[kind], '@');
    struct parsed parsed;
    struct buf text;

    buf_init(&text);
    buf_append_format(&text,
                      "{\"apiVersion\":\"" MANIFEST_API_VERSION "\",\"kind\":\"%s\",",
                      manifest_kind_name(kind));
    buf_append_text(&text, "\"metadata\":{\"name\":\"n\"},\"spec\":");
    buf_append(&text, templates[kind], (size_t)(at - templates[kind]));
    buf_append_text(&text, members);
    buf_append_text(&text, at + 1);
    buf_append_byte(&text, '}');
    parsed = parsed_bytes(text.data, text.length, '\0');
    buf_release(&text);
    return parsed;
}

/* Codes and pointers of what is wrong, between blanks; a pointer without its first
 * BEGINNING bytes. */
static void explain(const struct parsed *manifest, enum manifest_kind kind,
                    size_t beginning, struct buf *out)
{
    const struct schema *schema = kind_schemas_schema(&kinds, kind);
    const struct schema_finding *findings;
    size_t count = schema_explain(schema, run, manifest->document, 0, 100, &findings);

    buf_clear(out);
    if (schema_accepts(schema, run, manifest->document, 0) != (count == 0))
        buf_append_text(out, "(schema_accepts says otherwise)");
    for (size_t i = 0; i < count; i++)
        buf_append_format(out, "%s%s %.*s", i == 0 ? "" : " ", findings[i].code,
                          (int)(findings[i].pointer.length - beginning),
                          findings[i].pointer.data + beginning);
}

static void test_cases(void)
{
    struct buf out;

    buf_init(&out);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct parsed manifest = make_manifest(cases[i].kind, cases[i].members);

        if (tap_check(manifest.document != NULL, "case %zu can be read", i)) {
            explain(&manifest, cases[i].kind, strlen("/spec"), &out);
            tap_equal_bytes(buf_text(&out), out.length, cases[i].want, cases[i].members);
        }
        parsed_release(&manifest);
    }
    buf_release(&out);
}

static const struct {
    const char *axis;
    const char *want;
} axes[] = {
    {"{\"role\":\"constant\",\"type\":\"integer\",\"value\":1.0}", ""},
    {"{\"role\":\"constant\",\"type\":\"integer\"}", "missing_member /spec/axes/a"},
    {"{\"role\":\"derived\",\"type\":\"integer\",\"expression\":\"a_1 // (2 - b) % 3\"}",
     ""},
    {"{\"role\":\"derived\",\"type\":\"integer\",\"value\":1}",
     "missing_member /spec/axes/a"},
    {"{\"role\":\"derived\",\"type\":\"integer\",\"expression\":\"A\"}",
     "bad_pattern /spec/axes/a/expression"},
    {"{\"type\":\"integer\"}", "missing_member /spec/axes/a"},
    {"{\"role\":\"variable\",\"type\":\"number\"}", "not_in_enum /spec/axes/a/type"},
};

static const struct {
    const char *parameter;
    const char *want;
} parameters[] = {
    {"{\"name\":\"x\",\"tensor\":{\"shape\":[0],\"dtype\":\"d\",\"layout\":\"strided\"}}",
     ""},
    {"{\"name\":\"x\",\"scalar\":{\"dtype\":\"d\"}}", ""},
    {"{\"name\":\"x\"}", "missing_member /spec/inputs/0"},
    {"{\"name\":\"x\",\"scalar\":{\"dtype\":\"d\"},\"tensor\":{\"shape\":[0],\"dtype\":"
     "\"d\"}}",
     "forbidden /spec/inputs/0/tensor"},
    {"{\"name\":\"x\",\"tensor\":{\"shape\":[],\"dtype\":\"d\"}}",
     "too_few /spec/inputs/0/tensor/shape"},
    {"{\"name\":\"x\",\"tensor\":{\"shape\":[-1,1.5,\"N\",null],\"dtype\":\"d\"}}",
     "out_of_range /spec/inputs/0/tensor/shape/0 wrong_type /spec/inputs/0/tensor/shape/1 "
     "bad_pattern /spec/inputs/0/tensor/shape/2 wrong_type /spec/inputs/0/tensor/shape/3"},
};

static void check_operation(const char *axis, const char *parameter, const char *want)
{
    struct parsed manifest;
    struct buf text, out;

    buf_init(&text);
    buf_init(&out);
    buf_append_format(
        &text,
        "{\"apiVersion\":\"" MANIFEST_API_VERSION
        "\",\"kind\":\"OperationSpec\",\"metadata\":{\"name\":\"n\"},\"spec\":{"
        "\"family\":\"f\",\"axes\":{\"a\":%s},\"inputs\":[%s],\"outputs\":[{"
        "\"name\":\"y\",\"scalar\":{\"dtype\":\"d\"}}],\"semantics\":{"
        "\"mutation\":\"none\",\"determinism\":\"unspecified\"}}}",
        axis, parameter);
    manifest = parsed_bytes(text.data, text.length, '\0');
    explain(&manifest, KIND_OPERATION_SPEC, 0, &out);
    tap_equal_bytes(buf_text(&out), out.length, want, want);
    parsed_release(&manifest);
    buf_release(&text);
    buf_release(&out);
}

static void test_operations(void)
{
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++)
        check_operation(axes[i].axis, parameters[0].parameter, axes[i].want);
    for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++)
        check_operation(axes[0].axis, parameters[i].parameter, parameters[i].want);
}

/* --- lengths: one more than allowed, in UTF-16 --- */

static void test_lengths(void)
{
    struct buf members, out;

    buf_init(&members);
    buf_init(&out);
    for (int length = 99; length <= 100; length++) {
        struct parsed manifest;

        buf_clear(&members);
        buf_append_text(&members,
                        ",\"homepage\":\"https://x\",\"host\":{\"kind\":\"other\","
                        "\"id\":\"");
        for (int i = 0; i <= length; i++)
            buf_append_text(&members, "\xf0\x9f\x90\xb2");
        buf_append_text(&members, "\"}");
        manifest = make_manifest(KIND_SOFTWARE_PROJECT, buf_text(&members));
        explain(&manifest, KIND_SOFTWARE_PROJECT, strlen("/spec"), &out);
        tap_equal_bytes(buf_text(&out), out.length, length == 99 ? "" : "too_long /host/id",
                        "200 UTF-16 code units are allowed");
        parsed_release(&manifest);
    }
    buf_release(&members);
    buf_release(&out);
}

/* --- what is there --- */

/* The manifests of a line: how many are not valid. */
static unsigned check_line(struct reader *reader, char *line, size_t length)
{
    struct reader_error error;
    struct manifest_error problem;
    struct record record;
    unsigned bad = 0;

    if (reader_parse(reader, line, length, &error) < 0 ||
        manifest_read_record(reader_document(reader), &record, &problem) < 0)
        return 1;
    for (size_t i = 0; i < record.count; i++)
        bad += !schema_accepts(kind_schemas_schema(&kinds, record.manifests[i].kind), run,
                               reader_document(reader), record.manifests[i].node);
    return bad;
}

static void test_examples(void)
{
    const char *shared = getenv("KIDX_SHARED");
    struct reader *reader = reader_new();
    static char line[1 << 16];
    struct buf path;
    FILE *file;
    unsigned lines = 0, bad = 0;

    buf_init(&path);
    buf_append_format(&path, "%s/data/registry/examples.ndjson",
                      shared == NULL ? "../shared" : shared);
    file = fopen(buf_text(&path), "rb");
    if (file == NULL) {
        tap_skip("no examples in KIDX_SHARED");
    } else {
        while (fgets(line, sizeof line - READER_PADDING, file) != NULL) {
            lines++;
            bad += check_line(reader, line, strlen(line));
        }
        fclose(file);
        tap_check(lines == 13 && bad == 0, "the example of each of 13 kinds is valid");
    }
    buf_release(&path);
    reader_free(reader);
}

int main(void)
{
    struct schema_error error = {.text = ""};
    enum manifest_kind kind;

    run = schema_run_new();
    if (tap_check(kind_schemas_init(&kinds, &error, &kind) == 0, "all schemas compile")) {
        tap_check(kind_schemas_schema(&kinds, KIND_UNKNOWN) == NULL,
                  "no schema for no kind");
        test_definitions();
        test_cases();
        test_operations();
        test_lengths();
        test_examples();
    } else {
        printf("# %s: %s at %zu\n", manifest_kind_name(kind), error.text, error.offset);
    }
    kind_schemas_release(&kinds);
    schema_run_free(run);
    return tap_done();
}
