// A PNG file as libpng reads it: the image data are already inflated, because zlib's inflate takes
// most of the time of a PNG, and only those ancillary chunks are passed on that define the colours.
// One with a wrong checksum is omitted with a warning.
//
// Within this module only.
#pragma once

#include "decoder.h"

typedef struct png_stream png_stream;

// Reads from the decoder's source, reports to the decoder and jumps to its `escape`. NULL: no
// memory.
png_stream *png_stream_create(codec_decoder *decoder);
void png_stream_free(png_stream *stream);

// The next bytes. All their checksums have been verified, those of the chunks and of the image;
// those of the image's chunks are 0.
void png_stream_read(png_stream *stream, uint8_t *bytes, size_t count);
