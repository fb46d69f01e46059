#include <config.h>

#include "csv2run-map.h"
#include "csv2run-context.h"
#include "csv2run-value.h"

#include "json/number.h"
#include "record/quantity.h"

#include <inttypes.h>
#include <stdlib.h>

/* A row on its way. */
struct mapping {
    struct mapper *mapper;
    struct stream_record *record;
    const struct header *header;
    const struct catalog_metric *metric;
    const struct catalog_kernel *kernel;
    const struct catalog_mode *mode;
    const struct catalog_provider *provider;
    const struct catalog_gpu *gpu;
    const struct bound *bound;
    bool has_quantiles;
    double native[3];   /* median, p20, p80 as they were measured */
    double measured[3]; /* and in the unit of the record */
    char instant[VALUE_INSTANT_LENGTH];
};

int mapper_init(struct mapper *mapper, const struct plan *plan)
{
    const struct catalog *catalog = plan->catalog;

    *mapper = (struct mapper){.plan = plan};
    csv_row_init(&mapper->row);
    arena_init(&mapper->arena);
    mapper->implementations = mem_zeroed(catalog->kernels.count * catalog->providers.count,
                                         sizeof *mapper->implementations);
    binder_init(&mapper->binder, catalog, &mapper->composer, plan->keeps_texts);
    return composer_init(&mapper->composer, catalog);
}

void mapper_release(struct mapper *mapper)
{
    csv_row_release(&mapper->row);
    arena_release(&mapper->arena);
    binder_release(&mapper->binder);
    composer_release(&mapper->composer);
    free(mapper->implementations);
    buf_release(&mapper->external_id);
    buf_release(&mapper->name);
    buf_release(&mapper->timestamp);
}

/* --- reading --- */

static struct view cell(const struct mapping *mapping, enum column column)
{
    return mapping->mapper->row.fields[mapping->header->fields[column]];
}

/* The column of a byte of the row, 0 where that is not on the row's first line. */
static size_t place_of(const struct stream_record *record, size_t offset)
{
    return memchr(record->text.data, '\n', offset) == NULL ? offset + 1 : 0;
}

/* Reject the row for a cell. */
static enum stream_verdict reject(const struct mapping *mapping, enum column column,
                                  const char *code, const char *text)
{
    struct view name = column_name(mapping->mapper->plan->catalog, column);
    struct view found = cell(mapping, column);
    size_t offset =
        csv_field_offset(mapping->record->text, mapping->header->fields[column]);

    return stream_reject(mapping->record, place_of(mapping->record, offset), code,
                         "%.*s %s: \"%.*s\"%s", (int)name.length, name.data, text,
                         found.length > 80 ? 80 : (int)found.length, found.data,
                         found.length > 80 ? "..." : "");
}

static enum stream_verdict read_metric(struct mapping *mapping)
{
    const struct plan *plan = mapping->mapper->plan;
    const struct catalog_metric *metric =
        catalog_find(&plan->catalog->metrics, cell(mapping, COLUMN_METRIC));

    if (metric == NULL)
        return reject(mapping, COLUMN_METRIC, "unknown_metric", "is not in the catalog");
    if (!view_equal(metric->unit, cell(mapping, COLUMN_UNIT)))
        return reject(mapping, COLUMN_UNIT, "unknown_metric", "is not that of the metric");
    mapping->metric = metric;
    if (metric->timed || plan->has_memory)
        return STREAM_WRITE;
    mapping->record->label = "memory rows";
    return STREAM_SKIP;
}

static enum stream_verdict read_names(struct mapping *mapping)
{
    const struct catalog *catalog = mapping->mapper->plan->catalog;

    mapping->kernel = catalog_find(&catalog->kernels, cell(mapping, COLUMN_KERNEL));
    if (mapping->kernel == NULL)
        return reject(mapping, COLUMN_KERNEL, "uncurated_kernel", "is not in the catalog");
    mapping->mode = catalog_find(&catalog->modes, cell(mapping, COLUMN_MODE));
    if (mapping->mode == NULL)
        return reject(mapping, COLUMN_MODE, "unknown_mode", "is not in the catalog");
    mapping->provider = catalog_find(&catalog->providers, cell(mapping, COLUMN_PROVIDER));
    if (mapping->provider == NULL)
        return reject(mapping, COLUMN_PROVIDER, "unknown_provider",
                      "is not in the catalog");
    return STREAM_WRITE;
}

static enum stream_verdict read_config(struct mapping *mapping)
{
    struct mapper *mapper = mapping->mapper;
    const struct bound *bound =
        binder_bind(&mapper->binder, mapping->kernel,
                    &mapper->plan->kernels[mapping->kernel->number].operation,
                    cell(mapping, COLUMN_X_NAME), cell(mapping, COLUMN_X_VALUE),
                    cell(mapping, COLUMN_CONFIG));
    size_t offset;

    mapping->bound = bound;
    if (bound->code == NULL)
        return STREAM_WRITE;
    offset =
        csv_field_offset(mapping->record->text, mapping->header->fields[bound->column]);
    return stream_reject(mapping->record, place_of(mapping->record, offset), bound->code,
                         "%.*s", (int)bound->message.length, bound->message.data);
}

/* Quantiles count only where both are there. */
static void read_quantiles(struct mapping *mapping)
{
    static const double largest = 0x1.fffffffffffffp+1023;
    double factor = mapping->metric->factor;

    mapping->has_quantiles = value_number(cell(mapping, COLUMN_P20), &mapping->native[1]) &&
                             value_number(cell(mapping, COLUMN_P80), &mapping->native[2]);
    for (size_t i = 1; mapping->has_quantiles && i < 3; i++) {
        mapping->measured[i] = mapping->native[i] * factor;
        mapping->has_quantiles =
            mapping->measured[i] <= largest && mapping->measured[i] >= -largest;
    }
}

static enum stream_verdict read_values(struct mapping *mapping)
{
    static const enum column columns[3] = {COLUMN_MEDIAN, COLUMN_P20, COLUMN_P80};
    size_t count;

    if (!value_number(cell(mapping, COLUMN_MEDIAN), &mapping->native[0]) ||
        mapping->native[0] <= 0)
        return reject(mapping, COLUMN_MEDIAN, "invalid_value", "is no number above 0");
    mapping->measured[0] = mapping->native[0] * mapping->metric->factor;
    read_quantiles(mapping);
    count = mapping->has_quantiles ? 3 : 1;
    if (!mapping->has_quantiles)
        mapping->record->label = "without quantiles";
    for (size_t i = 0; i < count; i++) {
        if (mapping->metric->timed)
            mapping->measured[i] = value_round(mapping->measured[i]);
        else if (!value_is_whole(mapping->measured[i]))
            return reject(mapping, columns[i], "invalid_value",
                          "is not whole in the unit of the record");
    }
    if (mapping->measured[0] > (double)QUANTITY_SAFE_INTEGER)
        return reject(mapping, COLUMN_MEDIAN, "invalid_value",
                      "is over 2^53-1 in the unit of the record");
    return STREAM_WRITE;
}

static enum stream_verdict read_rest(struct mapping *mapping)
{
    enum stream_verdict verdict;

    mapping->gpu =
        catalog_find(&mapping->mapper->plan->catalog->gpus, cell(mapping, COLUMN_GPU));
    if (mapping->gpu == NULL)
        return reject(mapping, COLUMN_GPU, "unknown_gpu", "is not in the catalog");
    verdict = read_values(mapping);
    if (verdict != STREAM_WRITE)
        return verdict;
    if (!value_instant(cell(mapping, COLUMN_TIMESTAMP), mapping->instant))
        return reject(mapping, COLUMN_TIMESTAMP, "invalid_timestamp",
                      "is no time YYYY-MM-DD hh:mm:ss");
    return STREAM_WRITE;
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

/* Append a part of a name that is in kebab case, with a '-' before it where it needs one.
 */
static void put_part(struct buf *name, struct view part)
{
    if (part.length == 0)
        return;
    if (name->length > 0)
        buf_append_byte(name, '-');
    put(name, part);
}

/* What joins the parts in kebab case is the parts in kebab case, joined: the empty ones
 * leave nothing. */
static void make_name(struct mapping *mapping, struct view timestamp)
{
    const struct plan *plan = mapping->mapper->plan;
    struct buf *name = &mapping->mapper->name;

    buf_clear(name);
    put_part(name, plan->run_prefix);
    put_part(name, plan->metrics[mapping->metric->number].mark_kebab);
    put_part(name, plan->kernels[mapping->kernel->number].name.kebab);
    put_part(name, plan->modes[mapping->mode->number].kebab);
    put_part(name, plan->providers[mapping->provider->number].kebab);
    put_part(name, plan->gpus[mapping->gpu->number].kebab);
    put_part(name, mapping->bound->case_kebab);
    put_part(name, timestamp);
    value_cut(name, 0);
}

/* The external id, escaped as in a JSON text: names are keys of the catalog. The benchmark
 * is what it begins with; its length is returned. */
static size_t make_external_id(struct mapping *mapping, struct view timestamp)
{
    const struct plan *plan = mapping->mapper->plan;
    struct buf *id = &mapping->mapper->external_id;
    size_t benchmark;
    size_t start;

    buf_clear(id);
    put(id, plan->kernels[mapping->kernel->number].name.escaped);
    buf_append_byte(id, '/');
    put(id, plan->modes[mapping->mode->number].escaped);
    benchmark = id->length;
    buf_append_byte(id, '/');
    put(id, plan->providers[mapping->provider->number].escaped);
    buf_append_byte(id, '/');
    start = id->length;
    put(id, plan->gpus[mapping->gpu->number].kebab);
    value_cut(id, start);
    buf_append_byte(id, '/');
    put(id, mapping->bound->case_text);
    buf_append_byte(id, '/');
    start = id->length;
    put(id, timestamp);
    value_cut(id, start);
    if (mapping->metric->mark.data != NULL) {
        buf_append_byte(id, '/');
        put(id, mapping->metric->mark);
    }
    return benchmark;
}

static void put_metadata(const struct mapping *mapping, struct buf *out)
{
    const struct plan *plan = mapping->mapper->plan;

    writer_append_string(out, cell(mapping, COLUMN_RELEASE));
    PUT(out, "},\"name\":\"");
    put(out, buf_view(&mapping->mapper->name));
    PUT(out, "\",\"title\":\"");
    put(out, plan->kernels[mapping->kernel->number].title);
    put(out, plan->providers[mapping->provider->number].escaped);
    PUT(out, " \u00b7 ");
    put(out, plan->modes[mapping->mode->number].escaped);
    if (mapping->metric->mark.data != NULL) {
        PUT(out, " \u00b7 ");
        put(out, mapping->metric->mark);
    }
    PUT(out, "\"},\"spec\":{");
}

/* A timed median is the run's timing, and no measurement. */
static void put_measurements(const struct mapping *mapping, struct buf *out)
{
    const struct plan_metric *metric =
        &mapping->mapper->plan->metrics[mapping->metric->number];
    size_t first = mapping->metric->timed ? 1 : 0;
    size_t count = mapping->has_quantiles ? 3 : 1;

    if (first >= count)
        return;
    PUT(out, ",\"measurements\":[");
    for (size_t i = first; i < count; i++) {
        if (i > first)
            buf_append_byte(out, ',');
        put(out, metric->measured[i]);
        put_number(out, mapping->measured[i]);
        buf_append_byte(out, '}');
    }
    buf_append_byte(out, ']');
}

/* Their names in order: 20, 50, 80. */
static void put_native(const struct mapping *mapping, struct buf *out)
{
    static const size_t order[3] = {1, 0, 2};
    const struct plan_metric *metric =
        &mapping->mapper->plan->metrics[mapping->metric->number];
    bool comma = false;

    for (size_t i = 0; i < 3; i++) {
        if (order[i] != 0 && !mapping->has_quantiles)
            continue;
        if (comma)
            buf_append_byte(out, ',');
        comma = true;
        put(out, metric->native[order[i]]);
        put_number(out, mapping->native[order[i]]);
    }
}

static void put_digest(struct buf *out, const struct object *object)
{
    put(out, object_digest(object));
}

static void put_spec(const struct mapping *mapping, const struct object *implementation,
                     size_t benchmark, struct buf *out)
{
    const struct plan *plan = mapping->mapper->plan;
    struct view id = buf_view(&mapping->mapper->external_id);

    PUT(out, "\"environmentDigest\":\"");
    put_digest(out, &plan->gpus[mapping->gpu->number].environment);
    PUT(out, "\",\"implementationDigest\":\"");
    put_digest(out, implementation);
    buf_append_byte(out, '"');
    put_measurements(mapping, out);
    PUT(out, ",\"observedAt\":\"");
    buf_append(out, mapping->instant, sizeof mapping->instant);
    PUT(out, "\",\"protocolDigest\":\"");
    put_digest(out, &plan_protocol(plan, mapping->metric, mapping->mode)->protocol);
    PUT(out, "\",\"sourceNative\":{\"benchmark\":\"");
    put(out, (struct view){id.data, benchmark});
    PUT(out, "\",\"externalId\":\"");
    put(out, id);
    PUT(out, "\",\"metrics\":{");
    put_native(mapping, out);
    PUT(out, "},\"source\":\"");
    put(out, plan->source);
    PUT(out, "\"},\"status\":\"passed\"");
    if (mapping->metric->timed) {
        PUT(out, ",\"timing\":{\"latencyNs\":{\"median\":");
        put_number(out, mapping->measured[0]);
        PUT(out, "},\"primaryStatistic\":\"median\"}");
    }
    PUT(out, ",\"workloadDigest\":\"");
    put_digest(out, &mapping->bound->workload);
    PUT(out, "\"}");
}

/* The implementation; made on first use, and kept as long as the mapper. */
static const struct object *find_implementation(const struct mapping *mapping)
{
    struct mapper *mapper = mapping->mapper;
    const struct plan *plan = mapper->plan;
    struct object **place =
        &mapper->implementations[mapping->kernel->number * plan->catalog->providers.count +
                                 mapping->provider->number];
    struct object *object;

    if (*place != NULL)
        return *place;
    object = arena_alloc(&mapper->arena, sizeof *object);
    if (implementation_compose(&mapper->composer, mapping->kernel, mapping->provider,
                               &plan->kernels[mapping->kernel->number].operation,
                               &mapper->arena, object) != 0)
        return NULL;
    *place = object;
    return object;
}

static void put_bundle(const struct mapping *mapping, const struct object *implementation,
                       size_t benchmark, struct buf *out)
{
    const struct plan *plan = mapping->mapper->plan;

    put(out, plan->gpus[mapping->gpu->number].fragment);
    if (plan->is_full) {
        PUT(out, "\"implementation\":");
        put(out, implementation->text);
        PUT(out, ",\"operation\":");
        put(out, plan->kernels[mapping->kernel->number].operation.text);
        PUT(out, ",\"project\":");
        put(out, plan->projects[mapping->provider->project->number].text);
        buf_append_byte(out, ',');
    }
    put(out, plan_protocol(plan, mapping->metric, mapping->mode)->fragment);
    put_metadata(mapping, out);
    put_spec(mapping, implementation, benchmark, out);
    buf_append_byte(out, '}');
    if (plan->is_full) {
        PUT(out, ",\"workload\":");
        put(out, mapping->bound->workload.text);
    }
    PUT(out, "}\n");
}

/* --- facts --- */

/* A hash that is the same in every process (the mixing is that of splitmix64). */
static uint32_t hash_values(const struct mapping *mapping)
{
    size_t count = mapping->has_quantiles ? 3 : 1;
    uint64_t hash = count;

    for (size_t i = 0; i < count; i++) {
        uint64_t bits;

        memcpy(&bits, &mapping->native[i], sizeof bits);
        hash = (hash ^ bits) + UINT64_C(0x9e3779b97f4a7c15);
        hash = (hash ^ hash >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        hash = (hash ^ hash >> 27) * UINT64_C(0x94d049bb133111eb);
        hash ^= hash >> 31;
    }
    return (uint32_t)hash;
}

static void leave_facts(const struct mapping *mapping, const struct object *implementation)
{
    struct mapper *mapper = mapping->mapper;
    const struct plan *plan = mapper->plan;
    struct row_facts facts = {.metric = mapping->metric, .kernel = mapping->kernel};
    struct view text = {NULL, 0};
    struct view workload = {NULL, 0};

    if (implementation != NULL) {
        facts.is_bundle = true;
        text = buf_view(&mapper->external_id);
        composer_identify(&mapper->composer, text, &facts.identity);
        facts.values = hash_values(mapping);
        facts.operation = &plan->kernels[mapping->kernel->number].operation;
        facts.implementation = implementation;
        facts.project = &plan->projects[mapping->provider->project->number];
        facts.workload = mapping->bound->workload.identity;
        workload = mapping->bound->workload.text;
    } else if (mapping->kernel == NULL && mapper->row.count > 0) {
        text = cell(mapping, COLUMN_KERNEL);
        if (text.length > FACTS_CELL_MAX)
            text = (struct view){"", 0};
    }
    facts.text_length = text.length;
    facts.workload_length = workload.length;
    buf_append(mapping->record->facts, (const char *)&facts, sizeof facts);
    put(mapping->record->facts, text);
    put(mapping->record->facts, workload);
}

/* --- the row --- */

/* The row cannot be split; the place may be on a later line of it. */
static enum stream_verdict reject_unread(struct stream_record *record,
                                         const struct csv_error *error)
{
    uint64_t line = record->line;

    for (size_t i = 0; i < error->offset; i++)
        line += record->text.data[i] == '\n';
    if (line > record->line)
        return stream_reject(record, 0, error->code, "%s, on line %" PRIu64, error->text,
                             line);
    return stream_reject(record, error->offset + 1, error->code, "%s", error->text);
}

static enum stream_verdict split_row(struct mapping *mapping)
{
    struct mapper *mapper = mapping->mapper;
    struct stream_record *record = mapping->record;
    struct csv_error error;

    if (csv_split(&mapper->row, record->text, &error) != 0)
        return reject_unread(record, &error);
    if (mapper->row.count != mapping->header->field_count) {
        size_t count = mapper->row.count;

        mapper->row.count = 0;
        return stream_reject(record, 0, "field_count", "%zu fields, %zu in the header",
                             count, mapping->header->field_count);
    }
    return STREAM_WRITE;
}

/* Write the bundle of a row that is understood. */
static enum stream_verdict write_row(struct mapping *mapping,
                                     const struct object *implementation)
{
    struct mapper *mapper = mapping->mapper;
    size_t benchmark;

    buf_clear(&mapper->timestamp);
    value_kebab(cell(mapping, COLUMN_TIMESTAMP), &mapper->timestamp);
    make_name(mapping, buf_view(&mapper->timestamp));
    benchmark = make_external_id(mapping, buf_view(&mapper->timestamp));
    put_bundle(mapping, implementation, benchmark, mapping->record->out);
    return STREAM_WRITE;
}

enum stream_verdict mapper_record(struct mapper *mapper, struct stream_record *record)
{
    struct mapping mapping = {.mapper = mapper, .record = record, .header = record->header};
    const struct object *implementation = NULL;
    enum stream_verdict verdict = split_row(&mapping);

    if (verdict == STREAM_WRITE)
        verdict = read_metric(&mapping);
    if (verdict == STREAM_WRITE)
        verdict = read_names(&mapping);
    if (verdict == STREAM_WRITE)
        verdict = read_config(&mapping);
    if (verdict == STREAM_WRITE)
        verdict = read_rest(&mapping);
    if (verdict == STREAM_WRITE) {
        implementation = find_implementation(&mapping);
        verdict = implementation != NULL
                      ? write_row(&mapping, implementation)
                      : reject(&mapping, COLUMN_PROVIDER, "unknown_provider",
                               mapper->composer.problem);
    }
    leave_facts(&mapping, implementation);
    return verdict;
}
