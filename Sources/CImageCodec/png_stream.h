// A PNG file as libpng is given it: the picture's data come inflated, because zlib's inflate is most of the
// time that a PNG takes, and of the ancillary chunks only those come that say what the colours are. One
// whose checksum is wrong is left out with a warning.
//
// Within this module only.
#pragma once

#include "decoder.h"

typedef struct png_stream png_stream;

// Reads from the decoder's source, reports to it and jumps out by it. NULL: no memory.
png_stream *png_stream_create(codec_decoder *decoder);
void png_stream_free(png_stream *stream);

// The next bytes. All checksums in them have been compared, those of the chunks and the picture's
// own; those of the picture's chunks are 0.
void png_stream_read(png_stream *stream, uint8_t *bytes, size_t count);

// A number in four bytes, the highest first (PNG, third edition, 7.1).
static inline uint32_t png_word(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}
