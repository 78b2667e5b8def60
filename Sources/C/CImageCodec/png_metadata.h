// The use of a PNG's ancillary chunks; within this module only.
#pragma once

#include "decoder.h"

typedef enum png_use {
  png_unused,
  // Read by libpng: it defines the pixels' colours.
  png_decoded,
  // It may contain the orientation.
  png_kept,
} png_use;

// - type: the four letters of its name.
png_use png_use_of(const uint8_t *type);

// Keeps the metadata of a chunk, the first of each kind: an EXIF block (eXIf), a text chunk with
// one, as programs wrote it before eXIf existed, or an XMP packet.
void png_keep_metadata(codec_decoder *decoder, const uint8_t *type, codec_bytes_view data);
