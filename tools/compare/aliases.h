/* aliases: all names that a pair has, of its case and of its implementation.
 *
 * No digest covers names, so anybody can give a digest another one. A line of --ack or
 * --limits that names a case must therefore not be enough if the case has other names, too:
 * an ack must accept each alias, and of the limits of all aliases the lowest counts.
 *
 * With --base=FILE, a part of the case of the base that only the files of the candidates
 * name is also called by the beginning of its digest (an implementation by all of it).
 *
 * Views are valid until the next call for the same struct, and as long as the store.
 */
#ifndef KIDX_TOOLS_COMPARE_ALIASES_H
#define KIDX_TOOLS_COMPARE_ALIASES_H

#include "pair.h"

/* An alias is a case and a label. With more of them than this, none is made. */
enum { ALIASES_MAX = 256 };

struct aliases {
    struct view *cases; /* as store_case_text writes them; in the order of bytes */
    size_t case_count;
    struct view *labels;
    size_t label_count;
    bool are_too_many; /* there are no others then than the names that are shown */
    struct arena arena;
};

void aliases_init(struct aliases *aliases);
void aliases_release(struct aliases *aliases);

void aliases_make(struct aliases *aliases, const struct store *store,
                  const struct pair *pair);

#endif
