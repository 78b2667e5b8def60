// Tables that decode the Huffman codes of a sequential JPEG (T.81, F.2.2) with the bits that follow them, several at
// once.
//
// Within this module only.
#pragma once

#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

enum {
  // The bits that select an entry of each table.
  JPEG_VALUE_WINDOW = 11,
  JPEG_SKIP_WINDOW = 13,
  JPEG_SYMBOL_WINDOW = 9,
  // What the end of a block adds to an index.
  JPEG_END_OF_BLOCK = 128,
  // More than any codes of an entry advance within a block: the entry has none.
  JPEG_NO_SKIP = 64,
  JPEG_LONGEST_CODE = 16,
};

// A code that was decoded with its value: all their bits from bit 0, how many indices it advances from bit 8, and the
// value from bit 32. 0: no such code, or more bits than the window.
//
// As a pair, all bits are those of two codes; how many indices the second advances is from bit 16, and its value from
// bit 48. If only one fits, the second repeats it and advances by 0.
typedef uint64_t jpeg_value;

// What a table is for.
typedef enum jpeg_use { JPEG_VALUES, JPEG_PAIRS, JPEG_SKIPS } jpeg_use;

typedef struct jpeg_codes {
  union {
    struct {
      jpeg_value values[1 << JPEG_VALUE_WINDOW];
      jpeg_value pairs[1 << JPEG_VALUE_WINDOW];
    };
    // As many codes as fit, with their values: all their bits from bit 0, and how many indices they advance from bit 6.
    // They are made of the entries for windows of fewer bits, which precede them: those of 2 bits begin at index 2^2.
    uint16_t skips[2 << JPEG_SKIP_WINDOW];
  };
  // A symbol from bit 0 and the bits of its code from bit 8. 0: a longer code, or none.
  uint16_t symbols[1 << JPEG_SYMBOL_WINDOW];
  // For each length of codes: the first 16 bits after them, and what to add to a code for its place in `huffval`.
  uint32_t ends[JPEG_LONGEST_CODE + 1];
  int32_t places[JPEG_LONGEST_CODE + 1];
  uint8_t huffval[256];
} jpeg_codes;

// Fills what the use needs. libjpeg must have accepted the table.
void jpeg_codes_fill(jpeg_codes *codes, const JHUFF_TBL *table, jpeg_use use);

// The symbol that begins the next 16 bits, with the bits of its code from bit 8; 0 if there is no such code.
uint32_t jpeg_codes_symbol(const jpeg_codes *codes, uint32_t next);

// The code that begins the next 64 bits, with its value, whatever the window; 0 if there is no such code.
jpeg_value jpeg_codes_value(const jpeg_codes *codes, uint64_t next);

// The codes that begin the next 64 bits, as an entry of `skips`.
static inline uint32_t jpeg_codes_skip(const jpeg_codes *codes, uint64_t next) {
  return codes->skips[(1 << JPEG_SKIP_WINDOW) + (next >> (64 - JPEG_SKIP_WINDOW))];
}

// How many indices an AC code advances (T.81, F.2.2.2): its zeros and its own, or 16 zeros, or the rest of the block,
// as which libjpeg takes all other codes without a value.
static inline uint32_t jpeg_advance(uint32_t symbol) {
  return (symbol & 15) == 0 && symbol >> 4 != 15 ? JPEG_END_OF_BLOCK : (symbol >> 4) + 1;
}
