// Decodes the coefficients of a block (T.81, F.2.2), for jpeg_scan.c only.
#pragma once

#include <stdlib.h>

#include "jpeg_bits.h"
#include "jpeg_codes.h"

// T.81, figure A.6: the index in a block of each coefficient as they are coded.
static const uint8_t natural[DCTSIZE2] = {
    0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48,
    41, 34, 27, 20, 13, 6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23,
    30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};

// INVALID is an index between those of a block and its end.
enum { LAST = DCTSIZE2 - 1, INVALID = LAST + 1, LARGEST_DC = 1 << 20 };

enum {
  // How many look-ups of each kind the loaded bits suffice for.
  PAIRS_AT_ONCE = JPEG_LOADED_BITS / JPEG_VALUE_WINDOW,
  SKIPS_AT_ONCE = JPEG_LOADED_BITS / JPEG_SKIP_WINDOW,
};

// So that the word stays in registers.
#define INLINE static inline __attribute__((always_inline))

INLINE JCOEF first_of(jpeg_value value) { return (JCOEF)(value >> 32); }
INLINE JCOEF second_of(jpeg_value value) { return (JCOEF)(value >> 48); }

// Whether the index is that of the last coefficient, or the end of the block was read (T.81, F.2.2.2).
INLINE int is_complete(uint32_t k) { return k == LAST || k >= JPEG_END_OF_BLOCK; }

// A coefficient whose code is in no pair, or may be the last one. Returns its index.
INLINE uint32_t read_single(jpeg_word *word, const jpeg_codes *codes, JCOEFPTR block, uint32_t k) {
  jpeg_word_load(word);
  jpeg_value value = jpeg_codes_value(codes, word->next);
  if (value == 0) return INVALID;
  jpeg_word_drop(word, value & 63);
  k += value >> 8 & 255;
  if (k <= LAST) block[natural[k]] = first_of(value);
  return k;
}

// The AC coefficients with their values. 0 if they are invalid.
INLINE int jpeg_block_read_ac(jpeg_word *word, const jpeg_codes *codes, JCOEFPTR block) {
  uint32_t k = 0;
  while (k < LAST) {
    jpeg_word_load(word);
    for (int i = 0; i < PAIRS_AT_ONCE; i++) {
      jpeg_value pair = codes->pairs[word->next >> (64 - JPEG_VALUE_WINDOW)];
      uint32_t first = k + (pair >> 8 & 255), second = first + (pair >> 16 & 255);
      // A code after the last coefficient would be that of the next block.
      if (__builtin_expect(pair == 0 || (second & (JPEG_END_OF_BLOCK - 1)) >= LAST, 0)) {
        k = read_single(word, codes, block, k);
        break;
      }
      jpeg_word_drop(word, pair & 63);
      if (first > LAST) return 1;
      block[natural[first]] = first_of(pair);
      if (second > LAST) return 1;
      block[natural[second]] = second_of(pair);
      k = second;
    }
  }
  return is_complete(k);
}

INLINE uint32_t skip_single(jpeg_word *word, const jpeg_codes *codes, uint32_t k) {
  jpeg_word_load(word);
  uint32_t symbol = jpeg_codes_symbol(codes, (uint32_t)(word->next >> 48));
  if (symbol == 0) return INVALID;
  jpeg_word_drop(word, (symbol >> 8) + (symbol & 15));
  return k + jpeg_advance(symbol & 255);
}

// The AC coefficients without their values. 0 if they are invalid.
INLINE int jpeg_block_skip_ac(jpeg_word *word, const jpeg_codes *codes) {
  uint32_t k = 0;
  while (k < LAST) {
    jpeg_word_load(word);
    for (int i = 0; i < SKIPS_AT_ONCE && k < LAST; i++) {
      uint32_t skip = jpeg_codes_skip(codes, word->next), after = k + (skip >> 6);
      if (__builtin_expect((after & (JPEG_END_OF_BLOCK - 1)) >= LAST, 0)) {
        k = skip_single(word, codes, k);
        break;
      }
      jpeg_word_drop(word, skip & 63);
      k = after;
    }
  }
  return is_complete(k);
}

// Adds its difference to the DC coefficient of the block before (T.81, F.2.2.1). 0 if it is invalid.
INLINE int jpeg_block_read_dc(jpeg_word *word, const jpeg_codes *codes, int32_t *dc) {
  jpeg_word_load(word);
  jpeg_value value = codes->values[word->next >> (64 - JPEG_VALUE_WINDOW)];
  if (__builtin_expect(value == 0, 0)) value = jpeg_codes_value(codes, word->next);
  jpeg_word_drop(word, value & 63);
  *dc += first_of(value);
  // libjpeg has no such limit, and decides.
  return value != 0 && abs(*dc) <= LARGEST_DC;
}
