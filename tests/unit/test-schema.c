#include <config.h>

#include "base/buf.h"
#include "parsed.h"
#include "schema/schema.h"
#include "tap.h"

static struct schema_run *run;

static bool is_even(struct view text)
{
    return text.length % 2 == 0;
}

static const struct schema_form forms[] = {
    {"even", "bad_even", "an even number of bytes", is_even},
    {NULL, NULL, NULL, NULL},
};

static struct schema *compile(const char *text, struct schema_error *error)
{
    return schema_compile(text, strlen(text), forms, error);
}

/* --- verdicts and findings --- */

/* "CODE POINTER: MESSAGE", one a line; empty where the value is valid. */
static void explain(const struct schema *schema, const struct document *document,
                    size_t maximum, struct buf *out)
{
    const struct schema_finding *findings;
    bool valid = schema_accepts(schema, run, document, 0);
    size_t count = schema_explain(schema, run, document, 0, maximum, &findings);

    buf_clear(out);
    if (valid != (count == 0))
        buf_append_text(out, "(schema_accepts says otherwise)\n");
    for (size_t i = 0; i < count; i++)
        buf_append_format(out, "%s %.*s: %.*s\n", findings[i].code,
                          (int)findings[i].pointer.length, findings[i].pointer.data,
                          (int)findings[i].message.length, findings[i].message.data);
}

static const struct {
    const char *schema;
    const char *value;
    const char *want;
} cases[] = {
    {"true", "1", ""},
    {"{}", "1", ""},
    {"false", "1", "forbidden : expected nothing here, found 1\n"},
    {"{\"type\":\"integer\"}", "1.0", ""},
    {"{\"type\":\"integer\"}", "1e3", ""},
    {"{\"type\":\"integer\"}", "-0", ""},
    {"{\"type\":\"integer\"}", "9007199254740991.4", ""},
    {"{\"type\":\"integer\"}", "1.5", "wrong_type : expected integer, found 1.5\n"},
    {"{\"type\":[\"string\",\"null\"]}", "[1]",
     "wrong_type : expected null or string, found an array of 1 element\n"},
    {"{\"type\":\"boolean\"}", "{\"a\":1,\"b\":2}",
     "wrong_type : expected boolean, found an object of 2 members\n"},
    {"{\"type\":[]}", "1", "wrong_type : expected no type of value, found 1\n"},
    /* Objects. */
    {"{\"required\":[\"a\",\"b\",\"a\"]}", "{\"b\":1}",
     "missing_member : expected member \"a\", found none\n"},
    {"{\"properties\":{\"a\":{\"type\":\"string\"}},\"additionalProperties\":false}",
     "{\"a\":1,\"x/y~\":2}",
     "wrong_type /a: expected string, found 1\n"
     "unknown_member /x~1y~0: expected no member of this name, found \"x/y~\"\n"},
    {"{\"properties\":{\"a\":true},\"unevaluatedProperties\":false}", "{\"a\":1,\"b\":2}",
     "unknown_member /b: expected no further members, found this one\n"},
    {"{\"minProperties\":2,\"maxProperties\":0}", "{\"a\":1}",
     "too_few : expected at least 2 members, found 1\n"},
    {"{\"maxProperties\":1}", "{\"a\":1,\"b\":2}",
     "too_many : expected at most 1 member, found 2\n"},
    {"{\"propertyNames\":{\"pattern\":\"^[a-z]+$\",\"maxLength\":2}}",
     "{\"abc\":1,\"\\u0041\":2}",
     "too_long /abc: name: expected at most 2 characters, found 3\n"
     "bad_pattern /A: name: expected text that matches ^[a-z]+$, found \"A\"\n"},
    {"{\"dependentRequired\":{\"a\":[\"b\",\"c\"]}}", "{\"a\":1,\"b\":2}",
     "missing_member : expected member \"c\", found none\n"},
    {"{\"dependentSchemas\":{\"a\":{\"required\":[\"b\"]}}}", "{\"a\":1}",
     "missing_member : expected member \"b\", found none\n"},
    {"{\"patternProperties\":{\"^a\":{\"type\":\"string\"},\"b$\":{\"minimum\":2}}}",
     "{\"ab\":1}",
     "wrong_type /ab: expected string, found 1\n"
     "out_of_range /ab: expected at least 2, found 1\n"},
    {"{\"required\":[\"a\"],\"properties\":{\"b\":true}}", "{\"b\":1}",
     "missing_member : expected member \"a\", found none\n"},
    {"{\"properties\":{\"abcdefgh0\":true},\"additionalProperties\":{\"type\":\"null\"}}",
     "{\"abcdefgh0\":0,\"abcdefgh1\":null,\"abcdefgh2\":null,\"abcdefgh3\":null,"
     "\"abcdefgh4\":null,\"abcdefgh5\":null,\"abcdefgh6\":null,\"abcdefgh7\":1}",
     "wrong_type /abcdefgh7: expected null, found 1\n"},
    {"{\"properties\":{\"abcdefgh0\":{\"type\":\"string\"}}}",
     "{\"abcdefgh1\":0,\"abcdefgh2\":0,\"abcdefgh3\":0,\"abcdefgh4\":0,\"abcdefgh5\":0,"
     "\"abcdefgh6\":0,\"abcdefgh7\":0,\"abcdefgh8\":0,\"abcdefgh9\":0,\"abcdefgha\":0}",
     ""},
    /* Names that share their first and last eight bytes. */
    {"{\"properties\":{\"abcdefgh1ijklmnop\":false,\"abcdefgh2ijklmnop\":true},"
     "\"additionalProperties\":{\"type\":\"null\"}}",
     "{\"abcdefgh2ijklmnop\":1,\"abcdefgh3ijklmnop\":null,\"abcdefgh1ijklmnop\":1}",
     "forbidden /abcdefgh1ijklmnop: expected nothing here, found 1\n"},
    {"{\"properties\":{\"\":false,\"a\":false,\"a\\u0000\":false}}",
     "{\"a\\u0000\\u0000\":1}", ""},
    {"{\"properties\":{\"\":{\"type\":\"null\"}}}", "{\"\":1}",
     "wrong_type /: expected null, found 1\n"},
    /* Arrays. */
    {"{\"minItems\":1}", "[]", "too_few : expected at least 1 element, found 0\n"},
    {"{\"prefixItems\":[true],\"items\":false}", "[1,2]",
     "unknown_item /1: expected no element here, found 2\n"},
    {"{\"prefixItems\":[true],\"unevaluatedItems\":false}", "[1,[]]",
     "unknown_item /1: expected no further elements, found an array of 0 elements\n"},
    {"{\"contains\":{\"type\":\"string\"},\"maxContains\":1}", "[1,\"a\",\"b\"]",
     "too_many : expected at most 1 fitting element, found 2\n"},
    {"{\"contains\":{\"type\":\"string\"}}", "[1]",
     "too_few : expected at least 1 fitting element, found 0\n"},
    {"{\"uniqueItems\":true}", "[1,\"1\",1.0]",
     "not_unique /2: expected elements that are not equal, found 1.0\n"},
    {"{\"uniqueItems\":true}",
     "[{\"a\":[0,1],\"b\":null},5,4,3,2,{\"b\":null,\"a\":[-0,1e0]}]",
     "not_unique /5: expected elements that are not equal, found an object of 2 members\n"},
    {"{\"uniqueItems\":true}", "[0,false,null,\"\",[],{},[0],[false],[[]],{\"a\":0}]", ""},
    {"{\"uniqueItems\":true}", "[{\"a\":1,\"b\":2},{\"b\":3,\"a\":1},[1,2],[2,1],[1]]", ""},
    {"{\"uniqueItems\":true}",
     "[{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1},"
     "{\"i\":1,\"h\":1,\"g\":1,\"f\":1,\"e\":1,\"d\":1,\"c\":1,\"b\":1,\"a\":2},"
     "{\"i\":1,\"h\":1,\"g\":1,\"f\":1,\"e\":1,\"d\":1,\"c\":1,\"b\":1,\"a\":1}]",
     "not_unique /2: expected elements that are not equal, found an object of 9 members\n"},
    /* Numbers. */
    {"{\"minimum\":1,\"maximum\":0}", "0.5",
     "out_of_range : expected at least 1, found 0.5\n"
     "out_of_range : expected at most 0, found 0.5\n"},
    {"{\"exclusiveMinimum\":1,\"exclusiveMaximum\":1}", "1",
     "out_of_range : expected more than 1, found 1\n"
     "out_of_range : expected less than 1, found 1\n"},
    {"{\"multipleOf\":0.1}", "0.3", ""},
    {"{\"multipleOf\":0.01}", "19.99", ""},
    {"{\"multipleOf\":3}", "1e300",
     "not_multiple : expected a multiple of 3, found 1e300\n"},
    {"{\"multipleOf\":1e-300}", "-1e300", ""},
    {"{\"multipleOf\":2097152}", "1e21", ""},
    {"{\"multipleOf\":4194304}", "1e21",
     "not_multiple : expected a multiple of 4194304, found 1e21\n"},
    {"{\"multipleOf\":1e300}", "0", ""},
    {"{\"multipleOf\":2}", "1e-7", "not_multiple : expected a multiple of 2, found 1e-7\n"},
    /* Strings. */
    {"{\"minLength\":2,\"maxLength\":2}", "\"\xf0\x9f\x90\xb2\xc3\xa9\"", ""},
    {"{\"minLength\":2}", "\"\xf0\x9f\x90\xb2\"",
     "too_short : expected at least 2 characters, found 1\n"},
    {"{\"maxLength\":1}", "\"\\u00e9\\u00e9\"",
     "too_long : expected at most 1 character, found 2\n"},
    {"{\"kidx:maxUtf16Length\":3}", "\"a\xf0\x9f\x90\xb2\"", ""},
    {"{\"kidx:maxUtf16Length\":2}", "\"a\xf0\x9f\x90\xb2\"",
     "too_long : expected at most 2 UTF-16 code units, found 3\n"},
    {"{\"pattern\":\"^\\\\d+$\"}", "\"1\\n\"",
     "bad_pattern : expected text that matches ^\\d+$, found \"1\\n\"\n"},
    {"{\"kidx:form\":\"even\"}", "\"abc\"",
     "bad_even : expected an even number of bytes, found \"abc\"\n"},
    {"{\"kidx:form\":\"even\"}", "1", ""},
    {"{\"format\":\"ipv4\"}", "\"x\"", ""},
    /* Values. */
    {"{\"const\":{\"a\":[1,2]}}", "{\"a\":[1.0,2]}", ""},
    {"{\"const\":\"a\"}", "\"b\"", "not_in_enum : expected \"a\", found \"b\"\n"},
    {"{\"enum\":[1,\"x\",null]}", "2",
     "not_in_enum : expected one of 1, \"x\", null, found 2\n"},
    {"{\"enum\":[]}", "2", "not_in_enum : expected one of , found 2\n"},
    /* Applicators. */
    {"{\"not\":{\"type\":\"string\"}}", "\"a\"",
     "forbidden : expected a value that the schema of not rejects, found \"a\"\n"},
    {"{\"anyOf\":[{\"type\":\"integer\",\"minimum\":0},{\"type\":\"string\",\"pattern\":\"^"
     "a$\"}]}",
     "-1", "out_of_range : expected at least 0, found -1\n"},
    {"{\"anyOf\":[{\"type\":\"integer\",\"minimum\":0},{\"type\":\"string\",\"pattern\":\"^"
     "a$\"}]}",
     "\"b\"", "bad_pattern : expected text that matches ^a$, found \"b\"\n"},
    {"{\"anyOf\":[{\"type\":\"integer\",\"minimum\":0},{\"type\":\"string\",\"pattern\":\"^"
     "a$\"}]}",
     "null", "wrong_type : expected integer or string, found null\n"},
    {"{\"anyOf\":[{\"minimum\":3},{\"maximum\":1}]}", "2",
     "no_alternative : expected a value that fits one of 2 alternatives, found 2\n"},
    {"{\"oneOf\":[true,true,false]}", "2",
     "many_alternatives : expected a value that fits exactly one of 3 alternatives, but 2 "
     "fit, found 2\n"},
    {"{\"if\":{\"required\":[\"a\"]},\"then\":{\"required\":[\"b\"]},\"else\":{"
     "\"required\":"
     "[\"c\"]}}",
     "{\"a\":1}", "missing_member : expected member \"b\", found none\n"},
    {"{\"then\":false,\"else\":false}", "1", ""},
    /* A finding that two ways lead to is reported once. */
    {"{\"$defs\":{\"s\":{\"type\":\"string\"}},\"allOf\":[{\"$ref\":\"#/$defs/"
     "s\"},{\"$ref\":"
     "\"#/$defs/s\"}]}",
     "1", "wrong_type : expected string, found 1\n"},
    /* References. */
    {"{\"$id\":\"http://x/"
     "a\",\"$defs\":{\"i\":{\"$id\":\"b\",\"$defs\":{\"n\":{\"$anchor\":"
     "\"n\",\"type\":\"null\"}}}},\"$ref\":\"http://x/b#n\"}",
     "1", "wrong_type : expected null, found 1\n"},
    {"{\"properties\":{\"a\":{\"$ref\":\"#/unknown/x%25~1y~0\"}},\"unknown\":{\"x%/y~\":"
     "{\"type\":\"null\"}}}",
     "{\"a\":1}", "wrong_type /a: expected null, found 1\n"},
    /* An identifier is none under an unknown keyword or in a value. */
    {"{\"unknown\":{\"$anchor\":\"a\",\"type\":\"null\"},\"enum\":[{\"$anchor\":\"a\"},1],"
     "\"$defs\":{\"x\":{\"$anchor\":\"a\",\"type\":\"string\"}},\"$ref\":\"#a\"}",
     "1", "wrong_type : expected string, found 1\n"},
    /* The dynamic scope leaves out a resource that a pointer passes through. */
    {"{\"$id\":\"http://x/foo\",\"properties\":{\"p\":{\"$ref\":\"bar#/$defs/item\"}},"
     "\"$defs\":{\"bar\":{\"$id\":\"bar\",\"$defs\":{\"item\":{\"$id\":\"item\","
     "\"properties\":"
     "{\"c\":{\"$dynamicRef\":\"#c\"}},\"$defs\":{\"d\":{\"$dynamicAnchor\":\"c\",\"type\":"
     "\"integer\"}}},\"content\":{\"$dynamicAnchor\":\"c\",\"type\":\"string\"}}}}}",
     "{\"p\":{\"c\":\"x\"}}", "wrong_type /p/c: expected integer, found \"x\"\n"},
    /* The outermost resource decides; a resource that is passed by counts, too. */
    {"{\"$id\":\"http://x/"
     "root\",\"$ref\":\"list\",\"$defs\":{\"strings\":{\"$dynamicAnchor\":"
     "\"item\",\"type\":\"string\"},\"list\":{\"$id\":\"list\",\"items\":{\"$dynamicRef\":"
     "\"#item\"},\"$defs\":{\"any\":{\"$dynamicAnchor\":\"item\"}}}}}",
     "[\"a\",1]", "wrong_type /1: expected string, found 1\n"},
    {"{\"$id\":\"http://x/root\",\"items\":{\"$ref\":\"mid#/$defs/"
     "hop\"},\"$defs\":{\"mid\":"
     "{\"$id\":\"mid\",\"$defs\":{\"hop\":{\"$ref\":\"leaf\"},\"s\":{\"$dynamicAnchor\":"
     "\"i\","
     "\"type\":\"string\"}}},\"leaf\":{\"$id\":\"leaf\",\"$dynamicRef\":\"#i\",\"$defs\":{"
     "\"any\":"
     "{\"$dynamicAnchor\":\"i\"}}}}}",
     "[\"a\",1]", "wrong_type /1: expected string, found 1\n"},
    /* What a failing branch has evaluated does not count. */
    {"{\"anyOf\":[{\"properties\":{\"b\":true},\"required\":[\"z\"]},{\"properties\":"
     "{\"a\":true}}],\"unevaluatedProperties\":false}",
     "{\"a\":1,\"b\":2}",
     "unknown_member /b: expected no further members, found this one\n"},
    {"{\"anyOf\":[{\"properties\":{\"b\":true}},{\"properties\":{\"a\":true}}],"
     "\"unevaluatedProperties\":false}",
     "{\"a\":1,\"b\":2}", ""},
};

static void test_cases(void)
{
    struct buf out;

    buf_init(&out);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct schema_error error;
        struct schema *schema = compile(cases[i].schema, &error);
        struct parsed value = parsed_text(cases[i].value);

        if (tap_check(schema != NULL && value.document != NULL, "compiled: %s",
                      cases[i].schema)) {
            explain(schema, value.document, 20, &out);
            tap_equal_bytes(buf_text(&out), out.length, cases[i].want, cases[i].value);
        } else {
            printf("# %s\n", schema == NULL ? error.text : value.error.text);
        }
        schema_free(schema);
        parsed_release(&value);
    }
    buf_release(&out);
}

/* --- refusals --- */

static const struct {
    const char *schema;
    const char *code;
    size_t offset;
    const char *text; /* a part of it */
} rejected[] = {
    {"{\"type\":}", "syntax", 8, "value"},
    {"{\"type\":\"null\",\"type\":\"null\"}", "duplicate_name", 15, "name"},
    {"", "syntax", 0, "value"},
    {"1", "bad_schema", 0, "expected a schema"},
    {"{\"$ref\":\"#/$defs/a\"}", "bad_schema", 8, "not in this file: \"#/$defs/a\""},
    {"{\"$defs\":{\"a\":{\"$ref\":\"http://x/\"}}}", "bad_schema", 22, "http://x/"},
    {"{\"$ref\":\"#a\"}", "bad_schema", 8, "#a"},
    {"{\"$ref\":\"#/a%2\"}", "bad_schema", 8, "#/a%2"},
    {"{\"$ref\":1}", "bad_schema", 8, "string"},
    {"{\"$ref\":\"#/type\",\"type\":\"null\"}", "bad_schema", 24, "expected a schema"},
    {"{\"$dynamicRef\":\"#a\"}", "bad_schema", 15, "#a"},
    {"{\"type\":\"int\"}", "bad_schema", 8, "type"},
    {"{\"type\":[\"string\",1]}", "bad_schema", 18, "type"},
    {"{\"minLength\":-1}", "bad_schema", 13, "at least 0"},
    {"{\"minLength\":1.5}", "bad_schema", 13, "minLength"},
    {"{\"maxItems\":\"1\"}", "bad_schema", 12, "integer"},
    {"{\"minimum\":\"1\"}", "bad_schema", 11, "number"},
    {"{\"multipleOf\":0}", "bad_schema", 14, "above 0"},
    {"{\"pattern\":\"a++\"}", "bad_schema", 11, "byte 3"},
    {"{\"$defs\":{\"a\":{\"patternProperties\":{\"(?i)a\":true}}}}", "bad_schema", 36,
     "byte 2"},
    {"{\"pattern\":1}", "bad_schema", 11, "string"},
    {"{\"enum\":1}", "bad_schema", 8, "array"},
    {"{\"required\":\"a\"}", "bad_schema", 12, "names"},
    {"{\"required\":[1]}", "bad_schema", 12, "names"},
    {"{\"dependentRequired\":{\"a\":[1]}}", "bad_schema", 21, "names"},
    {"{\"properties\":[]}", "bad_schema", 14, "object of schemas"},
    {"{\"properties\":{\"a\":1}}", "bad_schema", 19, "expected a schema"},
    {"{\"anyOf\":{}}", "bad_schema", 9, "array of schemas"},
    {"{\"anyOf\":[]}", "bad_schema", 9, "at least one"},
    {"{\"items\":[true]}", "bad_schema", 9, "expected a schema"},
    {"{\"uniqueItems\":1}", "bad_schema", 15, "true or false"},
    {"{\"kidx:form\":\"odd\"}", "bad_schema", 13, "form"},
    {"{\"kidx:other\":1}", "bad_schema", 1, "kidx:other"},
    {"{\"$id\":\"http://x/#a\"}", "bad_schema", 7, "fragment"},
    {"{\"$id\":\"http://x/\",\"$defs\":{\"a\":{\"$id\":\"/\"}}}", "bad_schema", 32,
     "two schemas"},
    {"{\"$anchor\":\"a\",\"$defs\":{\"a\":{\"$anchor\":\"a\"}}}", "bad_schema", 39,
     "two schemas"},
    {"{\"$anchor\":\"1\"}", "bad_schema", 11, "$anchor"},
    {"{\"$schema\":\"http://json-schema.org/draft-07/schema#\"}", "bad_schema", 11,
     "draft 2020-12"},
};

static void test_refusals(void)
{
    for (size_t i = 0; i < sizeof rejected / sizeof *rejected; i++) {
        struct schema_error error = {.code = ""};
        struct schema *schema = compile(rejected[i].schema, &error);

        if (!tap_check(schema == NULL && strcmp(error.code, rejected[i].code) == 0 &&
                           error.offset == rejected[i].offset &&
                           strstr(error.text, rejected[i].text) != NULL,
                       "rejected: %s", rejected[i].schema))
            printf("# %s at %zu: %s\n", error.code, error.offset, error.text);
        schema_free(schema);
    }
}

/* --- limits --- */

/* Validate TEXT; the code of the first finding, "" where it is valid. */
static const char *verdict(const char *schema_text, size_t length, struct buf *text)
{
    struct schema_error error;
    struct schema *schema = schema_compile(schema_text, length, forms, &error);
    struct parsed value = parsed_bytes(text->data, text->length, ' ');
    const struct schema_finding *findings;
    const char *code = "";

    if (schema == NULL || value.document == NULL)
        code = schema == NULL ? "no schema" : "no value";
    else if (!schema_accepts(schema, run, value.document, 0))
        code = schema_explain(schema, run, value.document, 0, 1, &findings) == 1
                   ? findings[0].code
                   : "no finding";
    schema_free(schema);
    parsed_release(&value);
    return code;
}

static void check_verdict(const char *schema, const char *value, const char *want)
{
    struct buf text;

    buf_init(&text);
    buf_append_text(&text, value);
    tap_check(strcmp(verdict(schema, strlen(schema), &text), want) == 0, "%s: %.60s",
              *want == '\0' ? "valid" : want, schema);
    buf_release(&text);
}

static void test_endless(void)
{
    struct buf schema;

    check_verdict("{\"$ref\":\"#\"}", "1", "schema_limit");
    check_verdict("{\"not\":{\"$ref\":\"#\"}}", "1", "schema_limit");
    check_verdict("{\"anyOf\":[{\"$ref\":\"#\"},true]}", "1", "schema_limit");
    check_verdict("{\"if\":{\"$ref\":\"#\"},\"else\":true}", "1", "schema_limit");
    check_verdict("{\"$dynamicAnchor\":\"a\",\"oneOf\":[{\"$dynamicRef\":\"#a\"}]}", "1",
                  "schema_limit");
    check_verdict("{\"items\":{\"$ref\":\"#\"},\"type\":\"array\"}", "[[[[]]]]", "");
    check_verdict("{\"pattern\":\"^(a+)+$\"}",
                  "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!\"", "pattern_limit");
    check_verdict("{\"not\":{\"pattern\":\"^(a+)+$\"}}",
                  "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!\"", "pattern_limit");
    buf_init(&schema);
    buf_append_text(&schema, "{\"$ref\":\"#/$defs/0\",\"$defs\":{");
    for (int i = 0; i < 60; i++)
        buf_append_format(&schema,
                          "\"%d\":{\"allOf\":[{\"$ref\":\"#/$defs/%d\"},{\"$ref\":"
                          "\"#/$defs/%d\"}]},",
                          i, i + 1, i + 1);
    buf_append_text(&schema, "\"60\":{\"type\":\"integer\"}}}");
    check_verdict(buf_text(&schema), "1", "schema_limit");
    buf_release(&schema);
}

/* Deeper than any document may be. */
static void test_depth(void)
{
    struct buf text;

    buf_init(&text);
    for (int i = 0; i < READER_DEPTH; i++)
        buf_append_byte(&text, '[');
    for (int i = 0; i < READER_DEPTH; i++)
        buf_append_byte(&text, ']');
    check_verdict(
        "{\"$defs\":{\"a\":{\"allOf\":[{\"$ref\":\"#\"}]}},\"items\":{\"allOf\":[{"
        "\"allOf\":[{\"$ref\":\"#/$defs/a\"}]}]}}",
        buf_text(&text), "");
    buf_release(&text);
}

/* COUNT times FORM between commas, each '@' the number. */
static void append_many(struct buf *out, int count, const char *form)
{
    for (int i = 0; i < count; i++) {
        buf_append_text(out, i == 0 ? "" : ",");
        for (const char *at = form; *at != '\0'; at++)
            if (*at == '@')
                buf_append_format(out, "%d", i);
            else
                buf_append_byte(out, *at);
    }
}

static void test_large(void)
{
    static const char unique[] = "{\"uniqueItems\":true}";
    struct buf schema, value;

    buf_init(&schema);
    buf_init(&value);
    buf_append_text(&schema, "{\"anyOf\":[");
    append_many(&schema, 100000, "{\"const\":\"x@\"}");
    buf_append_text(&schema, "]}");
    buf_append_text(&value, "\"x99999\"");
    tap_check(*verdict(schema.data, schema.length, &value) == '\0', "10^5 alternatives");
    buf_clear(&value);
    buf_append_text(&value, "[\"x99999\"]");
    tap_check(strcmp(verdict(schema.data, schema.length, &value), "no_alternative") == 0,
              "none of 10^5 alternatives");

    buf_clear(&schema);
    buf_append_text(&schema, "{\"enum\":[");
    append_many(&schema, 100000, "@.0,[\"@\"]");
    buf_append_text(&schema, "]}");
    tap_check(strcmp(verdict(schema.data, schema.length, &value), "not_in_enum") == 0,
              "none of 2*10^5 values");
    buf_clear(&value);
    buf_append_text(&value, "[\"99999\"]");
    tap_check(*verdict(schema.data, schema.length, &value) == '\0', "one of 2*10^5 values");

    buf_clear(&value);
    buf_append_byte(&value, '[');
    append_many(&value, 1000000, "@");
    buf_append_byte(&value, ']');
    tap_check(*verdict(unique, sizeof unique - 1, &value) == '\0', "10^6 elements, unique");
    value.length--;
    buf_append_text(&value, ",5e5]");
    tap_check(strcmp(verdict(unique, sizeof unique - 1, &value), "not_unique") == 0,
              "10^6 elements and one of them again");

    buf_clear(&value);
    buf_append_text(&value, "[{");
    append_many(&value, 100000, "\"@\":1");
    buf_append_text(&value, "},{");
    for (int i = 99999; i >= 0; i--)
        buf_append_format(&value, "\"%d\":1.0%s", i, i == 0 ? "}]" : ",");
    tap_check(strcmp(verdict(unique, sizeof unique - 1, &value), "not_unique") == 0,
              "equal objects of 10^5 members in reverse order");

    buf_clear(&schema);
    buf_append_text(&schema, "{\"properties\":{");
    append_many(&schema, 100000, "\"abcdefgh@ijklmnop\":true");
    buf_append_text(&schema, "},\"additionalProperties\":false}");
    buf_clear(&value);
    buf_append_byte(&value, '{');
    append_many(&value, 100000, "\"abcdefgh@ijklmnop\":1");
    buf_append_byte(&value, '}');
    tap_check(*verdict(schema.data, schema.length, &value) == '\0',
              "10^5 names with the same start and end");
    buf_release(&schema);
    buf_release(&value);
}

/* --- the rest of the interface --- */

static void test_maximum(void)
{
    static const char want[] = "wrong_type /0: expected string, found 1\n"
                               "wrong_type /1: expected string, found 2\n";
    struct schema_error error;
    struct schema *schema = compile("{\"items\":{\"type\":\"string\"}}", &error);
    struct parsed value = parsed_text("[1,2,3,4]");
    struct buf out;

    buf_init(&out);
    explain(schema, value.document, 2, &out);
    tap_equal_bytes(out.data, out.length, want, "at most as many findings as wanted");
    buf_release(&out);
    schema_free(schema);
    parsed_release(&value);
}

/* A value inside a document: pointers are those of the document. */
static void test_inside(void)
{
    struct schema_error error;
    struct schema *schema =
        compile("{\"properties\":{\"b\":{\"type\":\"string\"}}}", &error);
    struct parsed value = parsed_text("[{\"a\":{\"b\":1}}]");
    uint32_t node = document_member(value.document, 1, "a");
    const struct schema_finding *findings;

    tap_check(schema_accepts(schema, run, value.document, 0), "the whole is valid");
    tap_check(!schema_accepts(schema, run, value.document, node), "a part is not");
    tap_check(schema_explain(schema, run, value.document, node, 9, &findings) == 1 &&
                  view_is(findings[0].pointer, "/0/a/b") &&
                  findings[0].node == document_member(value.document, node, "b"),
              "the pointer begins at the root");
    schema_free(schema);
    parsed_release(&value);
}

static void test_long_values(void)
{
    struct schema_error error;
    struct schema *schema = compile("{\"type\":\"null\"}", &error);
    struct buf text, out;
    struct parsed value;

    buf_init(&text);
    buf_init(&out);
    buf_append_byte(&text, '"');
    for (int i = 0; i < 100; i++)
        buf_append_text(&text, "\xe2\x82\xac");
    buf_append_byte(&text, '"');
    value = parsed_bytes(text.data, text.length, 'x');
    explain(schema, value.document, 9, &out);
    tap_check(out.length < 140 && strstr(buf_text(&out), "\xe2\x82\xac\"...\n") != NULL,
              "a long value is cut between characters");
    buf_release(&text);
    buf_release(&out);
    schema_free(schema);
    parsed_release(&value);
}

int main(void)
{
    run = schema_run_new();
    test_cases();
    test_refusals();
    test_endless();
    test_depth();
    test_large();
    test_maximum();
    test_inside();
    test_long_values();
    schema_run_free(run);
    return tap_done();
}
