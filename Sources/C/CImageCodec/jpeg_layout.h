// What decides where libjpeg writes a started image's rows, and what it writes there; for the JPEG decoder's files only.
#pragma once

#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

#include "codec_decoder.h"

typedef struct jpeg_layout {
  codec_rows rows;
  uint32_t width, height;
  int32_t coded_space, given_space;
  int32_t components, given_components;
  int32_t has_scratch;
  // Along both edges.
  int32_t sampling[MAX_COMPONENTS][2];
} jpeg_layout;

// Of an image that was started.
jpeg_layout jpeg_layout_of(const struct jpeg_decompress_struct *jpeg, codec_rows rows, int has_scratch);

int jpeg_layout_equals(const jpeg_layout *one, const jpeg_layout *other);
