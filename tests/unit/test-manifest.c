#include <config.h>

#include "record/manifest.h"

#include "parsed.h"
#include "tap.h"

#define API "\"apiVersion\":\"" MANIFEST_API_VERSION "\""

/* How manifest_read_record judges TEXT: "" for good, else the code. */
static void reads(const char *text, const char *code, size_t count)
{
    struct parsed parsed = parsed_text(text);
    struct record record;
    struct manifest_error error = {"", "", 0};
    int result = manifest_read_record(parsed.document, &record, &error);

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

int main(void)
{
    test_shapes();
    return tap_done();
}
