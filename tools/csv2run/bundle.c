#include <config.h>

#include "bundle.h"

#include "json/number.h"
#include "record/slug.h"

#include <stdlib.h>

void bundle_init(struct bundler *bundler, const struct templates *templates,
                 struct bind_program *program)
{
    const struct catalog *catalog = templates->catalog;

    *bundler = (struct bundler){.templates = templates};
    row_init(&bundler->row, templates);
    arena_init(&bundler->arena);
    bundler->implementations = mem_zeroed(catalog->kernels.count * catalog->providers.count,
                                          sizeof *bundler->implementations);
    bind_init(&bundler->binder, program, &bundler->manifests, templates->needs_texts);
    manifest_init(&bundler->manifests, catalog);
}

void bundle_release(struct bundler *bundler)
{
    row_release(&bundler->row);
    arena_release(&bundler->arena);
    bind_release(&bundler->binder);
    manifest_release(&bundler->manifests);
    free(bundler->implementations);
    buf_release(&bundler->external_id);
    buf_release(&bundler->name);
}

/* --- writing --- */

#define PUT(out, literal) buf_append((out), "" literal, sizeof literal - 1)

static void put(struct buf *out, struct view text)
{
    buf_append(out, text.data, text.length);
}

static void put_number(struct buf *out, double number)
{
    out->length += number_format(number, buf_reserve(out, NUMBER_TEXT_SIZE));
}

/* Append a part of a name, which is in kebab case, and a '-' before it unless it is first.
 */
static void put_part(struct buf *name, struct view part)
{
    if (part.length == 0)
        return;
    if (name->length > 0)
        buf_append_byte(name, '-');
    put(name, part);
}

/* Make metadata.name. Kebab case of the joined parts equals the joined parts in kebab case
 * if empty parts are left out. */
static void make_name(struct bundler *bundler, struct view timestamp)
{
    const struct row *row = &bundler->row;
    const struct templates *templates = bundler->templates;
    struct buf *name = &bundler->name;

    buf_clear(name);
    put_part(name, templates->run_prefix);
    put_part(name, templates->metrics[row->metric->number].mark_kebab);
    put_part(name, templates->kernels[row->kernel->number].name.kebab);
    put_part(name, templates->modes[row->mode->number].kebab);
    put_part(name, templates->providers[row->provider->number].kebab);
    put_part(name, templates->gpus[row->gpu->number].kebab);
    put_part(name, row->bound->case_kebab);
    put_part(name, timestamp);
    slug_cut(name, 0);
}

/* Make the external id, escaped as in JSON text, because names are keys of the catalog.
 * Returns the length of the benchmark, its first part. */
static size_t make_external_id(struct bundler *bundler, struct view timestamp)
{
    const struct row *row = &bundler->row;
    const struct templates *templates = bundler->templates;
    struct buf *id = &bundler->external_id;
    size_t benchmark;
    size_t start;

    buf_clear(id);
    put(id, templates->kernels[row->kernel->number].name.escaped);
    buf_append_byte(id, '/');
    put(id, templates->modes[row->mode->number].escaped);
    benchmark = id->length;
    buf_append_byte(id, '/');
    put(id, templates->providers[row->provider->number].escaped);
    buf_append_byte(id, '/');
    start = id->length;
    put(id, templates->gpus[row->gpu->number].kebab);
    slug_cut(id, start);
    buf_append_byte(id, '/');
    put(id, row->bound->case_text);
    buf_append_byte(id, '/');
    put(id, timestamp);
    if (row->metric->mark.data != NULL) {
        buf_append_byte(id, '/');
        put(id, row->metric->mark);
    }
    return benchmark;
}

static void put_metadata(const struct bundler *bundler, struct buf *out)
{
    const struct row *row = &bundler->row;
    const struct templates *templates = bundler->templates;

    writer_append_string(out, row_cell(row, COLUMN_RELEASE));
    PUT(out, "},\"name\":\"");
    put(out, buf_view(&bundler->name));
    PUT(out, "\",\"title\":\"");
    put(out, templates->kernels[row->kernel->number].title);
    put(out, templates->providers[row->provider->number].escaped);
    PUT(out, " \u00b7 ");
    put(out, templates->modes[row->mode->number].escaped);
    if (row->metric->mark.data != NULL) {
        PUT(out, " \u00b7 ");
        put(out, row->metric->mark);
    }
    PUT(out, "\"},\"spec\":{");
}

/* Write the measurements. The median of a timed metric is the run's timing instead. */
static void put_measurements(const struct bundler *bundler, struct buf *out)
{
    const struct row *row = &bundler->row;
    const struct template_metric *metric =
        &bundler->templates->metrics[row->metric->number];
    size_t first = row->metric->timed ? 1 : 0;
    size_t count = row->has_quantiles ? 3 : 1;

    if (first >= count)
        return;
    PUT(out, ",\"measurements\":[");
    for (size_t i = first; i < count; i++) {
        if (i > first)
            buf_append_byte(out, ',');
        put(out, metric->measured[i]);
        put_number(out, row->measured[i]);
        buf_append_byte(out, '}');
    }
    buf_append_byte(out, ']');
}

/* Write the values of the CSV, in the order of their names: 20, 50, 80. */
static void put_native(const struct bundler *bundler, struct buf *out)
{
    const struct row *row = &bundler->row;
    static const size_t order[3] = {1, 0, 2};
    const struct template_metric *metric =
        &bundler->templates->metrics[row->metric->number];
    bool comma = false;

    for (size_t i = 0; i < 3; i++) {
        if (order[i] != 0 && !row->has_quantiles)
            continue;
        if (comma)
            buf_append_byte(out, ',');
        comma = true;
        put(out, metric->native[order[i]]);
        put_number(out, row->native[order[i]]);
    }
}

static void put_digest(struct buf *out, const struct object *object)
{
    put(out, object_digest(object));
}

static void put_spec(const struct bundler *bundler, const struct object *implementation,
                     size_t benchmark, struct buf *out)
{
    const struct row *row = &bundler->row;
    const struct templates *templates = bundler->templates;
    struct view id = buf_view(&bundler->external_id);

    PUT(out, "\"environmentDigest\":\"");
    put_digest(out, &templates->gpus[row->gpu->number].environment);
    PUT(out, "\",\"implementationDigest\":\"");
    put_digest(out, implementation);
    buf_append_byte(out, '"');
    put_measurements(bundler, out);
    PUT(out, ",\"observedAt\":\"");
    buf_append(out, row->instant.text, sizeof row->instant.text);
    PUT(out, "\",\"protocolDigest\":\"");
    put_digest(out, &templates_protocol(templates, row->metric, row->mode)->protocol);
    PUT(out, "\",\"sourceNative\":{\"benchmark\":\"");
    put(out, (struct view){id.data, benchmark});
    PUT(out, "\",\"externalId\":\"");
    put(out, id);
    PUT(out, "\",\"metrics\":{");
    put_native(bundler, out);
    PUT(out, "},\"source\":\"");
    put(out, templates->source);
    PUT(out, "\"},\"status\":\"passed\"");
    if (row->metric->timed) {
        PUT(out, ",\"timing\":{\"latencyNs\":{\"median\":");
        put_number(out, row->measured[0]);
        PUT(out, "},\"primaryStatistic\":\"median\"}");
    }
    PUT(out, ",\"workloadDigest\":\"");
    put_digest(out, &row->bound->workload);
    PUT(out, "\"}");
}

/* The implementation, written on first use; it lives as long as the bundler. NULL: the
 * catalog gives no valid one, and manifests.problem says why. */
static const struct object *find_implementation(struct bundler *bundler)
{
    const struct row *row = &bundler->row;
    const struct templates *templates = bundler->templates;
    struct object **place =
        &bundler
             ->implementations[row->kernel->number * templates->catalog->providers.count +
                               row->provider->number];
    struct object *object;

    if (*place != NULL)
        return *place;
    object = arena_alloc(&bundler->arena, sizeof *object);
    if (manifest_implementation(&bundler->manifests, row->kernel, row->provider,
                                &templates->kernels[row->kernel->number].operation,
                                &bundler->arena, object) != 0)
        return NULL;
    *place = object;
    return object;
}

static void put_bundle(const struct bundler *bundler, const struct object *implementation,
                       size_t benchmark, struct buf *out)
{
    const struct row *row = &bundler->row;
    const struct templates *templates = bundler->templates;

    put(out, templates->gpus[row->gpu->number].fragment);
    if (templates->is_full) {
        PUT(out, "\"implementation\":");
        put(out, implementation->text);
        PUT(out, ",\"operation\":");
        put(out, templates->kernels[row->kernel->number].operation.text);
        PUT(out, ",\"project\":");
        put(out, templates->projects[row->provider->project->number].text);
        buf_append_byte(out, ',');
    }
    put(out, templates_protocol(templates, row->metric, row->mode)->fragment);
    put_metadata(bundler, out);
    put_spec(bundler, implementation, benchmark, out);
    buf_append_byte(out, '}');
    if (templates->is_full) {
        PUT(out, ",\"workload\":");
        put(out, row->bound->workload.text);
    }
    PUT(out, "}\n");
}

/* --- facts --- */

/* Hash the values by the mixing of splitmix64, so that no process gives another result. */
static uint32_t hash_values(const struct bundler *bundler)
{
    const struct row *row = &bundler->row;
    size_t count = row->has_quantiles ? 3 : 1;
    uint64_t hash = count;

    for (size_t i = 0; i < count; i++) {
        uint64_t bits;

        memcpy(&bits, &row->native[i], sizeof bits);
        hash = (hash ^ bits) + UINT64_C(0x9e3779b97f4a7c15);
        hash = (hash ^ hash >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        hash = (hash ^ hash >> 27) * UINT64_C(0x94d049bb133111eb);
        hash ^= hash >> 31;
    }
    return (uint32_t)hash;
}

static void store_facts(struct bundler *bundler, const struct object *implementation)
{
    const struct row *row = &bundler->row;
    const struct templates *templates = bundler->templates;
    struct row_facts *facts = arena_alloc(row->record->arena, sizeof *facts);
    struct view text = {"", 0};

    *facts = (struct row_facts){.metric = row->metric, .kernel = row->kernel};
    if (implementation != NULL) {
        text = buf_view(&bundler->external_id);
        manifest_identify(&bundler->manifests, text, &facts->identity);
        facts->values = hash_values(bundler);
        facts->operation = &templates->kernels[row->kernel->number].operation;
        facts->implementation = implementation;
        facts->project = &templates->projects[row->provider->project->number];
        facts->workload = row->bound->workload.identity;
        facts->workload_hash = row->bound->workload.digest_hash;
        facts->workload_text = stream_store_text(row->record, row->bound->workload.text);
    } else if (row->kernel == NULL && row->cells.count > 0) {
        text = row_cell(row, COLUMN_KERNEL);
        if (text.length > FACTS_CELL_MAX)
            text = (struct view){"", 0};
    }
    facts->text = stream_store_text(row->record, text);
    row->record->facts = facts;
}

/* Write the bundle of a row that row_read has accepted. */
static void write_bundle(struct bundler *bundler, const struct object *implementation)
{
    const struct row *row = &bundler->row;
    const struct view time = {row->instant.id, row->instant.id_length};
    size_t benchmark;

    make_name(bundler, time);
    benchmark = make_external_id(bundler, time);
    put_bundle(bundler, implementation, benchmark, row->record->out);
}

enum stream_verdict bundle_record(struct bundler *bundler, struct stream_record *record)
{
    const struct object *implementation = NULL;
    enum stream_verdict verdict = row_read(&bundler->row, record, &bundler->binder);

    if (verdict == STREAM_WRITE) {
        implementation = find_implementation(bundler);
        if (implementation != NULL)
            write_bundle(bundler, implementation);
        else
            verdict = row_reject(&bundler->row, COLUMN_PROVIDER, "unknown_provider",
                                 bundler->manifests.problem);
    }
    store_facts(bundler, implementation);
    return verdict;
}
