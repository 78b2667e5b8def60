// The filters of PNG (third edition, section 9). Within this module only.
#pragma once

#include "codec_encoder.h"

static inline int16_t png_magnitude(int16_t value) { return value < 0 ? (int16_t)-value : value; }

// 9.4: the neighbour that is nearest to left + above - corner. Without branches, and in 16 bits, so that the compiler
// makes vectors of it.
static inline uint8_t png_paeth(int16_t left, int16_t above, int16_t corner) {
  int16_t to_left = (int16_t)(above - corner);
  int16_t to_above = (int16_t)(left - corner);
  int16_t to_corner = png_magnitude((int16_t)(to_left + to_above));
  to_left = png_magnitude(to_left);
  to_above = png_magnitude(to_above);
  int16_t rest = to_above <= to_corner ? above : corner;
  return (uint8_t)(to_left <= to_above && to_left <= to_corner ? left : rest);
}

// The filter whose residues in a sample of the rows are the smallest: PNG_FILTER_VALUE_SUB to
// PNG_FILTER_VALUE_PAETH. One filter for all rows costs a few percent of the bytes and saves trying
// all of them on each.
int png_best_filter(const codec_pixels *pixels);

// Writes a row as its filter's number and the residues: 1 + width * channels bytes.
//
// - before: the row above; zeros above the first.
void png_filter_row(int filter, const uint8_t *row, const uint8_t *before, size_t count,
                    size_t channels, uint8_t *restrict out);
