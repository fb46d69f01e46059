/* csv: rows of RFC 4180, in UTF-8.
 *
 * A record is a row. It ends after an LF (with or without CR before it) outside quotes, or
 * at the end of the text; its fields are separated by commas. A field that begins with a
 * quote ends at the next single quote, and two quotes in it mean one. A quote anywhere else
 * in a field is data.
 *
 * An error affects only its row: after text that follows a closing quote, and after a CR
 * without LF, the row ends at the next LF, whatever quotes it has.
 *
 * Three functions agree on what a record is: the framing finds the end of the whole records
 * in a block (input.h), csv_record_end finds one record in it, and csv_split its fields.
 * Only csv_split checks the record.
 */
#ifndef KIDX_IO_CSV_H
#define KIDX_IO_CSV_H

#include "base/buf.h"
#include "io/input.h"

#include <stddef.h>
#include <stdint.h>

/* The state of a scan for ends of records. */
struct csv_scan {
    unsigned char state;
    char previous;  /* the byte before, LF at the start of a record */
    uint64_t feeds; /* line feeds since the last end */
};

/* A framing for input_new; the caller owns SCAN, its state. */
struct input_framing csv_framing(struct csv_scan *scan);

/* The length of the record that begins at DATA, with its line end; the text has LENGTH
 * bytes. *FEEDS is the number of line feeds in the record. */
size_t csv_record_end(const char *data, size_t length, uint64_t *feeds);

/* The most fields that are stored for a row; more are only counted. */
enum { CSV_FIELDS_MAX = 65536 };

/* A row. Fields are views into the record, or, where quotes were doubled, into text. They
 * are valid until the next csv_split with the same row, and as long as the record. */
struct csv_row {
    struct view *fields; /* the first CSV_FIELDS_MAX */
    size_t count;
    size_t capacity;
    struct buf text;
};

/* An error in a record: bad_csv or bad_utf8, a static text, and the byte, from 0. */
struct csv_error {
    const char *code;
    const char *text;
    size_t offset;
};

void csv_row_init(struct csv_row *row);
void csv_row_release(struct csv_row *row);

/* Split RECORD, without its line end. An empty one is a row of one empty field. -1: *ERROR
 * is set, and there are no fields. */
int csv_split(struct csv_row *row, struct view record, struct csv_error *error);

/* The byte (from 0) at which the field NUMBER of a record begins, with its quote.
 * Precondition: csv_split accepts the record. */
size_t csv_field_offset(struct view record, size_t number);

#endif
