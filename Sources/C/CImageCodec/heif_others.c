#include <stdio.h>
#include <stdlib.h>

#include "heif_decoder.h"

// The most pictures of a file that are decoded besides the primary one.
enum { MOST_OTHERS = 1000 };

typedef heif_error (*get_identifier)(void *, uint32_t *);
typedef int (*get_count)(void *);
typedef int (*get_identifiers)(void *, uint32_t *, int);
typedef heif_error (*get_picture)(void *, uint32_t, void **);

static void leave_out(whole_decoder *decoder, const char *format, int number, const char *reason) {
  char what[CODEC_TEXT];
  snprintf(what, sizeof what, format, number);
  decoder_leave_out(&decoder->base, what, reason);
}

// With the primary picture, which is in memory.
static int fits(const whole_decoder *decoder, uint64_t width, uint64_t height) {
  codec_size size = decoder->base.size;
  uint64_t pixels = width * height + (uint64_t)size.width * size.height;
  return pixels <= (decoder->base.limits.memory - decoder->file.count) / decoder->bytes_per_pixel;
}

static codec_status read_picture(whole_decoder *decoder, const void *handle, uint32_t identifier) {
  int width = CALL(5, get_number)(handle), height = CALL(6, get_number)(handle);
  if (width <= 0 || height <= 0) return whole_fails(decoder, codec_damaged, "it has no pixels");
  if (!fits(decoder, (uint64_t)width, (uint64_t)height)) {
    return whole_fails(decoder, codec_too_large, "it needs more memory than the limit");
  }
  void *picture = NULL;
  heif_parts parts = heif_find_parts(decoder->file.bytes, decoder->file.count);
  heif_error error = heif_decode(decoder, handle, heif_coding_of(&parts, identifier), &picture);
  if (picture != NULL) CALL(11, release)(picture);
  return error.code == 0 ? codec_ok : heif_fails_in_pixels(decoder, error, identifier);
}

static codec_status read_other(whole_decoder *decoder, uint32_t identifier, int number) {
  void *handle = NULL;
  heif_error error = CALL(19, get_picture)(decoder->state[0], identifier, &handle);
  codec_status status = error.code == 0 ? read_picture(decoder, handle, identifier)
                                        : heif_fails_in_boxes(decoder, error, identifier);
  if (handle != NULL) CALL(4, release)(handle);
  if (status == codec_ok) return codec_ok;
  if (status == codec_unsupported || status == codec_too_large) {
    leave_out(decoder, "its picture %d", number, decoder->message);
    return codec_ok;
  }
  char message[CODEC_TEXT];
  snprintf(message, sizeof message, "picture %d: %.150s", number, decoder->message);
  return whole_fails(decoder, status, message);
}

codec_status heif_read_others(whole_decoder *decoder) {
  uint32_t identifiers[MOST_OTHERS], primary = 0;
  void *context = decoder->state[0];
  int all = CALL(17, get_count)(context);
  int count = CALL(18, get_identifiers)(context, identifiers, all < MOST_OTHERS ? all : MOST_OTHERS);
  CALL(16, get_identifier)(context, &primary);
  for (int i = 0, number = 1; i < count; i++) {
    if (identifiers[i] == primary) continue;
    number++;
    if (decoder_is_late(&decoder->base)) {
      leave_out(decoder, "its pictures from number %d on", number, "they take longer than the limit");
      return codec_ok;
    }
    codec_status status = read_other(decoder, identifiers[i], number);
    if (status != codec_ok) return status;
  }
  if (count < all) leave_out(decoder, "its pictures after the first %d", count, "more than the limit");
  return codec_ok;
}
