// The WebP decoder's state; for its own files only.
#pragma once

#include <webp/decode.h>
#include <webp/demux.h>

#include "codec_encoder.h"
#include "decoder.h"
#include "webp_lossless.h"

enum { WEBP_CHUNK_HEADER = 8 };

// The complete file is in memory, because metadata may follow the pixels and libwebp's demuxer
// requires it; so are the pixels, because libwebp does not give single rows. Both count against the
// memory limit. The first frame of an animation is given; the others are decoded one after another
// and thrown away.
typedef struct webp_decoder {
  codec_decoder base;
  codec_bytes file;
  // In bytes: the file and the demuxer's memory.
  uint64_t held;
  WebPDemuxer *demuxer;
  WebPIterator frame;
  WebPBitstreamFeatures features;
  webp_lossless lossless;
  WebPDecBuffer output;
  WebPIDecoder *incremental;
  // Number of the image's bytes that were passed to libwebp.
  size_t shown;
  int is_complete;
} webp_decoder;

// The length after a chunk's name; the file is a chunk itself.
uint64_t webp_claimed_size(const uint8_t *chunk);
// Reads the file, and the headers of its chunks and of its first frame.
void webp_open(webp_decoder *decoder);

// Reads the header of the current frame.
void webp_begin_frame(webp_decoder *decoder);
// Begins to decode the current frame to `channels` samples. 0: it needs more memory than the limit.
int webp_start_frame(webp_decoder *decoder, uint32_t channels);
// Decodes one more piece of it: in pieces, so that the clock is read in between.
void webp_decode_on(webp_decoder *decoder);
// Frees what decoding the current frame took.
void webp_end_frame(webp_decoder *decoder);
// Decodes all frames after the current one.
void webp_decode_others(webp_decoder *decoder);
