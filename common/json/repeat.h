/* repeat: objects that were read before, byte for byte.
 *
 * Protocol and environment of a bundle come again in the next one. What the reader made of
 * such an object is kept, and where the same bytes stand again behind a name of the same
 * hash, its nodes are copied instead of made. The bytes are compared
 * in full, so a document is the same with and without this.
 *
 * It is a cache of fixed size: REPEAT_SETS × REPEAT_WAYS objects of at most REPEAT_TEXT_MAX
 * bytes and REPEAT_NODES_MAX nodes, 850 KiB if all are that large. Only objects whose nodes
 * need nothing but the text are kept: none with an escape, with many members or with an
 * integer of more than 15 digits. Names whose objects do not come again are soon left
 * alone, and tried again now and then, so what never repeats costs next to nothing.
 *
 * A repeat belongs to one reader and owns what it keeps. Nothing fails.
 */
#ifndef KIDX_JSON_REPEAT_H
#define KIDX_JSON_REPEAT_H

#include "json/document.h"

enum {
    REPEAT_SETS = 16,
    REPEAT_WAYS = 8,
    REPEAT_DEPTH = 3, /* brackets that are open around an object, at most; */
    REPEAT_TEXT_MIN = 96,
    REPEAT_TEXT_MAX = 4096,
    REPEAT_NODES_MAX = 128 /* so that what is kept is nowhere too deep */
};

/* An object as it was read. `start` of its nodes counts from its first byte, `next` from
 * its first node. */
struct repeat_object {
    struct buf text;
    struct buf nodes; /* struct node */
};

struct repeat;

struct repeat *repeat_new(void);
void repeat_free(struct repeat *repeat);

/* The kept object with which the LENGTH bytes at TEXT begin, or NULL. They stand behind a
 * name of HASH. Valid until the next repeat_store. */
const struct repeat_object *repeat_find(struct repeat *repeat, uint64_t hash,
                                        const char *text, size_t length);

/* Write the nodes of OBJECT, which now stands at byte START of the text, to NODES, of which
 * the first is number INDEX of its document. Returns how many there are. */
uint32_t repeat_copy(const struct repeat_object *object, struct node *nodes, uint32_t index,
                     uint32_t start);

/* Keep object NODE of a document that is still being read, if it is one to keep. END is the
 * number behind its last node. */
void repeat_store(struct repeat *repeat, uint64_t hash, const struct document *document,
                  uint32_t node, uint32_t end);

#endif
