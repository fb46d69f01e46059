#include <config.h>

#include "modes.h"

#include "base/mem.h"
#include "base/opt.h"
#include "facts.h"
#include "gate.h"
#include "noise.h"
#include "table.h"
#include "json/reader.h"
#include "present/text-table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* Lines are flushed from this size on; a case in a message is cut to CASE_SIZE bytes. */
enum { FLUSHED = 64 * 1024, CASE_SIZE = 1000 };

struct modes {
    struct store *store;
    const struct compare_settings *settings;
    struct thresholds *thresholds;
    struct tool *tool;
    struct summary summary;
    struct result result;
    struct gate gate;
    struct table table;
    struct buf out;
};

static void flush(struct modes *modes, size_t limit)
{
    if (modes->out.length <= limit)
        return;
    output_write(modes->tool->output, modes->out.data, modes->out.length);
    buf_clear(&modes->out);
}

static void write_table(struct modes *modes)
{
    bool colours = modes->settings->stream.output == NULL && text_table_wants_colours();

    table_write(&modes->table, &modes->summary, colours, &modes->out);
}

/* --- ranks and records --- */

static void tabulate_ranks(struct modes *modes)
{
    for (size_t i = 0; i < store_cohort_count(modes->store); i++) {
        struct store_cohort *cohort = modes->store->ordered[i];
        const struct ranked_run *best;

        modes->summary.left_out +=
            rank_cohort(modes->store, cohort, modes->settings->per, &best);
        for (size_t j = 0; j < cohort->count; j++) {
            struct rank_line rank = rank_line_of(cohort, best, j);

            summary_count_rank(&modes->summary, rank.run);
            table_add_rank(&modes->table, &rank);
        }
    }
}

static void write_ranks(struct modes *modes)
{
    const struct compare_settings *settings = modes->settings;

    modes->summary.mode = "rank";
    if (settings->table)
        tabulate_ranks(modes);
    else if (rank_write_all(modes->store, settings->per,
                            stream_worker_count(&settings->stream), &modes->summary,
                            modes->tool->output) != 0)
        diag_fail(&modes->tool->diag, "cannot start a thread: %s", strerror(errno));
}

static void write_record(struct modes *modes, const struct history_line *record)
{
    modes->summary.written++;
    summary_count(&modes->summary.verdicts, record->is_current ? "current" : "broken");
    if (modes->settings->table) {
        table_add_record(&modes->table, record);
        return;
    }
    history_write(&modes->result, modes->store, record, &modes->out);
    flush(modes, FLUSHED);
}

static void write_records(struct modes *modes)
{
    const struct compare_settings *settings = modes->settings;
    const struct instant *as_of = settings->as_of_text == NULL ? NULL : &settings->as_of;

    modes->summary.mode = "records";
    for (size_t i = 0; i < store_cohort_count(modes->store); i++) {
        struct store_cohort *cohort = modes->store->ordered[i];
        size_t count = history_sort(cohort, as_of);

        for (size_t j = settings->holders && count > 0 ? count - 1 : 0; j < count; j++) {
            struct history_line record = {cohort, cohort->runs[j],
                                          j == 0 ? NULL : cohort->runs[j - 1],
                                          j + 1 == count};

            write_record(modes, &record);
        }
        for (size_t j = 0; j < cohort->count; j++)
            summary_count_reasons(&modes->summary, cohort->runs[j]);
    }
}

/* --- comparisons --- */

/* Whether --ack accepts what the gate would not. */
static bool is_accepted(struct modes *modes, const struct pair *pair,
                        const struct judgement *judgement)
{
    struct threshold_change change = {.verdict = judgement->verdict,
                                      .first_mismatch = pair_mismatch_name(pair->mismatch),
                                      .has_effect = judgement->has_ratio,
                                      .effect = judgement->effect};
    struct aliases aliases;
    bool accepted;

    if (modes->thresholds->acks.length == 0)
        return false;
    aliases_init(&aliases);
    aliases_make(&aliases, modes->store, pair);
    change.aliases = &aliases;
    accepted = thresholds_accepts(modes->thresholds, &change);
    aliases_release(&aliases);
    return accepted;
}

static void write_ab(struct modes *modes, const struct ab_line *ab)
{
    modes->summary.written++;
    if (modes->settings->table) {
        table_add_ab(&modes->table, ab);
        return;
    }
    ab_write(&modes->result, modes->store, ab, modes->settings->duplicates, &modes->out);
    flush(modes, FLUSHED);
}

static void write_score(struct modes *modes, const struct suite_score *score)
{
    modes->summary.written++;
    if (modes->settings->table) {
        table_add_suite(&modes->table, score);
        return;
    }
    suite_write(&modes->result, score, &modes->settings->base_texts, &modes->out);
    flush(modes, FLUSHED);
}

static void check_duplicates(struct modes *modes, const struct pairs *pairs)
{
    char masked[CASE_SIZE];
    struct buf text;
    int length;

    if (pairs->duplicated == NULL || modes->settings->duplicates != DUPLICATE_ERROR)
        return;
    buf_init(&text);
    store_case_text(pairs->duplicated, &text);
    length = (int)diag_mask(masked, sizeof masked, text.data, text.length);
    buf_release(&text);
    diag_fail(&modes->tool->diag, "--dup=error: several runs of one side in %.*s", length,
              masked);
}

static void judge_pairs(struct modes *modes, const struct pairs *pairs,
                        struct samples *samples)
{
    struct judge judge = {modes->settings, modes->store, modes->thresholds, samples};
    bool is_suite = modes->settings->mode == COMPARE_SUITE;
    struct suite_score score;
    struct suite suite;

    suite_init(&suite, modes->store, modes->settings);
    for (size_t i = 0; i < pairs->count; i++) {
        struct ab_line ab = {.pair = &pairs->list[i]};

        judge_pair(&judge, ab.pair, &ab.judgement);
        ab.is_accepted = is_accepted(modes, ab.pair, &ab.judgement);
        summary_count(&modes->summary.verdicts, verdict_name(ab.judgement.verdict));
        /* A hidden run is counted by itself, not by each line that has lost it. */
        if (ab.pair->lost_base == NULL && ab.pair->lost_candidate == NULL)
            summary_count(&modes->summary.reasons, ab.judgement.reason);
        gate_add(&modes->gate, &ab);
        if (is_suite)
            suite_add(&suite, ab.pair, &ab.judgement);
        else
            write_ab(modes, &ab);
    }
    suite_sort(&suite);
    while (suite_next(&suite, &score))
        write_score(modes, &score);
    suite_release(&suite);
}

static void compare(struct modes *modes)
{
    const struct compare_settings *settings = modes->settings;
    struct summary *summary = &modes->summary;
    struct samples *samples = NULL;
    struct pairs pairs;

    summary->mode = settings->mode == COMPARE_SUITE ? "suite" : "ab";
    if (gate_init(&modes->gate, settings, modes->store, modes->tool) != 0) {
        gate_release(&modes->gate);
        return;
    }
    if (settings->samples != NULL)
        samples = samples_new(settings->samples, &modes->tool->diag);
    pair_all(&pairs, modes->store, settings);
    judge_pairs(modes, &pairs, samples);
    summary_count_hidden(summary, modes->store);
    check_duplicates(modes, &pairs);
    gate_decide(&modes->gate, &pairs);
    summary->gate = modes->gate.counts;
    gate_release(&modes->gate);
    thresholds_report_unused(modes->thresholds, settings, &modes->tool->diag);
    if (settings->table)
        write_table(modes);
    pair_release_all(&pairs);
    samples_free(samples);
}

/* --- names that options request --- */

/* Add a name of the input that an option may request. */
static void add_name(struct map *names, struct view name)
{
    if (name.length > 0)
        map_put(names, name.data, name.length, NULL);
}

static void add_metrics(const struct store *store, struct map *names)
{
    for (size_t i = 0; i < store->settings.count; i++) {
        const struct store_setting *setting = store->settings.entries[i].value.pointer;

        add_name(names, setting->metric);
    }
}

static void add_roles(const struct store *store, struct map *names)
{
    for (size_t i = 0; i < store->roles.count; i++) {
        const struct store_manifest *manifest = store->roles.entries[i].value.pointer;

        if (manifest->is_used)
            add_name(names, manifest->role);
    }
}

/* The labels of implementations; without a provider, each name of the manifests is one. */
static void add_labels(const struct store *store, struct map *names)
{
    for (size_t i = 0; i < store->implementations.count; i++) {
        const struct store_implementation *implementation = store->implementation_order[i];

        add_name(names, implementation->label);
        if (implementation->provider.length > 0 || implementation->manifests == NULL)
            continue;
        for (const struct store_name *name = implementation->manifests->names; name != NULL;
             name = name->next)
            add_name(names, name->text);
    }
}

/* Report that the input has no NAME, and list the names that it has. */
static void reject_name(struct modes *modes, const struct map *names, const char *option,
                        struct view name)
{
    const char **texts = mem_zeroed(names->count, sizeof *texts);
    struct arena arena;

    arena_init(&arena);
    for (size_t i = 0; i < names->count; i++)
        texts[i] = arena_copy_text(&arena, names->entries[i].key, names->entries[i].length);
    opt_misuse_name(&modes->tool->diag, option, name, texts, names->count);
    arena_release(&arena);
    free(texts);
}

/* Check that the input has the NAME that OPTION requests; -1: it does not, which is only a
 * warning with --allow-new. An input without any name is reported by the gate. */
static int check_name(struct modes *modes, const struct map *names, const char *option,
                      struct view name)
{
    if (names->count == 0 || map_find(names, name.data, name.length) != NULL)
        return 0;
    if (!modes->settings->allow_new) {
        reject_name(modes, names, option, name);
        return -1;
    }
    diag_say(&modes->tool->diag, DIAG_WARNING, NULL, "unknown_name",
             "--%s: the input has no '%.*s'", option, (int)name.length, name.data);
    return 0;
}

static int check_metrics(struct modes *modes, const char *option,
                         const struct opt_list *list)
{
    struct map names;
    int result = 0;

    if (list->count == 0)
        return 0;
    map_init(&names);
    add_metrics(modes->store, &names);
    for (size_t i = 0; i < list->count && result == 0; i++)
        result = check_name(modes, &names, option, view_from(list->texts[i]));
    map_release(&names);
    return result;
}

/* Add a label of a run as NAME=VALUE. */
static void add_label(struct map *names, struct view name, struct view value)
{
    struct buf text;

    buf_init(&text);
    buf_append(&text, name.data, name.length);
    buf_append_byte(&text, '=');
    buf_append(&text, value.data, value.length);
    add_name(names, buf_view(&text));
    buf_release(&text);
}

/* Add the labels of a run, each as NAME=VALUE. UNKEYED is as facts.h describes it. */
static void add_run_labels(struct reader *reader, struct view unkeyed, struct map *names)
{
    const struct document *document;
    struct unkeyed_lengths lengths;
    struct reader_error error;
    struct view json;
    struct buf text;

    memcpy(&lengths, unkeyed.data + unkeyed.length - sizeof lengths, sizeof lengths);
    json.data = unkeyed.data + lengths.benchmark + lengths.harness_commit;
    json.length = (size_t)(unkeyed.data + unkeyed.length - json.data) - sizeof lengths;
    buf_init(&text);
    buf_append(&text, json.data, json.length);
    memset(buf_reserve(&text, READER_PADDING), 0, READER_PADDING);
    if (reader_parse(reader, text.data, json.length, &error) == 0 &&
        document_is(reader_document(reader), 0, NODE_OBJECT)) {
        document = reader_document(reader);
        for (uint32_t name = 1; name < document->nodes[0].next;
             name = document->nodes[name + 1].next)
            if (document_is(document, name + 1, NODE_STRING))
                add_label(names, document_string(document, name),
                          document_string(document, name + 1));
    }
    buf_release(&text);
}

static void add_all_run_labels(const struct store *store, struct map *names)
{
    struct reader *reader = reader_new();

    for (size_t i = 0; i < store->unkeyed.count; i++)
        add_run_labels(
            reader,
            (struct view){store->unkeyed.entries[i].key, store->unkeyed.entries[i].length},
            names);
    reader_free(reader);
}

static int check_base(struct modes *modes)
{
    const struct compare_settings *settings = modes->settings;
    struct view name = settings->base_name;
    struct map names;
    int result;

    map_init(&names);
    if (settings->base_form == BASE_ROLE) {
        add_roles(modes->store, &names);
    } else if (settings->base_form == BASE_IMPLEMENTATION) {
        add_labels(modes->store, &names);
    } else if (settings->base_form == BASE_LABEL) {
        add_all_run_labels(modes->store, &names);
        name.length += 1 + settings->base_value.length; /* NAME=VALUE */
    }
    result = check_name(modes, &names, "base", name);
    map_release(&names);
    return result;
}

static int check_names(struct modes *modes)
{
    const struct compare_settings *settings = modes->settings;

    if (check_metrics(modes, "higher-is-better", &settings->higher_is_better) != 0 ||
        check_metrics(modes, "lower-is-better", &settings->lower_is_better) != 0)
        return -1;
    return check_base(modes);
}

void modes_run(struct store *store, const struct compare_settings *settings,
               struct thresholds *thresholds, const struct tally *tally, struct tool *tool)
{
    struct modes modes = {
        .store = store, .settings = settings, .thresholds = thresholds, .tool = tool};

    modes.summary.bases = &settings->base_texts;
    if (check_names(&modes) != 0)
        return;
    buf_init(&modes.out);
    result_init(&modes.result);
    table_init(&modes.table, store, settings);
    switch ((enum compare_mode)settings->mode) {
    case COMPARE_RANK:
        write_ranks(&modes);
        break;
    case COMPARE_RECORDS:
        write_records(&modes);
        break;
    case COMPARE_NOISE:
        noise_write(store, tool->output);
        break;
    case COMPARE_AB:
    case COMPARE_SUITE:
        compare(&modes);
        break;
    }
    if (settings->table && settings->base_form == BASE_NONE)
        write_table(&modes);
    else if (!settings->table && settings->mode != COMPARE_NOISE)
        summary_write(&modes.result, &modes.summary, store, tally, &modes.out);
    flush(&modes, 0);
    table_release(&modes.table);
    result_release(&modes.result);
    buf_release(&modes.out);
}
