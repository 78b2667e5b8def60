// HEIC and AVIF by libheif. Its functions and values are declared here, because it is not needed to build; for its own
// files only.
#pragma once

#include "heif_boxes.h"

typedef struct heif_error {
  int code;
  int subcode;
  const char *message;
} heif_error;

enum {
  UNSUPPORTED_FILETYPE = 3,
  UNSUPPORTED_FEATURE = 4,
  MEMORY_ERROR = 6,
  PLUGIN_MISSING = 11,
  END_OF_DATA = 100,
  INVALID_WINDOW = 120,
  INVALID_FRACTION = 128,
  INVALID_SIZE = 129,
  INVALID_DEPTHS = 130,
  UNSUPPORTED_CONVERSION = 3003,
  SECURITY_LIMIT = 1000,
  COLORSPACE_YCBCR = 0,
  COLORSPACE_RGB = 1,
  COLORSPACE_GREY = 2,
  INTERLEAVED_RGB = 10,
  INTERLEAVED_RGBA = 11,
  CHANNEL_ALPHA = 6,
  CHANNEL_INTERLEAVED = 10,
  // Instead of the number of an item: the picture of the file.
  HEIF_PRIMARY = 0,
};

typedef void *(*create)(void);
typedef void (*release)(void *);
typedef heif_error (*read_memory)(void *, const void *, size_t, const void *);
typedef heif_error (*get_handle)(void *, void **);
typedef int (*get_number)(const void *);
typedef size_t (*get_size)(const void *);
typedef heif_error (*get_bytes)(const void *, void *);
typedef heif_error (*decode_image)(const void *, void **, int, int, const void *);
typedef const char *(*get_text)(void);
typedef const uint8_t *(*get_plane)(const void *, int, int *);
typedef void (*set_number)(void *, int);

#define CALL(number, type) ((type)decoder->library[number])

// Set the message; return the status of an error of libheif before it decodes pixels of a picture, and while it does.
codec_status heif_fails_in_boxes(whole_decoder *decoder, heif_error error, uint32_t picture);
codec_status heif_fails_in_pixels(whole_decoder *decoder, heif_error error, uint32_t picture);
// Whether the boxes of the file are complete (ISO/IEC 14496-12, 4.2); libheif reads only those of its picture.
codec_status heif_check_boxes(whole_decoder *decoder);
// Decodes a picture to what its coding has, or to red, green and blue if that is not known.
heif_error heif_decode(whole_decoder *decoder, const void *handle, heif_coding coding, void **image);
// Lets the rows be those of the decoded picture, which is in planes.
codec_status heif_use_planes(whole_decoder *decoder, heif_coding coding);
// Decodes the pictures besides the primary one, but for those that belong to another.
codec_status heif_read_others(whole_decoder *decoder);
