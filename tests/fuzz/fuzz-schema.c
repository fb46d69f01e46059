/* JSON Schema: the first line is a schema, the second a value. A schema is taken or refused
 * with a reason; a value is accepted where, and only where, nothing is found wrong with it;
 * and neither depends on the order of members or on how a number or string is written. Good
 * is a value that its schema accepts.
 */
#include <config.h>

#include "record/kind-schemas.h"
#include "schema/schema.h"

#include "../oracle/pointer.h"
#include "support.h"

const char fuzz_corpus[] = "schema";

enum outcome { REFUSED, ACCEPTS, REJECTS, GIVES_UP };

static struct schema_run *run(void)
{
    static struct schema_run *made;

    if (made == NULL)
        made = schema_run_new();
    return made;
}

/* Look at what is found wrong; whether it is that a limit was reached. */
static bool judge_findings(const struct schema *schema, const struct document *value,
                           bool accepted)
{
    enum { MAXIMUM = 50 };
    const struct schema_finding *findings;
    size_t count = schema_explain(schema, run(), value, 0, MAXIMUM, &findings);
    bool limited = false;

    FUZZ_REQUIRE(count <= MAXIMUM);
    for (size_t i = 0; i < count; i++) {
        FUZZ_REQUIRE(findings[i].node < value->count);
        FUZZ_REQUIRE(findings[i].message.length > 0);
        limited = limited || strcmp(findings[i].code, "schema_limit") == 0 ||
                  strcmp(findings[i].code, "pattern_limit") == 0;
        FUZZ_REQUIRE(pointer_target(value, findings[i].pointer) != UINT32_MAX);
    }
    FUZZ_REQUIRE(limited || accepted == (count == 0));
    return limited;
}

static enum outcome judge(struct view schema_text, const struct document *value)
{
    struct schema_error error = {.code = NULL};
    struct schema *schema =
        schema_compile(schema_text.data, schema_text.length, kind_schemas_forms, &error);
    enum outcome outcome;

    if (schema == NULL) {
        FUZZ_REQUIRE(error.code != NULL && error.text[0] != '\0');
        FUZZ_REQUIRE(memchr(error.text, '\0', sizeof error.text) != NULL);
        FUZZ_REQUIRE(error.offset <= schema_text.length);
        return REFUSED;
    }
    outcome = schema_accepts(schema, run(), value, 0) ? ACCEPTS : REJECTS;
    if (judge_findings(schema, value, outcome == ACCEPTS))
        outcome = GIVES_UP;
    schema_free(schema);
    return outcome;
}

bool fuzz_judge(const char *data, size_t size)
{
    static struct reader *readers[2];
    struct view text = {data, size};
    struct view lines[2] = {{"", 0}, {"", 0}};
    struct document *documents[2];
    struct buf canonical[2];
    enum outcome outcome;
    enum outcome again;

    for (int i = 0; i < 2; i++)
        fuzz_next_line(&text, &lines[i]);
    documents[1] = fuzz_parse(&readers[1], lines[1]);
    if (documents[1] == NULL)
        return false;
    outcome = judge(lines[0], documents[1]);
    documents[0] = fuzz_parse(&readers[0], lines[0]);
    FUZZ_REQUIRE(outcome == REFUSED || documents[0] != NULL);
    if (documents[0] == NULL)
        return false;
    for (int i = 0; i < 2; i++) {
        buf_init(&canonical[i]);
        fuzz_canonical(documents[i], &canonical[i]);
    }
    documents[1] = fuzz_parse(&readers[1], buf_view(&canonical[1]));
    FUZZ_REQUIRE(documents[1] != NULL);
    again = judge(buf_view(&canonical[0]), documents[1]);
    FUZZ_REQUIRE(outcome == again || outcome == GIVES_UP || again == GIVES_UP);
    buf_release(&canonical[0]);
    buf_release(&canonical[1]);
    return outcome == ACCEPTS;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_judge((const char *)data, size);
    return 0;
}
