#include <stdio.h>
#include <string.h>

#include "webp_decoder.h"

enum {
  READ_STEP = 1 << 16,
  // The size of the header before the pixels of a lossless image, and of alpha.
  LOSSLESS_HEADER = 5,
  ALPHA_HEADER = 1,
};

static _Noreturn void fail(webp_decoder *decoder, codec_status status, const char *fault) {
  char message[CODEC_TEXT];
  int number = decoder->frame.frame_num;
  snprintf(message, sizeof message, "frame %d: %.150s", number, fault);
  decoder_fail(&decoder->base, status, number > 1 ? message : fault);
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
  char text[CODEC_TEXT];
  snprintf(text, sizeof text, "libwebp: %s",
           index < sizeof names / sizeof *names ? names[index] : "unknown status");
  fail(decoder, status == VP8_STATUS_OUT_OF_MEMORY ? codec_too_large : codec_damaged, text);
}

void webp_begin_frame(webp_decoder *decoder) {
  const WebPData *picture = &decoder->frame.fragment;
  check(decoder, WebPGetFeatures(picture->bytes, picture->size, &decoder->features));
  if (decoder->features.width != decoder->frame.width ||
      decoder->features.height != decoder->frame.height) {
    fail(decoder, codec_damaged, "its image size differs from its frame header");
  }
}

// The content of the image's first chunk, after its header, if it has this name.
static codec_bytes_view first_chunk(const webp_decoder *decoder, const char *name, size_t header) {
  const WebPData *picture = &decoder->frame.fragment;
  codec_bytes_view none = {NULL, 0};
  if (picture->size < WEBP_CHUNK_HEADER + header || memcmp(picture->bytes, name, 4) != 0) return none;
  uint64_t size = webp_claimed_size(picture->bytes);
  if (size > picture->size - WEBP_CHUNK_HEADER) size = picture->size - WEBP_CHUNK_HEADER;
  if (size < header) return none;
  return (codec_bytes_view){picture->bytes + WEBP_CHUNK_HEADER + header, (size_t)size - header};
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

int webp_start_frame(webp_decoder *decoder, uint32_t channels) {
  if (memory_needed(decoder, channels) > decoder->base.limits.memory) return 0;
  decoder->output.colorspace = channels == 4 ? MODE_RGBA : MODE_RGB;
  decoder->incremental = WebPINewDecoder(&decoder->output);
  if (decoder->incremental == NULL) {
    decoder_fail(&decoder->base, codec_too_large, "no memory for decoding");
  }
  return 1;
}

void webp_decode_on(webp_decoder *decoder) {
  const WebPData *picture = &decoder->frame.fragment;
  size_t left = picture->size - decoder->shown;
  decoder->shown += left < READ_STEP ? left : READ_STEP;
  VP8StatusCode status = WebPIUpdate(decoder->incremental, picture->bytes, decoder->shown);
  if (status == VP8_STATUS_SUSPENDED && decoder->shown < picture->size) return;
  check(decoder, status);
  decoder->is_complete = 1;
}

void webp_end_frame(webp_decoder *decoder) {
  WebPIDelete(decoder->incremental);
  WebPFreeDecBuffer(&decoder->output);
  decoder->incremental = NULL;
  decoder->output = (WebPDecBuffer){0};
  decoder->shown = 0;
  decoder->is_complete = 0;
}

static void leave_out(webp_decoder *decoder, const char *format, const char *reason) {
  char what[CODEC_TEXT];
  snprintf(what, sizeof what, format, decoder->frame.frame_num);
  decoder_leave_out(&decoder->base, what, reason);
}

// Returns 0 if the time for frames is used up.
static int decode_frame(webp_decoder *decoder) {
  webp_begin_frame(decoder);
  if (!webp_start_frame(decoder, decoder->features.has_alpha ? 4 : 3)) {
    leave_out(decoder, "its frame number %d", "it needs more memory than the limit");
    return 1;
  }
  while (!decoder->is_complete) {
    if (decoder_is_late(&decoder->base)) return 0;
    webp_decode_on(decoder);
  }
  return 1;
}

void webp_decode_others(webp_decoder *decoder) {
  do {
    webp_end_frame(decoder);
    if (!WebPDemuxNextFrame(&decoder->frame)) return;
  } while (decode_frame(decoder));
  leave_out(decoder, "its frames from number %d on", "they take longer than the limit");
}
