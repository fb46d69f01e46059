/* support: what several entry points need: texts as documents, and lines through a tool.
 *
 * struct fuzz_lines takes a text through the functions of a tool as stream.h does it: the
 * record function on a worker, then the ordered stage with all that it says and counts, but
 * without threads and files. What the tool would have written gathers in out.
 */
#ifndef KIDX_TESTS_FUZZ_SUPPORT_H
#define KIDX_TESTS_FUZZ_SUPPORT_H

#include "json/canonical.h"
#include "json/reader.h"
#include "tool/loop.h"

#include "fuzz.h"

/* The text as a document, with a reader of one's own; NULL where the reader refuses it.
 * Valid until the next call with the same READER, which is made where it is NULL. */
struct document *fuzz_parse(struct reader **reader, struct view text);

/* Append the text of a document in canonical form. */
void fuzz_canonical(const struct document *document, struct buf *out);

struct fuzz_lines {
    struct tool tool;
    struct stream_settings settings;
    struct stream stream;
    struct batch_worker worker;
    struct buf out;
};

/* WORKER is a state of that tool. */
void fuzz_lines_init(struct fuzz_lines *lines, const struct stream_tool *tool,
                     void *worker);
void fuzz_lines_release(struct fuzz_lines *lines);

/* Take the lines of TEXT, and at the end whatever the tool does then. */
void fuzz_lines_take(struct fuzz_lines *lines, struct view text);
void fuzz_lines_end(struct fuzz_lines *lines);

/* Append the lines of TEXT in reverse order; each gets an LF. */
void fuzz_reverse(struct view text, struct buf *out);

/* Take the first line off TEXT, without its LF; false where there is none. */
bool fuzz_next_line(struct view *text, struct view *line);

/* One of COUNT, by the bytes of TEXT: the many changes of a file of the corpus take all. */
size_t fuzz_choice(struct view text, size_t count);

/* A file without a name, for what is written to and read from files; and what is in it. */
int fuzz_file(void);
void fuzz_file_path(int fd, char path[32]);
void fuzz_file_read(int fd, struct buf *out);

#endif
