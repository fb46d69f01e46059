#include <config.h>

#include "record/manifest.h"

#include "parsed.h"
#include "record/cohort.h"
#include "tap.h"

#define API "\"apiVersion\":\"" MANIFEST_API_VERSION "\""

/* How record_read judges TEXT: "" for good, else the code. */
static void reads(const char *text, const char *code, size_t count)
{
    struct parsed parsed = parsed_text(text);
    struct record record;
    struct manifest_error error = {"", "", 0};
    int result = record_read(parsed.document, &record, &error);

    tap_check(*code == '\0' ? result == 0 && record.count == count
                            : result == -1 && strcmp(error.code, code) == 0,
              "%s: %s", *code == '\0' ? "good" : code, text);
    if (*error.code != '\0' && strcmp(error.code, code) != 0)
        printf("# %s: %s\n", error.code, error.text);
    parsed_release(&parsed);
}

static void test_shapes(void)
{
    reads("{" API ",\"kind\":\"SoftwareProject\",\"spec\":{}}", "", 1);
    reads("{" API ",\"kind\":\"SoftwareProject\",\"metadata\":{},\"spec\":null}", "", 1);
    reads("{" API ",\"kind\":\"SoftwareProject\"}", "not_a_record", 0);
    reads("{" API ",\"kind\":\"Software\",\"spec\":{}}", "unknown_kind", 0);
    reads("{" API ",\"kind\":5,\"spec\":{}}", "unknown_kind", 0);
    reads("{\"apiVersion\":\"v2\",\"kind\":\"SoftwareProject\",\"spec\":{}}",
          "unknown_kind", 0);
    reads("{" API ",\"kind\":\"SoftwareProject\",\"spec\":{},\"status\":1}",
          "unknown_member", 0);
    reads("{\"run\":{" API ",\"kind\":\"BenchmarkRun\",\"spec\":{}}}", "", 1);
    reads("{\"run\":{" API ",\"kind\":\"ServingRun\",\"spec\":{}}}", "role_mismatch", 0);
    reads("{\"run\":{" API ",\"kind\":\"BenchmarkRun\",\"spec\":{}},\"extra\":1}",
          "unknown_member", 0);
    reads("{\"run\":7,\"workload\":{" API ",\"kind\":\"WorkloadSuite\",\"spec\":{}}}", "",
          1);
    reads("{\"table\":\"sources\",\"row\":{\"id\":1}}", "", 0);
    reads("{\"table\":\"sources\",\"row\":{\"manifest\":null}}", "", 0);
    reads("{\"table\":\"x\",\"row\":{\"manifest\":{" API
          ",\"kind\":\"SoftwareProject\",\"spec\":{}}}}",
          "", 1);
    reads("{\"table\":\"x\",\"row\":{\"manifest\":{}}}", "not_a_record", 0);
    reads("{\"kind\":\"kidx.rank/v1\"}", "", 0);
    reads("{\"kind\":\"other\"}", "not_a_record", 0);
    reads("{}", "not_a_record", 0);
    reads("[]", "not_a_record", 0);
    reads("1", "not_a_record", 0);
}

/* The identity body of the manifest TEXT, or the code of its error. */
static void identity(const char *text, const char *want, const char *what)
{
    struct parsed parsed = parsed_text(text);
    struct record record;
    struct manifest_error error;
    struct canonical canonical;
    struct buf out;

    canonical_init(&canonical);
    buf_init(&out);
    if (tap_check(record_read(parsed.document, &record, &error) == 0, "%s: is read",
                  what)) {
        if (manifest_identity(parsed.document, &record.manifests[0], &canonical, &out,
                              &error) != 0) {
            buf_clear(&out);
            buf_append_text(&out, error.code);
        }
        tap_equal_bytes(out.data, out.length, want, what);
        tap_check((manifest_check_identity(parsed.document, &record.manifests[0],
                                           &canonical, &error) == 0) == (want[0] == '{'),
                  "%s: manifest_check_identity agrees", what);
        for (uint32_t i = 0; i < parsed.document->count; i++)
            if (parsed.document->nodes[i].flags & NODE_MARK)
                tap_check(false, "%s: node %u is left marked", what, i);
    }
    buf_release(&out);
    canonical_release(&canonical);
    parsed_release(&parsed);
}

#define RUN(latency)                                                                       \
    "{" API ",\"kind\":\"BenchmarkRun\",\"spec\":{\"timing\":{\"latencyNs\":" latency "}}" \
    "}"
#define BODY(kind, spec) "{" API ",\"kind\":\"" kind "\",\"spec\":" spec "}"

static void test_identity(void)
{
    identity("{\"spec\":{\"b\":1.50,\"a\":\"\\u0041\"},\"metadata\":{\"name\":\"x\"},"
             "\"kind\":\"SoftwareProject\"," API "}",
             BODY("SoftwareProject", "{\"a\":\"A\",\"b\":1.5}"),
             "sorted, without metadata");
    identity(RUN("{\"p95\":5,\"median\":\"0.008 ms\",\"confidence95\":[\"1 us\",2.5]}"),
             BODY("BenchmarkRun", "{\"timing\":{\"latencyNs\":{\"confidence95\":[1000,2.5],"
                                  "\"median\":8000,\"p95\":5}}}"),
             "durations of a run");
    identity(RUN("{\"median\":\"1e3 ns\"}"), "bad_duration", "a text that is no duration");
    identity(RUN("{\"confidence95\":[\"1 ns\",\"x\"]}"), "bad_duration", "one in a list");
    identity(RUN("\"5 ms\""), BODY("BenchmarkRun", "{\"timing\":{\"latencyNs\":\"5 ms\"}}"),
             "latencyNs that is no object is left alone");
    identity("{" API ",\"kind\":\"BenchmarkProtocol\",\"spec\":{\"measurement\":{"
             "\"warmupDuration\":\"25 ms\",\"timer\":\"5 ms\"}}}",
             BODY("BenchmarkProtocol",
                  "{\"measurement\":{\"timer\":\"5 ms\",\"warmupDuration\":25000000}}"),
             "the duration of a protocol, and no other text");
    identity("{" API ",\"kind\":\"ImplementationRevision\",\"spec\":{\"support\":{"
             "\"dtypes\":[\"fp32\",\"bf16\",\"fp32\"],\"axes\":[\"\xef\xac\xb3\","
             "\"\xf0\x9f\x98\x80\"],\"layouts\":[\"b\",1,\"a\"],\"other\":[\"b\",\"a\"],"
             "\"productsTested\":[]}}}",
             BODY("ImplementationRevision",
                  "{\"support\":{\"axes\":[\"\xf0\x9f\x98\x80\",\"\xef\xac\xb3\"],"
                  "\"dtypes\":[\"bf16\",\"fp32\"],\"layouts\":[\"b\",1,\"a\"],"
                  "\"other\":[\"b\",\"a\"],\"productsTested\":[]}}"),
             "sets, and lists that are none");
    identity("{" API ",\"kind\":\"OperationSpec\",\"spec\":{\"support\":{\"dtypes\":[\"b\","
             "\"a\"]}}}",
             BODY("OperationSpec", "{\"support\":{\"dtypes\":[\"b\",\"a\"]}}"),
             "other kinds have no sets");
}

static void metric(const char *spec, const char *want, double value)
{
    struct parsed parsed = parsed_text(spec);
    struct primary_metric primary = cohort_primary_metric(parsed.document, 0);
    struct buf out;

    buf_init(&out);
    cohort_metric_text(&primary, &out);
    tap_equal_bytes(out.data, out.length, want, spec);
    tap_check(!primary.exists || primary.value == value, "its value");
    buf_release(&out);
    parsed_release(&parsed);
}

static void test_primary_metric(void)
{
    metric("{\"timing\":{\"primaryStatistic\":\"median\",\"latencyNs\":{\"median\":5,"
           "\"mean\":6}}}",
           "latency:median:ns", 5);
    metric("{\"timing\":{\"primaryStatistic\":\"mean\",\"latencyNs\":{\"median\":5,"
           "\"mean\":6}}}",
           "latency:mean:ns", 6);
    metric(
        "{\"timing\":{\"primaryStatistic\":\"mean\",\"latencyNs\":{\"median\":\"1 us\"}}}",
        "latency:mean:ns", 1000);
    metric("{\"timing\":{\"primaryStatistic\":\"p95\",\"latencyNs\":{\"mean\":6}}}",
           "latency:p95:ns", 6);
    metric(
        "{\"timing\":{\"primaryStatistic\":\"mean\",\"latencyNs\":{}},\"measurements\":[{"
        "\"metric\":\"m\",\"unit\":\"u\",\"statistic\":\"s\",\"value\":1}]}",
        "none", 0);
    metric("{\"measurements\":[{\"metric\":\"m\",\"unit\":\"u\",\"statistic\":\"s\","
           "\"value\":0.5},{\"metric\":\"n\"}]}",
           "m:s:u", 0.5);
    metric("{\"measurements\":[]}", "none", 0);
    metric("{}", "none", 0);
}

static void test_keys(void)
{
    struct parsed parsed =
        parsed_text("{\"correctness\":{\"comparator\":\"not_asserted\"}}");
    struct digester *digester = digester_new();
    struct canonical canonical;
    struct digest key;
    char text[DIGEST_TEXT_LENGTH];

    canonical_init(&canonical);
    tap_check(cohort_correctness_key(parsed.document, 0, &canonical, digester, &key),
              "a workload's correctness has a key");
    digest_text(&key, text);
    tap_equal_bytes(
        text, sizeof text,
        "sha256:52ff5e65e6367fb49310aa21f4dcf442c03ff62a93e704b64778a2169d6bf45a",
        "that of not_asserted, as KernelIndex publishes it");
    tap_check(!cohort_correctness_key(parsed.document, 1, &canonical, digester, &key),
              "without correctness there is none");
    canonical_release(&canonical);
    digester_free(digester);
    parsed_release(&parsed);
}

int main(void)
{
    test_shapes();
    test_identity();
    test_primary_metric();
    test_keys();
    return tap_done();
}
