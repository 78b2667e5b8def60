// An ICC profile in a JPEG: cut to the markers' size, each piece with its number and how many there are
// (ICC.1:2010, B.4).
#pragma once

#include "decoder.h"

enum {
  PROFILE_PIECES = 256,
  // In bytes, of all pieces. Those of printing presses have up to 3 MB (ISO Coated v2: 1.8).
  PROFILE_SIZE = 1 << 22,
};

typedef struct jpeg_profile {
  // By number; 0 stays empty.
  kept_block pieces[PROFILE_PIECES];
  // In bytes, of all that are kept.
  size_t size;
  // As the first piece says.
  size_t count;
} jpeg_profile;

// Keeps the piece, if the APP2 marker's content is one: the first of each number, as long as they are
// not too large.
void jpeg_profile_take(jpeg_profile *profile, const uint8_t *marker, size_t size);
// All pieces in the order of their numbers; nothing where one is missing.
void jpeg_profile_join(const jpeg_profile *profile, kept_block *whole);
void jpeg_profile_free(jpeg_profile *profile);
