#include "tiff_decoder.h"

// The list of a file's directories (TIFF 6.0, section 2; BigTIFF has 43 for 42, and numbers of 8 bytes).
enum { CLASSIC = 42, BIG = 43 };

typedef struct chain {
  const uint8_t *bytes;
  size_t count;
  int is_big_endian, is_big;
} chain;

// 0 beyond the end of the file.
static uint64_t number(const chain *chain, uint64_t at, size_t size) {
  if (size > chain->count || at > chain->count - size) return 0;
  uint64_t value = 0;
  for (size_t i = 0; i < size; i++) value = value << 8 | chain->bytes[at + (chain->is_big_endian ? i : size - 1 - i)];
  return value;
}

// The place of the directory after one; 0: there is none.
static uint64_t next(const chain *chain, uint64_t place) {
  uint64_t count = number(chain, place, chain->is_big ? 8 : 2);
  if (place == 0 || count > chain->count) return 0;
  return chain->is_big ? number(chain, place + 8 + 20 * count, 8) : number(chain, place + 2 + 12 * count, 4);
}

int tiff_is_ring(const whole_decoder *decoder) {
  chain chain = {.bytes = decoder->file.bytes, .count = decoder->file.count};
  chain.is_big_endian = chain.count > 0 && chain.bytes[0] == 'M';
  uint64_t kind = number(&chain, 2, 2);
  if (kind != CLASSIC && kind != BIG) return 0;
  chain.is_big = kind == BIG;
  uint64_t slow = chain.is_big ? number(&chain, 8, 8) : number(&chain, 4, 4), fast = slow;
  // The second goes twice as far, and meets the first in a ring.
  while (fast != 0) {
    slow = next(&chain, slow);
    fast = next(&chain, next(&chain, fast));
    if (fast == slow) return fast != 0;
  }
  return 0;
}
