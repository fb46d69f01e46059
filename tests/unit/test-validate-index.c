#include <config.h>

/* For its tables, which are static. */
#include "../../tools/validate/index.c"

#include "tap.h"

enum { COUNT = 20000 };

struct element {
    struct digest_half identity;
    uint32_t number;
};

/* Identities that differ in one place only, as somebody might write digests. */
static struct digest_half identity_of(uint32_t number, unsigned place)
{
    struct digest_half identity = {{0}};

    memcpy(identity.bytes + place, &number, sizeof number);
    return identity;
}

/* How many elements are where they were put. */
static uint32_t count_right(const struct table *table, unsigned place)
{
    uint32_t right = 0;

    for (uint32_t i = 0; i < COUNT; i++) {
        struct digest_half identity = identity_of(i + 1, place);
        const struct element *element;

        if (table_find(table, &identity) != i)
            continue;
        element = index_at(table, i);
        right += element->number == 3 * i;
    }
    return right;
}

static void test_place(unsigned place)
{
    struct table table;
    uint32_t fresh = 0, numbered = 0, zero = 0, again = 0;
    struct digest_half other = identity_of(COUNT + 1, place);
    struct element *first = NULL;
    bool added;

    table_init(&table, sizeof(struct element));
    for (uint32_t i = 0; i < COUNT; i++) {
        struct digest_half identity = identity_of(i + 1, place);
        struct element *element;

        table_add(&table, &identity, &added);
        fresh += added;
        element = index_at(&table, i);
        zero += element->number == 0;
        element->number = 3 * i;
        first = i == 0 ? element : first;
        numbered += table.count == i + 1;
        table_add(&table, &identity, &added);
        again += !added;
    }
    tap_equal_count(fresh, COUNT, "each is added once");
    tap_equal_count(numbered, COUNT, "and numbered as it comes");
    tap_equal_count(zero, COUNT, "with zero behind its identity");
    tap_equal_count(again, COUNT, "and found when put again");
    tap_equal_count(count_right(&table, place), COUNT, "all are found in the end");
    tap_check(first == index_at(&table, 0), "the first one has not moved");
    tap_check(table_find(&table, &other) == INDEX_NONE, "another one is not there");
    tap_check(table.slot_count * 4 <= table.count * UINT64_C(15) / 2 + 4,
              "slots take at most 7.5 bytes for each, here %zu", table.slot_count);
    table_release(&table);
}

int main(void)
{
    struct digest_half none = {{0}};
    struct table table;

    table_init(&table, sizeof(struct element));
    tap_check(table_find(&table, &none) == INDEX_NONE, "an empty table has nothing");
    table_release(&table);
    test_place(0);
    test_place(12);
    return tap_done();
}
