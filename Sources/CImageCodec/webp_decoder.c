#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>
#include <webp/demux.h>

#include "decoder.h"
#include "sink.h"
#include "webp_lossless.h"

enum {
  RIFF_HEADER = 12,
  CHUNK_HEADER = 8,
  // The size of the header before the pixels of a lossless image, and of alpha.
  LOSSLESS_HEADER = 5,
  ALPHA_HEADER = 1,
  // The most memory that the demuxer allocates for a chunk, which may be a frame of an animation.
  CHUNK_MEMORY = 128,
  READ_STEP = 1 << 16,
  EXIF_PREFIX = 6,
};

// The complete file is in memory, because metadata may follow the pixels and libwebp's demuxer
// requires it; so are the pixels, because libwebp does not give single rows. Both count against the
// memory limit. The first frame of an animation is decoded; the chunks of the others are skipped.
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
static uint64_t claimed_size(const uint8_t *chunk) {
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

static void read_file(webp_decoder *decoder) {
  codec_decoder *base = &decoder->base;
  read_into(decoder, RIFF_HEADER);
  uint64_t size = CHUNK_HEADER + claimed_size(decoder->file.bytes);
  if (size > base->limits.memory) {
    decoder_fail(base, codec_too_large, "a file of this length needs more memory than the limit");
  }
  if (size < RIFF_HEADER) decoder_fail(base, codec_damaged, "its RIFF header declares no content");
  read_into(decoder, size - RIFF_HEADER);
}

static uint64_t chunk_count(const codec_bytes *file) {
  uint64_t count = 0;
  for (uint64_t at = RIFF_HEADER; at + CHUNK_HEADER <= file->count; count++) {
    uint64_t size = claimed_size(file->bytes + at);
    at += CHUNK_HEADER + size + size % 2;
  }
  return count;
}

static void open_picture(webp_decoder *decoder) {
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

static void check(webp_decoder *decoder, VP8StatusCode status) {
  static const char *const names[] = {
      [VP8_STATUS_OUT_OF_MEMORY] = "VP8_STATUS_OUT_OF_MEMORY",
      [VP8_STATUS_INVALID_PARAM] = "VP8_STATUS_INVALID_PARAM",
      [VP8_STATUS_BITSTREAM_ERROR] = "VP8_STATUS_BITSTREAM_ERROR",
      [VP8_STATUS_UNSUPPORTED_FEATURE] = "VP8_STATUS_UNSUPPORTED_FEATURE",
      [VP8_STATUS_SUSPENDED] = "VP8_STATUS_SUSPENDED",
      [VP8_STATUS_USER_ABORT] = "VP8_STATUS_USER_ABORT",
      [VP8_STATUS_NOT_ENOUGH_DATA] = "VP8_STATUS_NOT_ENOUGH_DATA"};
  if (status == VP8_STATUS_OK) return;
  size_t index = (size_t)status;
  char message[CODEC_TEXT];
  snprintf(message, sizeof message, "libwebp: %s",
           index < sizeof names / sizeof *names ? names[index] : "unknown status");
  decoder_fail(&decoder->base,
               status == VP8_STATUS_OUT_OF_MEMORY ? codec_too_large : codec_damaged, message);
}

static void read_header(codec_decoder *base) {
  webp_decoder *decoder = (webp_decoder *)base;
  read_file(decoder);
  open_picture(decoder);
  const WebPData *picture = &decoder->frame.fragment;
  check(decoder, WebPGetFeatures(picture->bytes, picture->size, &decoder->features));
  if (decoder->features.width != decoder->frame.width ||
      decoder->features.height != decoder->frame.height) {
    decoder_fail(base, codec_damaged, "its image size differs from its frame header");
  }
}

static int covers_canvas(const webp_decoder *decoder) {
  return decoder->frame.x_offset == 0 && decoder->frame.y_offset == 0 &&
         (uint32_t)decoder->frame.width == decoder->base.size.width &&
         (uint32_t)decoder->frame.height == decoder->base.size.height;
}

// The content of the image's first chunk, after its header, if it has this name.
static codec_bytes_view first_chunk(const webp_decoder *decoder, const char *name, size_t header) {
  const WebPData *picture = &decoder->frame.fragment;
  codec_bytes_view none = {NULL, 0};
  if (picture->size < CHUNK_HEADER + header || memcmp(picture->bytes, name, 4) != 0) return none;
  uint64_t size = claimed_size(picture->bytes);
  if (size > picture->size - CHUNK_HEADER) size = picture->size - CHUNK_HEADER;
  if (size < header) return none;
  return (codec_bytes_view){picture->bytes + CHUNK_HEADER + header, (size_t)size - header};
}

// In bytes: libwebp's memory for losslessly stored pixels. 0 if there are none.
static uint64_t lossless_memory(webp_decoder *decoder) {
  enum { METHOD = 3, LOSSLESS_ALPHA = 1 };
  codec_bytes_view stream = first_chunk(decoder, "VP8L", LOSSLESS_HEADER);
  if (stream.bytes == NULL) {
    stream = first_chunk(decoder, "ALPH", ALPHA_HEADER);
    if (stream.bytes == NULL || (stream.bytes[-1] & METHOD) != LOSSLESS_ALPHA) return 0;
  }
  codec_size size = {(uint32_t)decoder->frame.width, (uint32_t)decoder->frame.height};
  uint64_t pixels = (uint64_t)size.width * size.height;
  // Four bytes each, plus transforms and groups for its tiles, of 16 pixels or more.
  return pixels * 5 +
         webp_lossless_tables(&decoder->lossless, &decoder->base, stream, size);
}

// In bytes: the file, the output pixels, and libwebp's memory besides.
static uint64_t memory_needed(webp_decoder *decoder, uint64_t channels) {
  enum { LOSSY = 1 };
  int has_alpha_plane = decoder->features.format == LOSSY && decoder->features.has_alpha;
  uint64_t pixels = (uint64_t)decoder->frame.width * (uint64_t)decoder->frame.height;
  return decoder->held + pixels * (channels + (has_alpha_plane ? 1 : 0)) +
         lossless_memory(decoder);
}

// Pixels are decoded even if the caller does not want them: that alone verifies the file.
static void start(codec_decoder *base) {
  webp_decoder *decoder = (webp_decoder *)base;
  int has_alpha = decoder->features.has_alpha || !covers_canvas(decoder);
  uint32_t channels = has_alpha ? 4 : 3;
  if (memory_needed(decoder, channels) > base->limits.memory) {
    decoder_fail(base, codec_too_large, "the image needs more memory than the limit");
  }
  decoder->output.colorspace = has_alpha ? MODE_RGBA : MODE_RGB;
  decoder->incremental = WebPINewDecoder(&decoder->output);
  if (decoder->incremental == NULL) decoder_fail(base, codec_too_large, "no memory for decoding");
  base->rows = (codec_rows){.width = base->size.width, .count = base->size.height, .step = 1};
  if (decoder_wants_pixels(base)) base->rows.channels = channels;
}

// Passes one more piece to libwebp: in pieces, so that the clock is read in between.
static void decode_on(webp_decoder *decoder) {
  const WebPData *picture = &decoder->frame.fragment;
  size_t left = picture->size - decoder->shown;
  decoder->shown += left < READ_STEP ? left : READ_STEP;
  VP8StatusCode status = WebPIUpdate(decoder->incremental, picture->bytes, decoder->shown);
  if (status == VP8_STATUS_SUSPENDED && decoder->shown < picture->size) return;
  check(decoder, status);
  decoder->is_complete = 1;
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
    decode_on(decoder);
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
    decode_on(decoder);
  }
  keep_chunk(decoder, "EXIF", &base->exif);
  keep_chunk(decoder, "ICCP", &base->profile);
  decoder_check_tail(base);
}

static void destroy(codec_decoder *base) {
  webp_decoder *decoder = (webp_decoder *)base;
  WebPIDelete(decoder->incremental);
  WebPFreeDecBuffer(&decoder->output);
  WebPDemuxReleaseIterator(&decoder->frame);
  WebPDemuxDelete(decoder->demuxer);
  codec_bytes_free(&decoder->file);
}

static const decoder_steps steps = {read_header, start, read_rows, finish, destroy};

codec_decoder *codec_decoder_create_webp(codec_source *source, const codec_limits *limits) {
  return decoder_create(sizeof(webp_decoder), &steps, source, limits);
}
