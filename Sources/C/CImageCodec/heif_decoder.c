#include "heif_decoder.h"

#include <dlfcn.h>
#include <stdlib.h>

#include "library.h"

const char *const heif_names[] = {
    "heif_context_alloc", "heif_context_free", "heif_context_read_from_memory_without_copy",
    "heif_context_get_primary_image_handle", "heif_image_handle_release",
    "heif_image_handle_get_width", "heif_image_handle_get_height",
    "heif_image_handle_has_alpha_channel", "heif_image_handle_get_raw_color_profile_size",
    "heif_image_handle_get_raw_color_profile", "heif_decode_image", "heif_image_release",
    "heif_image_get_plane_readonly", "heif_image_get_primary_width", "heif_image_get_primary_height",
    "heif_context_set_max_decoding_threads", "heif_context_get_primary_image_ID",
    "heif_context_get_number_of_top_level_images", "heif_context_get_list_of_top_level_image_IDs",
    "heif_context_get_image_handle", "heif_get_version",
    "heif_image_get_nclx_color_profile",
    "heif_nclx_color_profile_free", "heif_image_get_bits_per_pixel_range", "heif_image_get_width",
    "heif_image_get_height", "heif_image_handle_get_ispe_width", "heif_image_handle_get_ispe_height",
    "heif_decoding_options_alloc", "heif_decoding_options_free", NULL};

// Since version 1.13; older versions have no plugins to load.
void heif_prepare(void *handle) {
  heif_error (*initialize)(void *) = (heif_error (*)(void *))dlsym(handle, "heif_init");
  if (initialize != NULL) initialize(NULL);
}

static void keep_profile(whole_decoder *decoder, const void *handle) {
  size_t size = CALL(8, get_size)(handle);
  if (size == 0 || size > KEPT_SIZE) return;
  uint8_t *profile = malloc(size);
  if (profile == NULL) return;
  if (CALL(9, get_bytes)(handle, profile).code == 0) {
    decoder_keep(&decoder->base.profile, profile, size);
  }
  free(profile);
}

static heif_coding primary_coding(whole_decoder *decoder) {
  heif_parts parts = heif_find_parts(decoder->file.bytes, decoder->file.count);
  heif_coding coding = heif_coding_of(&parts, heif_primary_item(&parts));
  // libheif turns a copy, and one with twice the colours of 4:2:2.
  if (decoder->channels == 3) coding.turns = heif_turns_of(&parts, heif_primary_item(&parts));
  return coding;
}

static codec_status open_file(whole_decoder *decoder) {
  codec_status status = heif_check_boxes(decoder);
  if (status != codec_ok) return status;
  void *context = decoder->state[0] = CALL(0, create)();
  if (context == NULL) return whole_fails(decoder, codec_too_large, "no memory for the image");
  // The tiles of a picture are decoded one after another.
  CALL(15, set_number)(context, 0);
  heif_error error =
      CALL(2, read_memory)(context, decoder->file.bytes, decoder->file.count, NULL);
  if (error.code == 0) error = CALL(3, get_handle)(context, &decoder->state[1]);
  if (error.code != 0) return heif_fails_in_boxes(decoder, error, HEIF_PRIMARY);
  const void *handle = decoder->state[1];
  int width = CALL(5, get_number)(handle), height = CALL(6, get_number)(handle);
  if (width <= 0 || height <= 0) return whole_fails(decoder, codec_damaged, "its image has no pixels");
  decoder->base.size = (codec_size){(uint32_t)width, (uint32_t)height};
  int has_alpha = CALL(7, get_number)(handle);
  decoder->channels = has_alpha ? 4 : 3;
  int coded_width = CALL(26, get_number)(handle), coded_height = CALL(27, get_number)(handle);
  if (coded_width > 0 && coded_height > 0) decoder->coded_pixels = (uint64_t)coded_width * (uint64_t)coded_height;
  decoder->bytes_per_pixel = heif_bytes_per_pixel(primary_coding(decoder), has_alpha);
  keep_profile(decoder, handle);
  return codec_ok;
}

// The beginning of libheif's options.
typedef struct options {
  uint8_t version, leaves_changes;
} options;

typedef options *(*new_options)(void);
typedef void (*free_options)(options *);

heif_error heif_decode(whole_decoder *decoder, const void *handle, heif_coding coding, void **image) {
  int space = coding.chroma == HEIF_GREY ? COLORSPACE_GREY : COLORSPACE_YCBCR;
  if (!coding.is_known) {
    int form = decoder->channels == 3 ? INTERLEAVED_RGB : INTERLEAVED_RGBA;
    return CALL(10, decode_image)(handle, image, COLORSPACE_RGB, form, NULL);
  }
  options *options = CALL(28, new_options)();
  if (options != NULL) options->leaves_changes = coding.turns > 0;
  heif_error error = CALL(10, decode_image)(handle, image, space, (int)coding.chroma, options);
  if (options != NULL) CALL(29, free_options)(options);
  return error;
}

static codec_status use_colors(whole_decoder *decoder) {
  const void *image = decoder->state[2];
  int stride = 0;
  decoder->pixels = CALL(12, get_plane)(image, CHANNEL_INTERLEAVED, &stride);
  // The picture may differ from what the headers say.
  int width = CALL(13, get_number)(image), height = CALL(14, get_number)(image);
  if (decoder->pixels == NULL || width != (int)decoder->base.size.width ||
      height != (int)decoder->base.size.height ||
      (size_t)stride < (size_t)width * decoder->channels) {
    return whole_fails(decoder, codec_damaged, "its image has another size than its headers say");
  }
  decoder->stride = (size_t)stride;
  decoder->pixel_size = decoder->channels;
  return codec_ok;
}

// The samples may be others than the description of the coding says, to which libheif does not convert them.
static int are_others(heif_error error) {
  return error.code == UNSUPPORTED_FEATURE && error.subcode == UNSUPPORTED_CONVERSION;
}

static codec_status decode(whole_decoder *decoder) {
  heif_coding coding = primary_coding(decoder);
  heif_error error = heif_decode(decoder, decoder->state[1], coding, &decoder->state[2]);
  if (coding.is_known && are_others(error)) {
    coding = (heif_coding){0};
    decoder->bytes_per_pixel = heif_bytes_per_pixel(coding, 0);
    if (!whole_fits(decoder)) {
      return whole_fails(decoder, codec_too_large, "decoding it needs more memory than the limit");
    }
    error = heif_decode(decoder, decoder->state[1], coding, &decoder->state[2]);
  }
  if (error.code != 0) return heif_fails_in_pixels(decoder, error, HEIF_PRIMARY);
  codec_status status = coding.is_known ? heif_use_planes(decoder, coding) : use_colors(decoder);
  return status == codec_ok ? heif_read_others(decoder) : status;
}

static void close_file(whole_decoder *decoder) {
  if (decoder->state[2] != NULL) CALL(11, release)(decoder->state[2]);
  if (decoder->state[1] != NULL) CALL(4, release)(decoder->state[1]);
  if (decoder->state[0] != NULL) CALL(1, release)(decoder->state[0]);
}

static const whole_steps steps = {codec_libheif, 0, open_file, decode, close_file};

codec_decoder *codec_decoder_create_heif(codec_source *source, const codec_limits *limits) {
  return whole_create(&steps, source, limits);
}
