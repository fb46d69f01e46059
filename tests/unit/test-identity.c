#include <config.h>

#include "record/identity.h"

#include "parsed.h"
#include "tap.h"

#define API "\"apiVersion\":\"" MANIFEST_API_VERSION "\""

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
    if (tap_check(manifest_read_record(parsed.document, &record, &error) == 0,
                  "%s: is read", what)) {
        if (identity_append(parsed.document, &record.manifests[0], &canonical, &out,
                            &error) != 0) {
            buf_clear(&out);
            buf_append_text(&out, error.code);
        }
        tap_equal_bytes(out.data, out.length, want, what);
        tap_check((identity_check(parsed.document, &record.manifests[0], &canonical,
                                  &error) == 0) == (want[0] == '{'),
                  "%s: identity_check agrees", what);
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

int main(void)
{
    test_identity();
    return tap_done();
}
