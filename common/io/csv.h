/* csv: rows of RFC 4180, in UTF-8.
 *
 * A record is a row. It ends after an LF (with or without CR before it) that no quotes
 * enclose, or at the end of the text; its fields are parted by commas. A field that begins
 * with a quote ends at the next lone one, and within it two quotes stand for one. A quote
 * anywhere else in a field is data.
 *
 * What does not fit costs its row and no other: with text after a closing quote, or
 * with a bare CR, the row goes on to the next LF, whatever quotes stand there.
 *
 * Three steps see the same records: the framing finds how far whole records reach in a
 * block (input.h), csv_record_end finds one record in it, csv_split its fields. The first
 * two only look for ends; what is wrong with a record, csv_split says.
 */
#ifndef KIDX_IO_CSV_H
#define KIDX_IO_CSV_H

#include "base/buf.h"
#include "io/input.h"

#include <stddef.h>
#include <stdint.h>

/* Where a walk over the text stands. */
struct csv_scan {
    unsigned char state;
    char previous;  /* the byte before, LF at the start of a record */
    uint64_t feeds; /* line feeds since the last end */
};

/* A framing for input_new; SCAN is its state and belongs to the caller. */
struct input_framing csv_framing(struct csv_scan *scan);

/* The length of the record that begins at DATA, its line end included, and at most LENGTH,
 * where the text ends. *FEEDS is the number of line feeds in it. */
size_t csv_record_end(const char *data, size_t length, uint64_t *feeds);

/* Fields that are kept of a row; more are only counted. */
enum { CSV_FIELDS_MAX = 65536 };

/* A row. Fields are views into the record, or where quotes were doubled into text; all are
 * valid until the next csv_split with the same row, and as long as the record. */
struct csv_row {
    struct view *fields; /* the first CSV_FIELDS_MAX */
    size_t count;
    size_t capacity;
    struct buf text;
};

/* What is wrong with a record: bad_csv or bad_utf8, static words, and the byte (from 0) at
 * which it shows. */
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

/* The byte (from 0) at which the field NUMBER of a record begins that csv_split has split:
 * its quote, where it has one. */
size_t csv_field_offset(struct view record, size_t number);

#endif
