#include <config.h>

#include "gate.h"

#include "json/writer.h"
#include "present/quantity.h"
#include "thresholds.h"

#include <inttypes.h>
#include <stdio.h>

/* So many failures are named. */
enum { NAMED_FAILURES = 20, LABEL_SIZE = 200, CASE_SIZE = 1000 };

/* --- lines of --ack --- */

int gate_init(struct gate *gate, const struct compare_settings *settings,
              const struct store *store, struct tool *tool)
{
    *gate = (struct gate){.tool = tool, .settings = settings, .store = store};
    gate->counts.is_requested = settings->gate || settings->fail_on_text != NULL;
    map_init(&gate->written);
    if (settings->write_acks == NULL)
        return 0;
    gate->acks = output_open(settings->write_acks, OUTPUT_NO_GZIP, &tool->diag);
    return gate->acks == NULL ? -1 : 0;
}

void gate_release(struct gate *gate)
{
    output_close(gate->acks,
                 !gate->tool->abandoned && gate->tool->diag.status < EXIT_TROUBLE);
    map_release(&gate->written);
}

/* Append JSON with all that is not ASCII as escapes. */
static void append_ascii(struct buf *out, struct view json)
{
    for (size_t i = 0; i < json.length;) {
        unsigned char byte = (unsigned char)json.data[i];
        unsigned size = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
        uint32_t code = size == 1 ? byte : byte & (0x7fU >> size);
        char escaped[16];

        for (unsigned j = 1; j < size && i + j < json.length; j++)
            code = code << 6 | ((unsigned char)json.data[i + j] & 0x3f);
        i += size;
        if (code < 0x7f)
            buf_append_byte(out, (char)code);
        else if (code < 0x10000)
            buf_append(out, escaped,
                       (size_t)snprintf(escaped, sizeof escaped, "\\u%04x", code));
        else
            buf_append(out, escaped,
                       (size_t)snprintf(escaped, sizeof escaped, "\\u%04x\\u%04x",
                                        0xd7c0 + (code >> 10), 0xdc00 + (code & 0x3ff)));
    }
}

/* Write the pattern that fits TEXT only. */
static void write_pattern(struct writer *writer, const char *name, struct view text)
{
    struct buf pattern;

    buf_init(&pattern);
    thresholds_append_pattern(&pattern, text);
    writer_name(writer, name);
    writer_string(writer, buf_view(&pattern));
    buf_release(&pattern);
}

/* The least whole number that is not below VALUE, which is not negative; without libm, as
 * bytes depend on it. From 2^53 on all numbers are whole. */
static double round_up(double value)
{
    double whole;

    if (value >= 9007199254740992.0)
        return value;
    whole = (double)(uint64_t)value;
    return whole < value ? whole + 1 : whole;
}

static void write_ack(struct writer *writer, const struct ab_line *ab,
                      struct view case_text, struct view label)
{
    const struct judgement *judgement = &ab->judgement;
    const char *mismatch = pair_mismatch_name(ab->pair->mismatch);

    writer_begin_object(writer);
    write_pattern(writer, "case", case_text);
    if (mismatch != NULL) {
        writer_name(writer, "first_mismatch");
        writer_word(writer, mismatch);
    }
    write_pattern(writer, "label", label);
    if (judgement->has_ratio) {
        char share[400];

        /* Rounded up, so that the line accepts what it was made for. */
        snprintf(share, sizeof share, "%.1f%%",
                 round_up(judgement->effect * 1000 + 1e-6) / 10);
        writer_name(writer, "max_effect");
        writer_word(writer, share);
    }
    writer_name(writer, "verdict");
    writer_word(writer, verdict_name(judgement->verdict));
    writer_end_object(writer);
}

/* Append the line that accepts this change under a name, and none that is larger. */
static void append_ack(struct buf *out, const struct ab_line *ab, struct view case_text,
                       struct view label)
{
    struct writer writer;
    struct buf json;

    buf_init(&json);
    writer_init(&writer, &json);
    write_ack(&writer, ab, case_text, label);
    append_ascii(out, buf_view(&json));
    buf_release(&json);
}

/* --- failures --- */

static void name_failure(struct gate *gate, const struct ab_line *ab)
{
    struct view label = pair_implementation(gate->store, ab->pair)->label;
    const struct judgement *judgement = &ab->judgement;
    struct diag *diag = &gate->tool->diag;
    char masked_case[CASE_SIZE];
    char masked_label[LABEL_SIZE];
    struct buf text, change;
    int case_length, label_length;

    buf_init(&text);
    store_case_text(ab->pair->cohort, &text);
    case_length = (int)diag_mask(masked_case, sizeof masked_case, text.data, text.length);
    label_length =
        (int)diag_mask(masked_label, sizeof masked_label, label.data, label.length);
    buf_release(&text);
    buf_init(&change);
    if (judgement->has_ratio) {
        buf_append_text(&change, ", ");
        quantity_append_change(&change, (judgement->ratio - 1) * 100);
    }
    diag_say(diag, DIAG_ERROR, NULL, "gate", "%s: %.*s (%.*s)%s, %s",
             verdict_name(judgement->verdict), case_length, masked_case, label_length,
             masked_label, buf_text(&change), judgement->reason);
    buf_release(&change);
}

static bool is_worse(const struct ab_line *ab)
{
    bool is_larger = ab->judgement.ratio > 1;

    return ab->judgement.has_ratio &&
           is_larger != ab->pair->cohort->setting->verdicts_go_higher;
}

/* Whether a side has runs, none of which may decide. */
static bool is_hidden(const struct judgement *judgement)
{
    return (judgement->verdict == VERDICT_MISSING_BASE &&
            strcmp(judgement->reason, "NO_BASE") != 0) ||
           (judgement->verdict == VERDICT_MISSING_CAND &&
            strcmp(judgement->reason, "NO_CANDIDATE") != 0);
}

static bool fails(const struct gate *gate, const struct ab_line *ab)
{
    const struct compare_settings *settings = gate->settings;
    const struct judgement *judgement = &ab->judgement;

    if (settings->fail_on[judgement->verdict])
        return true;
    if (is_hidden(judgement))
        return settings->fail_on_hidden;
    return settings->gate && judgement->verdict == VERDICT_UNCLEAR &&
           settings->unclear_limit >= 0 && is_worse(ab) &&
           judgement->effect > settings->unclear_limit &&
           judgement->effect > judgement->floor;
}

/* Report the line that accepts a change under one of its names, and write it. */
static void offer_ack(struct gate *gate, const struct ab_line *ab,
                      const struct aliases *aliases, size_t alias)
{
    size_t count = aliases->case_count * aliases->label_count;
    struct view case_text = aliases->cases[alias / aliases->label_count];
    struct view label = aliases->labels[alias % aliases->label_count];
    char part[64] = "";
    struct buf ack;
    bool is_new;

    if (count > 1)
        snprintf(part, sizeof part, " all %zu lines, one for each of its names:", count);

    buf_init(&ack);
    append_ack(&ack, ab, case_text, label);
    if (gate->counts.failed <= NAMED_FAILURES)
        diag_remark(&gate->tool->diag, "%s%s %.*s",
                    alias == 0 ? "--ack accepts it with" : "and with",
                    alias == 0 ? part : "", (int)ack.length, ack.data);
    map_put(&gate->written, ack.data, ack.length, &is_new);
    if (gate->acks != NULL && is_new) {
        buf_append_byte(&ack, '\n');
        output_write(gate->acks, ack.data, ack.length);
    }
    buf_release(&ack);
}

/* A change is accepted by lines for all its names, or, with too many names, by none. */
static void add_failure(struct gate *gate, const struct ab_line *ab)
{
    struct aliases aliases;

    summary_count(&gate->counts.failed_by, verdict_name(ab->judgement.verdict));
    if (gate->counts.failed++ < NAMED_FAILURES)
        name_failure(gate, ab);
    aliases_init(&aliases);
    aliases_make(&aliases, gate->store, ab->pair);
    if (aliases.are_too_many && gate->counts.failed <= NAMED_FAILURES)
        diag_remark(&gate->tool->diag, "--ack cannot accept it, as it has too many names");
    for (size_t i = 0;
         i < aliases.case_count * aliases.label_count && !aliases.are_too_many; i++)
        offer_ack(gate, ab, &aliases, i);
    aliases_release(&aliases);
    diag_raise(&gate->tool->diag, EXIT_FINDINGS);
}

/* --- counts --- */

static void count_unclear(struct gate *gate, const struct ab_line *ab)
{
    gate->unclear++;
    if (is_worse(ab) && ab->judgement.effect > gate->worst_unclear)
        gate->worst_unclear = ab->judgement.effect;
}

static void count_line(struct gate *gate, const struct ab_line *ab)
{
    static const char *const incomparable[MISMATCH_COUNT] = {"incomparable",
                                                             "incomparable (operation)",
                                                             "incomparable (protocol)",
                                                             "incomparable (environment)",
                                                             "incomparable (correctness)",
                                                             "incomparable (metric)"};
    enum verdict verdict = ab->judgement.verdict;
    bool is_judged = verdict_is_comparison(verdict) || verdict == VERDICT_BROKE ||
                     verdict == VERDICT_FIXED;

    gate->held += verdict == VERDICT_SAME || verdict == VERDICT_FASTER;
    if (verdict == VERDICT_UNCLEAR)
        count_unclear(gate, ab);
    if (ab->pair->base == NULL && !is_hidden(&ab->judgement))
        return;
    gate->counts.of++;
    if (is_judged) {
        gate->counts.judged++;
        return;
    }
    summary_count(&gate->counts.not_judged, ab->judgement.reason);
    summary_count(&gate->unjudged, verdict == VERDICT_INCOMPARABLE
                                       ? incomparable[ab->pair->mismatch]
                                       : verdict_name(verdict));
}

void gate_add(struct gate *gate, const struct ab_line *ab)
{
    count_line(gate, ab);
    if (!gate->counts.is_requested || !fails(gate, ab))
        return;
    if (ab->is_accepted)
        gate->counts.acknowledged++;
    else
        add_failure(gate, ab);
}

/* --- the result --- */

static void append_unclear(const struct gate *gate, struct buf *text)
{
    double limit = gate->settings->unclear_limit;

    buf_append_format(text, ", %" PRIu64 " unclear (", gate->unclear);
    if (limit >= 0 && gate->worst_unclear <= limit) {
        buf_append_format(text, "none worse than %.15g %%)", limit * 100);
    } else {
        buf_append_text(text, "worse by up to ");
        quantity_append_percent(text, gate->worst_unclear * 100);
        buf_append_byte(text, ')');
    }
}

/* What was judged, and what was not, in one line. */
static void report_coverage(struct gate *gate)
{
    const struct summary_gate *counts = &gate->counts;
    const struct summary_counts *unjudged = &gate->unjudged;
    uint64_t rest = counts->of - counts->judged;
    struct buf text;

    if (rest == 0 && gate->unclear == 0 && strcmp(counts->result, "undecided") != 0)
        return;
    buf_init(&text);
    if (counts->failed > 0)
        buf_append_format(&text, "%" PRIu64 " failed, ", counts->failed);
    buf_append_format(&text, "%" PRIu64 " same or faster", gate->held);
    if (counts->acknowledged > 0)
        buf_append_format(&text, ", %" PRIu64 " accepted", counts->acknowledged);
    if (gate->unclear > 0)
        append_unclear(gate, &text);
    if (rest > 0)
        buf_append_format(&text, ", %" PRIu64 " not judged: ", rest);
    for (size_t i = 0; rest > 0 && i < unjudged->count; i++) {
        if (i > 0)
            buf_append_text(&text, ", ");
        if (unjudged->count > 1)
            buf_append_format(&text, "%" PRIu64 " ", unjudged->entries[i].times);
        buf_append_text(&text, unjudged->entries[i].text);
    }
    diag_remark(&gate->tool->diag, "gate %s: %s", counts->result, buf_text(&text));
    buf_release(&text);
}

/* Why nothing was judged. The output is complete, so it is put in place. */
static void report_nothing_judged(struct gate *gate, const struct pairs *pairs)
{
    const struct compare_settings *settings = gate->settings;
    struct diag *diag = &gate->tool->diag;
    const char *base = settings->base_texts.texts[0];

    gate->tool->undecided = true;
    if (pairs->base_runs == 0)
        diag_say(
            diag, DIAG_ERROR, NULL, NULL,
            "--base=%s: no run is on the side of the base, so nothing was compared%s%s",
            base, settings->allow_new ? "" : "; --allow-new accepts that",
            settings->base_form == BASE_ROLE
                ? " (roles are in manifests of implementations, which kidx-csv2run "
                  "writes with --objects)"
                : "");
    else
        diag_say(diag, DIAG_ERROR, NULL, NULL,
                 "--base=%s: no case has both a base and a candidate to compare%s", base,
                 gate->counts.is_requested ? "" : "; --allow-new accepts that");
}

static bool is_first_run(const struct gate *gate, const struct pairs *pairs)
{
    return gate->settings->allow_new && pairs->base_runs == 0 &&
           pairs->hidden_base_runs == 0 && pairs->candidate_runs > 0;
}

void gate_decide(struct gate *gate, const struct pairs *pairs)
{
    struct summary_gate *counts = &gate->counts;
    bool is_first = is_first_run(gate, pairs);
    bool is_nothing = counts->is_requested
                          ? counts->judged == 0
                          : pairs->comparable == 0 && !gate->settings->allow_new;

    if (counts->failed > NAMED_FAILURES)
        diag_say(&gate->tool->diag, DIAG_ERROR, NULL, "gate", "and %" PRIu64 " more",
                 counts->failed - NAMED_FAILURES);
    counts->is_first_run = is_first && counts->judged == 0;
    if (counts->failed == 0 && is_nothing && !is_first)
        report_nothing_judged(gate, pairs);
    if (counts->failed > 0)
        counts->result = "failed";
    else if (gate->tool->undecided || gate->tool->diag.status != EXIT_OK)
        counts->result = "undecided";
    else
        counts->result = "passed";
    if (counts->is_requested)
        report_coverage(gate);
}
