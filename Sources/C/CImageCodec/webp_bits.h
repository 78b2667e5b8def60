// The bits of a lossless WebP and the prefix codes in them (RFC 9649, sections 3.3 and 3.7.2); within this
// module only.
#pragma once

#include <stddef.h>
#include <stdint.h>

enum {
  WEBP_LONGEST_CODE = 15,
  // Literals, lengths, and a cache of 11 bits.
  WEBP_SYMBOLS = 256 + 24 + (1 << 11),
};

typedef struct webp_bits {
  const uint8_t *bytes;
  size_t count;
  // Offset of the next bit. After the end all bits are 0, and the stream is incomplete.
  uint64_t next;
} webp_bits;

// Up to 24 bits, the first one lowest.
uint32_t webp_bits_read(webp_bits *bits, int count);
int webp_bits_are_over(const webp_bits *bits);

// A canonical code.
typedef struct webp_code {
  int is_single;
  // Number of symbols of each length.
  uint16_t counts[WEBP_LONGEST_CODE + 1];
  // Symbols in the order of their codes.
  uint16_t symbols[WEBP_SYMBOLS];
} webp_code;

// Reads a code for this many symbols. 0: it is damaged.
int webp_code_read(webp_code *code, webp_bits *bits, size_t symbols);
// The next symbol.
uint32_t webp_code_next(const webp_code *code, webp_bits *bits);
