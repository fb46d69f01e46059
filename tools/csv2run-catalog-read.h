/* csv2run-catalog-read: one layer of a catalog, read and checked; for csv2run-catalog.c.
 *
 * Objects are closed: an unknown member and a missing one are errors, and so is a value of
 * another type than kidx-catalog(5) gives it.
 */
#ifndef KIDX_TOOLS_CSV2RUN_CATALOG_READ_H
#define KIDX_TOOLS_CSV2RUN_CATALOG_READ_H

#include "csv2run-catalog.h"

/* Lay the entries of LAYER, whose document is there, over CATALOG. -1: said. */
int catalog_read(struct catalog *catalog, struct catalog_layer *layer, bool is_first,
                 struct diag *diag);

#endif
