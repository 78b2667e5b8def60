// An ICC profile in a JPEG: cut to the markers' size, each piece with its number and how many there are
// (ICC.1:2010, B.4).
#pragma once

#include "decoder.h"

enum { PROFILE_PIECES = 256 };

typedef struct jpeg_profile {
  // By number; 0 stays empty.
  kept_block pieces[PROFILE_PIECES];
  // As the first piece says.
  size_t count;
} jpeg_profile;

// Keeps the piece, if the APP2 marker's content is one: the first of each number.
void jpeg_profile_take(jpeg_profile *profile, const uint8_t *marker, size_t size);
// All pieces in the order of their numbers; nothing where one is missing or they are too large.
void jpeg_profile_join(const jpeg_profile *profile, kept_block *whole);
void jpeg_profile_free(jpeg_profile *profile);
