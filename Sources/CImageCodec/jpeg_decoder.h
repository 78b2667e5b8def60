// The JPEG decoder's state; for its own files only.
#pragma once

// jpeglib.h uses FILE and does not include what declares it.
#include <stdio.h>

#include <jpeglib.h>

#include "decoder.h"
#include "jpeg_ink.h"
#include "jpeg_profile.h"

typedef struct jpeg_decoder {
  codec_decoder base;
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  // One row as libjpeg gives it, where that is not what the caller gets. Of libjpeg's own pool.
  JSAMPARRAY scratch;
  uint8_t marker[MARKER_SIZE];
  jpeg_profile profile;
  // Whether the source has ended and an end marker was made up: what libjpeg misses from then on was cut
  // off.
  int is_cut;
  // Whether all rows were given, so that what may still be wrong behind them costs no pixel.
  int has_all_rows;
  // What the inks look like; NULL: not told.
  srgb_transform *ink;
} jpeg_decoder;

// Lets libjpeg read from the decoder's source and keeps what metadata is wanted.
void jpeg_decoder_attach_source(jpeg_decoder *decoder);
// Gives back what libjpeg has taken from the source and not read.
void jpeg_decoder_detach_source(jpeg_decoder *decoder);
