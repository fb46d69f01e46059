/* diag: messages on standard error, and the exit status.
 *
 * A diagnostic is one line on standard error, written by one write(2), so that lines of
 * several processes do not mix:
 *
 *     TOOL: FILE:LINE:COLUMN: error: TEXT [CODE]      about a place in the input
 *     TOOL: error: TEXT                               about the run
 *
 * Unsafe characters (utf8_is_unsafe) and bytes that are not UTF-8 are written as \xHH, so
 * that a hostile record cannot send commands to a terminal. A message longer than
 * DIAG_LINE_SIZE is cut and ends in "...". Nothing here allocates, so that exhausted memory
 * can be reported, too.
 *
 * The exit status never decreases: EXIT_OK, EXIT_FINDINGS (something in the data is wrong,
 * or a gate failed), EXIT_TROUBLE (usage, files, memory: the run is incomplete).
 *
 * diag also shows the status line (progress) at the bottom of a terminal: it erases the
 * line before a message and writes it again afterwards.
 *
 * Only the main thread uses a struct diag, which main owns. Workers report through their
 * results.
 */
#ifndef KIDX_BASE_DIAG_H
#define KIDX_BASE_DIAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EXIT_OK = 0, EXIT_FINDINGS = 1, EXIT_TROUBLE = 2 };
enum { DIAG_LINE_SIZE = 4096, DIAG_STATUS_LINE_SIZE = 160 };

enum diag_level { DIAG_ERROR, DIAG_WARNING, DIAG_NOTE };

/* A place in the input. Line 0: the whole file; column (a byte, from 1) 0: the whole line.
 */
struct diag_place {
    const char *file;
    uint64_t line;
    uint64_t column;
};

struct diag {
    int status;
    bool quiet; /* warnings and notes are not printed */
    bool status_line_shown;
    size_t status_line_length;
    char status_line[DIAG_STATUS_LINE_SIZE];
};

void diag_init(struct diag *diag);

/* Set the name before each message, once, at start. It must live as long as the program. */
void diag_set_program(const char *name);
const char *diag_program(void);

/* Raise the exit status to at least STATUS. */
void diag_raise(struct diag *diag, int status);

/* Print a message about PLACE; CODE may be NULL. The status is not raised: the caller
 * decides what a finding means for the run. */
__attribute__((format(printf, 5, 6))) void diag_say(struct diag *diag,
                                                    enum diag_level level,
                                                    const struct diag_place *place,
                                                    const char *code, const char *format,
                                                    ...);

/* Report why the run is incomplete, and raise the status to EXIT_TROUBLE. Returns -1, for
 * `return diag_fail(...)`. */
__attribute__((format(printf, 2, 3))) int diag_fail(struct diag *diag, const char *format,
                                                    ...);

/* As diag_fail, for wrong arguments; a second line advises: `TOOL: try 'TOOL --help'`. */
__attribute__((format(printf, 2, 3))) int diag_misuse(struct diag *diag, const char *format,
                                                      ...);

/* As diag_fail, about a file, with the text of ERROR_NUMBER (an errno):
 * `TOOL: error: ACTION 'FILE': TEXT`. */
int diag_fail_file(struct diag *diag, const char *action, const char *file,
                   int error_number);

/* Print a line that is neither error nor warning, `TOOL: TEXT`: advice after an error, or a
 * count at the end. It is printed even where quiet is set: a user who wants no such line
 * does not request it. */
__attribute__((format(printf, 2, 3))) void diag_remark(struct diag *diag,
                                                       const char *format, ...);

/* Report TEXT, a short literal, and end the program with EXIT_TROUBLE, for what no caller
 * can handle. Any thread may call it: quick_exit runs what was registered with
 * at_quick_exit (the removal of unfinished output files) and nothing that other threads may
 * still use. diag_memory_exhausted reports that memory is exhausted. */
_Noreturn void diag_fatal(const char *text);
_Noreturn void diag_memory_exhausted(void);

/* Show TEXT, masked, as status line; empty or NULL erases the line. The caller makes TEXT
 * fit the width of the terminal. */
void diag_set_status_line(struct diag *diag, const char *text);

/* Write LENGTH bytes at TEXT to OUT (SIZE bytes), but write as \xHH the bytes of unsafe
 * characters (utf8_is_unsafe) and bytes that are not well-formed UTF-8. Returns the number
 * of bytes written: whole characters, with "..." at the end where the text was cut, without
 * a NUL. Masked text is not changed by masking it again. All messages are masked by it. */
size_t diag_mask(char *out, size_t size, const char *text, size_t length);

#endif
