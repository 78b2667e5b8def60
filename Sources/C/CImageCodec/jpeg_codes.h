// Tables that decode the Huffman codes of a sequential JPEG (T.81, F.2.2) with the bits that follow them, several at
// once where their values are not needed.
//
// Within this module only.
#pragma once

#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

enum {
  // The bits that select an entry of each table.
  JPEG_VALUE_WINDOW = 10,
  JPEG_SKIP_WINDOW = 13,
  JPEG_SYMBOL_WINDOW = 9,
  // What the end of a block adds to an index.
  JPEG_END_OF_BLOCK = 128,
  // An index that no further code of a skip entry reaches: the entry has none.
  JPEG_NO_SKIP = 64,
  // No code has 17 bits.
  JPEG_LONGEST_CODE = 16,
};

// A code that was decoded with its value: its bits from bit 0, how many indices it advances from bit 5 and its value
// from bit 16. 0: the window is too small.
typedef int32_t jpeg_value;

typedef struct jpeg_codes {
  jpeg_value values[1 << JPEG_VALUE_WINDOW];
  // As many codes as fit, with their values: all their bits from bit 0, and how many indices they advance from bit 4.
  uint16_t skips[1 << JPEG_SKIP_WINDOW];
  // A symbol from bit 0 and the bits of its code from bit 8. 0: a longer code, or none.
  uint16_t symbols[1 << JPEG_SYMBOL_WINDOW];
  // The first code that is longer than each number of bits, and what a code's place in huffval is less than the code.
  uint32_t ends[JPEG_LONGEST_CODE + 1];
  int32_t places[JPEG_LONGEST_CODE + 1];
  uint8_t huffval[256];
} jpeg_codes;

// Fills the tables; `skips` only if they are wanted. The table must be one that libjpeg has accepted.
void jpeg_codes_fill(jpeg_codes *codes, const JHUFF_TBL *table, int wants_skips);

// The symbol that begins the next 16 bits, with the bits of its code from bit 8; 0 if there is no such code.
uint32_t jpeg_codes_symbol(const jpeg_codes *codes, uint32_t next);

// The code that begins the next 64 bits, with its value, whatever the window; 0 if there is no such code.
jpeg_value jpeg_codes_value(const jpeg_codes *codes, uint64_t next);

// How many indices an AC code advances (T.81, F.2.2.2): its zeros and its own, or 16 zeros, or the rest of the block,
// as which libjpeg takes all other codes without a value.
static inline uint32_t jpeg_advance(uint32_t symbol) {
  return (symbol & 15) == 0 && symbol >> 4 != 15 ? JPEG_END_OF_BLOCK : (symbol >> 4) + 1;
}
