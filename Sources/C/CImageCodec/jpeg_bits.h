// The bits of a scan without what is stuffed between its bytes (T.81, F.1.2.3), up to the next marker.
//
// Within this module only.
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>

enum {
  JPEG_WORD = sizeof(uint64_t),
  // How many bits count at least after loading.
  JPEG_LOADED_BITS = 56,
  // The most bytes that are read for an MCU: blocks of codes with the longest values, 31 bits each, and what is loaded
  // before it is needed.
  JPEG_LARGEST_MCU = D_MAX_BLOCKS_IN_MCU * DCTSIZE2 * 31 / 8 + 2 * JPEG_WORD,
  JPEG_BITS_BUFFER = 1 << 14,
};

// The next bits from the highest one, how many of them count, and the bytes that follow those.
typedef struct jpeg_word {
  uint64_t next;
  uint32_t count;
  const uint8_t *byte;
} jpeg_word;

typedef struct jpeg_bits {
  jpeg_word word;
  const uint8_t *end;
  // Whether a marker follows, which is jpeg->unread_marker then.
  int is_last;
  // The bytes of an MCU can be read beyond the end, whatever they are.
  uint8_t buffer[JPEG_BITS_BUFFER + JPEG_LARGEST_MCU + JPEG_WORD];
} jpeg_bits;

// Begins with the source's next byte.
void jpeg_bits_begin(jpeg_bits *bits);

// Makes available the bytes of an MCU, or all before the next marker. 0: the file ends before that.
int jpeg_bits_fill(jpeg_bits *bits, j_decompress_ptr jpeg);

// The bits left over, before the marker if `is_last`; negative if more were taken than there are.
static inline int64_t jpeg_bits_left(const jpeg_bits *bits) {
  return (bits->end - bits->word.byte) * 8 + (int64_t)bits->word.count;
}

// Makes JPEG_LOADED_BITS count, or more. What is loaded beyond them is loaded again.
static inline void jpeg_word_load(jpeg_word *word) {
  uint64_t bytes;
  memcpy(&bytes, word->byte, sizeof bytes);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  bytes = __builtin_bswap64(bytes);
#endif
  word->next |= bytes >> word->count;
  word->byte += (63 - word->count) >> 3;
  word->count |= JPEG_LOADED_BITS;
}

static inline void jpeg_word_drop(jpeg_word *word, uint32_t count) {
  word->next <<= count;
  word->count -= count;
}
