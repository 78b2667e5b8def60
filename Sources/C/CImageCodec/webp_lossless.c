#include "webp_lossless.h"

#include <string.h>

enum {
  LITERALS = 256,
  LENGTHS = 24,
  DISTANCES = 40,
  MOST_CACHE_BITS = 11,
  // Up to this many groups, libwebp makes tables for all numbers below the highest; above, only for
  // the used ones (1.0.3 and later).
  DENSE_GROUPS = 1000,
};

// The transforms that may come first, each once (3.4).
enum { PREDICTOR, COLOR, SUBTRACT_GREEN, COLOR_INDEXING, TRANSFORMS };

static _Noreturn void fail(const webp_lossless *stream) {
  decoder_fail(stream->decoder, codec_damaged, "the codes of its pixels are damaged");
}

static uint32_t read(webp_lossless *stream, int count) { return webp_bits_read(&stream->bits, count); }

// Number of tiles of 2^bits pixels along an edge.
static uint32_t tiles(uint32_t edge, int bits) {
  return (uint32_t)(((uint64_t)edge + (1u << bits) - 1) >> bits);
}

static int read_cache_bits(webp_lossless *stream) {
  if (!read(stream, 1)) return 0;
  int bits = (int)read(stream, 4);
  if (bits < 1 || bits > MOST_CACHE_BITS) fail(stream);
  return bits;
}

// A length or a distance (3.6.2.2).
static uint64_t read_amount(webp_lossless *stream, uint32_t symbol) {
  if (symbol < 4) return symbol + 1;
  int bits = (int)(symbol - 2) >> 1;
  return ((2ull + (symbol & 1)) << bits) + read(stream, bits) + 1;
}

static void note(webp_lossless *stream, uint32_t group) {
  stream->groups[group / 8] |= (uint8_t)(1u << group % 8);
}

// An image within the stream that describes the tiles or colours of the main one: its pixels are
// skipped, and literal ones are recorded as groups.
static void read_picture(webp_lossless *stream, uint32_t width, uint32_t height) {
  int cache_bits = read_cache_bits(stream);
  size_t greens = LITERALS + LENGTHS + (cache_bits > 0 ? (size_t)1 << cache_bits : 0);
  const size_t symbols[WEBP_CODES] = {greens, LITERALS, LITERALS, LITERALS, DISTANCES};
  for (int i = 0; i < WEBP_CODES; i++) {
    if (!webp_code_read(&stream->codes[i], &stream->bits, symbols[i])) fail(stream);
  }
  uint64_t left = (uint64_t)width * height;
  while (left > 0) {
    uint32_t green = webp_code_next(&stream->codes[0], &stream->bits);
    uint64_t taken = 1;
    if (green < LITERALS) {
      uint32_t red = webp_code_next(&stream->codes[1], &stream->bits);
      for (int i = 2; i < 4; i++) webp_code_next(&stream->codes[i], &stream->bits);
      note(stream, red << 8 | green);
    } else if (green < LITERALS + LENGTHS) {
      taken = read_amount(stream, green - LITERALS);
      read_amount(stream, webp_code_next(&stream->codes[4], &stream->bits));
    }
    decoder_check_time(stream->decoder);
    if (taken > left || webp_bits_are_over(&stream->bits)) fail(stream);
    left -= taken;
  }
}

// Returns the width of the stored pixels: several palette indices share one pixel.
static uint32_t read_transforms(webp_lossless *stream, codec_size size) {
  uint32_t width = size.width;
  int seen[TRANSFORMS] = {0};
  while (read(stream, 1)) {
    uint32_t kind = read(stream, 2);
    if (seen[kind]++) fail(stream);
    if (kind == PREDICTOR || kind == COLOR) {
      int bits = (int)read(stream, 3) + 2;
      read_picture(stream, tiles(width, bits), tiles(size.height, bits));
    } else if (kind == COLOR_INDEXING) {
      uint32_t colors = read(stream, 8) + 1;
      read_picture(stream, colors, 1);
      width = tiles(width, colors > 16 ? 0 : colors > 4 ? 1 : colors > 2 ? 2 : 3);
    }
  }
  return width;
}

static uint32_t count_groups(webp_lossless *stream) {
  uint32_t count = 0, highest = 0;
  note(stream, 0);
  for (uint32_t i = 0; i < WEBP_GROUPS; i++) {
    if (!(stream->groups[i / 8] >> i % 8 & 1)) continue;
    highest = i;
    count++;
  }
  return highest < DENSE_GROUPS ? highest + 1 : count;
}

static uint32_t read_groups(webp_lossless *stream, uint32_t width, uint32_t height) {
  if (!read(stream, 1)) return 1;
  int bits = (int)read(stream, 3) + 2;
  memset(stream->groups, 0, sizeof stream->groups);
  read_picture(stream, tiles(width, bits), tiles(height, bits));
  return count_groups(stream);
}

// From libwebp's comments: the maximum of entries for codes of these lengths, four bytes each, plus
// its data of a group.
static uint64_t group_size(int cache_bits) {
  static const uint16_t greens[MOST_CACHE_BITS + 1] = {654, 656, 658, 662,  670,  686,
                                                       718, 782, 912, 1168, 1680, 2704};
  enum { OTHERS = 3 * 630 + 410, ENTRY = 4, KNOWN = 640 };
  return (uint64_t)(OTHERS + greens[cache_bits]) * ENTRY + KNOWN;
}

uint64_t webp_lossless_tables(webp_lossless *stream, codec_decoder *decoder, codec_bytes_view bytes,
                              codec_size size) {
  stream->decoder = decoder;
  stream->bits = (webp_bits){bytes.bytes, bytes.count, 0};
  uint32_t width = read_transforms(stream, size);
  int cache_bits = read_cache_bits(stream);
  return read_groups(stream, width, size.height) * group_size(cache_bits);
}
