#include "webp_bits.h"

#include <string.h>

uint32_t webp_bits_read(webp_bits *bits, int count) {
  uint32_t value = 0;
  for (int i = 0; i < count; i++, bits->next++) {
    size_t place = (size_t)(bits->next / 8);
    if (place < bits->count) {
      value |= (uint32_t)(bits->bytes[place] >> bits->next % 8 & 1) << i;
    }
  }
  return value;
}

int webp_bits_are_over(const webp_bits *bits) { return bits->next > (uint64_t)bits->count * 8; }

// Builds a code from the length of each symbol's code; 0: no code. Returns 0 if the code is
// incomplete.
static int build(webp_code *code, const uint8_t *lengths, size_t symbols) {
  uint16_t next[WEBP_LONGEST_CODE + 1] = {0};
  memset(code->counts, 0, sizeof code->counts);
  for (size_t i = 0; i < symbols; i++) code->counts[lengths[i]]++;
  size_t used = symbols - code->counts[0];
  code->counts[0] = 0;
  int32_t open = 1;
  for (int length = 1; length <= WEBP_LONGEST_CODE; length++) {
    open = open * 2 - code->counts[length];
    if (open < 0) return 0;
    if (length < WEBP_LONGEST_CODE) {
      next[length + 1] = (uint16_t)(next[length] + code->counts[length]);
    }
  }
  for (size_t i = 0; i < symbols; i++) {
    if (lengths[i] != 0) code->symbols[next[lengths[i]]++] = (uint16_t)i;
  }
  // A single symbol has zero bits.
  code->is_single = used == 1;
  return used == 1 || (used > 1 && open == 0);
}

uint32_t webp_code_next(const webp_code *code, webp_bits *bits) {
  if (code->is_single) return code->symbols[0];
  uint32_t value = 0, first = 0, index = 0;
  for (int length = 1; length <= WEBP_LONGEST_CODE; length++) {
    value = value << 1 | webp_bits_read(bits, 1);
    first <<= 1;
    if (value - first < code->counts[length]) return code->symbols[index + value - first];
    first += code->counts[length];
    index += code->counts[length];
  }
  return code->symbols[0];
}

static void read_simple(uint8_t *lengths, webp_bits *bits) {
  int has_two = (int)webp_bits_read(bits, 1);
  int is_long = (int)webp_bits_read(bits, 1);
  lengths[webp_bits_read(bits, is_long ? 8 : 1)] = 1;
  if (has_two) lengths[webp_bits_read(bits, 8)] = 1;
}

// Symbols of lengths, and three symbols that repeat: the last length that was not 0, or 0.
static int read_lengths(uint8_t *lengths, size_t symbols, webp_bits *bits) {
  enum { KINDS = 19, REPEAT_LAST = 16 };
  static const uint8_t order[KINDS] = {17, 18, 0, 1,  2,  3,  4,  5,  16, 6,
                                       7,  8,  9, 10, 11, 12, 13, 14, 15};
  static const struct {
    int bits;
    int least;
  } repeats[] = {{2, 3}, {3, 3}, {7, 11}};
  uint8_t kinds[KINDS] = {0};
  webp_code code;
  int count = 4 + (int)webp_bits_read(bits, 4);
  for (int i = 0; i < count; i++) kinds[order[i]] = (uint8_t)webp_bits_read(bits, 3);
  if (!build(&code, kinds, KINDS)) return 0;
  size_t left = symbols;
  if (webp_bits_read(bits, 1)) left = 2 + webp_bits_read(bits, 2 + 2 * (int)webp_bits_read(bits, 3));
  if (left > symbols) return 0;
  uint8_t last = 8;
  for (size_t i = 0; i < symbols && left > 0; left--) {
    uint32_t kind = webp_code_next(&code, bits);
    if (kind < REPEAT_LAST) {
      lengths[i++] = (uint8_t)kind;
      if (kind != 0) last = (uint8_t)kind;
      continue;
    }
    int times = repeats[kind - REPEAT_LAST].least +
                (int)webp_bits_read(bits, repeats[kind - REPEAT_LAST].bits);
    if ((size_t)times > symbols - i) return 0;
    memset(lengths + i, kind == REPEAT_LAST ? last : 0, (size_t)times);
    i += (size_t)times;
  }
  return 1;
}

int webp_code_read(webp_code *code, webp_bits *bits, size_t symbols) {
  uint8_t lengths[WEBP_SYMBOLS] = {0};
  if (webp_bits_read(bits, 1)) {
    read_simple(lengths, bits);
  } else if (!read_lengths(lengths, symbols, bits)) {
    return 0;
  }
  return !webp_bits_are_over(bits) && build(code, lengths, symbols);
}
