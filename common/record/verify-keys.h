/* verify-keys: the keys in the rows of benchmark runs, which need the run's workload.
 *
 * Where it is in the same bundle the keys are compared at once. Else they become facts,
 * which verify_settle compares in the order of the input with the workloads of earlier
 * records, which become facts, too; facts are valid as long as the arena of the
 * verification and the block of its document. A key whose workload comes later, or never,
 * is not compared. See verify.h.
 */
#ifndef KIDX_RECORD_VERIFY_KEYS_H
#define KIDX_RECORD_VERIFY_KEYS_H

#include "record/verify.h"

/* Compare, or store as facts, the keys of RUN, the run of an export row. -1: stop. */
int verify_keys(struct verification *verification, const struct manifest *run);

/* Store the record's workload, if it has one, as facts. -1: stop. */
int verify_store_workload(struct verification *verification);

/* What verify.c and verify-keys.c share. The member NAME of NODE; NODE_NONE also where it
 * is null. */
uint32_t verify_declared(const struct document *document, uint32_t node, const char *name);

/* The digest that the member NAME of NODE gives; false where it gives none. */
bool verify_read_digest(const struct document *document, uint32_t node, const char *name,
                        struct digest *digest);

/* Workloads of earlier records, by digest: about 150 bytes for each. */
struct verify_workloads;

struct verify_workloads *verify_workloads_new(void);
void verify_workloads_free(struct verify_workloads *workloads);

/* Add the facts of a record. -1: the sink wanted to stop. */
int verify_settle(struct verify_workloads *workloads, const struct verify_facts *facts,
                  const struct verify_sink *sink);

#endif
