#include "jpeg_profile.h"

#include <stdlib.h>
#include <string.h>

void jpeg_profile_take(jpeg_profile *profile, const uint8_t *marker, size_t size) {
  static const char name[] = "ICC_PROFILE";
  enum { NUMBER = sizeof name, COUNT, HEADER_SIZE };
  if (size <= HEADER_SIZE || memcmp(marker, name, sizeof name) != 0) return;
  if (profile->count == 0) profile->count = marker[COUNT];
  if (marker[NUMBER] == 0 || marker[NUMBER] > profile->count) return;
  kept_block *piece = &profile->pieces[marker[NUMBER]];
  size -= HEADER_SIZE;
  if (piece->bytes != NULL || size > PROFILE_SIZE - profile->size) return;
  decoder_keep(piece, marker + HEADER_SIZE, size);
  profile->size += piece->count;
}

void jpeg_profile_join(const jpeg_profile *profile, kept_block *whole) {
  for (size_t i = 1; i <= profile->count; i++) {
    if (profile->pieces[i].count == 0) return;
  }
  if (profile->size == 0) return;
  whole->bytes = malloc(profile->size);
  if (whole->bytes == NULL) return;
  for (size_t i = 1; i <= profile->count; i++) {
    memcpy(whole->bytes + whole->count, profile->pieces[i].bytes, profile->pieces[i].count);
    whole->count += profile->pieces[i].count;
  }
}

void jpeg_profile_free(jpeg_profile *profile) {
  for (size_t i = 0; i < PROFILE_PIECES; i++) free(profile->pieces[i].bytes);
}
