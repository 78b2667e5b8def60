// JPEG XL by libjxl. Its functions and values are declared here, because it is not needed to build.
#include <stdlib.h>

#include "whole_decoder.h"

typedef struct pixel_format {
  uint32_t channels;
  int type;
  int order;
  size_t align;
} pixel_format;

// The beginning of JxlBasicInfo, and more than its length.
typedef struct basic_info {
  int has_container;
  uint32_t width, height, bits, exponent_bits;
  float intensity, minimum, relative_to, linear_below;
  int uses_own_profile, has_preview, has_animation, orientation;
  uint32_t colors, extra_channels, alpha_bits, alpha_exponent_bits;
  uint8_t rest[512];
} basic_info;

enum {
  SUCCESS = 0,
  NEED_MORE_INPUT = 2,
  NEED_BUFFER = 5,
  BASIC_INFO = 0x40,
  COLOR_ENCODING = 0x100,
  FULL_IMAGE = 0x1000,
  UINT8 = 2,
  OF_PIXELS = 1,
};

const char *const jxl_names[] = {
    "JxlDecoderCreate", "JxlDecoderDestroy", "JxlDecoderSubscribeEvents", "JxlDecoderSetInput",
    "JxlDecoderCloseInput", "JxlDecoderProcessInput", "JxlDecoderGetBasicInfo",
    "JxlDecoderGetICCProfileSize", "JxlDecoderGetColorAsICCProfile", "JxlDecoderSetImageOutBuffer",
    "JxlDecoderVersion", NULL};

typedef void *(*create)(const void *);
typedef void (*release)(void *);
typedef int (*subscribe)(void *, int);
typedef int (*set_input)(void *, const uint8_t *, size_t);
typedef int (*process)(void *);
typedef int (*get_info)(const void *, basic_info *);
typedef int (*get_profile_size)(const void *, int, size_t *);
typedef int (*get_profile)(const void *, int, uint8_t *, size_t);
// Before version 0.9 both have a pixel format, which they ignore.
typedef int (*get_profile_size_0_8)(const void *, const pixel_format *, int, size_t *);
typedef int (*get_profile_0_8)(const void *, const pixel_format *, int, uint8_t *, size_t);
typedef int (*set_buffer)(void *, const pixel_format *, void *, size_t);
typedef uint32_t (*get_version)(void);

#define CALL(number, type) ((type)decoder->library[number])

static codec_status stopped(whole_decoder *decoder, int event) {
  return event == NEED_MORE_INPUT
             ? whole_fails(decoder, codec_truncated, "the file ends before the image does")
             : whole_fails(decoder, codec_damaged, "libjxl cannot decode it");
}

static codec_status open_file(whole_decoder *decoder) {
  void *jxl = decoder->state[0] = CALL(0, create)(NULL);
  if (jxl == NULL) return whole_fails(decoder, codec_too_large, "no memory for the image");
  CALL(2, subscribe)(jxl, BASIC_INFO | COLOR_ENCODING | FULL_IMAGE);
  CALL(3, set_input)(jxl, decoder->file.bytes, decoder->file.count);
  CALL(4, release)(jxl);
  int event = CALL(5, process)(jxl);
  basic_info info = {0};
  if (event != BASIC_INFO || CALL(6, get_info)(jxl, &info) != SUCCESS) return stopped(decoder, event);
  decoder->base.size = (codec_size){info.width, info.height};
  decoder->channels = info.alpha_bits > 0 ? 4 : 3;
  return codec_ok;
}

static void keep_profile(whole_decoder *decoder) {
  size_t size = 0;
  void *jxl = decoder->state[0];
  // Millions, thousands and units: 0.9.2 is 9002.
  int is_old = CALL(10, get_version)() < 9000;
  int status = is_old ? CALL(7, get_profile_size_0_8)(jxl, NULL, OF_PIXELS, &size)
                      : CALL(7, get_profile_size)(jxl, OF_PIXELS, &size);
  if (status != SUCCESS || size == 0 || size > KEPT_SIZE) return;
  uint8_t *profile = malloc(size);
  if (profile == NULL) return;
  status = is_old ? CALL(8, get_profile_0_8)(jxl, NULL, OF_PIXELS, profile, size)
                  : CALL(8, get_profile)(jxl, OF_PIXELS, profile, size);
  if (status == SUCCESS) decoder_keep(&decoder->base.profile, profile, size);
  free(profile);
}

// Every frame of an animation is decoded, and the first is kept.
static codec_status decode(whole_decoder *decoder) {
  void *jxl = decoder->state[0];
  size_t length = (size_t)decoder->base.size.width * decoder->base.size.height * 4;
  pixel_format format = {4, UINT8, 0, 0};
  uint8_t *others = NULL;
  if (!whole_allocate(decoder)) return whole_fails(decoder, codec_too_large, "no memory for the image");
  codec_status status = codec_ok;
  for (int event; (event = CALL(5, process)(jxl)) != SUCCESS;) {
    if (event == COLOR_ENCODING) {
      keep_profile(decoder);
    } else if (event == NEED_BUFFER) {
      uint8_t *into = others == NULL ? decoder->owned : others;
      if (CALL(9, set_buffer)(jxl, &format, into, length) != SUCCESS) {
        status = whole_fails(decoder, codec_damaged, "libjxl cannot decode it");
        break;
      }
    } else if (event == FULL_IMAGE && others != NULL && decoder_is_late(&decoder->base)) {
      decoder_leave_out(&decoder->base, "the rest of its frames", "they take longer than the limit");
      break;
    } else if (event == FULL_IMAGE) {
      if (others == NULL) others = malloc(length);
      if (others == NULL) {
        status = whole_fails(decoder, codec_too_large, "no memory for the image");
        break;
      }
    } else {
      status = stopped(decoder, event);
      break;
    }
  }
  free(others);
  return status;
}

static void close_file(whole_decoder *decoder) {
  if (decoder->state[0] != NULL) CALL(1, release)(decoder->state[0]);
}

// Floating-point planes, and the pixels of two frames.
static const whole_steps steps = {codec_libjxl, 36, open_file, decode, close_file};

codec_decoder *codec_decoder_create_jxl(codec_source *source, const codec_limits *limits) {
  return whole_create(&steps, source, limits);
}
