#include "raw_profile.h"

#include <stdlib.h>
#include <string.h>

static int digit(uint8_t letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  letter |= 0x20;
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

static int is_space(uint8_t letter) { return letter == '\n' || letter == ' ' || letter == '\r'; }

static size_t skip_spaces(codec_bytes_view text, size_t at) {
  while (at < text.count && is_space(text.bytes[at])) at++;
  return at;
}

static size_t skip_word(codec_bytes_view text, size_t at) {
  at = skip_spaces(text, at);
  while (at < text.count && !is_space(text.bytes[at])) at++;
  return at;
}

// Up to the first character that is not a digit; two digits for each byte.
static size_t read_digits(codec_bytes_view text, size_t at, uint8_t *bytes) {
  size_t count = 0;
  for (; at < text.count; at++) {
    if (is_space(text.bytes[at])) continue;
    int value = digit(text.bytes[at]);
    if (value < 0) break;
    bytes[count / 2] = (uint8_t)(bytes[count / 2] << 4 | value);
    count++;
  }
  return count / 2;
}

void raw_profile_keep(codec_bytes_view text, kept_block *block) {
  static const char name[] = "Exif\0";
  // The stated length is ignored: the actual number of bytes counts.
  size_t start = skip_word(text, skip_word(text, 0));
  uint8_t *bytes = calloc(1, (text.count - start) / 2 + 1);
  if (bytes == NULL) return;
  size_t count = read_digits(text, start, bytes);
  size_t skipped = count >= sizeof name && memcmp(bytes, name, sizeof name) == 0 ? sizeof name : 0;
  if (skipped > 0) decoder_keep(block, bytes + skipped, count - skipped);
  free(bytes);
}
