// A PNG's picture data, inflated by ISA-L and wrapped as chunks that libpng reads at the price of a
// copy: deflate's stored blocks (RFC 1951, 3.2.4).
//
// Within this module only.
#pragma once

#include "decoder.h"

typedef struct png_inflater png_inflater;

// Gives the next deflated bytes, one at least, valid until it is called again; or jumps out.
typedef codec_bytes_view (*png_deflated)(void *context);

// Reports to the decoder and jumps out by it. NULL: no memory.
png_inflater *png_inflater_create(codec_decoder *decoder, png_deflated deflated, void *context);
void png_inflater_free(png_inflater *inflater);

// The next chunk, IDAT, valid until the next call: what zlib's header says at first, then up to
// 32 KiB of the picture each. Checksums are 0; the picture's (Adler-32) has been compared.
codec_bytes_view png_inflater_next_chunk(png_inflater *inflater);

// Whether the last chunk was given.
int png_inflater_is_done(const png_inflater *inflater);
// Whether bytes were taken that lie behind the end.
int png_inflater_has_more(const png_inflater *inflater);
