#include "png_rows.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "png_chunk.h"
#include "png_filters.h"

enum {
  // Offsets in IHDR (11.2.1).
  HEADER_DEPTH = 8,
  HEADER_COLOUR = 9,
  HEADER_INTERLACE = 12,
  // Rows that are computed at once, and the most bytes of their pixels.
  GROUP = 4,
  PIXEL = 4,
};

// A pixel of each row of a group, as four words, and as bytes. The compiler makes SSE2 or NEON of them.
typedef uint32_t words __attribute__((vector_size(GROUP * PIXEL)));
typedef uint8_t group __attribute__((vector_size(GROUP * PIXEL)));

struct png_rows {
  // The bytes of a row without its filter, and those of a pixel, at least 1.
  size_t size, step;
  uint32_t left;
  int has_palette;
  // The row before the next one, without filter; first zeros (9.2).
  uint8_t *before;
};

// The bytes of a row from `start` to the one before `end`, which begin pixels.
static void unfilter(int filter, uint8_t *restrict row, const uint8_t *restrict before, size_t start, size_t end,
                     size_t step) {
  if (filter == PNG_FILTER_VALUE_UP) {
    for (size_t i = start; i < end; i++) row[i] = (uint8_t)(row[i] + before[i]);
    return;
  }
  for (size_t i = start; i < end; i++) {
    uint8_t left = i < step ? 0 : row[i - step], corner = i < step ? 0 : before[i - step];
    switch (filter) {
      case PNG_FILTER_VALUE_SUB: row[i] = (uint8_t)(row[i] + left); break;
      case PNG_FILTER_VALUE_AVG: row[i] = (uint8_t)(row[i] + (left + before[i]) / 2); break;
      case PNG_FILTER_VALUE_PAETH: row[i] = (uint8_t)(row[i] + png_paeth(left, before[i], corner)); break;
    }
  }
}

#define INLINE static inline __attribute__((always_inline))

// A pixel of each row; those of the last row are at `i`, and in each row above it a pixel further.
INLINE group load(uint8_t *const *row, size_t i, size_t step) {
  words value = {0};
  for (size_t k = 0; k < GROUP; k++) {
    uint32_t word;
    memcpy(&word, row[k] + i + (GROUP - 1 - k) * step, sizeof word);
    value[k] = word;
  }
  return (group)value;
}

INLINE void store(words value, uint8_t *const *row, size_t i, size_t step) {
  for (size_t k = 0; k < GROUP; k++) {
    uint32_t word = value[k];
    memcpy(row[k] + i + (GROUP - 1 - k) * step, &word, step);
  }
}

INLINE group rows_with(uint8_t *const *row, int filter) {
  words mask = {0};
  for (size_t k = 0; k < GROUP; k++) mask[k] = row[k][-1] == filter ? UINT32_MAX : 0;
  return (group)mask;
}

INLINE group chosen(group mask, group a, group b) { return (mask & a) | (~mask & b); }

// As png_paeth(), without a sum that needs nine bits. If the corner is not between the others, or at least twice as far
// from one of them as from the other, the one that is further away is the nearest; otherwise the corner is.
INLINE group nearest(group left, group above, group corner) {
  group low = __builtin_elementwise_min(left, above), high = __builtin_elementwise_max(left, above);
  group below = __builtin_elementwise_sub_sat(corner, low), over = __builtin_elementwise_sub_sat(high, corner);
  group is_high = (group)(__builtin_elementwise_add_sat(below, below) <= over);
  group is_low = (group)(__builtin_elementwise_add_sat(over, over) <= below);
  return chosen(is_high, high, chosen(is_low, low, corner));
}

// A pixel has to wait for the one left of it; those of the other rows are computed meanwhile, each row a pixel behind
// the one above it.
INLINE void unfilter_group(uint8_t *const *row, const uint8_t *before, size_t count, size_t step) {
  const group is_sub = rows_with(row, PNG_FILTER_VALUE_SUB), is_up = rows_with(row, PNG_FILTER_VALUE_UP),
              is_average = rows_with(row, PNG_FILTER_VALUE_AVG), is_paeth = rows_with(row, PNG_FILTER_VALUE_PAETH);
  const uint8_t *above_row[GROUP] = {before, row[0], row[1], row[2]};
  for (size_t k = 0; k + 1 < GROUP; k++) {
    unfilter(row[k][-1], row[k], above_row[k], 0, (GROUP - 1 - k) * step, step);
  }
  group left = {0}, corner = {0};
  for (size_t k = 0; k + 1 < GROUP; k++) {
    for (size_t j = 0; j < step; j++) {
      left[(int)(k * PIXEL + j)] = row[k][(GROUP - 2 - k) * step + j];
      corner[(int)(k * PIXEL + j)] = above_row[k][(GROUP - 2 - k) * step + j];
    }
  }
  size_t end = count - (GROUP - 1) * step;
  for (size_t i = 0; i < end; i += step) {
    words first = {0};
    memcpy(&first, before + i + (GROUP - 1) * step, PIXEL);
    // Above a pixel is the one that the row above has just got.
    group above =
        __builtin_shufflevector((group)first, left, 0, 1, 2, 3, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
    group average = (left & above) + ((left ^ above) >> 1);
    left = load(row, i, step) + ((left & is_sub) | (above & is_up) | (average & is_average) |
                                 (nearest(left, above, corner) & is_paeth));
    store((words)left, row, i, step);
    corner = above;
  }
  for (size_t k = 1; k < GROUP; k++) {
    unfilter(row[k][-1], row[k], above_row[k], count - k * step, count, step);
  }
}

png_rows *png_rows_create(const uint8_t *header) {
  static const uint8_t samples[] = {[PNG_COLOR_TYPE_GRAY] = 1,
                                    [PNG_COLOR_TYPE_RGB] = 3,
                                    [PNG_COLOR_TYPE_PALETTE] = 1,
                                    [PNG_COLOR_TYPE_GRAY_ALPHA] = 2,
                                    [PNG_COLOR_TYPE_RGB_ALPHA] = 4};
  uint8_t depth = header[HEADER_DEPTH], colour = header[HEADER_COLOUR];
  if (colour >= sizeof samples || depth > 16 || header[HEADER_INTERLACE] != PNG_INTERLACE_NONE) return NULL;
  uint32_t bits = samples[colour] * depth;
  uint64_t size = ((uint64_t)png_word(header) * bits + 7) / 8;
  if (size == 0 || size > UINT32_MAX / GROUP) return NULL;
  png_rows *rows = malloc(sizeof *rows);
  if (rows == NULL) return NULL;
  *rows = (png_rows){.size = size,
                     .step = (bits + 7) / 8,
                     .left = png_word(header + 4),
                     .has_palette = colour == PNG_COLOR_TYPE_PALETTE};
  rows->before = calloc(1, size + PNG_ROWS_SLACK);
  if (rows->before != NULL) return rows;
  free(rows);
  return NULL;
}

void png_rows_free(png_rows *rows) {
  if (rows == NULL) return;
  free(rows->before);
  free(rows);
}

size_t png_rows_block(const png_rows *rows, size_t least) {
  size_t group_size = GROUP * (rows->size + 1);
  return (least + group_size - 1) / group_size * group_size;
}

// Whether the next rows have known filters, and the slow ones are among them.
static int is_group(const png_rows *rows, const uint8_t *bytes) {
  if (rows->step > PIXEL || rows->size < GROUP * rows->step) return 0;
  int slow = 0;
  for (size_t k = 0; k < GROUP; k++) {
    uint8_t filter = bytes[k * (rows->size + 1)];
    if (filter >= PNG_FILTER_VALUE_LAST) return 0;
    slow += filter == PNG_FILTER_VALUE_PAETH || filter == PNG_FILTER_VALUE_AVG;
  }
  return slow > 1;
}

void png_rows_unfilter(png_rows *rows, uint8_t *bytes, size_t count) {
  const uint8_t *before = rows->before;
  size_t line = rows->size + 1, done = 0;
  for (size_t there = count / line; there > 0 && rows->left > 0; there -= done) {
    done = 1;
    if (bytes[0] >= PNG_FILTER_VALUE_LAST) {
      rows->left = 0;
      return;
    }
    uint8_t *const row[GROUP] = {bytes + 1, bytes + line + 1, bytes + 2 * line + 1, bytes + 3 * line + 1};
    if (there >= GROUP && rows->left >= GROUP && is_group(rows, bytes)) {
      done = GROUP;
      switch (rows->step) {
        case 1: unfilter_group(row, before, rows->size, 1); break;
        case 2: unfilter_group(row, before, rows->size, 2); break;
        case 3: unfilter_group(row, before, rows->size, 3); break;
        case 4: unfilter_group(row, before, rows->size, 4); break;
      }
    } else {
      unfilter(bytes[0], row[0], before, 0, rows->size, rows->step);
    }
    for (size_t k = 0; k < done; k++) row[k][-1] = PNG_FILTER_VALUE_NONE;
    before = row[done - 1];
    bytes += done * line;
    rows->left -= (uint32_t)done;
  }
  if (before != rows->before) memcpy(rows->before, before, rows->size);
}

void png_rows_check(png_rows *rows, uint8_t *bytes, size_t count) {
  if (rows->has_palette) {
    png_rows_unfilter(rows, bytes, count);
    return;
  }
  size_t line = rows->size + 1;
  for (size_t there = count / line; there > 0 && rows->left > 0; there--, bytes += line, rows->left--) {
    if (bytes[0] >= PNG_FILTER_VALUE_LAST) {
      rows->left = 0;
      return;
    }
    bytes[0] = PNG_FILTER_VALUE_NONE;
  }
}
