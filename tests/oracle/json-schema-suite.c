/* json-schema-suite: the JSON Schema Test Suite, draft 2020-12, on our engine.
 *
 * json-schema-suite [FILE...]
 *
 * Without operands: all of KIDX_SHARED/suites/json-schema, less what needs remote documents
 * or the metaschema. Each file is one test; one that is not required is counted apart. That
 * schema_explain has findings exactly where schema_accepts refuses is part of each test.
 */
#include <config.h>

#include "base/buf.h"
#include "base/mem.h"
#include "json/reader.h"
#include "schema/schema.h"
#include "../unit/tap.h"

#include <dirent.h>
#include <stdlib.h>

/* What is not required: all groups of a file, or those from FIRST to LAST. */
static const struct {
    const char *file;
    unsigned first;
    unsigned last;
} not_required[] = {{"refRemote.json", 0, 999},
                    {"vocabulary.json", 0, 999},
                    {"dynamicRef.json", 13, 17},
                    {"defs.json", 0, 0},
                    {"ref.json", 6, 6}};

struct suite {
    struct reader *reader;
    const struct document *document;
    struct schema_run *run;
    const char *file; /* without its directory */
    unsigned passed;
    unsigned failed;
    unsigned left_out;
    unsigned all_passed;
    unsigned all_left_out;
};

static bool is_required(const char *file, unsigned group)
{
    for (size_t i = 0; i < sizeof not_required / sizeof *not_required; i++)
        if (strcmp(file, not_required[i].file) == 0 && group >= not_required[i].first &&
            group <= not_required[i].last)
            return false;
    return true;
}

static bool read_file(const char *path, struct buf *out)
{
    FILE *file = fopen(path, "rb");
    size_t count;

    if (file == NULL)
        return false;
    do {
        char *room = buf_reserve(out, 1 << 16);

        count = fread(room, 1, 1 << 16, file);
        out->length += count;
    } while (count > 0);
    memset(buf_reserve(out, READER_PADDING), 0, READER_PADDING);
    return fclose(file) == 0;
}

static void say(const struct suite *suite, uint32_t group, uint32_t test, const char *what)
{
    const struct document *document = suite->document;
    struct view name =
        document_string(document, document_member(document, group, "description"));
    struct view part =
        document_string(document, document_member(document, test, "description"));

    printf("# %s: %.*s: %.*s: %s\n", suite->file, (int)name.length, name.data,
           (int)part.length, part.data, what);
}

static void run_test(struct suite *suite, const struct schema *schema, uint32_t group,
                     uint32_t test)
{
    const struct document *document = suite->document;
    uint32_t data = document_member(document, test, "data");
    bool want = document_is(document, document_member(document, test, "valid"), NODE_TRUE);
    const struct schema_finding *findings;
    bool valid = schema_accepts(schema, suite->run, document, data);
    size_t count = schema_explain(schema, suite->run, document, data, 20, &findings);

    if (valid == want && (count == 0) == want) {
        suite->passed++;
        return;
    }
    suite->failed++;
    say(suite, group, test, want ? "should be valid" : "should not be valid");
    for (size_t i = 0; i < count; i++)
        printf("#   %.*s: %.*s [%s]\n", (int)findings[i].pointer.length,
               findings[i].pointer.data, (int)findings[i].message.length,
               findings[i].message.data, findings[i].code);
}

static void run_group(struct suite *suite, uint32_t group, bool required)
{
    const struct document *document = suite->document;
    const struct node *nodes = document->nodes;
    uint32_t tests = document_member(document, group, "tests");
    struct view text = document_raw(document, document_member(document, group, "schema"));
    struct schema_error error;
    struct schema *schema =
        required ? schema_compile(text.data, text.length, NULL, &error) : NULL;

    for (uint32_t test = tests + 1; test < nodes[tests].next; test = nodes[test].next) {
        if (!required) {
            suite->left_out++;
        } else if (schema == NULL) {
            suite->failed++;
            say(suite, group, test, error.text);
        } else {
            run_test(suite, schema, group, test);
        }
    }
    schema_free(schema);
}

static void run_file(struct suite *suite, const char *path)
{
    const char *slash = strrchr(path, '/');
    struct reader_error error;
    struct buf text;
    unsigned number = 0;

    suite->file = slash == NULL ? path : slash + 1;
    suite->passed = suite->failed = suite->left_out = 0;
    buf_init(&text);
    if (!read_file(path, &text) ||
        reader_parse(suite->reader, text.data, text.length, &error) < 0) {
        tap_check(false, "%s can be read", path);
    } else {
        suite->document = reader_document(suite->reader);
        for (uint32_t group = 1; group < suite->document->count;
             group = suite->document->nodes[group].next, number++)
            run_group(suite, group, is_required(suite->file, number));
        tap_check(suite->failed == 0, "%s: %u passed, %u failed, %u not required",
                  suite->file, suite->passed, suite->failed, suite->left_out);
    }
    suite->all_passed += suite->passed;
    suite->all_left_out += suite->left_out;
    buf_release(&text);
}

static int is_json(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');

    return dot != NULL && strcmp(dot, ".json") == 0;
}

static void run_directory(struct suite *suite)
{
    const char *shared = getenv("KIDX_SHARED");
    struct dirent **entries;
    struct buf path;
    int count;

    buf_init(&path);
    buf_append_format(&path, "%s/suites/json-schema",
                      shared == NULL ? "../shared" : shared);
    count = scandir(buf_text(&path), &entries, is_json, alphasort);
    if (count <= 0) {
        tap_skip("no JSON Schema Test Suite in KIDX_SHARED");
        buf_release(&path);
        return;
    }
    for (int i = 0; i < count; i++) {
        size_t directory = path.length;

        buf_append_format(&path, "/%s", entries[i]->d_name);
        run_file(suite, buf_text(&path));
        path.length = directory;
        free(entries[i]);
    }
    free(entries);
    buf_release(&path);
    tap_check(suite->all_passed > 0, "%u tests passed, %u are not required",
              suite->all_passed, suite->all_left_out);
}

int main(int argc, char **argv)
{
    struct suite suite = {.reader = reader_new(), .run = schema_run_new()};

    if (argc == 1)
        run_directory(&suite);
    for (int i = 1; i < argc; i++)
        run_file(&suite, argv[i]);
    reader_free(suite.reader);
    schema_run_free(suite.run);
    return tap_done();
}
