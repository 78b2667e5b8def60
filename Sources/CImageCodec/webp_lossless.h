// What libwebp holds for a lossless picture beside its pixels: a table of 12 to 20 KB for each group of
// prefix codes, of which a small file may claim 65,536. How many there are stands in a picture of its own
// within the stream; this reads up to there (RFC 9649, section 3).
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
  // By bits, which groups are named by literal pixels. All other pixels repeat one, or are 0.
  uint8_t groups[WEBP_GROUPS / 8];
} webp_lossless;

// In bytes. Jumps out by the decoder where the stream is damaged up to there.
//
// - bytes: behind the header, which says the size.
uint64_t webp_lossless_tables(webp_lossless *stream, codec_decoder *decoder, codec_bytes_view bytes,
                              codec_size size);
