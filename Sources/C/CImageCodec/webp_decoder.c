#include "webp_decoder.h"

#include <string.h>

enum { EXIF_PREFIX = 6 };

static void read_header(codec_decoder *base) {
  webp_decoder *decoder = (webp_decoder *)base;
  webp_open(decoder);
  webp_begin_frame(decoder);
}

static int covers_canvas(const webp_decoder *decoder) {
  return decoder->frame.x_offset == 0 && decoder->frame.y_offset == 0 &&
         (uint32_t)decoder->frame.width == decoder->base.size.width &&
         (uint32_t)decoder->frame.height == decoder->base.size.height;
}

// Pixels are decoded even if the caller does not want them: that alone verifies the file.
static void start(codec_decoder *base) {
  webp_decoder *decoder = (webp_decoder *)base;
  int has_alpha = decoder->features.has_alpha || !covers_canvas(decoder);
  uint32_t channels = has_alpha ? 4 : 3;
  if (!webp_start_frame(decoder, channels)) {
    decoder_fail(base, codec_too_large, "the image needs more memory than the limit");
  }
  base->rows = (codec_rows){.width = base->size.width, .count = base->size.height, .step = 1};
  if (decoder_wants_pixels(base)) base->rows.channels = channels;
}

// The image's pixels at row `y` of the canvas, decoded so far; NULL if there are none.
static const uint8_t *pixels_at(webp_decoder *decoder, uint32_t y) {
  uint32_t top = (uint32_t)decoder->frame.y_offset;
  if (y < top || y - top >= (uint32_t)decoder->frame.height) return NULL;
  int rows = 0;
  int stride = 0;
  const uint8_t *pixels = NULL;
  while (1) {
    pixels = WebPIDecGetRGB(decoder->incremental, &rows, NULL, NULL, &stride);
    if (pixels != NULL && y - top < (uint32_t)rows) break;
    if (decoder->is_complete) {
      decoder_fail(&decoder->base, codec_damaged, "the image has fewer rows than its header says");
    }
    decoder_check_time(&decoder->base);
    webp_decode_on(decoder);
  }
  return pixels + (size_t)(y - top) * (size_t)stride;
}

static void place(const webp_decoder *decoder, const uint8_t *pixels, uint8_t *row) {
  size_t channels = decoder->base.rows.channels;
  if (!covers_canvas(decoder)) memset(row, 0, decoder->base.rows.width * channels);
  // The demuxer has checked that the frame is within the canvas.
  if (pixels == NULL) return;
  memcpy(row + (size_t)decoder->frame.x_offset * channels, pixels,
         (size_t)decoder->frame.width * channels);
}

static void read_rows(codec_decoder *base) {
  webp_decoder *decoder = (webp_decoder *)base;
  size_t row_size = (size_t)base->rows.width * base->rows.channels;
  for (uint32_t i = 0; i < base->capacity; i++, base->next_row++) {
    decoder_check_time(base);
    const uint8_t *pixels = pixels_at(decoder, base->next_row);
    if (base->rows.channels > 0) place(decoder, pixels, base->into + i * row_size);
  }
}

static void keep_chunk(webp_decoder *decoder, const char *name, kept_block *block) {
  WebPChunkIterator chunk;
  if (!WebPDemuxGetChunk(decoder->demuxer, name, 1, &chunk)) return;
  const uint8_t *bytes = chunk.chunk.bytes;
  size_t count = chunk.chunk.size;
  // Some programs write JPEG's marker name before the block.
  if (count > EXIF_PREFIX && memcmp(bytes, "Exif\0\0", EXIF_PREFIX) == 0) {
    bytes += EXIF_PREFIX;
    count -= EXIF_PREFIX;
  }
  decoder_keep(block, bytes, count);
  WebPDemuxReleaseChunkIterator(&chunk);
}

static void finish(codec_decoder *base) {
  webp_decoder *decoder = (webp_decoder *)base;
  // The last row may be available before the end of the stream.
  while (!decoder->is_complete) {
    decoder_check_time(base);
    webp_decode_on(decoder);
  }
  webp_decode_others(decoder);
  keep_chunk(decoder, "EXIF", &base->exif);
  keep_chunk(decoder, "ICCP", &base->profile);
  decoder_check_tail(base);
}

static void destroy(codec_decoder *base) {
  webp_decoder *decoder = (webp_decoder *)base;
  webp_end_frame(decoder);
  WebPDemuxReleaseIterator(&decoder->frame);
  WebPDemuxDelete(decoder->demuxer);
  codec_bytes_free(&decoder->file);
}

static const decoder_steps steps = {read_header, start, read_rows, finish, destroy};

codec_decoder *codec_decoder_create_webp(codec_source *source, const codec_limits *limits) {
  return decoder_create(sizeof(webp_decoder), &steps, source, limits);
}
