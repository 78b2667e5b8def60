// libwebp's memory for a lossless image besides its pixels: a table of 12 to 20 KB for each group
// of prefix codes; a small file may state 65,536 of them. Their number is in an image of its own
// within the stream, up to which this reads (RFC 9649, section 3).
//
// Within this module only.
#pragma once

#include "decoder.h"
#include "webp_bits.h"

enum { WEBP_CODES = 5, WEBP_GROUPS = 1 << 16 };

typedef struct webp_lossless {
  codec_decoder *decoder;
  webp_bits bits;
  // Green with lengths and the cache, red, blue, alpha, distances.
  webp_code codes[WEBP_CODES];
  // A bit set of the groups that literal pixels name. All other pixels repeat one, or are 0.
  uint8_t groups[WEBP_GROUPS / 8];
} webp_lossless;

// In bytes. Jumps to the decoder's `escape` if the stream is damaged up to there.
//
// - bytes: after the header with the size.
uint64_t webp_lossless_tables(webp_lossless *stream, codec_decoder *decoder, codec_bytes_view bytes,
                              codec_size size);
