/* run-row: what a catalog knows of a run, from the members of its export row.
 *
 * Another shape of line says nothing of it, and the run counts as published. Views are into
 * the document.
 */
#ifndef KIDX_RECORD_RUN_ROW_H
#define KIDX_RECORD_RUN_ROW_H

#include "json/reader.h"

struct run_row {
    bool is_published;
    bool is_retracted;
    bool is_replicated; /* two independent replications or more */
    bool is_reproduced;
    bool has_source;
    bool has_evidence;
    struct view id;
    struct view supersedes; /* the id of another row; empty: none */
};

void run_row_read(const struct document *document, uint32_t row, struct run_row *facts);

#endif
