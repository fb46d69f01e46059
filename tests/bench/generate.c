/*
 * generate: the input of the benchmark.
 *
 *     generate BYTES [SEED]
 *     generate --csv BYTES [SEED]
 *
 * writes bundles {run, protocol, environment}, compact, one a line, to standard output
 * until at least BYTES bytes are written. Members stand in the order of the published
 * records, texts and sizes are theirs, and as in the Liger data there are 3 protocols, 6
 * environments and 241 workloads; each run has its own time, external id and values. The
 * same arguments give the same bytes on every machine: the random numbers are splitmix64
 * (Steele, Lea, Flood 2014), and of doubles only +, -, * and conversions are used.
 *
 * protocolDigest and environmentDigest are right. Their canonical texts (RFC 8785) are
 * written here by hand in sorted order, apart from the manifests themselves, so that the
 * input owes nothing to the code that is measured. The digests of workloads and
 * implementations are those of their names: stable, but made up, since the bundles do not
 * hold these manifests.
 *
 * With --csv it writes speed rows of a benchmark CSV instead, each with its own time and
 * values, for all sweeps, sizes and providers of the Liger data in turn at random.
 */
#include <config.h>

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <openssl/evp.h>

#include "kernels.h"
#include "sweeps.h"

#define API           "kernelindex.dev/v1alpha1"
#define LENGTH(array) (sizeof(array) / sizeof *(array))

enum {
    TEXT_SIZE = 1024,       /* Longer than any text here. */
    DIGEST_SIZE = 72,       /* "sha256:", 64 digits, NUL. */
    NAME_LIMIT = 100,       /* A metadata.name is cut there. */
    FIRST_RUN = 1725377499, /* 2024-09-03T15:31:39Z, the first one of the Liger data. */
    STEP = 61, /* Seconds in which one run falls, so that no two share a time. */
};

struct mode {
    const char *name;
    const char *pass;
};

static const struct mode modes[] = {
    {"forward", "the module forward pass"},
    {"backward", "the backward pass of the module output given a random upstream gradient"},
    {"full", "the forward pass plus the backward pass"},
};

struct gpu {
    const char *title;
    const char *name;
    const char *product;
    const char *architecture;
    const char *form_factor; /* NULL: the member is left out. */
};

static const struct gpu gpus[] = {
    {"A100-SXM4-80GB", "nvidia-a100-sxm4-80gb", "NVIDIA A100", "sm_80", "SXM4-80GB"},
    {"H100 80GB HBM3", "nvidia-h100-80gb-hbm3", "NVIDIA H100", "sm_90", "80GB HBM3"},
    {"H100 PCIe", "nvidia-h100-pcie", "NVIDIA H100", "sm_90", "PCIe"},
    {"B200", "nvidia-b200", "NVIDIA B200", "sm_100", NULL},
    {"GeForce RTX 3090", "nvidia-geforce-rtx-3090", "NVIDIA GeForce RTX 3090", "sm_86",
     NULL},
    {"GeForce RTX 4090", "nvidia-geforce-rtx-4090", "NVIDIA GeForce RTX 4090", "sm_89",
     NULL},
};

static const char *const versions[] = {"0.1.1", "0.2.1", "0.3.1",  "0.4.2",
                                       "0.5.4", "0.5.8", "0.5.10", "0.6.0",
                                       "0.6.3", "0.7.0", "0.8.0",  "0.8.1"};

#define HARNESS "Liger-Kernel benchmark scripts"
#define NOTES                                                                           \
    "Timed: %s, via triton.testing.do_bench with quantiles 0.5/0.2/0.8 (median with "   \
    "p20/p80 spread). The upstream CSV records no CUDA, driver, or torch version; the " \
    "Liger release rides each run's labels. Comparable only within one kernel, "        \
    "workload, timed pass, and GPU."

/* A manifest that many bundles share: its text in the bundle and its digest. */
struct shared {
    char text[TEXT_SIZE];
    char digest[DIGEST_SIZE];
};

struct workload {
    const struct kernel *kernel;
    char shape[TEXT_SIZE / 4];
    char digest[DIGEST_SIZE];
    char implementations[4][DIGEST_SIZE];
    unsigned providers;
};

struct generator {
    struct shared protocols[LENGTH(modes)];
    struct shared environments[LENGTH(gpus)];
    struct workload workloads[512];
    unsigned workload_count;
    uint64_t state;
    uint64_t runs;
};

static uint64_t random_next(struct generator *generator)
{
    uint64_t word = generator->state += 0x9e3779b97f4a7c15;
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
    word = (word ^ word >> 27) * 0x94d049bb133111eb;
    return word ^ word >> 31;
}

/* A number below `limit`, with a bias that a benchmark does not mind. */
static unsigned random_below(struct generator *generator, size_t limit)
{
    return (unsigned)(random_next(generator) % limit);
}

static double random_unit(struct generator *generator)
{
    return (double)(random_next(generator) >> 11) * 0x1p-53;
}

static void digest_write(char digest[DIGEST_SIZE], const char *text)
{
    unsigned char bytes[EVP_MAX_MD_SIZE];
    unsigned len = 0;
    char *out = digest + sprintf(digest, "sha256:");

    if (!EVP_Digest(text, strlen(text), bytes, &len, EVP_sha256(), NULL))
        abort();
    for (unsigned i = 0; i < len; i++)
        out += sprintf(out, "%02x", bytes[i]);
}

static void protocol_write(struct shared *protocol, const struct mode *mode)
{
    char notes[TEXT_SIZE / 2];
    char canonical[TEXT_SIZE];

    snprintf(notes, sizeof notes, NOTES, mode->pass);
    snprintf(protocol->text, sizeof protocol->text,
             "{\"kind\":\"BenchmarkProtocol\",\"spec\":{\"harness\":{\"name\":\"" HARNESS
             "\",\"repository\":\"https://github.com/linkedin/Liger-Kernel\"},"
             "\"measurement\":{\"timer\":\"cuda_events\",\"primaryStatistic\":\"median\"},"
             "\"comparability\":{\"notes\":\"%s\",\"family\":\"liger_kernel_bench\"}},"
             "\"metadata\":{\"name\":\"liger-bench-do-bench-%s\","
             "\"title\":\"Liger benchmark harness \u00b7 %s pass\"},"
             "\"apiVersion\":\"" API "\"}",
             notes, mode->name, mode->name);
    snprintf(
        canonical, sizeof canonical,
        "{\"apiVersion\":\"" API "\",\"kind\":\"BenchmarkProtocol\","
        "\"spec\":{\"comparability\":{\"family\":\"liger_kernel_bench\","
        "\"notes\":\"%s\"},\"harness\":{\"name\":\"" HARNESS "\","
        "\"repository\":\"https://github.com/linkedin/Liger-Kernel\"},"
        "\"measurement\":{\"primaryStatistic\":\"median\",\"timer\":\"cuda_events\"}}}",
        notes);
    digest_write(protocol->digest, canonical);
}

static void environment_write(struct shared *environment, const struct gpu *gpu)
{
    char form_factor[TEXT_SIZE / 4] = "";
    char canonical[TEXT_SIZE];

    if (gpu->form_factor)
        snprintf(form_factor, sizeof form_factor, "\"formFactor\":\"%s\",",
                 gpu->form_factor);
    snprintf(environment->text, sizeof environment->text,
             "{\"kind\":\"ExecutionEnvironment\",\"spec\":{\"hardware\":{\"vendor\":"
             "\"nvidia\",\"product\":\"%s\",%s\"architecture\":\"%s\"},\"software\":{}},"
             "\"metadata\":{\"name\":\"liger-bench-%s\","
             "\"title\":\"Liger benchmark host \u00b7 %s\"},\"apiVersion\":\"" API "\"}",
             gpu->product, form_factor, gpu->architecture, gpu->name, gpu->title);
    snprintf(canonical, sizeof canonical,
             "{\"apiVersion\":\"" API "\",\"kind\":\"ExecutionEnvironment\","
             "\"spec\":{\"hardware\":{\"architecture\":\"%s\",%s\"product\":\"%s\","
             "\"vendor\":\"nvidia\"},\"software\":{}}}",
             gpu->architecture, form_factor, gpu->product);
    digest_write(environment->digest, canonical);
}

static void workload_write(struct workload *workload, const struct kernel *kernel,
                           unsigned size)
{
    size_t head = strcspn(kernel->shape, "*");
    char text[TEXT_SIZE];

    workload->kernel = kernel;
    snprintf(workload->shape, sizeof workload->shape, "%.*s%u%s", (int)head, kernel->shape,
             size, kernel->shape + head + 1);
    snprintf(text, sizeof text, "workload %s/%s", kernel->name, workload->shape);
    digest_write(workload->digest, text);
    for (unsigned i = 0; i < LENGTH(kernel->providers) && kernel->providers[i]; i++) {
        snprintf(text, sizeof text, "implementation %s/%s", kernel->name,
                 kernel->providers[i]);
        digest_write(workload->implementations[i], text);
        workload->providers = i + 1;
    }
}

static void generator_init(struct generator *generator, uint64_t seed)
{
    generator->state = seed;
    for (size_t i = 0; i < LENGTH(modes); i++)
        protocol_write(&generator->protocols[i], &modes[i]);
    for (size_t i = 0; i < LENGTH(gpus); i++)
        environment_write(&generator->environments[i], &gpus[i]);
    for (size_t i = 0; i < LENGTH(kernels); i++)
        for (unsigned k = 0; k < kernels[i].count; k++)
            workload_write(&generator->workloads[generator->workload_count++], &kernels[i],
                           kernels[i].first << k);
}

/* Lower-case text with every other character than [a-z0-9] as '-', cut to the limit. The
 * parts here are lower-case and hold no two such characters in a row. */
static void name_cut(char *name)
{
    name[strnlen(name, NAME_LIMIT)] = '\0';
    for (; *name; name++)
        if (*name == '_' || *name == '/')
            *name = '-';
}

/* The shortest decimal text that reads back as the double. All values here lie between
 * 1e-5 and 1e21, where %g and ECMAScript agree on the form. */
static void number_write(char text[32], double value)
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, 32, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            return;
    }
}

/* Milliseconds as a GPU's event timer gives them: a float, widened. From 2^-6 to 2^9, in
 * about equal numbers for each power of two. */
static double milliseconds_draw(struct generator *generator)
{
    double scale = (double)(1u << random_below(generator, 15)) * 0x1p-6;
    return (double)(float)(scale * (1 + random_unit(generator)));
}

static uint64_t nanoseconds(double milliseconds)
{
    return (uint64_t)(milliseconds * 1e6 + 0.5);
}

/* The three quantiles of one run. One run in eight had a single sample; in half of the
 * others the median fell between two samples and is no float any more. */
static void quantiles_draw(struct generator *generator, double value[3])
{
    double middle = milliseconds_draw(generator);
    double spread = random_unit(generator) * 0.02;

    value[0] = value[1] = value[2] = middle;
    if (random_below(generator, 8) == 0)
        return;
    value[0] = (double)(float)(middle * (1 - spread));
    value[2] = (double)(float)(middle * (1 + spread));
    if (random_below(generator, 2) == 0)
        value[1] = middle + (value[2] - middle) * random_unit(generator) * 0.5;
}

/* The time of the run as YYYY-MM-DD and hh-mm-ss. */
static void time_draw(struct generator *generator, char date[16], char hour[16])
{
    time_t seconds = FIRST_RUN + (time_t)(generator->runs++ * STEP);
    struct tm tm;

    seconds += (time_t)random_below(generator, STEP);
    gmtime_r(&seconds, &tm);
    strftime(date, 16, "%Y-%m-%d", &tm);
    strftime(hour, 16, "%H-%M-%S", &tm);
}

/* Write one bundle and return its bytes, or a negative number on failure. */
static int bundle_write(struct generator *generator)
{
    unsigned m = random_below(generator, LENGTH(modes));
    unsigned g = random_below(generator, LENGTH(gpus));
    const struct workload *workload =
        &generator->workloads[random_below(generator, generator->workload_count)];
    const struct kernel *kernel = workload->kernel;
    unsigned p = random_below(generator, workload->providers);
    const char *mode = modes[m].name;
    const char *provider = kernel->providers[p];
    const char *version = versions[random_below(generator, LENGTH(versions))];
    char date[16], hour[16], number[3][32], name[TEXT_SIZE];
    double value[3];

    time_draw(generator, date, hour);
    quantiles_draw(generator, value);
    for (int i = 0; i < 3; i++)
        number_write(number[i], value[i]);
    snprintf(name, sizeof name, "liger-%s-%s-%s-%s-%s-%s-%s", kernel->name, mode, provider,
             gpus[g].name, workload->shape, date, hour);
    name_cut(name);
    return printf(
        "{\"run\":{\"kind\":\"BenchmarkRun\",\"spec\":{\"status\":\"passed\",\"timing\":{"
        "\"latencyNs\":{\"median\":%" PRIu64 "},\"primaryStatistic\":\"median\"},"
        "\"observedAt\":\"%sT%.2s:%.2s:%.2s.000Z\",\"measurements\":["
        "{\"unit\":\"ns\",\"value\":%" PRIu64
        ",\"metric\":\"latency\",\"statistic\":\"p20\"},"
        "{\"unit\":\"ns\",\"value\":%" PRIu64
        ",\"metric\":\"latency\",\"statistic\":\"p80\"}],"
        "\"sourceNative\":{\"source\":\"liger-kernel-bench\",\"metrics\":{"
        "\"ms_20\":%s,\"ms_50\":%s,\"ms_80\":%s},\"benchmark\":\"%s/%s\","
        "\"externalId\":\"%s/%s/%s/%s/%s/%s-%s\"},\"protocolDigest\":\"%s\","
        "\"workloadDigest\":\"%s\",\"environmentDigest\":\"%s\","
        "\"implementationDigest\":\"%s\"},\"metadata\":{\"name\":\"%s\",\"title\":"
        "\"%s \u00b7 %s \u00b7 %s\",\"labels\":{\"liger_version\":\"%s\"}},"
        "\"apiVersion\":\"" API "\"},\"protocol\":%s,\"environment\":%s}\n",
        nanoseconds(value[1]), date, hour, hour + 3, hour + 6, nanoseconds(value[0]),
        nanoseconds(value[2]), number[0], number[1], number[2], kernel->name, mode,
        kernel->name, mode, provider, gpus[g].name, workload->shape, date, hour,
        generator->protocols[m].digest, workload->digest, generator->environments[g].digest,
        workload->implementations[p], name, kernel->title, provider, mode, version,
        generator->protocols[m].text, generator->environments[g].text);
}

/* Text in quotes, those within it doubled. */
static void quoted_write(char *out, const char *text)
{
    *out++ = '"';
    for (; *text; text++) {
        if (*text == '"')
            *out++ = '"';
        *out++ = *text;
    }
    strcpy(out, "\"");
}

static unsigned count_sizes(const struct sweep *sweep)
{
    unsigned count = 0;

    while (count < LENGTH(sweep->sizes) && sweep->sizes[count])
        count++;
    return count;
}

static unsigned count_providers(const struct sweep *sweep)
{
    unsigned count = 0;

    while (count < LENGTH(sweep->providers) && sweep->providers[count])
        count++;
    return count;
}

/* Write one row and return its bytes, or a negative number on failure. */
static int row_write(struct generator *generator)
{
    const struct sweep *sweep = &sweeps[random_below(generator, LENGTH(sweeps))];
    const struct gpu *gpu = &gpus[random_below(generator, LENGTH(gpus))];
    char date[16], hour[16], number[3][32], config[TEXT_SIZE];
    double value[3];

    time_draw(generator, date, hour);
    quantiles_draw(generator, value);
    for (int i = 0; i < 3; i++)
        number_write(number[i], value[i]);
    quoted_write(config, sweep->config);
    return printf("%s,%s,%s,speed,ms,%s,%s,%u,%s,%s,%s,%s,NVIDIA %s,%s %.2s:%.2s:%.2s,%s\n",
                  sweep->kernel,
                  sweep->providers[random_below(generator, count_providers(sweep))],
                  modes[random_below(generator, LENGTH(modes))].name, sweep->x_name,
                  sweep->x_label, sweep->sizes[random_below(generator, count_sizes(sweep))],
                  number[1], number[0], number[2], config, gpu->title, date, hour, hour + 3,
                  hour + 6, versions[random_below(generator, LENGTH(versions))]);
}

static int header_write(void)
{
    return printf(
        "kernel_name,kernel_provider,kernel_operation_mode,metric_name,metric_unit,"
        "x_name,x_label,x_value,y_value_50,y_value_20,y_value_80,"
        "extra_benchmark_config_str,gpu_name,timestamp,liger_version\n");
}

static bool number_read(uint64_t *number, const char *text)
{
    char *end;

    *number = strtoull(text, &end, 10);
    return end != text && *end == '\0';
}

int main(int argc, char **argv)
{
    static struct generator generator;
    uint64_t wanted, seed = 1, written = 0;
    bool csv = argc > 1 && strcmp(argv[1], "--csv") == 0;

    argc -= csv;
    argv += csv;
    if (argc < 2 || argc > 3 || !number_read(&wanted, argv[1]) ||
        (argc == 3 && !number_read(&seed, argv[2]))) {
        fprintf(stderr, "usage: generate [--csv] BYTES [SEED]\n");
        return 2;
    }
    generator_init(&generator, seed);
    if (csv)
        header_write();
    while (written < wanted) {
        int len = csv ? row_write(&generator) : bundle_write(&generator);
        if (len < 0)
            break;
        written += (uint64_t)len;
    }
    if (fflush(stdout) || ferror(stdout)) {
        perror("generate: standard output");
        return 2;
    }
    return 0;
}
