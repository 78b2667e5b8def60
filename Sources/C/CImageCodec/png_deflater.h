// The image data of a PNG by ISA-L. Within this module only.
#pragma once

#include "codec_encoder.h"

// Appends the zlib stream of the filtered rows (PNG, third edition, 10.1) to `out`. 0: no memory.
int png_deflate(const codec_pixels *pixels, codec_bytes *out);
