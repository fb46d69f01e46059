/* path: plain jq paths on a document.
 *
 * A plain path is the part of jq (1.6 and later) that only follows names and indexes:
 *
 *     .   .a.b   .a["x y"][0]   ."x y".z   .[-1]
 *
 * A name in quotes is a JSON string. An index has no leading zero and at most nine digits;
 * a negative one counts from the end. Blanks may stand around the parts of a path.
 * Everything else that jq knows (`.a?`, `.[]`, `.[1:2]`, `..`, "\(…)", comments) is not
 * plain and is left to libjq, and so is what jq would refuse: its message is the better
 * one. On a plain path the results equal libjq's, but for `.e1` and its like, which 1.6
 * alone takes for numbers and refuses.
 *
 * A struct path owns what it holds; documents are only read.
 */
#ifndef KIDX_JSON_PATH_H
#define KIDX_JSON_PATH_H

#include "base/buf.h"
#include "json/reader.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct path_step {
    bool is_name;
    int32_t index;
    size_t name; /* place and length in names */
    size_t name_length;
};

struct path {
    struct path_step *steps;
    size_t count;
    struct buf names;
};

void path_init(struct path *path);
void path_release(struct path *path);

/* Read a plain path at the start of TEXT, up to its end or to a comma, of which *REST says
 * where it is; with REST NULL, up to the end. Returns false, and leaves PATH empty, where
 * that is no plain path. PATH is released or fresh. */
bool path_parse(struct path *path, const char *text, const char **rest);

enum path_result {
    PATH_ERROR = -1, /* jq's error: a step that the value before it does not have */
    PATH_NULL = 0,   /* jq's null, where the document has nothing */
    PATH_NODE = 1    /* a node, which may hold null, too */
};

/* Where a path led. */
struct path_match {
    uint32_t node; /* PATH_ERROR: the value that the step does not fit */
    size_t step;   /* PATH_ERROR: the number of that step */
};

enum path_result path_follow(const struct path *path, const struct document *document,
                             struct path_match *match);

/* Append what is wrong where path_follow gave PATH_ERROR: `cannot index number with "a"`.
 */
void path_explain(const struct path *path, const struct document *document,
                  const struct path_match *match, struct buf *message);

#endif
