// Ink, as libjpeg gives it, to RGB.
#pragma once

#include "srgb_transform.h"

// A transform for ink of this profile; NULL: there is none.
srgb_transform *jpeg_ink_transform(codec_bytes_view profile);

// - transform: NULL where no profile says what the inks look like.
void jpeg_ink_convert(const srgb_transform *transform, const uint8_t *ink, uint8_t *rgb,
                      uint32_t width);
