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
    "heif_context_get_image_handle", "heif_get_version", NULL};

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
  decoder->channels = CALL(7, get_number)(handle) ? 4 : 3;
  keep_profile(decoder, handle);
  return codec_ok;
}

static codec_status decode(whole_decoder *decoder) {
  int is_opaque = decoder->channels == 3;
  heif_error error =
      CALL(10, decode_image)(decoder->state[1], &decoder->state[2], COLORSPACE_RGB,
                             is_opaque ? INTERLEAVED_RGB : INTERLEAVED_RGBA, NULL);
  if (error.code != 0) return heif_fails_in_pixels(decoder, error, HEIF_PRIMARY);
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
  return heif_read_others(decoder);
}

static void close_file(whole_decoder *decoder) {
  if (decoder->state[2] != NULL) CALL(11, release)(decoder->state[2]);
  if (decoder->state[1] != NULL) CALL(4, release)(decoder->state[1]);
  if (decoder->state[0] != NULL) CALL(1, release)(decoder->state[0]);
}

// Planes of 16 bits, their conversion, and a grid's tiles beside the picture.
static const whole_steps steps = {codec_libheif, 16, open_file, decode, close_file};

codec_decoder *codec_decoder_create_heif(codec_source *source, const codec_limits *limits) {
  return whole_create(&steps, source, limits);
}
