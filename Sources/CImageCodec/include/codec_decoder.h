// Decoders that are pulled for rows: header, start, rows until there are none, finish.
//
// After any status but codec_ok a decoder is only good for its report and for being freed.
#pragma once

#include "codec_report.h"
#include "codec_source.h"

typedef struct codec_limits {
  // Of the whole picture.
  uint64_t pixels;
  // Of the longer edge.
  uint32_t edge;
  // In bytes, for what must be held as a whole: a progressive JPEG's coefficients, the rows of an
  // interlaced PNG or GIF, a WebP's file and pixels.
  uint64_t memory;
  // Of a JPEG.
  uint32_t scans;
  uint32_t warnings;
  // CPU time of the decoding thread, in milliseconds.
  uint32_t milliseconds;
} codec_limits;

typedef struct codec_size {
  uint32_t width;
  uint32_t height;
} codec_size;

// The rows that a started decoder gives: of the picture, or of a GIF's first one by itself where that
// reaches beyond its canvas.
typedef struct codec_rows {
  uint32_t width;
  // How many there are.
  uint32_t count;
  // 8-bit samples: 1 grey, 3 RGB, 4 RGBA. 0: none are given, they are only decoded and counted.
  uint32_t channels;
  // How many of the picture's pixels a sample stands for, along each edge: 1, 2, 4 or 8. Where the
  // edge is no multiple, the last sample stands for the rest.
  uint32_t step;
} codec_rows;

typedef struct codec_decoder codec_decoder;

// The source stays the caller's and must outlive the decoder. NULL: no memory.
codec_decoder *codec_decoder_create_png(codec_source *source, const codec_limits *limits);
codec_decoder *codec_decoder_create_jpeg(codec_source *source, const codec_limits *limits);
// Of an animation the first picture, on its canvas; the others are walked and not decoded.
codec_decoder *codec_decoder_create_gif(codec_source *source, const codec_limits *limits);
codec_decoder *codec_decoder_create_webp(codec_source *source, const codec_limits *limits);
void codec_decoder_free(codec_decoder *decoder);

// Reads up to the pixels and refuses a picture over the limits before anything is held for it.
codec_status codec_decoder_read_header(codec_decoder *decoder, codec_size *size);

// Chooses how to decode: the cheapest rows that are at least `minimum` wide and high, as far as the
// picture is. Where `minimum` is 0 x 0, where an interlaced PNG would need more than the memory
// limit, and where a JPEG or GIF does not tell its colours, rows are only proven: rows->channels is 0.
codec_status codec_decoder_start(codec_decoder *decoder, codec_size minimum, codec_rows *rows);

// Decodes up to `capacity` rows into `bytes` (width * channels each, no padding; unused where
// channels is 0). `count` is 0 behind the last row.
codec_status codec_decoder_read_rows(codec_decoder *decoder, uint8_t *bytes, uint32_t capacity,
                                     uint32_t *count);

// Reads to the end marker. Bytes behind it are left where they are, with a warning.
codec_status codec_decoder_finish(codec_decoder *decoder);

const codec_report *codec_decoder_report(const codec_decoder *decoder);

// The EXIF block (a TIFF header and what follows) or nothing; complete once finished.
codec_bytes_view codec_decoder_exif(const codec_decoder *decoder);

// The XMP packet of a PNG or nothing; complete once finished.
codec_bytes_view codec_decoder_xmp(const codec_decoder *decoder);

// The ICC profile, up to 4 MiB, or nothing; unchecked.
codec_bytes_view codec_decoder_profile(const codec_decoder *decoder);
