// Converts CMYK as libjpeg gives it to RGB.
#pragma once

#include "srgb_transform.h"

// A transform for CMYK samples of this profile; NULL if there is none.
srgb_transform *jpeg_ink_transform(codec_bytes_view profile);

// - transform: NULL if no profile defines the colours of the inks.
void jpeg_ink_convert(const srgb_transform *transform, const uint8_t *ink, uint8_t *rgb,
                      uint32_t width);
