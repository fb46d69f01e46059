#include <config.h>

#include "record/cohort.h"

#include "parsed.h"
#include "tap.h"

static struct digester *digester;

static void expect_digest(const struct digest *digest, const char *want, const char *what)
{
    char text[DIGEST_TEXT_LENGTH];

    digest_text(digest, text);
    tap_equal_bytes(text, sizeof text, want, what);
}

/* The primary metric of a run's spec, as METRIC:STATISTIC:UNIT=VALUE. */
static void expect_primary(const char *spec, const char *want, const char *what)
{
    struct parsed parsed = parsed_text(spec);
    struct primary_metric primary = cohort_primary_metric(parsed.document, 0);
    struct buf text;

    buf_init(&text);
    cohort_metric_text(&primary, &text);
    if (primary.exists)
        buf_append_format(&text, "=%.17g", primary.value);
    tap_equal_bytes(text.data, text.length, want, what);
    buf_release(&text);
    parsed_release(&parsed);
}

static void test_primary(void)
{
    expect_primary("{\"timing\":{\"primaryStatistic\":\"median\",\"latencyNs\":{\"mean\":1,"
                   "\"median\":2}}}",
                   "latency:median:ns=2", "the median of a timing");
    expect_primary("{\"timing\":{\"primaryStatistic\":\"mean\",\"latencyNs\":{\"mean\":1,"
                   "\"median\":2}}}",
                   "latency:mean:ns=1", "the mean, where that is declared");
    expect_primary(
        "{\"timing\":{\"primaryStatistic\":\"mean\",\"latencyNs\":{\"median\":2}}}",
        "latency:mean:ns=2", "the median in its place; the key keeps the mean");
    expect_primary("{\"timing\":{\"primaryStatistic\":\"p95\",\"latencyNs\":{\"mean\":1}}}",
                   "latency:p95:ns=1", "the mean in place of the median");
    expect_primary("{\"timing\":{\"primaryStatistic\":\"median\",\"latencyNs\":{\"median\":"
                   "\"1.5 us\"}}}",
                   "latency:median:ns=1500", "a duration");
    expect_primary("{\"timing\":{\"primaryStatistic\":\"median\",\"latencyNs\":{}},"
                   "\"measurements\":[{\"metric\":\"a\",\"statistic\":\"b\",\"unit\":\"c\","
                   "\"value\":1}]}",
                   "none", "a timing without value hides the measurements");
    expect_primary(
        "{\"measurements\":[{\"metric\":\"a\",\"statistic\":\"b\",\"unit\":\"c\","
        "\"value\":-1.5},{\"metric\":\"d\",\"statistic\":\"e\",\"unit\":\"f\","
        "\"value\":2}]}",
        "a:b:c=-1.5", "the first measurement");
    expect_primary("{\"measurements\":[]}", "none", "no measurement");
    expect_primary("{}", "none", "nothing");
}

static void test_keys(void)
{
    struct parsed parsed =
        parsed_text("{\"correctness\":{\"comparator\":\"not_asserted\"}}");
    struct cohort_parts parts;
    struct canonical canonical;
    struct digest key;
    struct buf scratch;

    canonical_init(&canonical);
    buf_init(&scratch);
    tap_check(cohort_correctness_key(parsed.document, 0, &canonical, digester, &key),
              "a workload has a correctness key");
    expect_digest(&key,
                  "sha256:52ff5e65e6367fb49310aa21f4dcf442c03ff62a93e704b64778a2169d6bf45a",
                  "the key of not_asserted");
    tap_check(!cohort_correctness_key(parsed.document, 1, &canonical, digester, &key),
              "without correctness there is none");
    /* Worked out with sha256sum on the text that cohort.h describes. */
    memset(&parts, 0, sizeof parts);
    parts.metric = view_from("latency:median:ns");
    cohort_id(&parts, digester, &scratch, &key);
    tap_equal_bytes(scratch.data, scratch.length,
                    "{\"environment\":\"sha256:"
                    "0000000000000000000000000000000000000000000000000000000000000000\","
                    "\"metric\":\"latency:median:ns\",\"protocol\":\"sha256:"
                    "0000000000000000000000000000000000000000000000000000000000000000\","
                    "\"workload\":\"sha256:"
                    "0000000000000000000000000000000000000000000000000000000000000000\"}",
                    "the text of an id");
    expect_digest(&key,
                  "sha256:97ce819dd89b882e1912298e9a98eaea18c7208d17d46d105428b3a01f585d9d",
                  "its digest");
    parts.metric = view_from("a:b:c:d");
    parts.metric_length = 1;
    parts.statistic_length = 3;
    cohort_id(&parts, digester, &scratch, &key);
    tap_check(memmem(scratch.data, scratch.length, "[\"a\",\"b:c\",\"d\"]", 15) != NULL,
              "names with colons are separate in an id");
    canonical_release(&canonical);
    buf_release(&scratch);
    parsed_release(&parsed);
}

static void test_units(void)
{
    static const char *const rates[] = {"tokens_per_second",
                                        "tokens_s",
                                        "gb_s",
                                        "ops",
                                        "flops",
                                        "gflops",
                                        "tflops",
                                        "qps",
                                        "fps",
                                        "hz",
                                        "mhz",
                                        "ghz",
                                        "x_per_y",
                                        "a_s"};
    static const char *const others[] = {"s",     "ms", "us",     "ns",    "_s",
                                         "bytes", "",   "per",    "_per",  "per_",
                                         "kops",  "s_", "points", "flops_"};

    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
        tap_check(cohort_unit_is_rate(view_from(rates[i])), "%s is a rate", rates[i]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        tap_check(!cohort_unit_is_rate(view_from(others[i])), "'%s' is no rate", others[i]);
    tap_check(cohort_unit_nanoseconds(view_from("ns")) == 1 &&
                  cohort_unit_nanoseconds(view_from("us")) == 1e3 &&
                  cohort_unit_nanoseconds(view_from("ms")) == 1e6 &&
                  cohort_unit_nanoseconds(view_from("s")) == 1e9 &&
                  cohort_unit_nanoseconds(view_from("bytes")) == 0,
              "units of time");
}

int main(void)
{
    digester = digester_new();
    test_primary();
    test_keys();
    test_units();
    digester_free(digester);
    return tap_done();
}
