#include <config.h>

#include "suite.h"

#include "stats/geomean.h"

#include <stdlib.h>

void suite_init(struct suite *suite, const struct store *store,
                const struct compare_settings *settings)
{
    *suite =
        (struct suite){.store = store, .is_one_base = base_is_one(settings->base_form)};
    buf_init(&suite->cases);
    buf_init(&suite->own);
    buf_init(&suite->all_cases);
}

void suite_release(struct suite *suite)
{
    buf_release(&suite->cases);
    buf_release(&suite->own);
    buf_release(&suite->all_cases);
}

void suite_add(struct suite *suite, const struct pair *pair,
               const struct judgement *judgement)
{
    const struct ranked_run *run = pair_run(pair);
    struct suite_case entry = {.cohort = pair->cohort,
                               .label = pair_implementation(suite->store, pair)->label,
                               .base = pair->base,
                               .candidate = pair->candidate,
                               .group = run->group,
                               .verdict = judgement->verdict,
                               .reason = judgement->reason};

    buf_append(&suite->cases, (const char *)&entry, sizeof entry);
}

/* --- order --- */

static int by_group_and_label(const void *left, const void *right)
{
    const struct suite_case *a = left;
    const struct suite_case *b = right;
    int order = (a->group > b->group) - (a->group < b->group);

    if (order == 0)
        order = view_compare(a->label, b->label);
    if (order == 0)
        order =
            (a->cohort->place > b->cohort->place) - (a->cohort->place < b->cohort->place);
    if (order == 0 && a->candidate != NULL && b->candidate != NULL)
        order = memcmp(a->candidate->digest.bytes, b->candidate->digest.bytes, DIGEST_SIZE);
    if (order == 0)
        order = (a->candidate == NULL) - (b->candidate == NULL);
    if (order == 0 && a->base != NULL && b->base != NULL)
        order = memcmp(a->base->digest.bytes, b->base->digest.bytes, DIGEST_SIZE);
    return order;
}

static int by_place(const void *left, const void *right)
{
    const struct suite_case *a = left;
    const struct suite_case *b = right;

    int order =
        (a->cohort->place > b->cohort->place) - (a->cohort->place < b->cohort->place);

    return order != 0 ? order : by_group_and_label(left, right);
}

/* --- scores --- */

/* The score of the cases in SUITE->own, which are of one label. */
static void make_score(const struct suite *suite, struct suite_score *score)
{
    const struct suite_case *cases = (const void *)suite->own.data;
    struct geomean mean = {0};

    *score = (struct suite_score){.label = cases[0].label,
                                  .group = store_group(suite->store, cases[0].group),
                                  .cases = cases,
                                  .count = suite->own.length / sizeof *cases};
    for (size_t i = 0; i < score->count; i++) {
        const struct suite_case *at = &cases[i];

        if (!verdict_is_comparison(at->verdict))
            continue;
        if (at->cohort->setting->verdicts_go_higher)
            geomean_add_ratio(&mean, at->candidate->value, at->base->value);
        else
            geomean_add_ratio(&mean, at->base->value, at->candidate->value);
        score->compared++;
    }
    if (score->compared > 0)
        score->geomean = geomean_value(&mean);
}

/* ENTRY as a case that LABEL does not have. If LABEL is the base itself, it is compared
 * with itself instead. */
static struct suite_case without_candidate(const struct store *store, struct view label,
                                           struct suite_case entry)
{
    entry.label = label;
    if (entry.base != NULL && entry.candidate != NULL &&
        view_equal(store_implementation(store, entry.base)->label, label) &&
        store_is_eligible(entry.base) && entry.base->value > 0) {
        entry.candidate = entry.base;
        entry.verdict = VERDICT_SAME;
        entry.reason = "IS_BASE";
        return entry;
    }
    entry.base = NULL;
    entry.candidate = NULL;
    entry.verdict = VERDICT_MISSING_CAND;
    entry.reason = "NO_CANDIDATE";
    return entry;
}

/* Sort COUNT cases by their places and remove all but the first of each place. Returns how
 * many are left. */
static size_t keep_places(struct suite_case *cases, size_t count)
{
    size_t kept = 0;

    qsort(cases, count, sizeof *cases, by_place);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || cases[kept - 1].cohort != cases[i].cohort)
            cases[kept++] = cases[i];
    return kept;
}

/* Add to SUITE->own, which has the cases of one label, those of the group that the label
 * does not have. */
static void add_missing(struct suite *suite)
{
    const struct suite_case *all = (const void *)suite->all_cases.data;
    size_t all_count = suite->all_cases.length / sizeof *all;
    size_t own_count = suite->own.length / sizeof *all;
    size_t at = 0;

    for (size_t i = 0; i < all_count; i++) {
        const struct suite_case *own = (const void *)suite->own.data;
        struct suite_case missing;

        while (at < own_count && own[at].cohort->place < all[i].cohort->place)
            at++;
        if (at < own_count && own[at].cohort == all[i].cohort)
            continue;
        missing = without_candidate(suite->store, own[0].label, all[i]);
        buf_append(&suite->own, (const char *)&missing, sizeof missing);
    }
}

/* Whether a candidate is among COUNT cases. */
static bool has_candidate(const struct suite_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (cases[i].candidate != NULL)
            return true;
    return false;
}

void suite_sort(struct suite *suite)
{
    struct suite_case *cases = (void *)suite->cases.data;
    size_t count = suite->cases.length / sizeof *cases;

    if (count > 1)
        qsort(cases, count, sizeof *cases, by_group_and_label);
}

/* The end of the group, or of the label in it, that begins with case FIRST. */
static size_t find_end(const struct suite *suite, size_t first, bool by_label)
{
    const struct suite_case *cases = (const void *)suite->cases.data;
    size_t count = suite->cases.length / sizeof *cases;
    size_t end = first + 1;

    while (end < count && cases[end].group == cases[first].group &&
           (!by_label || view_equal(cases[end].label, cases[first].label)))
        end++;
    return end;
}

static void begin_group(struct suite *suite)
{
    const struct suite_case *cases = (const struct suite_case *)(void *)suite->cases.data;
    size_t count;

    suite->group_end = find_end(suite, suite->next, false);
    count = suite->group_end - suite->next;
    cases += suite->next;
    suite->has_candidate = has_candidate(cases, count);
    buf_clear(&suite->all_cases);
    buf_append(&suite->all_cases, (const char *)cases, count * sizeof *cases);
    suite->all_cases.length =
        keep_places((void *)suite->all_cases.data, count) * sizeof *cases;
}

bool suite_next(struct suite *suite, struct suite_score *score)
{
    const struct suite_case *cases = (const void *)suite->cases.data;
    size_t count = suite->cases.length / sizeof *cases;

    while (suite->next < count) {
        const struct suite_case *first = cases + suite->next;
        size_t end = find_end(suite, suite->next, true);
        size_t own_count = end - suite->next;

        if (suite->next == suite->group_end)
            begin_group(suite);
        suite->next = end;
        /* Against one base, a label that is nowhere a candidate has no score, unless no
         * other label is one either. */
        if (suite->is_one_base && suite->has_candidate && !has_candidate(first, own_count))
            continue;
        buf_clear(&suite->own);
        buf_append(&suite->own, (const char *)first, own_count * sizeof *first);
        if (suite->is_one_base)
            add_missing(suite);
        qsort(suite->own.data, suite->own.length / sizeof *first, sizeof *first,
              by_group_and_label);
        make_score(suite, score);
        return true;
    }
    return false;
}

/* --- JSON --- */

static void append_case(struct writer *writer, const struct store_cohort *cohort)
{
    struct buf text;

    buf_init(&text);
    store_case_text(cohort, &text);
    writer_string(writer, buf_view(&text));
    buf_release(&text);
}

static void write_common(struct result *result, const struct suite_score *score)
{
    writer_name(&result->writer, "common_cases");
    writer_begin_array(&result->writer);
    for (size_t i = 0; i < score->count; i++)
        if (verdict_is_comparison(score->cases[i].verdict))
            append_case(&result->writer, score->cases[i].cohort);
    writer_end_array(&result->writer);
}

static void write_missing(struct result *result, const struct suite_score *score)
{
    struct writer *writer = &result->writer;

    writer_name(writer, "missing");
    writer_begin_array(writer);
    for (size_t i = 0; i < score->count; i++) {
        if (verdict_is_comparison(score->cases[i].verdict))
            continue;
        writer_begin_object(writer);
        writer_name(writer, "case");
        append_case(writer, score->cases[i].cohort);
        writer_name(writer, "reason");
        writer_text(writer, score->cases[i].reason);
        writer_name(writer, "verdict");
        writer_text(writer, verdict_name(score->cases[i].verdict));
        writer_end_object(writer);
    }
    writer_end_array(writer);
}

static int compare_names(const void *left, const void *right)
{
    return view_compare(*(const struct view *)left, *(const struct view *)right);
}

/* Names of manifests that a score is about: struct view. */
struct names {
    struct buf products;
    struct buf protocols;
};

/* Add NAME to NAMES; if it is empty, note ABSENCE. */
static void add_name(struct result *result, struct buf *names, struct view name,
                     const char *absence)
{
    if (name.length > 0)
        buf_append(names, (const char *)&name, sizeof name);
    else
        result_note(result, absence);
}

static void collect_names(struct result *result, const struct suite_score *score,
                          struct names *names)
{
    for (size_t i = 0; i < score->count; i++) {
        const struct store_setting *setting = score->cases[i].cohort->setting;
        const struct store_object *environment = setting->environment;
        const struct store_object *protocol = setting->protocol;

        add_name(result, &names->products, environment->product,
                 result_absence(environment, "ENVIRONMENT_UNSEEN", "NO_PRODUCT"));
        add_name(result, &names->protocols, protocol->name,
                 result_absence(protocol, "PROTOCOL_UNSEEN", "NO_NAME"));
    }
}

/* Write NAMES sorted, each once; null if there are none. */
static void write_names(struct result *result, const char *member, struct buf *names)
{
    struct view *views = (void *)names->data;
    size_t count = names->length / sizeof *views;

    if (count == 0) {
        result_null(result, member);
        return;
    }
    writer_name(&result->writer, member);
    qsort(views, count, sizeof *views, compare_names);
    writer_begin_array(&result->writer);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || compare_names(&views[i - 1], &views[i]) != 0)
            writer_string(&result->writer, views[i]);
    writer_end_array(&result->writer);
}

void suite_write(struct result *result, const struct suite_score *score,
                 const struct opt_list *bases, struct buf *out)
{
    bool is_whole = score->compared == score->count;
    struct names names = {{0}, {0}};

    for (size_t i = 0; i < score->count; i++)
        result_note_cohort(result, score->cases[i].cohort);
    collect_names(result, score, &names);
    result_note_if(result, score->compared == 0, "NOTHING_COMPARED");
    result_note_if(result, !is_whole, "CASES_MISSING");

    result_begin(result, out);
    result_bases(result, bases);
    writer_name(&result->writer, "by");
    writer_canonical(&result->writer,
                     score->group.length > 0 ? score->group : (struct view){"{}", 2});
    write_common(result, score);
    result_count(result, "common_n", score->compared);
    result_word(result, "direction", "higher_is_better");
    result_number(result, "geomean_common", score->compared > 0, score->geomean);
    result_word(result, "kind", "kidx.suite/v1");
    result_text(result, "label", score->label);
    write_missing(result, score);
    result_count(result, "n", score->count);
    result_write_notes(result);
    write_names(result, "products", &names.products);
    write_names(result, "protocols", &names.protocols);
    result_number(result, "score", is_whole, score->geomean);
    result_word(result, "statistic", "geomean_speed_up");
    result_word(result, "unit", "x");
    result_end(result);
    buf_release(&names.products);
    buf_release(&names.protocols);
}
