// A chunk of a PNG file as it is read (PNG, third edition, 5.3); within this module only.
#pragma once

#include "decoder.h"

enum { PNG_HEADER_SIZE = 8, PNG_CHECKSUM_SIZE = 4 };

typedef struct png_chunk {
  codec_decoder *decoder;
  uint8_t header[PNG_HEADER_SIZE];
  // The number of unread bytes of data, and the checksum of the bytes read.
  uint32_t left;
  uint32_t checksum;
  // The checksum that the file states.
  uint8_t stated[PNG_CHECKSUM_SIZE];
  // Whether the image's chunks were read and verified, and others hold further frames (11.3.6.1).
  int is_picture_done;
  int is_animated;
  // Whether a damaged chunk was omitted, which may have been the last.
  int has_omitted;
} png_chunk;

// Copies bytes of the file; jumps to `escape` at its end.
void png_chunk_copy(png_chunk *chunk, uint8_t *to, size_t count);
// Adds bytes that were read to the checksum.
void png_chunk_add(png_chunk *chunk, const uint8_t *bytes, size_t count);
// Reads the header of the next chunk.
void png_chunk_read_header(png_chunk *chunk);
int png_chunk_is_of_picture(const png_chunk *chunk);
// Whether it is of a further frame, whose checksums are all that is known of it.
int png_chunk_is_of_frames(const png_chunk *chunk);
// Whether a decoder may ignore the chunk, and its name is valid: four letters, the first one in
// lower case (5.4).
int png_chunk_is_ancillary(const png_chunk *chunk);
// Whether it is the last one.
int png_chunk_is_end(const png_chunk *chunk);
// Whether a decoder must know the chunk, its name is valid, and no edition of the format has it.
int png_chunk_is_unknown(const png_chunk *chunk);
// Reads the checksum after the data and compares it.
int png_chunk_has_checksum(png_chunk *chunk);
// The same, but jumps to `escape` if it differs.
void png_chunk_check_checksum(png_chunk *chunk);
void png_chunk_warn(png_chunk *chunk, const char *fault);

// A number in four bytes, the highest first (7.1).
static inline uint32_t png_word(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}
