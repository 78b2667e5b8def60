// Undoes the filters of a PNG's rows (PNG, third edition, 9.2) in the image's inflated data, because libpng does it a
// byte at a time where it is built without vectors, as on Debian.
//
// Within this module only.
#pragma once

#include <stddef.h>
#include <stdint.h>

// How many bytes after the data can be read.
enum { PNG_ROWS_SLACK = 4 };

typedef struct png_rows png_rows;

// The rows of an image that is not interlaced. `header` is the content of its IHDR chunk, 13 bytes, whose values need
// not be valid. NULL: no such rows, or no memory; then libpng reads the data as they are.
png_rows *png_rows_create(const uint8_t *header);
void png_rows_free(png_rows *rows);

// How many bytes are best unfiltered at once: `least` or a few more, and four rows at least.
size_t png_rows_block(const png_rows *rows, size_t least);

// Replaces the next rows of the image, whole ones, by the same with filter 0. From a row with an unknown filter on, and
// after the last one, bytes stay as they are, for libpng to refuse.
void png_rows_unfilter(png_rows *rows, uint8_t *bytes, size_t count);

// The same for a proof, which needs no pixels: other bytes of a row than its filter have no meaning. Those of a palette
// are unfiltered, because libpng may look for one that is missing.
void png_rows_check(png_rows *rows, uint8_t *bytes, size_t count);
