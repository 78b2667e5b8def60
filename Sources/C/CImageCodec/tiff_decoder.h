// TIFF by libtiff. Its functions and values are declared here, because it is not needed to build; for its own files
// only.
#pragma once

#include "whole_decoder.h"

// Fields (TIFF 6.0, section 8).
enum {
  IMAGE_WIDTH = 256,
  IMAGE_LENGTH = 257,
  COMPRESSION = 259,
  ORIENTATION = 274,
  EXTRA_SAMPLES = 338,
  PROFILE = 34675,
};

// The places of the functions in `tiff_names`.
enum {
  OPEN, CLOSE, GET_FIELD, IMAGE_OK, READ_IMAGE, SET_ERROR_HANDLER, SET_WARNING_HANDLER, NEW_OPTIONS, FREE_OPTIONS,
  SET_ON_ERROR, SET_ON_WARNING, IS_LAST, READ_DIRECTORY, IS_TILED, STRIP_COUNT, TILE_COUNT, STRIP_SIZE, TILE_SIZE,
  READ_STRIP, READ_TILE, IS_CONFIGURED
};

typedef int (*tiff_get_field)(void *, uint32_t, ...);

#define CALL(number, type) ((type)decoder->library[number])

// Opens the file of the decoder, or returns NULL. From then on the first error is in the decoder's message.
void *tiff_open(whole_decoder *decoder);
// Forgets the message.
void tiff_forget_error(whole_decoder *decoder);
// Returns `status` with libtiff's message, or with `otherwise` if it has none.
codec_status tiff_fails(whole_decoder *decoder, codec_status status, const char *otherwise);

// Decodes all strips or tiles of the current page, one after another, without a meaning for their samples.
codec_status tiff_read_pieces(whole_decoder *decoder);
// Whether a directory points back to an earlier one, so that the list has no end.
int tiff_is_ring(const whole_decoder *decoder);
// Decodes the pages after the current one.
codec_status tiff_read_pages(whole_decoder *decoder);
