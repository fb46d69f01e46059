/* implementation: what an implementation is called, and its roles.
 *
 * Its label is the provider, else the name of its manifest (of several the first in the
 * order of bytes), else its digest. A role is metadata.labels.role of a manifest. Where a
 * digest has several names, the manifests of a kernel and a label are those with the
 * shortest name that is kebab(KERNEL-LABEL), or ends with it after a dash. A role applies
 * if any manifest of that digest and name has it, since no digest covers roles: a copy of a
 * manifest without its role must not take the role away.
 *
 * One implementation is what has one digest and one label; its kernel does not count.
 *
 * One thread, after all facts were added.
 */
#ifndef KIDX_TOOLS_COMPARE_IMPLEMENTATION_H
#define KIDX_TOOLS_COMPARE_IMPLEMENTATION_H

#include "store.h"

/* Set label, roles, is_base, identity and place of each implementation, and
 * implementation_order. */
void implementation_resolve_all(struct store *store,
                                const struct compare_settings *settings);

#endif
