// An ICC profile in a JPEG: split into markers, each part with its number and the number of parts
// (ICC.1:2010, B.4).
#pragma once

#include "decoder.h"

enum {
  PROFILE_PIECES = 256,
  // In bytes, of all parts. Profiles of printing presses have up to 3 MB (ISO Coated v2: 1.8).
  PROFILE_SIZE = 1 << 22,
};

typedef struct jpeg_profile {
  // By number; 0 stays empty.
  kept_block pieces[PROFILE_PIECES];
  // In bytes, of all kept parts.
  size_t size;
  // As the first part states.
  size_t count;
} jpeg_profile;

// Keeps the part if the APP2 marker contains one: the first of each number, while they are not too
// large.
void jpeg_profile_take(jpeg_profile *profile, const uint8_t *marker, size_t size);
// All parts in the order of their numbers; nothing if one is missing.
void jpeg_profile_join(const jpeg_profile *profile, kept_block *whole);
void jpeg_profile_free(jpeg_profile *profile);
