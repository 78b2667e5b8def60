// Colours of pixels in memory.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "codec_source.h"

// Turns `count` pixels from the colours of an RGB profile into sRGB's, in place; alpha stays.
// 0, and nothing is done: the profile cannot be used.
//
// - channels: 3 RGB, 4 RGBA.
int codec_convert_to_srgb(codec_bytes_view profile, uint8_t *pixels, size_t count,
                          uint32_t channels);
