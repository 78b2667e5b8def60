// Encoders: from a complete image to a complete file in memory.
#pragma once

#include <stdint.h>

#include "codec_report.h"
#include "codec_source.h"

// 8-bit samples, rows from the top, no padding.
typedef struct codec_pixels {
  const uint8_t *bytes;
  uint32_t width;
  uint32_t height;
  // 1 grey, 3 RGB, 4 RGBA.
  uint32_t channels;
} codec_pixels;

// A file in memory, owned by the caller; freed with codec_bytes_free whatever the status.
typedef struct codec_bytes {
  uint8_t *bytes;
  size_t count;
  size_t capacity;
} codec_bytes;

void codec_bytes_free(codec_bytes *bytes);

// - level: zlib's, 0 to 9.
// - profile: an ICC profile, or no bytes; one that libpng rejects is omitted, with a warning.
codec_status codec_encode_png(const codec_pixels *pixels, int level, codec_bytes_view profile,
                              codec_bytes *out, codec_report *report);

// - quality: 1 to 100. RGBA is refused: JPEG has no alpha.
codec_status codec_encode_jpeg(const codec_pixels *pixels, int quality, int is_progressive,
                               codec_bytes *out, codec_report *report);

// Lossy. Grey is refused: WebP has colours.
//
// - quality: 0 to 100.
// - method: 0 (fast) to 6.
codec_status codec_encode_webp(const codec_pixels *pixels, float quality, int method,
                               codec_bytes *out, codec_report *report);
