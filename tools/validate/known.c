#include <config.h>

#include "known.h"

#include "tool/aux-file.h"

struct loader {
    struct index *index;
    struct diag *diag;
};

static int take_line(void *context, const struct aux_line *line)
{
    struct loader *loader = context;
    enum manifest_kind kind = KIND_UNKNOWN;
    struct view text = line->text;
    struct digest digest;

    if (line->document != NULL) {
        text = document_text(line->document, document_member(line->document, 0, "digest"));
        kind = manifest_kind_of(
            document_text(line->document, document_member(line->document, 0, "kind")));
    }
    if (digest_parse(text, &digest)) {
        index_add_known(loader->index, &digest, kind);
        return 0;
    }
    diag_say(loader->diag, DIAG_ERROR, &line->place, "bad_digest",
             "expected a digest, or an object with one as its member digest");
    diag_raise(loader->diag, EXIT_TROUBLE);
    return -1;
}

int known_read(const char *file, struct index *index, struct diag *diag)
{
    struct loader loader = {index, diag};

    return aux_file_read(file, diag, take_line, &loader);
}
