/* noise: how much runs of the same thing differ, case by case.
 *
 * True repeats are runs of one cohort (workload, protocol, environment, metric key) and one
 * implementation (digest and provider) with one sourceNative.benchmark; eligible ones, each
 * run digest once. In the order of time, then of run digest, each two successive ones are a
 * pair. What a case says is the median and the 90th percentile of |log ratio| over its
 * pairs, and the latter as an effect, which is what a comparison takes for a floor.
 *
 * Runs are kept until the end: some 100 bytes each.
 */
#ifndef KIDX_TOOLS_STAT_NOISE_H
#define KIDX_TOOLS_STAT_NOISE_H

#include "io/output.h"
#include "tool/stream.h"

struct noise_reader;

struct noise_reader *noise_reader_new(void);
void noise_reader_free(struct noise_reader *reader);

/* Store the facts of a record; one without an eligible run is skipped. */
enum stream_verdict noise_read(struct noise_reader *reader, struct stream_record *record);

struct noise_model;
struct noise_fact;

struct noise_model *noise_model_new(void);
void noise_model_free(struct noise_model *model);

/* Add the facts of a record. */
void noise_model_add(struct noise_model *model, const struct noise_fact *fact);

/* Write a line of kind kidx.noise/v1 for each case that has pairs, in the order of their
 * digests. */
void noise_model_write(struct noise_model *model, struct output *output);

#endif
