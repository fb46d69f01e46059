/* Kernel catalogs: a file is laid over the built-in catalog, or refused with a reason. One
 * that is taken is taken twice, and in canonical form, with as many entries; and each entry
 * is found by its name. Good is a file that is taken.
 */
#include <config.h>

#include "../../tools/csv2run/catalog.h"
#include "support.h"

const char fuzz_corpus[] = "catalog";
size_t fuzz_places = 60;

extern const char catalog_liger[];
extern const size_t catalog_liger_length;

enum { MAPS = 6 };

/* What came of it: the number of entries in each map. */
struct outcome {
    bool taken;
    size_t counts[MAPS];
    size_t binders;
};

static void count(const struct catalog *catalog, struct outcome *outcome)
{
    const struct map *maps[MAPS] = {&catalog->modes,     &catalog->metrics,
                                    &catalog->gpus,      &catalog->projects,
                                    &catalog->providers, &catalog->kernels};
    struct buf program;

    for (size_t i = 0; i < MAPS; i++) {
        outcome->counts[i] = maps[i]->count;
        for (size_t k = 0; k < maps[i]->count; k++) {
            const struct map_entry *entry = &maps[i]->entries[k];

            FUZZ_REQUIRE(catalog_find(maps[i], (struct view){entry->key, entry->length}) ==
                         entry->value.pointer);
        }
    }
    outcome->binders = catalog->binder_count;
    buf_init(&program);
    catalog_program(catalog, &program);
    FUZZ_REQUIRE(program.length > 0);
    buf_release(&program);
}

/* Lay TEXT over the built-in catalog TIMES times, or with 0 take it alone. */
static struct outcome take(struct view text, int times)
{
    struct outcome outcome = {.taken = true};
    struct catalog catalog;
    struct diag diag;

    diag_init(&diag);
    catalog_init(&catalog);
    if (times > 0)
        FUZZ_REQUIRE(catalog_add(&catalog, "built-in catalog", catalog_liger,
                                 catalog_liger_length, &diag) == 0);
    for (int i = 0; i < times || i == 0; i++)
        outcome.taken = outcome.taken &&
                        catalog_add(&catalog, "fuzz", text.data, text.length, &diag) == 0;
    outcome.taken = outcome.taken && catalog_finish(&catalog, &diag) == 0;
    FUZZ_REQUIRE(outcome.taken == (diag.status == EXIT_OK));
    if (outcome.taken)
        count(&catalog, &outcome);
    catalog_release(&catalog);
    return outcome;
}

static void require_same(const struct outcome *a, const struct outcome *b)
{
    FUZZ_REQUIRE(a->taken == b->taken && a->binders == b->binders);
    for (size_t i = 0; i < MAPS; i++)
        FUZZ_REQUIRE(a->counts[i] == b->counts[i]);
}

bool fuzz_judge(const char *data, size_t size)
{
    static struct reader *reader;
    struct view text = {data, size};
    struct outcome once;
    struct outcome other;
    struct document *document;
    struct buf canonical;

    take(text, 0);
    once = take(text, 1);
    document = fuzz_parse(&reader, text);
    FUZZ_REQUIRE(document != NULL || !once.taken);
    if (document == NULL)
        return false;
    if (once.taken) {
        other = take(text, 2);
        require_same(&once, &other);
    }
    buf_init(&canonical);
    fuzz_canonical(document, &canonical);
    other = take(buf_view(&canonical), 1);
    require_same(&once, &other);
    buf_release(&canonical);
    return once.taken;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_judge((const char *)data, size);
    return 0;
}
