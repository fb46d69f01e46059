#include <config.h>

#include "check/findings.h"

#include "base/diag.h"
#include "json/pointer.h"

#include <stdarg.h>
#include <stdio.h>

enum { MESSAGE_SIZE = 512 };

void findings_begin(struct findings *findings, const struct document *document,
                    void *context)
{
    findings->document = document;
    findings->context = context;
    findings->count = 0;
    findings->rejected = false;
}

size_t findings_room(const struct findings *findings)
{
    if (findings->count < findings->maximum)
        return findings->maximum - findings->count;
    return findings->rejected ? 0 : 1;
}

static bool is_wanted(const struct findings *findings, enum check_level level)
{
    if (level == CHECK_IGNORE)
        return false;
    return findings->count < findings->maximum ||
           (level == CHECK_ERROR && !findings->rejected);
}

void findings_report(struct findings *findings, enum check_level level, size_t column,
                     const char *code, struct view pointer, struct view message)
{
    if (!is_wanted(findings, level))
        return;
    findings->count++;
    findings->rejected = findings->rejected || level == CHECK_ERROR;
    findings->sink(findings->context,
                   &(struct finding){level, column, code, pointer, message});
}

void findings_add(struct findings *findings, uint32_t node, const char *code,
                  const char *format, ...)
{
    enum check_level level = check_levels_get(findings->levels, code);
    char message[MESSAGE_SIZE];
    va_list arguments;

    if (!is_wanted(findings, level))
        return;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    buf_clear_to(&findings->scratch, 1 << 16);
    pointer_append(findings->document, node, &findings->scratch);
    findings_report(findings, level, findings_column(findings, node), code,
                    buf_view(&findings->scratch), view_from(message));
}

const char *findings_quote(struct view text, char quote[FINDINGS_QUOTE_SIZE])
{
    size_t length = diag_mask(quote + 1, FINDINGS_QUOTE_SIZE - 3, text.data, text.length);

    quote[0] = '"';
    quote[length + 1] = '"';
    quote[length + 2] = '\0';
    return quote;
}
