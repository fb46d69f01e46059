/* implementation: what an implementation is called, and its role.
 *
 * Its label is the provider, else the name of its manifest (of several the first in the
 * order of bytes), else its digest. Its role is metadata.labels.role of its manifest. Where
 * a digest has several manifests, the one that counts is named after kernel and label:
 * kebab(liger-bench-KERNEL-LABEL), as kidx-csv2run names it.
 *
 * One implementation is what has one digest and one label; its kernel does not count.
 */
#ifndef KIDX_TOOLS_COMPARE_IMPLEMENTATION_H
#define KIDX_TOOLS_COMPARE_IMPLEMENTATION_H

#include "store.h"

/* All facts are taken: set label, role, has_source, identity and place of each, and
 * implementation_order. */
void implementations_resolve(struct store *store);

#endif
