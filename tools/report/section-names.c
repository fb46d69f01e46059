#include <config.h>

#include "section-names.h"

/* A table of the different texts of COLUMN beside their short forms. */
static void write_names(struct page *page, const struct labels *labels, enum column column,
                        size_t prefix, const char *heading)
{
    struct map seen;

    map_init(&seen);
    page_table(page, view_from(heading));
    page_table_column(page, view_from("Name here"), false);
    page_table_column(page, view_from("Name in the records"), false);
    for (size_t i = 0; i < labels->rows->count; i++) {
        struct view name = rows_text(&labels->rows->list[i], column);
        bool added = false;

        if (name.length > prefix)
            map_put(&seen, name.data, name.length, &added);
        if (!added || !page_row(page, WEIGHT_UNCHANGED))
            continue;
        page_cell(page, STYLE_TEXT, (struct view){name.data + prefix, name.length - prefix},
                  NULL);
        page_cell(page, STYLE_TEXT, name, NULL);
        page_row_end(page);
    }
    page_table_end(page);
    map_release(&seen);
}

void section_names(struct page *page, const struct labels *labels)
{
    page_section(page, 2, view_from("Names"), false);
    if (labels->protocol_names.shared > 0)
        write_names(page, labels, COLUMN_PROTOCOL, labels->protocol_names.shared,
                    "Protocols");
    if (labels->environment_names.shared > 0)
        write_names(page, labels, COLUMN_ENVIRONMENT, labels->environment_names.shared,
                    "Environments");
    page_section_end(page);
}
