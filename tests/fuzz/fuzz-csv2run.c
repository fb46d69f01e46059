/* kidx-csv2run: rows behind the usual header, made into bundles. A bundle is one line in
 * canonical form, and the digests by which its run names protocol and environment are
 * theirs. Good is a text all of whose rows become bundles.
 */
#include <config.h>

#include "../../tools/csv2run/bundle.h"
#include "fuzz.h"

#include "record/identity.h"
#include "tool/batch.h"

const char fuzz_corpus[] = "csv2run";

extern const char catalog_liger[];
extern const size_t catalog_liger_length;

static const char header_text[] =
    "kernel_name,kernel_provider,kernel_operation_mode,metric_name,metric_unit,x_name,"
    "x_label,x_value,y_value_50,y_value_20,y_value_80,extra_benchmark_config_str,gpu_name,"
    "timestamp,liger_version";

static enum stream_verdict record(void *tool, void *worker, struct stream_record *row)
{
    (void)tool;
    return bundle_record(worker, row);
}

/* What a run needs, made once. */
struct setting {
    struct catalog catalog;
    struct templates templates;
    struct bundler bundler;
    struct bind_program program;
    struct columns header;
    struct csv_scan scan;
    struct input_framing framing;
    struct stream_format format;
    struct stream_tool tool;
    struct batch_worker worker;
    struct reader *reader;
    struct canonical canonical;
    struct digester *digester;
};

static struct setting made;

/* libjq keeps its memory by a pointer to the end of it, which looks like a leak. */
static void release(void)
{
    bundle_release(&made.bundler);
    bind_program_release(&made.program);
    templates_release(&made.templates);
    catalog_release(&made.catalog);
    reader_free(made.reader);
    canonical_release(&made.canonical);
    digester_free(made.digester);
}

static struct setting *setting(void)
{
    struct diag diag;

    if (made.reader != NULL)
        return &made;
    diag_init(&diag);
    catalog_init(&made.catalog);
    FUZZ_REQUIRE(catalog_add(&made.catalog, "built-in catalog", catalog_liger,
                             catalog_liger_length, &diag) == 0 &&
                 catalog_finish(&made.catalog, &diag) == 0 &&
                 templates_init(&made.templates, &made.catalog, &diag) == 0);
    made.templates.has_memory = true;
    bind_program_init(&made.program, &made.catalog);
    bundle_init(&made.bundler, &made.templates, &made.program);
    FUZZ_REQUIRE(columns_read(&made.header, &made.catalog, "fuzz", 1,
                              (struct view){header_text, sizeof header_text - 1},
                              &diag) == 0);
    made.framing = csv_framing(&made.scan);
    made.format = (struct stream_format){
        .framing = &made.framing, .record_end = csv_record_end, .too_long = ""};
    made.tool = (struct stream_tool){.record = record, .format = &made.format};
    made.worker = (struct batch_worker){
        .tool = &made.tool, .tool_worker = &made.bundler, .max_line = 1 << 20};
    made.reader = reader_new();
    made.worker.reader = made.reader;
    canonical_init(&made.canonical);
    made.digester = digester_new();
    atexit(release);
    return &made;
}

/* The digest of the manifest in ROLE must be what the run calls NAME. */
static void judge_reference(struct document *document, const struct record *manifests,
                            enum manifest_role role, const char *name)
{
    struct setting *all = setting();
    const struct manifest *manifest = record_role(manifests, role);
    const struct manifest *run = record_role(manifests, ROLE_RUN);
    struct manifest_error error;
    struct digest digest;
    char text[DIGEST_TEXT_LENGTH];
    uint32_t declared;

    FUZZ_REQUIRE(manifest != NULL && run != NULL);
    buf_clear(&all->canonical.text);
    FUZZ_REQUIRE(identity_append(document, manifest, &all->canonical, &all->canonical.text,
                                 &error) == 0);
    digester_hash(all->digester, all->canonical.text.data, all->canonical.text.length,
                  &digest);
    digest_text(&digest, text);
    declared = document_member(document, run->spec, name);
    FUZZ_REQUIRE(declared != NODE_NONE && view_equal(document_string(document, declared),
                                                     (struct view){text, sizeof text}));
}

static void judge_bundle(struct view line)
{
    struct setting *all = setting();
    struct reader_error error;
    struct manifest_error wrong;
    struct record manifests;
    struct document *document;
    struct buf text;
    struct buf copy;

    buf_init(&text);
    buf_init(&copy);
    FUZZ_REQUIRE(line.length > 0 && line.data[line.length - 1] == '\n');
    line.length--;
    buf_append(&copy, line.data, line.length);
    memset(buf_reserve(&copy, READER_PADDING), 0, READER_PADDING);
    FUZZ_REQUIRE(reader_parse(all->reader, copy.data, copy.length, &error) == 0);
    document = reader_document(all->reader);
    canonical_write(&all->canonical, document, 0, &text);
    FUZZ_REQUIRE(view_equal(buf_view(&text), line));
    FUZZ_REQUIRE(manifest_read_record(document, &manifests, &wrong) == 0 &&
                 manifests.count == 3);
    judge_reference(document, &manifests, ROLE_PROTOCOL, "protocolDigest");
    judge_reference(document, &manifests, ROLE_ENVIRONMENT, "environmentDigest");
    buf_release(&text);
    buf_release(&copy);
}

bool fuzz_judge(const char *data, size_t size)
{
    struct stream_batch batch;
    bool good;

    batch_init(&batch);
    batch.block.data = mem_zeroed(size + INPUT_PADDING, 1);
    if (size > 0)
        memcpy(batch.block.data, data, size);
    batch.block.capacity = size + INPUT_PADDING;
    batch.block.length = size;
    batch.block.file = "fuzz";
    batch.block.first_line = 2;
    batch.header = &setting()->header;
    batch_work(&setting()->worker, &batch);
    good = batch.line_count > 0;
    for (size_t i = 0; i < batch.line_count; i++) {
        const struct batch_line *line = batch_line(&batch, i);

        FUZZ_REQUIRE(line->verdict == STREAM_WRITE || line->findings.length > 0);
        FUZZ_REQUIRE(line->facts != NULL);
        if (line->verdict == STREAM_WRITE)
            judge_bundle((struct view){batch.out.data + line->out.start, line->out.length});
        else
            good = false;
    }
    batch_release(&batch);
    return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_judge((const char *)data, size);
    return 0;
}
