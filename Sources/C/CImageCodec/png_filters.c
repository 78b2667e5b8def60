#include "png_filters.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

// How many rows there are for each that is tried.
enum { SAMPLED = 8 };

void png_filter_row(int filter, const uint8_t *row, const uint8_t *before, size_t count,
                    size_t channels, uint8_t *restrict out) {
  *out++ = (uint8_t)filter;
  // Left of the first pixel there are zeros.
  for (size_t i = 0; i < channels; i++) {
    uint8_t above = filter == PNG_FILTER_VALUE_SUB ? 0 : before[i];
    out[i] = (uint8_t)(row[i] - (filter == PNG_FILTER_VALUE_AVG ? above / 2 : above));
  }
  const uint8_t *left = row - channels;
  const uint8_t *corner = before - channels;
  switch (filter) {
    case PNG_FILTER_VALUE_SUB:
      for (size_t i = channels; i < count; i++) out[i] = (uint8_t)(row[i] - left[i]);
      break;
    case PNG_FILTER_VALUE_UP:
      for (size_t i = channels; i < count; i++) out[i] = (uint8_t)(row[i] - before[i]);
      break;
    case PNG_FILTER_VALUE_AVG:
      for (size_t i = channels; i < count; i++)
        out[i] = (uint8_t)(row[i] - (uint8_t)((left[i] + before[i]) >> 1));
      break;
    default:
      for (size_t i = channels; i < count; i++)
        out[i] = (uint8_t)(row[i] - png_paeth(left[i], before[i], corner[i]));
  }
}

// The residues as signed numbers, without their signs: the usual estimate of how well they deflate.
static uint64_t weight(const uint8_t *residues, size_t count) {
  uint64_t sum = 0;
  // A stretch whose sum fits 32 bits.
  for (size_t start = 0; start < count; start += 1 << 16) {
    size_t end = count - start < 1 << 16 ? count : start + (1 << 16);
    uint32_t part = 0;
    for (size_t i = start; i < end; i++)
      part += residues[i] < 128 ? residues[i] : 256u - residues[i];
    sum += part;
  }
  return sum;
}

int png_best_filter(const codec_pixels *pixels) {
  size_t count = (size_t)pixels->width * pixels->channels;
  uint8_t *residues = malloc(count + 1);
  if (residues == NULL || pixels->height < 2) {
    free(residues);
    return PNG_FILTER_VALUE_SUB;
  }
  int best = PNG_FILTER_VALUE_SUB;
  uint64_t least = UINT64_MAX;
  for (int filter = PNG_FILTER_VALUE_SUB; filter <= PNG_FILTER_VALUE_PAETH; filter++) {
    uint64_t sum = 0;
    for (size_t y = 1; y < pixels->height; y += SAMPLED) {
      const uint8_t *row = pixels->bytes + y * count;
      png_filter_row(filter, row, row - count, count, pixels->channels, residues);
      sum += weight(residues + 1, count);
    }
    if (sum < least) {
      least = sum;
      best = filter;
    }
  }
  free(residues);
  return best;
}
