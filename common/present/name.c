#include <config.h>

#include "present/name.h"

/* A shorter beginning is not worth a remark that it is omitted. */
enum { WORTH_OMITTING = 6 };

void name_set_init(struct name_set *set)
{
    *set = (struct name_set){.is_empty = true, .is_same = true};
    buf_init(&set->first);
}

void name_set_release(struct name_set *set)
{
    buf_release(&set->first);
}

void name_set_add(struct name_set *set, struct view name)
{
    size_t length = 0;

    if (set->is_empty) {
        buf_append(&set->first, name.data, name.length);
        set->shared = name.length;
        set->is_empty = false;
    }
    while (length < set->shared && length < name.length &&
           set->first.data[length] == name.data[length])
        length++;
    set->shared = length;
    set->is_same = set->is_same && view_equal(buf_view(&set->first), name);
}

void name_set_end(struct name_set *set)
{
    if (set->is_same)
        set->shared = 0;
    while (set->shared > 0 && set->first.data[set->shared - 1] != '-')
        set->shared--;
    if (set->shared < WORTH_OMITTING)
        set->shared = 0;
}

struct view name_set_shorten(const struct name_set *set, struct view name)
{
    if (name.length <= set->shared)
        return name;
    return (struct view){name.data + set->shared, name.length - set->shared};
}

struct view name_set_left_out(const struct name_set *set)
{
    return (struct view){set->first.data, set->shared};
}
