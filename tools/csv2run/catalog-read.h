/* catalog-read: one layer of a catalog, read and checked; for catalog.c.
 *
 * Objects are closed: an unknown member and a missing one are errors, and so is a value of
 * another type than kidx-catalog(5) gives it. What is wrong is said; -1 and NULL mean that.
 */
#ifndef KIDX_TOOLS_CSV2RUN_CATALOG_READ_H
#define KIDX_TOOLS_CSV2RUN_CATALOG_READ_H

#include "catalog.h"

/* Lay the entries of LAYER, whose document is there, over CATALOG. */
int catalog_read(struct catalog *catalog, struct catalog_layer *layer, bool is_first,
                 struct diag *diag);

/* --- for catalog-kernel.c, too --- */

struct catalog_reading {
    struct catalog *catalog;
    struct catalog_layer *layer;
    const struct document *document;
    struct diag *diag;
};

#define CATALOG_FAIL(reading, node, ...) \
    catalog_fail((reading)->layer, (node), (reading)->diag, __VA_ARGS__)

enum catalog_type {
    TYPE_TEXT,
    TYPE_TOKEN,
    TYPE_SLUG,
    TYPE_BOOLEAN,
    TYPE_SIZE,
    TYPE_OBJECT,
    TYPE_LIST, /* not empty */
    TYPE_PROGRAM
};

/* A member of a closed object. */
struct catalog_rule {
    const char *name;
    enum catalog_type type;
    bool optional;
};

enum { CATALOG_RULES_MAX = 12 };

/* The values of an object's members in the order of RULES, NODE_NONE for an optional one
 * that is not there. */
int catalog_read_object(struct catalog_reading *reading, uint32_t node,
                        const struct catalog_rule *rules, size_t count,
                        uint32_t values[CATALOG_RULES_MAX]);

/* The text of a node; data NULL for NODE_NONE. */
struct view catalog_text(const struct catalog_reading *reading, uint32_t node);

/* The struct catalog_kernel of an entry. */
void *catalog_read_kernel(struct catalog_reading *reading, struct view name, uint32_t node);

#endif
