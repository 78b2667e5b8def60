// What a PNG's ancillary chunks are good for; within this module only.
#pragma once

#include "decoder.h"

typedef enum png_use {
  png_unused,
  // libpng reads it: it says what the pixels' colours are.
  png_decoded,
  // It may say how the picture is to be turned.
  png_kept,
} png_use;

// - type: the four letters of its name.
png_use png_use_of(const uint8_t *type);

// Keeps what a chunk says of the picture, the first of each kind: an EXIF block (eXIf), or a text that
// holds one, as programs wrote it before there was eXIf, or an XMP packet.
void png_keep_metadata(codec_decoder *decoder, const uint8_t *type, codec_bytes_view data);
