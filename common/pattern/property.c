#include <config.h>

#include "pattern/property.h"

#include <stddef.h>

/* General categories: the name in PCRE2, then all names in ECMAScript. */
static const struct {
    const char *short_name;
    const char *names[3];
} categories[] = {
    {"L&", {"Cased_Letter", "LC"}},
    {"Pe", {"Close_Punctuation", "Pe"}},
    {"Pc", {"Connector_Punctuation", "Pc"}},
    {"Cc", {"Control", "Cc", "cntrl"}},
    {"Sc", {"Currency_Symbol", "Sc"}},
    {"Pd", {"Dash_Punctuation", "Pd"}},
    {"Nd", {"Decimal_Number", "Nd", "digit"}},
    {"Me", {"Enclosing_Mark", "Me"}},
    {"Pf", {"Final_Punctuation", "Pf"}},
    {"Cf", {"Format", "Cf"}},
    {"Pi", {"Initial_Punctuation", "Pi"}},
    {"L", {"Letter", "L"}},
    {"Nl", {"Letter_Number", "Nl"}},
    {"Zl", {"Line_Separator", "Zl"}},
    {"Ll", {"Lowercase_Letter", "Ll"}},
    {"M", {"Mark", "M", "Combining_Mark"}},
    {"Sm", {"Math_Symbol", "Sm"}},
    {"Lm", {"Modifier_Letter", "Lm"}},
    {"Sk", {"Modifier_Symbol", "Sk"}},
    {"Mn", {"Nonspacing_Mark", "Mn"}},
    {"N", {"Number", "N"}},
    {"Ps", {"Open_Punctuation", "Ps"}},
    {"C", {"Other", "C"}},
    {"Lo", {"Other_Letter", "Lo"}},
    {"No", {"Other_Number", "No"}},
    {"Po", {"Other_Punctuation", "Po"}},
    {"So", {"Other_Symbol", "So"}},
    {"Zp", {"Paragraph_Separator", "Zp"}},
    {"Co", {"Private_Use", "Co"}},
    {"P", {"Punctuation", "P", "punct"}},
    {"Z", {"Separator", "Z"}},
    {"Zs", {"Space_Separator", "Zs"}},
    {"Mc", {"Spacing_Mark", "Mc"}},
    {"Cs", {"Surrogate", "Cs"}},
    {"S", {"Symbol", "S"}},
    {"Lt", {"Titlecase_Letter", "Lt"}},
    {"Cn", {"Unassigned", "Cn"}},
    {"Lu", {"Uppercase_Letter", "Lu"}},
};

/* Binary properties: long name, short name. */
static const char *const binaries[][2] = {
    {"ASCII_Hex_Digit", "AHex"},
    {"Alphabetic", "Alpha"},
    {"Bidi_Control", "Bidi_C"},
    {"Bidi_Mirrored", "Bidi_M"},
    {"Case_Ignorable", "CI"},
    {"Cased", "Cased"},
    {"Changes_When_Casefolded", "CWCF"},
    {"Changes_When_Casemapped", "CWCM"},
    {"Changes_When_Lowercased", "CWL"},
    {"Changes_When_NFKC_Casefolded", "CWKCF"},
    {"Changes_When_Titlecased", "CWT"},
    {"Changes_When_Uppercased", "CWU"},
    {"Dash", "Dash"},
    {"Default_Ignorable_Code_Point", "DI"},
    {"Deprecated", "Dep"},
    {"Diacritic", "Dia"},
    {"Emoji", "Emoji"},
    {"Emoji_Component", "EComp"},
    {"Emoji_Modifier", "EMod"},
    {"Emoji_Modifier_Base", "EBase"},
    {"Emoji_Presentation", "EPres"},
    {"Extended_Pictographic", "ExtPict"},
    {"Extender", "Ext"},
    {"Grapheme_Base", "Gr_Base"},
    {"Grapheme_Extend", "Gr_Ext"},
    {"Hex_Digit", "Hex"},
    {"IDS_Binary_Operator", "IDSB"},
    {"IDS_Trinary_Operator", "IDST"},
    {"ID_Continue", "IDC"},
    {"ID_Start", "IDS"},
    {"Ideographic", "Ideo"},
    {"Join_Control", "Join_C"},
    {"Logical_Order_Exception", "LOE"},
    {"Lowercase", "Lower"},
    {"Math", "Math"},
    {"Noncharacter_Code_Point", "NChar"},
    {"Pattern_Syntax", "Pat_Syn"},
    {"Pattern_White_Space", "Pat_WS"},
    {"Quotation_Mark", "QMark"},
    {"Radical", "Radical"},
    {"Regional_Indicator", "RI"},
    {"Sentence_Terminal", "STerm"},
    {"Soft_Dotted", "SD"},
    {"Terminal_Punctuation", "Term"},
    {"Unified_Ideograph", "UIdeo"},
    {"Uppercase", "Upper"},
    {"Variation_Selector", "VS"},
    {"White_Space", "space"},
    {"XID_Continue", "XIDC"},
    {"XID_Start", "XIDS"},
};

static bool append(struct buf *out, bool negated, const char *name)
{
    buf_append_format(out, "\\%c{%s}", negated ? 'P' : 'p', name);
    return true;
}

static bool append_category(struct view name, bool negated, struct buf *out)
{
    for (size_t i = 0; i < sizeof categories / sizeof *categories; i++)
        for (size_t j = 0; j < 3 && categories[i].names[j] != NULL; j++)
            if (view_is(name, categories[i].names[j]))
                return append(out, negated, categories[i].short_name);
    return false;
}

/* Check the spelling: PCRE2 ignores case and underscores in names of scripts, while those
 * of ECMAScript begin with a capital and consist of letters and underscores. */
static bool append_script(const char *property, struct view name, bool negated,
                          struct buf *out)
{
    if (name.length == 0 || name.data[0] < 'A' || name.data[0] > 'Z')
        return false;
    for (size_t i = 0; i < name.length; i++)
        if (!((name.data[i] | 32) >= 'a' && (name.data[i] | 32) <= 'z') &&
            name.data[i] != '_')
            return false;
    buf_append_format(out, "\\%c{%s:%.*s}", negated ? 'P' : 'p', property, (int)name.length,
                      name.data);
    return true;
}

static bool append_binary(struct view name, bool negated, struct buf *out)
{
    if (view_is(name, "Any")) {
        /* The form must be valid inside a class as well. */
        buf_append_text(out, negated ? "\\P{Any}" : "\\p{Any}");
        return true;
    }
    if (view_is(name, "ASCII")) {
        buf_append_text(out, negated ? "\\x{80}-\\x{10ffff}" : "\\x{0}-\\x{7f}");
        return true;
    }
    if (view_is(name, "Assigned"))
        return append(out, !negated, "Cn");
    for (size_t i = 0; i < sizeof binaries / sizeof *binaries; i++)
        if (view_is(name, binaries[i][0]) || view_is(name, binaries[i][1]))
            return append(out, negated, binaries[i][0]);
    return false;
}

bool pattern_property_append(struct view text, bool negated, struct buf *out)
{
    const char *equals = text.length == 0 ? NULL : memchr(text.data, '=', text.length);
    struct view name = text;
    struct view value;

    if (equals == NULL)
        return append_category(text, negated, out) || append_binary(text, negated, out);
    name.length = (size_t)(equals - text.data);
    value = (struct view){equals + 1, text.length - name.length - 1};
    if (view_is(name, "General_Category") || view_is(name, "gc"))
        return append_category(value, negated, out);
    if (view_is(name, "Script") || view_is(name, "sc"))
        return append_script("sc", value, negated, out);
    if (view_is(name, "Script_Extensions") || view_is(name, "scx"))
        return append_script("scx", value, negated, out);
    return false;
}
