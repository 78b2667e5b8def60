#include "jpeg_codes.h"

#include <string.h>

uint32_t jpeg_codes_symbol(const jpeg_codes *codes, uint32_t next) {
  uint32_t found = codes->symbols[next >> (JPEG_LONGEST_CODE - JPEG_SYMBOL_WINDOW)];
  if (found != 0) return found;
  for (uint32_t size = JPEG_SYMBOL_WINDOW + 1; size <= JPEG_LONGEST_CODE; size++) {
    if (next >= codes->ends[size]) continue;
    int32_t place = (int32_t)(next >> (JPEG_LONGEST_CODE - size)) + codes->places[size];
    return size << 8 | codes->huffval[place & 255];
  }
  return 0;
}

// The value of `size` bits (T.81, F.2.2.1, EXTEND).
static uint32_t extended(uint32_t bits, uint32_t size) {
  return size > 0 && bits >> (size - 1) == 0 ? bits - ((1u << size) - 1) : bits;
}

static jpeg_value value_of(uint32_t symbol, uint32_t code_size, uint32_t bits) {
  uint32_t size = symbol & 15;
  jpeg_value value = extended(bits, size) & 0xFFFF;
  return value << 48 | value << 32 | jpeg_advance(symbol) << 8 | (code_size + size);
}

jpeg_value jpeg_codes_value(const jpeg_codes *codes, uint64_t next) {
  uint32_t found = jpeg_codes_symbol(codes, (uint32_t)(next >> 48));
  if (found == 0) return 0;
  uint32_t code_size = found >> 8, size = found & 15;
  return value_of(found & 255, code_size, size == 0 ? 0 : (uint32_t)(next << code_size >> (64 - size)));
}

static void fill_symbol(jpeg_codes *codes, uint32_t code, uint32_t size, uint8_t symbol) {
  if (size > JPEG_SYMBOL_WINDOW) return;
  uint32_t spare = JPEG_SYMBOL_WINDOW - size;
  for (uint32_t k = 0; k < 1u << spare; k++) codes->symbols[(code << spare) + k] = (uint16_t)(size << 8 | symbol);
}

static void fill_values(jpeg_codes *codes, uint32_t code, uint32_t size, uint8_t symbol) {
  uint32_t whole = size + (symbol & 15);
  if (whole > JPEG_VALUE_WINDOW) return;
  uint32_t spare = JPEG_VALUE_WINDOW - whole;
  jpeg_value *to = codes->values + (code << (JPEG_VALUE_WINDOW - size));
  for (uint32_t bits = 0; bits < 1u << (symbol & 15); bits++) {
    jpeg_value value = value_of(symbol, size, bits);
    for (uint32_t k = 0; k < 1u << spare; k++) *to++ = value;
  }
}

static void fill_pairs(jpeg_codes *codes) {
  for (uint32_t window = 0; window < 1 << JPEG_VALUE_WINDOW; window++) {
    jpeg_value first = codes->values[window];
    uint32_t used = first & 63;
    jpeg_value second = codes->values[(window << used) & ((1 << JPEG_VALUE_WINDOW) - 1)];
    int is_last = first == 0 || (first >> 8 & 255) == JPEG_END_OF_BLOCK;
    if (!is_last && second != 0 && used + (second & 63) <= JPEG_VALUE_WINDOW) {
      first = (second >> 48 << 48) | (first & 0xFFFF0000FF00) | (second >> 8 & 255) << 16 | (used + (second & 63));
    }
    codes->pairs[window] = first;
  }
}

// The entries for a window of `width` bits that begin with a code: it alone, or with those that fit into the rest.
static void fill_skips(jpeg_codes *codes, uint32_t width, uint32_t code, uint32_t size, uint8_t symbol) {
  uint32_t whole = size + (symbol & 15), advance = jpeg_advance(symbol);
  if (whole > width) return;
  uint32_t rests = 1u << (width - whole), alone = advance << 6 | whole;
  uint16_t *to = codes->skips + (1u << width) + (code << (width - size));
  for (uint32_t bits = 0; bits < 1u << (symbol & 15); bits++, to += rests) {
    for (uint32_t k = 0; k < rests; k++) {
      uint32_t rest = codes->skips[rests + k];
      uint32_t within = (rest >> 6 & (JPEG_END_OF_BLOCK - 1)) + advance;
      to[k] = (uint16_t)(within >= JPEG_NO_SKIP ? alone : rest + alone);
    }
  }
}

static void fill_all_skips(jpeg_codes *codes, const JHUFF_TBL *table) {
  for (uint32_t i = 0; i < 2 << JPEG_SKIP_WINDOW; i++) codes->skips[i] = JPEG_NO_SKIP << 6;
  for (uint32_t width = 1; width <= JPEG_SKIP_WINDOW; width++) {
    int32_t place = 0;
    for (uint32_t size = 1; size <= width; size++) {
      for (int i = 0; i < table->bits[size]; i++, place++) {
        fill_skips(codes, width, (uint32_t)(place - codes->places[size]), size, codes->huffval[place]);
      }
    }
  }
}

// T.81, C.2: the codes of each length follow one another.
void jpeg_codes_fill(jpeg_codes *codes, const JHUFF_TBL *table, jpeg_use use) {
  memcpy(codes->huffval, table->huffval, sizeof codes->huffval);
  memset(codes->symbols, 0, sizeof codes->symbols);
  if (use != JPEG_SKIPS) memset(codes->values, 0, sizeof codes->values);
  uint32_t code = 0;
  int32_t place = 0;
  for (uint32_t size = 1; size <= JPEG_LONGEST_CODE; size++, code <<= 1) {
    codes->places[size] = place - (int32_t)code;
    for (int i = 0; i < table->bits[size]; i++, code++, place++) {
      fill_symbol(codes, code, size, table->huffval[place]);
      if (use != JPEG_SKIPS) fill_values(codes, code, size, table->huffval[place]);
    }
    codes->ends[size] = code << (JPEG_LONGEST_CODE - size);
  }
  if (use == JPEG_PAIRS) fill_pairs(codes);
  if (use == JPEG_SKIPS) fill_all_skips(codes, table);
}
