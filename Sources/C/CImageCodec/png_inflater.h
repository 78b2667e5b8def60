// A PNG's image data, inflated by ISA-L, their rows without filters (png_rows.h), and wrapped in stored deflate blocks
// (RFC 1951, 3.2.4), which libpng reads at the cost of a copy.
//
// Within this module only.
#pragma once

#include "decoder.h"

typedef struct png_inflater png_inflater;

// Returns the next deflated bytes, at least one, valid until the next call; or jumps to `escape`.
typedef codec_bytes_view (*png_deflated)(void *context);

// Reports to the decoder and jumps to its `escape`. NULL: no memory. `header` is the content of the image's IHDR chunk,
// or NULL; it must be the one that libpng reads.
png_inflater *png_inflater_create(codec_decoder *decoder, const uint8_t *header, png_deflated deflated,
                                  void *context);
void png_inflater_free(png_inflater *inflater);

// The next bytes, valid until the next call: IDAT chunks of zlib's header, then of up to 64 KiB of the image each. The
// chunks' checksums are 0. The image's (Adler-32) is verified, and replaced by that of the rows without filters.
codec_bytes_view png_inflater_next(png_inflater *inflater);

// Whether the last bytes were returned.
int png_inflater_is_done(const png_inflater *inflater);
// Whether there are bytes after the end of the image's data.
int png_inflater_has_more(const png_inflater *inflater);
