#include "jpeg_ink.h"

// CMYK samples are inverted, 255 being no ink, as in files of Adobe's programs; also if their
// marker was removed: browsers, ImageMagick and Pillow do the same.

srgb_transform *jpeg_ink_transform(codec_bytes_view profile) {
  return profile.count > 0 ? srgb_transform_create(profile, TYPE_CMYK_8_REV, TYPE_RGB_8) : NULL;
}

void jpeg_ink_convert(const srgb_transform *transform, const uint8_t *ink, uint8_t *rgb,
                      uint32_t width) {
  if (transform != NULL) {
    srgb_transform_apply(transform, ink, rgb, width);
    return;
  }
  for (uint32_t x = 0; x < width; x++, ink += 4, rgb += 3) {
    for (int i = 0; i < 3; i++) rgb[i] = (uint8_t)((ink[i] * ink[3] + 127) / 255);
  }
}
