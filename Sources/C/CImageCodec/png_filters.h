// The filters of PNG (third edition, section 9), for encoding. Within this module only.
#pragma once

#include "codec_encoder.h"

// The filter whose residues in a sample of the rows are the smallest: PNG_FILTER_VALUE_SUB to
// PNG_FILTER_VALUE_PAETH. One filter for all rows costs a few percent of the bytes and saves trying
// all of them on each.
int png_best_filter(const codec_pixels *pixels);

// Writes a row as its filter's number and the residues: 1 + width * channels bytes.
//
// - before: the row above; zeros above the first.
void png_filter_row(int filter, const uint8_t *row, const uint8_t *before, size_t count,
                    size_t channels, uint8_t *restrict out);
