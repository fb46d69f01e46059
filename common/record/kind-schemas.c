#include <config.h>

#include "record/kind-schemas.h"

#include "record/instant.h"
#include "record/quantity.h"
#include "record/url.h"

/* The embedded files of data/schemas. */
#define DECLARE(kind)                  \
    extern const char schema_##kind[]; \
    extern const size_t schema_##kind##_length

DECLARE(BenchmarkProtocol);
DECLARE(BenchmarkRun);
DECLARE(ExecutionEnvironment);
DECLARE(ImplementationRevision);
DECLARE(ModelRevision);
DECLARE(OperationSpec);
DECLARE(ServingConfiguration);
DECLARE(ServingRun);
DECLARE(ServingStackRevision);
DECLARE(ServingWorkload);
DECLARE(SoftwareProject);
DECLARE(WorkloadCase);
DECLARE(WorkloadSuite);

#define ENTRY(kind)                            \
    {                                          \
        schema_##kind, &schema_##kind##_length \
    }

static const struct {
    const char *text;
    const size_t *length;
} texts[KIND_COUNT] = {
    [KIND_OPERATION_SPEC] = ENTRY(OperationSpec),
    [KIND_WORKLOAD_CASE] = ENTRY(WorkloadCase),
    [KIND_WORKLOAD_SUITE] = ENTRY(WorkloadSuite),
    [KIND_SOFTWARE_PROJECT] = ENTRY(SoftwareProject),
    [KIND_IMPLEMENTATION_REVISION] = ENTRY(ImplementationRevision),
    [KIND_BENCHMARK_PROTOCOL] = ENTRY(BenchmarkProtocol),
    [KIND_EXECUTION_ENVIRONMENT] = ENTRY(ExecutionEnvironment),
    [KIND_BENCHMARK_RUN] = ENTRY(BenchmarkRun),
    [KIND_MODEL_REVISION] = ENTRY(ModelRevision),
    [KIND_SERVING_STACK_REVISION] = ENTRY(ServingStackRevision),
    [KIND_SERVING_CONFIGURATION] = ENTRY(ServingConfiguration),
    [KIND_SERVING_WORKLOAD] = ENTRY(ServingWorkload),
    [KIND_SERVING_RUN] = ENTRY(ServingRun),
};

static bool is_instant(struct view text)
{
    struct instant instant;

    return instant_read(text, &instant);
}

static bool is_duration(struct view text)
{
    uint64_t nanoseconds;

    return quantity_duration(text, &nanoseconds);
}

const struct schema_form kind_schemas_forms[] = {
    {"https", "bad_url", "an absolute https URL", url_is_https},
    {"instant", "bad_instant", "an instant such as 2026-01-31T23:59:59Z", is_instant},
    {"duration", "bad_duration", "a duration such as 1.5 ms", is_duration},
    {NULL, NULL, NULL, NULL},
};

struct view kind_schemas_text(enum manifest_kind kind)
{
    if (texts[kind].text == NULL)
        return (struct view){NULL, 0};
    return (struct view){texts[kind].text, *texts[kind].length};
}

int kind_schemas_init(struct kind_schemas *kinds, struct schema_error *error,
                      enum manifest_kind *kind)
{
    *kinds = (struct kind_schemas){.schemas = {NULL}};
    for (unsigned i = KIND_UNKNOWN + 1; i < KIND_COUNT; i++) {
        struct view text = kind_schemas_text((enum manifest_kind)i);

        *kind = (enum manifest_kind)i;
        kinds->schemas[i] =
            schema_compile(text.data, text.length, kind_schemas_forms, error);
        if (kinds->schemas[i] == NULL)
            return -1;
    }
    return 0;
}

void kind_schemas_release(struct kind_schemas *kinds)
{
    for (unsigned i = 0; i < KIND_COUNT; i++)
        schema_free(kinds->schemas[i]);
}
