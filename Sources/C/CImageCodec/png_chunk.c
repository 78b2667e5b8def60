#include "png_chunk.h"

#include <isa-l.h>
#include <stdio.h>
#include <string.h>

#include "vector_state.h"

enum { LONGEST_CHUNK = 0x7FFFFFFF };

void png_chunk_copy(png_chunk *chunk, uint8_t *to, size_t count) {
  if (!source_copy(chunk->decoder->source, to, count)) decoder_fail_at_end(chunk->decoder);
}

// Copies bytes of IEND. A file without them, or with some of them, lacks no pixel if its picture was complete
// and is the only one.
static void copy_end(png_chunk *chunk, uint8_t *to, const uint8_t *end, size_t count) {
  codec_decoder *decoder = chunk->decoder;
  memcpy(to, end, count);
  if (source_copy(decoder->source, to, count)) return;
  int is_whole = chunk->is_picture_done && !chunk->is_animated && !chunk->has_omitted;
  if (!is_whole || codec_source_error(decoder->source) != 0 || memcmp(to, end, count) != 0) {
    decoder_fail_at_end(decoder);
  }
  decoder_warn(decoder, "its end chunk is missing");
}

void png_chunk_add(png_chunk *chunk, const uint8_t *bytes, size_t count) {
  chunk->checksum = crc32_gzip_refl(chunk->checksum, bytes, count);
  vector_state_reset();
}

void png_chunk_read_header(png_chunk *chunk) {
  static const uint8_t end[PNG_HEADER_SIZE] = {0, 0, 0, 0, 'I', 'E', 'N', 'D'};
  copy_end(chunk, chunk->header, end, PNG_HEADER_SIZE);
  chunk->left = png_word(chunk->header);
  chunk->checksum = 0;
  png_chunk_add(chunk, chunk->header + 4, 4);
  if (chunk->left > LONGEST_CHUNK) {
    decoder_fail(chunk->decoder, codec_damaged, "a chunk's length is over the format's limit");
  }
}

static int is_named(const png_chunk *chunk, const char *name) {
  return memcmp(chunk->header + 4, name, 4) == 0;
}

int png_chunk_is_of_picture(const png_chunk *chunk) { return is_named(chunk, "IDAT"); }

int png_chunk_is_of_frames(const png_chunk *chunk) {
  return is_named(chunk, "acTL") || is_named(chunk, "fcTL") || is_named(chunk, "fdAT");
}

static int has_letters(const png_chunk *chunk) {
  for (int i = 4; i < PNG_HEADER_SIZE; i++) {
    uint8_t letter = chunk->header[i] | 0x20;
    if (letter < 'a' || letter > 'z') return 0;
  }
  return 1;
}

int png_chunk_is_ancillary(const png_chunk *chunk) {
  return has_letters(chunk) && (chunk->header[4] & 0x20) != 0;
}

int png_chunk_is_end(const png_chunk *chunk) { return is_named(chunk, "IEND"); }

int png_chunk_is_unknown(const png_chunk *chunk) {
  if (is_named(chunk, "IHDR") || is_named(chunk, "PLTE") || is_named(chunk, "IDAT") || is_named(chunk, "IEND")) {
    return 0;
  }
  return has_letters(chunk) && (chunk->header[4] & 0x20) == 0;
}

static void describe(const png_chunk *chunk, const char *fault, char *text) {
  snprintf(text, CODEC_TEXT, "%.4s: %s", (const char *)chunk->header + 4, fault);
}

void png_chunk_warn(png_chunk *chunk, const char *fault) {
  char text[CODEC_TEXT];
  describe(chunk, fault, text);
  decoder_warn(chunk->decoder, text);
}

int png_chunk_has_checksum(png_chunk *chunk) {
  static const uint8_t end[PNG_CHECKSUM_SIZE] = {0xAE, 0x42, 0x60, 0x82};
  if (is_named(chunk, "IEND")) {
    copy_end(chunk, chunk->stated, end, PNG_CHECKSUM_SIZE);
  } else {
    png_chunk_copy(chunk, chunk->stated, PNG_CHECKSUM_SIZE);
  }
  return png_word(chunk->stated) == chunk->checksum;
}

void png_chunk_check_checksum(png_chunk *chunk) {
  if (png_chunk_has_checksum(chunk)) return;
  char message[CODEC_TEXT];
  describe(chunk, "CRC error", message);
  decoder_fail(chunk->decoder, codec_damaged, message);
}
