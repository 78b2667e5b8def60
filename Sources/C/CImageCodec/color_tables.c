#include "color_tables.h"

#include <string.h>

// Offsets of fields (ICC.1:2010, 7.2 and 10.8 to 10.11).
enum {
  TAG_COUNT = 128,
  TAG_TABLE = 132,
  TAG_ENTRY = 12,
  INPUTS = 8,
  OUTPUTS = 9,
  GRID = 10,
  CURVE_ENTRIES = 48,
  CLUT_OFFSET = 24,
  CLUT_PRECISION = 16,
  CLUT_HEADER = 20,
  LUT8_HEADER = 48,
  LUT16_HEADER = 52,
  LUT8_CURVE = 256,
  MOST_CHANNELS = 16,
};

static uint64_t word(const uint8_t *bytes, int size) {
  uint64_t value = 0;
  for (int i = 0; i < size; i++) value = value << 8 | bytes[i];
  return value;
}

// Multiplied by the grid's points along each input. Stops at a value that no tag may reach.
static uint64_t nodes(uint64_t start, const uint8_t *grid, size_t step, size_t inputs) {
  uint64_t count = start;
  for (size_t i = 0; i < inputs && count <= UINT32_MAX; i++) count *= grid[i * step];
  return count;
}

static int is_lut_whole(codec_bytes_view tag, size_t header, uint64_t sample) {
  if (tag.count < header) return 0;
  const uint8_t *bytes = tag.bytes;
  uint64_t entries_in = LUT8_CURVE, entries_out = LUT8_CURVE;
  if (sample == 2) {
    entries_in = word(bytes + CURVE_ENTRIES, 2);
    entries_out = word(bytes + CURVE_ENTRIES + 2, 2);
  }
  uint64_t table = nodes(bytes[OUTPUTS], bytes + GRID, 0, bytes[INPUTS]);
  uint64_t samples = bytes[INPUTS] * entries_in + table + bytes[OUTPUTS] * entries_out;
  return samples <= (tag.count - header) / sample;
}

static int is_curve_lut_whole(codec_bytes_view tag) {
  if (tag.count < CLUT_OFFSET + 4) return 0;
  uint64_t start = word(tag.bytes + CLUT_OFFSET, 4);
  if (start == 0) return 1;
  if (start + CLUT_HEADER > tag.count || tag.bytes[INPUTS] > MOST_CHANNELS) return 0;
  const uint8_t *table = tag.bytes + start;
  uint64_t samples = nodes(tag.bytes[OUTPUTS], table, 1, tag.bytes[INPUTS]);
  return samples <= (tag.count - start - CLUT_HEADER) / (table[CLUT_PRECISION] == 1 ? 1 : 2);
}

static int is_whole(codec_bytes_view tag) {
  if (tag.count < 4) return 1;
  if (memcmp(tag.bytes, "mft1", 4) == 0) return is_lut_whole(tag, LUT8_HEADER, 1);
  if (memcmp(tag.bytes, "mft2", 4) == 0) return is_lut_whole(tag, LUT16_HEADER, 2);
  int has_curves = memcmp(tag.bytes, "mAB ", 4) == 0 || memcmp(tag.bytes, "mBA ", 4) == 0;
  return has_curves ? is_curve_lut_whole(tag) : 1;
}

int color_tables_fit(codec_bytes_view profile) {
  if (profile.count < TAG_TABLE) return 0;
  uint64_t count = word(profile.bytes + TAG_COUNT, 4);
  if (count > (profile.count - TAG_TABLE) / TAG_ENTRY) return 0;
  for (uint64_t i = 0; i < count; i++) {
    const uint8_t *entry = profile.bytes + TAG_TABLE + i * TAG_ENTRY;
    uint64_t start = word(entry + 4, 4);
    uint64_t size = word(entry + 8, 4);
    // lcms ignores a tag outside of the profile.
    if (start > profile.count || size > profile.count - start) continue;
    if (!is_whole((codec_bytes_view){profile.bytes + start, size})) return 0;
  }
  return 1;
}
