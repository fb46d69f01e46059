/* kidx-csv2run: benchmark records made of a benchmark CSV. */
#include <config.h>

#include "bundle.h"
#include "counts.h"
#include "dedup.h"

#include "tool/tool.h"

#include <stdlib.h>

extern const char catalog_liger[];
extern const size_t catalog_liger_length;

/* Bytes of rows in a block. The bundles made of them have nine times as many. */
enum { READ_SIZE = 64 * 1024 };

struct settings {
    struct stream_settings stream;
    const char *catalog;
    struct opt_list add_catalogs;
    const char *bundle;
    const char *report;
    bool objects;
    bool memory;
    bool print_catalog;
};

/* The state of one run. */
struct converter {
    struct tool *tool;
    const struct settings *settings;
    struct catalog catalog;
    struct templates templates;
    struct bind_program program;
    const char *const *operands;
    size_t operand_count;
    struct map begun;        /* the operands that have a header row */
    struct columns *headers; /* newest first; operands with equal headers share one */
    struct dedup runs;
    struct dedup objects;
    struct counts counts;
};

/* --- workers --- */

/* Whether to compile on the first row: the programs of the built-in catalog compile, so a
 * run that rejects all rows need not wait for them. */
static bool compiles_on_first_row(const struct settings *settings)
{
    return settings->catalog == NULL && settings->add_catalogs.count == 0 &&
           settings->stream.jobs == 1;
}

static void worker_free(void *worker)
{
    bundle_release(worker);
    free(worker);
}

static void *worker_new(void *tool)
{
    struct converter *converter = tool;
    struct bundler *bundler = mem_zeroed(1, sizeof *bundler);

    bundle_init(bundler, &converter->templates, &converter->program);
    if (compiles_on_first_row(converter->settings) ||
        bind_program_compile(&converter->program, &converter->tool->diag) == 0)
        return bundler;
    worker_free(bundler);
    return NULL;
}

static enum stream_verdict record(void *tool, void *worker, struct stream_record *row)
{
    (void)tool;
    return bundle_record(worker, row);
}

/* --- the ordered stage --- */

static const void *begin(void *tool, const char *file, uint64_t line, struct view text)
{
    struct converter *converter = tool;
    struct columns *header = mem_zeroed(1, sizeof *header);
    struct columns *last = converter->headers;

    map_put(&converter->begun, file, strlen(file), NULL);
    if (columns_read(header, &converter->catalog, file, line, text,
                     &converter->tool->diag) != 0) {
        free(header);
        return NULL;
    }
    if (last != NULL && columns_equal(last, header)) {
        free(header);
        return last;
    }
    header->next = last;
    converter->headers = header;
    return header;
}

/* Count an object on its first use, and with --objects write it. */
static void write_object_once(struct converter *converter, struct buf *out,
                              enum object_kind kind, const struct identity *identity,
                              struct view text, struct view family)
{
    if (dedup_put(&converter->objects, identity, 0, 0) != DEDUP_NEW)
        return;
    counts_object(&converter->counts, kind, family);
    if (!converter->settings->objects)
        return;
    buf_append(out, text.data, text.length);
    buf_append_byte(out, '\n');
}

static void write_objects(struct converter *converter, const struct row_facts *facts,
                          struct buf *out)
{
    write_object_once(converter, out, OBJECT_OPERATION, &facts->operation->identity,
                      facts->operation->text, facts->kernel->family);
    write_object_once(converter, out, OBJECT_WORKLOAD, &facts->workload,
                      facts->workload_text, facts->kernel->family);
    write_object_once(converter, out, OBJECT_IMPLEMENTATION,
                      &facts->implementation->identity, facts->implementation->text,
                      facts->kernel->family);
    write_object_once(converter, out, OBJECT_PROJECT, &facts->project->identity,
                      facts->project->text, facts->kernel->family);
}

static enum stream_verdict ordered(void *tool, struct stream_record *row)
{
    struct converter *converter = tool;
    const struct row_facts *facts = row->facts;
    enum dedup_result result =
        dedup_put(&converter->runs, &facts->identity, facts->workload_hash, facts->values);

    if (result == DEDUP_OTHER_WORKLOAD)
        return stream_reject(row, 0, "ambiguous_id",
                             "external id %.*s was used before, with another workload",
                             (int)facts->text.length, facts->text.data);
    if (result != DEDUP_NEW)
        return stream_reject(row, 0, "duplicate",
                             "external id %.*s was used before, with %s",
                             (int)facts->text.length, facts->text.data,
                             result == DEDUP_SAME ? "the same values" : "other values");
    if (converter->settings->objects || converter->settings->report != NULL)
        write_objects(converter, facts, row->out);
    return STREAM_WRITE;
}

static void finish(void *tool, const struct stream_outcome *outcome, struct buf *out)
{
    struct converter *converter = tool;
    const struct row_facts *facts = outcome->facts;

    (void)out;
    counts_row(&converter->counts, outcome->verdict, outcome->code, facts,
               facts == NULL ? (struct view){"", 0} : facts->text);
}

/* Warn of each operand that had no header row: nothing was in it. */
static void end(void *tool, const struct tally *tally)
{
    struct converter *converter = tool;
    static const char *const standard_input[] = {"-"};
    const char *const *operands =
        converter->operand_count == 0 ? standard_input : converter->operands;
    size_t count = converter->operand_count == 0 ? 1 : converter->operand_count;

    (void)tally;
    if (converter->tool->diag.status == EXIT_TROUBLE)
        return;
    for (size_t i = 0; i < count; i++) {
        struct diag_place place = {operands[i], 0, 0};

        if (map_find(&converter->begun, operands[i], strlen(operands[i])) == NULL)
            diag_say(&converter->tool->diag, DIAG_WARNING, &place, "empty_input",
                     "the input is empty: it has no header row");
    }
}

/* --- the run --- */

static int load_catalog(struct converter *converter)
{
    const struct settings *settings = converter->settings;
    struct diag *diag = &converter->tool->diag;
    int result;

    if (settings->catalog != NULL)
        result = catalog_add(&converter->catalog, settings->catalog, NULL, 0, diag);
    else
        result = catalog_add(&converter->catalog, "built-in catalog", catalog_liger,
                             catalog_liger_length, diag);
    for (size_t i = 0; result == 0 && i < settings->add_catalogs.count; i++)
        result = catalog_add(&converter->catalog, settings->add_catalogs.texts[i], NULL, 0,
                             diag);
    return result == 0 ? catalog_finish(&converter->catalog, diag) : -1;
}

static void run_stream(struct converter *converter)
{
    struct csv_scan scan;
    struct input_framing framing = csv_framing(&scan);
    const struct stream_format format = {.noun = "rows",
                                         .framing = &framing,
                                         .record_end = csv_record_end,
                                         .too_long = "; is a quote not closed?",
                                         .begin = begin};
    const struct stream_tool stream = {.worker_new = worker_new,
                                       .worker_free = worker_free,
                                       .record = record,
                                       .ordered = ordered,
                                       .tool = converter,
                                       .format = &format,
                                       .finish = finish,
                                       .end = end};

    framing.read_size = READ_SIZE;
    stream_run(converter->tool, &converter->settings->stream, &stream, converter->operands,
               converter->operand_count);
}

static void write_report(struct converter *converter, struct output *output)
{
    struct buf text;

    buf_init(&text);
    counts_write(&converter->counts, &text);
    output_write(output, text.data, text.length);
    buf_release(&text);
    output_close(output, !converter->tool->abandoned &&
                             converter->tool->diag.status < EXIT_TROUBLE);
}

static void convert(struct tool *tool, const struct settings *settings,
                    const char *const *operands, size_t count)
{
    struct converter converter = {
        .tool = tool, .settings = settings, .operands = operands, .operand_count = count};
    struct output *report = NULL;

    catalog_init(&converter.catalog);
    bind_program_init(&converter.program, &converter.catalog);
    dedup_init(&converter.runs);
    dedup_init(&converter.objects);
    counts_init(&converter.counts);
    map_init(&converter.begun);
    if (load_catalog(&converter) == 0 &&
        templates_init(&converter.templates, &converter.catalog, &tool->diag) == 0) {
        converter.templates.is_full = settings->bundle != NULL;
        converter.templates.has_memory = settings->memory;
        converter.templates.needs_texts = settings->objects || converter.templates.is_full;
        if (settings->report != NULL)
            report = output_open(settings->report, OUTPUT_NO_GZIP, &tool->diag);
        if (settings->report == NULL || report != NULL)
            run_stream(&converter);
        if (report != NULL)
            write_report(&converter, report);
    }
    bind_program_release(&converter.program);
    templates_release(&converter.templates);
    counts_release(&converter.counts);
    dedup_release(&converter.objects);
    dedup_release(&converter.runs);
    columns_free(converter.headers);
    map_release(&converter.begun);
    catalog_release(&converter.catalog);
}

static void print_catalog(struct tool *tool, const struct settings *settings)
{
    tool->output =
        output_open(settings->stream.output, (int)settings->stream.gzip_level, &tool->diag);
    if (tool->output != NULL)
        output_write(tool->output, catalog_liger, catalog_liger_length);
}

/* Parse into SETTINGS; returns what stream_options returns. */
static int read_options(struct tool *tool, struct settings *settings, int argc, char **argv)
{
    const struct opt own[] = {
        {OPT_SWITCH, 0, "objects", NULL, &settings->objects, 1, 0, 0,
         "also write the manifests to which runs refer,\neach once"},
        {OPT_TEXT, 0, "bundle", "full", &settings->bundle, 0, 0, 0,
         "write these manifests into each bundle instead"},
        {OPT_SWITCH, 'm', "memory", NULL, &settings->memory, 1, 0, 0,
         "convert memory rows, too"},
        {OPT_TEXT, 0, "catalog", "FILE", &settings->catalog, 0, 0, 0,
         "use this kernel catalog, not the built-in one"},
        {OPT_LIST, 0, "add-catalog", "FILE", &settings->add_catalogs, 0, 0, 0,
         "add the entries of this one"},
        {OPT_SWITCH, 0, "print-catalog", NULL, &settings->print_catalog, 1, 0, 0,
         "print the built-in catalog"},
        {OPT_TEXT, 0, "report", "FILE", &settings->report, OPT_FILE_WRITTEN, 0, 0,
         "write counts to FILE, as one JSON object"},
        {.kind = OPT_END},
    };
    const struct stream_usage usage = {
        .purpose = "Convert a benchmark CSV to benchmark records.",
        .page = "kidx-catalog(5)",
        .options = own,
    };
    int first_operand;

    first_operand = stream_options(&settings->stream, tool, &usage, argc, argv);
    if (first_operand < 0)
        return first_operand;
    if (settings->bundle != NULL && strcmp(settings->bundle, "full") != 0)
        return opt_misuse_value(&tool->diag, "bundle", view_from(settings->bundle),
                                (const char *const[]){"full"}, 1);
    if (settings->bundle != NULL && settings->objects)
        return diag_misuse(&tool->diag, "--objects and --bundle=full exclude each other");
    return first_operand;
}

int main(int argc, char **argv)
{
    struct tool tool;
    struct settings settings = {.catalog = NULL};
    int first_operand;

    tool_start(&tool, "kidx-csv2run");
    first_operand = read_options(&tool, &settings, argc, argv);
    if (first_operand >= 0 && settings.print_catalog)
        print_catalog(&tool, &settings);
    else if (first_operand >= 0)
        convert(&tool, &settings, (const char *const *)(argv + first_operand),
                (size_t)(argc - first_operand));
    opt_list_release(&settings.add_catalogs);
    return tool_end(&tool);
}
