// Colours of pixels in memory.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "codec_source.h"

// Converts `count` pixels from an RGB profile to sRGB, in place; alpha is unchanged. 0: the profile
// is invalid, and nothing is changed.
//
// - channels: 3 RGB, 4 RGBA.
int codec_convert_to_srgb(codec_bytes_view profile, uint8_t *pixels, size_t count,
                          uint32_t channels);
