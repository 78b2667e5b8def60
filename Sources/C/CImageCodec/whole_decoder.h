// A decoder whose library needs the whole file and gives the whole picture; within this module only.
#pragma once

#include "codec_encoder.h"
#include "decoder.h"
#include "library.h"

typedef struct whole_decoder whole_decoder;

// The functions of a format. None may jump, because a library's own frames may be above them.
typedef struct whole_steps {
  codec_library library;
  // What is allocated for a pixel, at most, unless `open` knows it better.
  uint32_t bytes_per_pixel;
  // Reads the headers: sets the size and the channels, 3 or 4.
  codec_status (*open)(whole_decoder *);
  // Decodes to `pixels`, which belong to the library if `close` frees them.
  codec_status (*decode)(whole_decoder *);
  void (*close)(whole_decoder *);
} whole_steps;

struct whole_decoder {
  codec_decoder base;
  const whole_steps *format;
  const library_function *library;
  codec_bytes file;
  // The position of a library that reads.
  size_t position;
  // What the library knows: a context, a handle, a picture.
  void *state[3];
  uint32_t channels;
  uint32_t bytes_per_pixel;
  // Before the picture is cropped; 0: as its size says.
  uint64_t coded_pixels;
  // Converts a row from what the library gave, instead of `pixels`; NULL: those are copied.
  void (*convert_row)(const whole_decoder *, uint32_t row, uint8_t *to);
  const uint8_t *pixels;
  // Of one row and of one pixel of `pixels`, in bytes.
  size_t stride;
  size_t pixel_size;
  // Freed with the decoder.
  uint8_t *owned;
  // Why a step failed; a literal or a text of the library.
  char message[CODEC_TEXT];
};

codec_decoder *whole_create(const whole_steps *format, codec_source *source,
                            const codec_limits *limits);
// Whether decoding the picture needs no more memory than the limit.
int whole_fits(const whole_decoder *decoder);
// Sets the message; returns `status`.
codec_status whole_fails(whole_decoder *decoder, codec_status status, const char *message);
// Allocates the pixels, 4 bytes each. 0: no memory.
int whole_allocate(whole_decoder *decoder);
