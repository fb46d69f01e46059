/* path: plain jq paths on a document.
 *
 * A plain path is the part of the jq language (1.6 and later) that only selects by names
 * and indexes:
 *
 *     .   .a.b   .a["x y"][0]   ."x y".z   .[-1]
 *
 * A name in quotes is a JSON string. An index has no leading zero and at most nine digits;
 * a negative one counts from the end. Blanks are allowed around the parts of a path. All
 * else
 * (`.a?`, `.[]`, `.[1:2]`, `..`, "\(…)", comments) is not plain and is handled by libjq,
 * and so is a text that jq would reject, because its message is the better one. On a plain
 * path the results equal those of libjq, except for `.e1` and the like, which only 1.6
 * parses as numbers and rejects.
 *
 * A struct path owns its contents; documents are only read. Running out of memory ends the
 * process (mem.h).
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
    size_t name; /* offset and length in names */
    size_t name_length;
};

struct path {
    struct path_step *steps;
    size_t count;
    struct buf names;
};

void path_init(struct path *path);
void path_release(struct path *path);

/* Parse a plain path at the start of TEXT, up to its end or to a comma, and set *REST to
 * that place; if REST is NULL, up to the end. Returns false and an empty PATH where that is
 * no plain path. PATH is set up by this function; what it held is not released. */
bool path_parse(struct path *path, const char *text, const char **rest);

enum path_result {
    PATH_ERROR = -1, /* jq's error: a step that the value before it does not allow */
    PATH_NULL = 0,   /* jq's null, where the document has nothing */
    PATH_NODE = 1    /* a node, which may be null */
};

/* The result of following a path. */
struct path_match {
    uint32_t node; /* PATH_NODE: the result; PATH_ERROR: the value that does not allow the
                      step */
    size_t step;   /* PATH_ERROR: the number of that step */
};

enum path_result path_follow(const struct path *path, const struct document *document,
                             struct path_match *match);

/* Append the message for PATH_ERROR of path_follow, such as `cannot index number with "a"`.
 */
void path_explain(const struct path *path, const struct document *document,
                  const struct path_match *match, struct buf *message);

#endif
