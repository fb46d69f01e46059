#include <config.h>

#include "record/run.h"

#include "parsed.h"
#include "tap.h"

#define DIGEST "sha256:1111111111111111111111111111111111111111111111111111111111111111"
#define REFERENCES                                                         \
    "\"implementationDigest\":\"" DIGEST "\",\"workloadDigest\":\"" DIGEST \
    "\",\"protocolDigest\":\"" DIGEST "\",\"environmentDigest\":\"" DIGEST "\""
#define REST REFERENCES ",\"status\":\"passed\",\"observedAt\":\"2026-01-02T03:04:05.5Z\""

/* Read {MEMBERS}; the document stays until the next call. */
static struct parsed parsed;

static int read_members(const char *members, struct run *run)
{
    struct manifest_error error;
    struct buf text;
    int result;

    if (parsed.reader != NULL)
        parsed_release(&parsed);
    buf_init(&text);
    buf_append_format(&text, "{%s}", members);
    parsed = parsed_text(buf_text(&text));
    buf_release(&text);
    result = run_read(parsed.document, 0, run, &error);
    if (result != 0 && strcmp(error.code, "incomplete_run") != 0)
        return 1;
    return result;
}

static bool is_text(struct view view, const char *text)
{
    return view_is(view, text);
}

static void test_whole(void)
{
    struct run run;

    tap_check(read_members(
                  REST
                  ",\"timing\":{\"primaryStatistic\":\"median\",\"samples\":20,"
                  "\"latencyNs\":{\"median\":\"1 us\",\"confidence95\":[\"990 ns\",1010]},"
                  "\"rawSamples\":{\"uri\":\"u\",\"digest\":\"" DIGEST "\"}},"
                  "\"measurements\":[{\"metric\":\"latency\",\"statistic\":\"p20\","
                  "\"unit\":\"us\",\"value\":1},{\"metric\":\"latency\","
                  "\"statistic\":\"p20\",\"unit\":\"ns\",\"value\":980},{\"metric\":"
                  "\"latency\",\"statistic\":\"p80\",\"unit\":\"ns\",\"value\":1020}],"
                  "\"sourceNative\":{\"benchmark\":\"k/forward\",\"externalId\":"
                  "\"k/forward/liger/gpu/n1/t\"},"
                  "\"evidence\":{\"harness\":{\"commit\":\"abc\"}}",
                  &run) == 0,
              "a run");
    tap_check(run.primary.value == 1000 && run.is_median && run.samples == 20,
              "its value, a median of 20 samples");
    tap_check(run.has_p20 && run.p20 == 980 && run.has_p80 && run.p80 == 1020,
              "p20 and p80 of the same unit");
    tap_check(run.has_interval && run.low == 990 && run.high == 1010, "its interval");
    tap_check(run.observed.seconds == 1767323045 && is_text(run.observed.fraction, "5"),
              "its instant");
    tap_check(is_text(run.kernel, "k") && is_text(run.provider, "liger") &&
                  is_text(run.benchmark, "k/forward") && is_text(run.harness_commit, "abc"),
              "kernel, provider, benchmark, commit");
    tap_check(run.is_source_native && run.has_evidence && run.has_raw_samples &&
                  !run.is_disordered,
              "what it has");
}

static void test_parts(void)
{
    struct run run;

    read_members(REST, &run);
    tap_check(!run.primary.exists && !run.has_p20 && !run.has_interval &&
                  run.samples == 0 && !run.is_source_native && !run.has_evidence &&
                  run.provider.length == 0,
              "a run with nothing more");
    read_members(REST ",\"sourceNative\":{\"externalId\":\"submission/1\"}", &run);
    tap_check(run.is_source_native && run.provider.length == 0 && run.kernel.length == 0,
              "an id of two parts names no provider");
    read_members(REST ",\"sourceNative\":{\"externalId\":\"a/b/c\"}", &run);
    tap_check(is_text(run.provider, "c") && is_text(run.kernel, "a"),
              "one of three parts does");
    read_members(REST ",\"evidence\":{\"logs\":{\"uri\":\"u\"}}", &run);
    tap_check(run.has_evidence && !run.has_raw_samples, "logs are evidence");
    read_members(REST ",\"evidence\":{\"rawSamples\":{\"uri\":\"u\",\"digest\":\"" DIGEST
                      "\"}}",
                 &run);
    tap_check(run.has_evidence && run.has_raw_samples, "raw samples may be in evidence");
    read_members(REST
                 ",\"timing\":{\"primaryStatistic\":\"mean\",\"latencyNs\":{\"mean\":5}},"
                 "\"measurements\":[{\"metric\":\"latency\",\"statistic\":\"p20\","
                 "\"unit\":\"ns\",\"value\":9}]",
                 &run);
    tap_check(!run.is_median && run.has_p20 && !run.has_p80 && !run.is_disordered,
              "a mean may be anywhere");
    read_members(REST
                 ",\"timing\":{\"primaryStatistic\":\"mean\",\"latencyNs\":{\"median\":5}}",
                 &run);
    tap_check(run.is_median, "a median in place of a mean is one");
    read_members(REST ",\"measurements\":[{\"metric\":\"m\",\"statistic\":\"median\","
                      "\"unit\":\"bytes\",\"value\":5,\"sampleCount\":3},{\"metric\":\"m\","
                      "\"statistic\":\"p80\",\"unit\":\"bytes\",\"value\":4}]",
                 &run);
    tap_check(run.is_median && run.samples == 3 && run.has_p80 && run.is_disordered,
              "a measurement, and a p80 below its median");
    read_members(REST
                 ",\"timing\":{\"primaryStatistic\":\"median\",\"latencyNs\":{\"median\":5,"
                 "\"p05\":6}}",
                 &run);
    tap_check(run.is_disordered, "a p05 above the median");
    read_members(REST
                 ",\"timing\":{\"primaryStatistic\":\"median\",\"latencyNs\":{\"median\":5,"
                 "\"confidence95\":[6,4]}}",
                 &run);
    tap_check(run.is_disordered, "an interval that is turned round");
    read_members(REST
                 ",\"timing\":{\"primaryStatistic\":\"median\",\"latencyNs\":{\"median\":5,"
                 "\"confidence95\":[6]}}",
                 &run);
    tap_check(!run.has_interval, "half of an interval");
}

static void test_incomplete(void)
{
    static const char *const bad[] = {
        "",
        REFERENCES ",\"status\":\"passed\"",
        REFERENCES ",\"observedAt\":\"2026-01-02T03:04:05Z\"",
        REFERENCES ",\"status\":\"well\",\"observedAt\":\"2026-01-02T03:04:05Z\"",
        REFERENCES ",\"status\":1,\"observedAt\":\"2026-01-02T03:04:05Z\"",
        REFERENCES ",\"status\":\"passed\",\"observedAt\":\"2026-01-02\"",
        REFERENCES ",\"status\":\"passed\",\"observedAt\":null",
        "\"implementationDigest\":\"sha256:1\",\"status\":\"passed\"",
    };
    struct run run;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        tap_check(read_members(bad[i], &run) == -1, "incomplete: {%.60s", bad[i]);
}

static void test_row(void)
{
    struct parsed row = parsed_text(
        "{\"id\":\"7\",\"supersedesId\":\"6\",\"publishedAt\":null,\"retractedAt\":\"x\","
        "\"independentReplicationCount\":2,\"reproducedByKernelindex\":true,"
        "\"sourceAvailable\":true,\"hasRawEvidence\":false}");
    struct parsed bare = parsed_text("{\"supersedesId\":null,\"retractedAt\":null}");
    struct run_row facts;

    run_row_read(row.document, 0, &facts);
    tap_check(!facts.is_published && facts.is_retracted && facts.is_replicated &&
                  facts.is_reproduced && facts.has_source && !facts.has_evidence &&
                  is_text(facts.id, "7") && is_text(facts.supersedes, "6"),
              "what a row says");
    run_row_read(bare.document, 0, &facts);
    tap_check(facts.is_published && !facts.is_retracted && !facts.is_replicated &&
                  !facts.is_reproduced && facts.id.length == 0 &&
                  facts.supersedes.length == 0,
              "a row that says nothing");
    parsed_release(&row);
    parsed_release(&bare);
}

int main(void)
{
    test_whole();
    test_parts();
    test_incomplete();
    test_row();
    for (int i = 0; i < RUN_STATUS_COUNT; i++)
        tap_check(strlen(run_status_name((enum run_status)i)) + 7 ==
                      strlen(run_status_reason((enum run_status)i)),
                  "status %s", run_status_name((enum run_status)i));
    parsed_release(&parsed);
    return tap_done();
}
