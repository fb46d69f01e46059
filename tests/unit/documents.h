/* documents: JSON texts of all forms, to try paths and pointers on. */
#ifndef KIDX_TESTS_DOCUMENTS_H
#define KIDX_TESTS_DOCUMENTS_H

static const char *const documents[] = {
    "null",
    "true",
    "false",
    "0",
    "-1.5e3",
    "\"text\"",
    "\"\"",
    "[]",
    "{}",
    "[1,2,[3,{\"a\":[null,false]}],\"x\"]",
    "{\"a\":null}",
    "{\"a\":false,\"b\":{\"a\":[]}}",
    "{\"a\":{\"b\":{\"c\":[{\"a\":7}]},\"\":[1]},\"\":{\"\":3}}",
    "{\"a\":[[10,20],[30],{\"b\":\"\\u00e9\"}],\"x y\":{\"z\":1.0}}",
    "{\"a\":{\"b\":[]},\"_\":1,\"\\u0000\":2,\"a\\n\\ud83d\\ude00\":3,\"\\u00e9\":{"
    "\"\\ud83d"
    "\\ude00\":4}}",
    "{\"\\u0061\":{\"\\u0062\":{\"\\u0063\":[[5]]}},\"a,b]\\\"[\":6}",
    "{\"and\":{\"if\":{\"reduce\":{\"__loc__\":1}}},\"a_1\":{\"Z\":[]}}",
    "[[[1]]]",
    "[null]",
    "[{\"a\":1},{\"a\":2}]",
};

#endif
