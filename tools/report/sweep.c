#include <config.h>

#include "sweep.h"

#include <stdlib.h>

void sweeps_init(struct sweeps *sweeps)
{
    memset(sweeps, 0, sizeof *sweeps);
    arena_init(&sweeps->memory);
}

void sweeps_release(struct sweeps *sweeps)
{
    free(sweeps->list);
    arena_release(&sweeps->memory);
}

struct search {
    const struct subjects *subjects;
    struct slice cases[SWEEP_CASES];
    bool is_covered[SWEEP_CASES];
    size_t count;
    struct axes axes;
};

bool sweep_number(struct slice slice, uint32_t column, double *number)
{
    const struct cell *cell = row_cell(slice.rows, column);

    if (cell == NULL || cell->type != CELL_NUMBER)
        return false;
    *number = cell->number;
    return true;
}

/* Whether two cases are equal in all varying axes but AXIS. */
static bool differs_in_axis_only(const struct search *search, size_t a, size_t b,
                                 uint32_t axis)
{
    for (size_t i = 0; i < search->axes.varying_count; i++) {
        uint32_t column = search->axes.varying[i];
        const struct cell *left = row_cell(search->cases[a].rows, column);
        const struct cell *right = row_cell(search->cases[b].rows, column);

        if (column == axis)
            continue;
        if ((left == NULL) != (right == NULL) ||
            (left != NULL && !view_equal(left->text, right->text)))
            return false;
    }
    return true;
}

/* The sweep of AXIS through a case: its members, and how many of them are in none yet. */
static size_t gather(const struct search *search, size_t seed, uint32_t axis,
                     bool members[SWEEP_CASES], size_t *fresh)
{
    size_t count = 0;
    double number;

    *fresh = 0;
    for (size_t i = 0; i < search->count; i++) {
        members[i] = sweep_number(search->cases[i], axis, &number) &&
                     differs_in_axis_only(search, seed, i, axis);
        count += members[i];
        *fresh += members[i] && !search->is_covered[i];
    }
    return count;
}

static void add_sweep(struct sweeps *sweeps, struct search *search,
                      const bool members[SWEEP_CASES], uint32_t axis)
{
    struct sweep *sweep;
    double key = 0;
    double other = 0;

    sweeps->list = mem_resize(sweeps->list, sweeps->count + 1, sizeof *sweeps->list);
    sweep = &sweeps->list[sweeps->count++];
    *sweep = (struct sweep){axis, NULL, 0};
    sweep->cases = arena_array(&sweeps->memory, search->count, sizeof *sweep->cases);
    for (size_t i = 0; i < search->count; i++) {
        size_t at = sweep->count;

        if (!members[i])
            continue;
        search->is_covered[i] = true;
        while (at > 0 && axis != SWEEP_NONE && sweep_number(search->cases[i], axis, &key) &&
               sweep_number(sweep->cases[at - 1], axis, &other) && key < other) {
            sweep->cases[at] = sweep->cases[at - 1];
            at--;
        }
        sweep->cases[at] = search->cases[i];
        sweep->count++;
    }
}

/* Add the sweep that shows most of the cases in none yet; false: there is none. */
static bool add_largest(struct sweeps *sweeps, struct search *search)
{
    bool members[SWEEP_CASES];
    size_t best_fresh = 0;
    size_t best_seed = 0;
    size_t fresh;
    uint32_t best_axis = SWEEP_NONE;

    for (size_t i = 0; i < search->axes.varying_count; i++)
        for (size_t seed = 0; seed < search->count; seed++) {
            if (search->is_covered[seed] ||
                gather(search, seed, search->axes.varying[i], members, &fresh) < 2 ||
                fresh <= best_fresh)
                continue;
            best_fresh = fresh;
            best_seed = seed;
            best_axis = search->axes.varying[i];
        }
    if (best_axis == SWEEP_NONE)
        return false;
    gather(search, best_seed, best_axis, members, &fresh);
    add_sweep(sweeps, search, members, best_axis);
    return true;
}

void sweeps_find(struct sweeps *sweeps, const struct subjects *subjects, struct slice panel)
{
    struct search *search = mem_zeroed(1, sizeof *search);
    bool rest[SWEEP_CASES];
    size_t left = 0;
    struct slice remaining = panel;

    sweeps->count = 0;
    arena_reset(&sweeps->memory);
    search->subjects = subjects;
    while (search->count < SWEEP_CASES &&
           slice_next(&remaining, SLICE_CASE, &search->cases[search->count]))
        search->count++;
    if (remaining.count == 0) {
        axes_find(&search->axes, subjects, panel);
        while (add_largest(sweeps, search))
            continue;
        for (size_t i = 0; i < search->count; i++) {
            rest[i] = !search->is_covered[i];
            left += rest[i];
        }
        if (left > 0)
            add_sweep(sweeps, search, rest, SWEEP_NONE);
    }
    free(search);
}
