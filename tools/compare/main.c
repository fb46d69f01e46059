/* kidx-compare: rank comparable runs, write their history, or compare them with a base.
 *
 * Workers extract facts from records (extract.h); the ordered stage adds them to the store
 * in input order (add.h); at the end, the store is sorted and the mode writes its results
 * (modes.h). */
#include <config.h>

#include "extract.h"
#include "options.h"
#include "modes.h"
#include "add.h"

#include "base/opt.h"
#include "tool/tool.h"

struct compare {
    struct compare_settings settings;
    struct tool *tool;
    struct store store;
    struct thresholds thresholds;
};

static void *worker_new(void *tool)
{
    struct compare *compare = tool;

    return extract_worker_new(&compare->settings, &compare->tool->diag);
}

static void worker_free(void *worker)
{
    extract_worker_free(worker);
}

static enum stream_verdict extract(void *tool, void *worker, struct stream_record *record)
{
    (void)tool;
    return extract_record(worker, record);
}

/* Add the facts of a line to the store. A line without a run is counted as skipped. */
static enum stream_verdict ordered(void *tool, struct stream_record *record)
{
    struct compare *compare = tool;

    add_facts(&compare->store, record->facts);
    return record->label == NULL ? STREAM_WRITE : STREAM_SKIP;
}

static void end(void *tool, const struct tally *tally)
{
    struct compare *compare = tool;

    sort_store(&compare->store, &compare->settings);
    modes_run(&compare->store, &compare->settings, &compare->thresholds, tally,
              compare->tool);
}

int main(int argc, char **argv)
{
    struct tool tool;
    struct compare compare = {.tool = &tool};
    const struct stream_tool stream = {.worker_new = worker_new,
                                       .worker_free = worker_free,
                                       .record = extract,
                                       .ordered = ordered,
                                       .end = end,
                                       .tool = &compare};
    struct options_operands operands = {NULL, 0};

    tool_start(&tool, "kidx-compare");
    thresholds_init(&compare.thresholds);
    if (options_compare(&compare.settings, &tool, argc, argv, &operands) == 0 &&
        thresholds_read(&compare.thresholds, &compare.settings, &tool.diag) == 0) {
        store_init(&compare.store);
        stream_run(&tool, &compare.settings.stream, &stream, operands.names,
                   operands.count);
        store_release(&compare.store);
    }
    thresholds_release(&compare.thresholds);
    options_compare_release(&compare.settings, &operands);
    return tool_end(&tool);
}
