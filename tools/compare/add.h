/* add: the facts of lines into a store.
 *
 * Called in input order, though nothing that comes out depends on it: numbers are given to
 * cohorts, implementations and texts as they come, and sort_store replaces them.
 */
#ifndef KIDX_TOOLS_COMPARE_ADD_H
#define KIDX_TOOLS_COMPARE_ADD_H

#include "store.h"

struct fact;

/* Add the facts of a line (facts.h); what the store needs of them is copied. */
void add_facts(struct store *store, const struct fact *facts);

#endif
