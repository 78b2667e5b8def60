#include <string.h>

#include "sink.h"
#include "webp_decoder.h"

enum {
  RIFF_HEADER = 12,
  // The most memory that the demuxer allocates for a chunk, which may be a frame of an animation.
  CHUNK_MEMORY = 128,
  READ_STEP = 1 << 16,
};

uint64_t webp_claimed_size(const uint8_t *chunk) {
  return (uint32_t)chunk[4] | (uint32_t)chunk[5] << 8 | (uint32_t)chunk[6] << 16 |
         (uint32_t)chunk[7] << 24;
}

// Reads `count` more bytes, allocating only for bytes that exist: a stated length alone costs
// nothing.
static void read_into(webp_decoder *decoder, uint64_t count) {
  codec_decoder *base = &decoder->base;
  codec_bytes *file = &decoder->file;
  while (count > 0) {
    size_t step = count < READ_STEP ? (size_t)count : READ_STEP;
    decoder_check_time(base);
    if (!sink_reserve(file, step)) decoder_fail(base, codec_too_large, "no memory for the file");
    if (!source_copy(base->source, file->bytes + file->count, step)) decoder_fail_at_end(base);
    file->count += step;
    count -= step;
  }
}

// Fails if the file ends before `count` more bytes: a length that it does not have is damage, and no limit.
static void pass_over(webp_decoder *decoder, uint64_t count) {
  codec_decoder *base = &decoder->base;
  while (count > 0) {
    size_t step = 0;
    decoder_check_time(base);
    source_take_all(base->source, &step);
    if (step == 0) decoder_fail_at_end(base);
    count -= step < count ? step : count;
  }
}

static void read_file(webp_decoder *decoder) {
  codec_decoder *base = &decoder->base;
  read_into(decoder, RIFF_HEADER);
  uint64_t size = WEBP_CHUNK_HEADER + webp_claimed_size(decoder->file.bytes);
  if (size > base->limits.memory) {
    pass_over(decoder, size - RIFF_HEADER);
    decoder_fail(base, codec_too_large, "a file of this length needs more memory than the limit");
  }
  if (size < RIFF_HEADER) decoder_fail(base, codec_damaged, "its RIFF header declares no content");
  read_into(decoder, size - RIFF_HEADER);
}

static uint64_t chunk_count(const codec_bytes *file) {
  uint64_t count = 0;
  for (uint64_t at = RIFF_HEADER; at + WEBP_CHUNK_HEADER <= file->count; count++) {
    uint64_t size = webp_claimed_size(file->bytes + at);
    at += WEBP_CHUNK_HEADER + size + size % 2;
  }
  return count;
}

static void open_chunks(webp_decoder *decoder) {
  codec_decoder *base = &decoder->base;
  decoder->held = decoder->file.count + chunk_count(&decoder->file) * CHUNK_MEMORY;
  if (decoder->held > base->limits.memory) {
    decoder_fail(base, codec_too_large, "its chunks need more memory than the limit");
  }
  WebPData data = {decoder->file.bytes, decoder->file.count};
  WebPDemuxState state = WEBP_DEMUX_PARSE_ERROR;
  decoder->demuxer = WebPDemuxPartial(&data, &state);
  if (state == WEBP_DEMUX_PARSE_ERROR) {
    decoder_fail(base, codec_damaged, "libwebp cannot parse its chunks");
  }
  if (decoder->demuxer == NULL || state != WEBP_DEMUX_DONE) {
    decoder_fail(base, codec_damaged, "its chunks do not fit into its RIFF header's length");
  }
  base->size = (codec_size){WebPDemuxGetI(decoder->demuxer, WEBP_FF_CANVAS_WIDTH),
                            WebPDemuxGetI(decoder->demuxer, WEBP_FF_CANVAS_HEIGHT)};
  decoder_check_size(base, base->size.width, base->size.height);
  if (!WebPDemuxGetFrame(decoder->demuxer, 1, &decoder->frame)) {
    decoder_fail(base, codec_damaged, "it contains no image");
  }
}

void webp_open(webp_decoder *decoder) {
  read_file(decoder);
  open_chunks(decoder);
}
