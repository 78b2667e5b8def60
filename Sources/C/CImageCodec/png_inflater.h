// A PNG's image data, inflated by ISA-L and wrapped in stored deflate blocks (RFC 1951, 3.2.4),
// which libpng reads at the cost of a copy.
//
// Within this module only.
#pragma once

#include "decoder.h"

typedef struct png_inflater png_inflater;

// Returns the next deflated bytes, at least one, valid until the next call; or jumps to `escape`.
typedef codec_bytes_view (*png_deflated)(void *context);

// Reports to the decoder and jumps to its `escape`. NULL: no memory.
png_inflater *png_inflater_create(codec_decoder *decoder, png_deflated deflated, void *context);
void png_inflater_free(png_inflater *inflater);

// The next IDAT chunk, valid until the next call: first zlib's header, then up to 32 KiB of the
// image each. Chunk checksums are 0; the image's (Adler-32) is verified.
codec_bytes_view png_inflater_next_chunk(png_inflater *inflater);

// Whether the last chunk was returned.
int png_inflater_is_done(const png_inflater *inflater);
// Whether bytes after the end were read.
int png_inflater_has_more(const png_inflater *inflater);
