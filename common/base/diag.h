/* diag: everything a program says to a person, and its exit status.
 *
 * A diagnostic is one line on standard error, written by one write(2), so that lines of
 * several processes do not mix:
 *
 *     TOOL: FILE:LINE:COLUMN: error: TEXT [CODE]      about a place in the input
 *     TOOL: error: TEXT                               about the run
 *
 * Control bytes and bytes that are not UTF-8 are shown as \xHH: what a hostile record
 * holds never reaches a terminal as a command. A message longer than DIAG_LINE_SIZE is cut
 * and ends in "...". Nothing here allocates, so running out of memory can still be said.
 *
 * The exit status only rises: EXIT_OK, EXIT_FINDINGS (something in the data is bad, or
 * the answer is no), EXIT_TROUBLE (usage, files, memory: the run is not complete).
 *
 * diag also owns the status line (progress) at the bottom of a terminal: it wipes it before
 * a message and draws it again after.
 *
 * A struct diag belongs to main; only the main thread uses it. Workers report through
 * their results.
 */
#ifndef KIDX_BASE_DIAG_H
#define KIDX_BASE_DIAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EXIT_OK = 0, EXIT_FINDINGS = 1, EXIT_TROUBLE = 2 };
enum { DIAG_LINE_SIZE = 4096, DIAG_STATUS_LINE_SIZE = 160 };

enum diag_level { DIAG_ERROR, DIAG_WARNING, DIAG_NOTE };

/* A place in the input. Line 0: the file as a whole; column (a byte, from 1) 0: the line.
 */
struct diag_place {
    const char *file;
    uint64_t line;
    uint64_t column;
};

struct diag {
    int status;
    bool quiet; /* no warnings and notes are said */
    bool status_line_shown;
    size_t status_line_length;
    char status_line[DIAG_STATUS_LINE_SIZE];
};

void diag_init(struct diag *diag);

/* The name before each message; lives as long as the program. Set once, at start. */
void diag_set_program(const char *name);
const char *diag_program(void);

/* Raise the exit status to at least STATUS. */
void diag_raise(struct diag *diag, int status);

/* Say something about PLACE; CODE may be NULL. The status is not raised: what a finding
 * means for the run is its caller's decision. */
__attribute__((format(printf, 5, 6))) void diag_say(struct diag *diag,
                                                    enum diag_level level,
                                                    const struct diag_place *place,
                                                    const char *code, const char *format,
                                                    ...);

/* Say why the run is not complete and raise the status to EXIT_TROUBLE. Returns -1, so
 * that `return diag_fail(...)` reads well. */
__attribute__((format(printf, 2, 3))) int diag_fail(struct diag *diag, const char *format,
                                                    ...);

/* The same of a wrong use of the program, as the arguments show it; advice follows:
 * `TOOL: try 'TOOL --help'`. */
__attribute__((format(printf, 2, 3))) int diag_misuse(struct diag *diag, const char *format,
                                                      ...);

/* The same as diag_fail about a file, with the reason that ERROR_NUMBER (an errno) stands
 * for: `TOOL: error: ACTION 'FILE': REASON`. */
int diag_fail_file(struct diag *diag, const char *action, const char *file,
                   int error_number);

/* A line that is neither error nor warning: advice after an error, a closing count. It is
 * said also where quiet is set, as who wants none asks for none: `TOOL: TEXT`. */
__attribute__((format(printf, 2, 3))) void diag_remark(struct diag *diag,
                                                       const char *format, ...);

/* Report TEXT, a short literal, and end the program with EXIT_TROUBLE, for what no caller
 * can handle. Any thread may call it: quick_exit runs what was registered with
 * at_quick_exit (the removal of unfinished output files) and nothing that other threads may
 * still use. diag_memory_exhausted reports that memory is exhausted. */
_Noreturn void diag_fatal(const char *text);
_Noreturn void diag_memory_exhausted(void);

/* Show TEXT, masked, as status line; empty or NULL wipes it. It is drawn as it is given:
 * the caller keeps it within the width of the terminal. */
void diag_set_status_line(struct diag *diag, const char *text);

/* Write LENGTH bytes at TEXT to OUT (SIZE bytes), as \xHH the bytes of each character
 * that utf8_is_unsafe, and each byte that is not part of well-formed UTF-8. Returns the
 * bytes written, whole characters only, "..." at the end where it was cut; no NUL is added.
 * Masking what is masked changes nothing. All that a message says goes through here. */
size_t diag_mask(char *out, size_t size, const char *text, size_t length);

#endif
