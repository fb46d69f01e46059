#include <config.h>

#include "check/finding.h"

#include "base/diag.h"
#include "json/pointer.h"

#include <stdarg.h>
#include <stdio.h>

enum { MESSAGE_SIZE = 512 };

void judge_begin(struct judge *judge, const struct document *document, void *context)
{
    judge->document = document;
    judge->context = context;
    judge->count = 0;
    judge->rejected = false;
}

size_t judge_room(const struct judge *judge)
{
    if (judge->count < judge->maximum)
        return judge->maximum - judge->count;
    return judge->rejected ? 0 : 1;
}

static bool is_wanted(const struct judge *judge, enum check_level level)
{
    if (level == CHECK_IGNORE)
        return false;
    return judge->count < judge->maximum || (level == CHECK_ERROR && !judge->rejected);
}

void judge_report(struct judge *judge, enum check_level level, size_t column,
                  const char *code, struct view pointer, struct view message)
{
    if (!is_wanted(judge, level))
        return;
    judge->count++;
    judge->rejected = judge->rejected || level == CHECK_ERROR;
    judge->sink(judge->context, &(struct finding){level, column, code, pointer, message});
}

void judge_find(struct judge *judge, uint32_t node, const char *code, const char *format,
                ...)
{
    enum check_level level = check_levels_get(judge->levels, code);
    char message[MESSAGE_SIZE];
    va_list arguments;

    if (!is_wanted(judge, level))
        return;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    buf_clear_to(&judge->scratch, 1 << 16);
    pointer_append(judge->document, node, &judge->scratch);
    judge_report(judge, level, judge_column(judge, node), code, buf_view(&judge->scratch),
                 view_from(message));
}

const char *judge_quote(struct view text, char quote[JUDGE_QUOTE_SIZE])
{
    size_t length = diag_mask(quote + 1, JUDGE_QUOTE_SIZE - 3, text.data, text.length);

    quote[0] = '"';
    quote[length + 1] = '"';
    quote[length + 2] = '\0';
    return quote;
}
