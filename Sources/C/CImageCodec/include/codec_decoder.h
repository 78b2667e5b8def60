// Decoders that give rows on request: header, start, rows until there are none, finish.
//
// After any status but codec_ok only a decoder's report may be read, and it must be freed.
#pragma once

#include "codec_report.h"
#include "codec_source.h"

typedef struct codec_limits {
  // Of the image.
  uint64_t pixels;
  // Of the longer edge.
  uint32_t edge;
  // In bytes, for data that must be in memory completely: a progressive JPEG's coefficients, the
  // rows of an interlaced PNG or GIF, a WebP's file and pixels.
  uint64_t memory;
  // Of a JPEG.
  uint32_t scans;
  uint32_t warnings;
  // CPU time of the decoding thread, in milliseconds.
  uint32_t milliseconds;
  // Whether the file is known to be as it was sent, so that bytes which no pixel needs are no trace of damage.
  int is_transfer_proven;
  // Whether libjpeg and libpng work alone, without the parts that this module does faster, for comparisons.
  int is_reference;
} codec_limits;

typedef struct codec_size {
  uint32_t width;
  uint32_t height;
} codec_size;

// The rows of a started decoder: of the image, or of a GIF's first frame alone if that reaches
// beyond its canvas.
typedef struct codec_rows {
  uint32_t width;
  // Number of rows.
  uint32_t count;
  // 8-bit samples: 1 grey, 3 RGB, 4 RGBA. 0: rows are only decoded and counted.
  uint32_t channels;
  // The pixels of the image per sample, along each edge: 1, 2, 4 or 8. If the edge is not a
  // multiple, the last sample covers the rest.
  uint32_t step;
} codec_rows;

typedef struct codec_decoder codec_decoder;

// The caller owns the source, which must outlive the decoder. NULL: no memory.
codec_decoder *codec_decoder_create_png(codec_source *source, const codec_limits *limits);
codec_decoder *codec_decoder_create_jpeg(codec_source *source, const codec_limits *limits);
// Gives the first frame of an animation, on its canvas; the others are decoded in `finish`.
codec_decoder *codec_decoder_create_gif(codec_source *source, const codec_limits *limits);
codec_decoder *codec_decoder_create_webp(codec_source *source, const codec_limits *limits);
// These need a library that is loaded at run time (codec_libraries.h), and report codec_unsupported without it. The
// whole file and the whole picture are in memory.
codec_decoder *codec_decoder_create_heif(codec_source *source, const codec_limits *limits);
codec_decoder *codec_decoder_create_jxl(codec_source *source, const codec_limits *limits);
codec_decoder *codec_decoder_create_tiff(codec_source *source, const codec_limits *limits);
void codec_decoder_free(codec_decoder *decoder);

// Reads up to the pixels, and refuses an image over the limits before it allocates memory.
codec_status codec_decoder_read_header(codec_decoder *decoder, codec_size *size);

// Selects the cheapest decode whose rows are at least `minimum` wide and high, limited by the
// image. If `minimum` is 0 x 0, if an interlaced PNG would need more than the memory limit, or if a
// JPEG or GIF does not define its colours, rows are only verified: rows->channels is 0.
codec_status codec_decoder_start(codec_decoder *decoder, codec_size minimum, codec_rows *rows);

// Decodes up to `capacity` rows into `bytes` (width * channels each, no padding; unused if channels
// is 0). `count` is 0 after the last row.
codec_status codec_decoder_read_rows(codec_decoder *decoder, uint8_t *bytes, uint32_t capacity,
                                     uint32_t *count);

// Decodes further frames, and reads to the end marker. Frames and pages beyond the limits, or after three quarters of
// the time, are not decoded, and add a warning; so do bytes after the end, which are not read.
codec_status codec_decoder_finish(codec_decoder *decoder);

const codec_report *codec_decoder_report(const codec_decoder *decoder);

// The EXIF block (a TIFF header and its content) or nothing; complete after finish.
codec_bytes_view codec_decoder_exif(const codec_decoder *decoder);

// The XMP packet of a PNG or nothing; complete after finish.
codec_bytes_view codec_decoder_xmp(const codec_decoder *decoder);

// The ICC profile, up to 4 MiB, or nothing; not validated.
codec_bytes_view codec_decoder_profile(const codec_decoder *decoder);
