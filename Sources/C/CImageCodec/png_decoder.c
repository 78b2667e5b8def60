#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "decoder.h"
#include "png_chunk.h"
#include "png_stream.h"

enum {
  // Signature, length, type, width and height.
  HEADER_SIZE = 24,
  PASSES = 7,
  // The buffer through which libpng reads an image's data: as large as one chunk of the stream.
  PICTURE_BUFFER = 1 << 15,
};

typedef struct png_decoder {
  codec_decoder base;
  png_structp png;
  png_infop info;
  png_stream *stream;
  // All rows of an interlaced image: they are complete only after the last pass.
  uint8_t *picture;
} png_decoder;

static void on_error(png_structp png, png_const_charp message) {
  decoder_fail(png_get_error_ptr(png), codec_damaged, message);
}

static void on_warning(png_structp png, png_const_charp message) {
  decoder_warn(png_get_error_ptr(png), message);
}

static void read_bytes(png_structp png, png_bytep bytes, size_t count) {
  png_stream_read(png_get_io_ptr(png), bytes, count);
}

// Checked before libpng, whose own limits only give "Invalid IHDR data".
static void check_claimed_size(codec_decoder *base) {
  size_t count = 0;
  const uint8_t *bytes = codec_source_peek(base->source, &count);
  if (count < HEADER_SIZE || memcmp(bytes + 12, "IHDR", 4) != 0) return;
  decoder_check_size(base, png_word(bytes + 16), png_word(bytes + 20));
}

static void read_header(codec_decoder *base) {
  png_decoder *decoder = (png_decoder *)base;
  check_claimed_size(base);
  decoder->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, base, on_error, on_warning);
  if (decoder->png != NULL) decoder->info = png_create_info_struct(decoder->png);
  decoder->stream = png_stream_create(base);
  if (decoder->info == NULL || decoder->stream == NULL) {
    decoder_fail(base, codec_too_large, "no memory for a PNG decoder");
  }
  png_structp png = decoder->png;
  png_set_read_fn(png, decoder->stream, read_bytes);
  png_set_user_limits(png, base->limits.edge, base->limits.edge);
  png_set_benign_errors(png, 1);
  // The stream has verified the checksums.
  png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
#ifdef PNG_IGNORE_ADLER32
  // ISA-L has verified the image's checksum. A tenth of the time; a build without this option verifies it once more.
  png_set_option(png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
#endif
  png_set_chunk_malloc_max(png, KEPT_SIZE);
  png_read_info(png, decoder->info);
  png_set_compression_buffer_size(png, PICTURE_BUFFER);
  base->size = (codec_size){png_get_image_width(png, decoder->info),
                            png_get_image_height(png, decoder->info)};
  decoder_check_size(base, base->size.width, base->size.height);
}

// Converts to 8 bits of grey, RGB or RGBA, in sRGB's gamma if the file has another gamma and no
// profile.
static void choose_transforms(png_decoder *decoder) {
  png_structp png = decoder->png;
  png_infop info = decoder->info;
  double gamma = 0;
  png_set_expand(png);
  png_set_scale_16(png);
  int has_alpha = (png_get_color_type(png, info) & PNG_COLOR_MASK_ALPHA) != 0 ||
                  png_get_valid(png, info, PNG_INFO_tRNS) != 0;
  if (has_alpha) png_set_gray_to_rgb(png);
  if (png_get_valid(png, info, PNG_INFO_iCCP | PNG_INFO_sRGB) == 0 &&
      png_get_gAMA(png, info, &gamma) != 0) {
    png_set_gamma(png, PNG_DEFAULT_sRGB, gamma);
  }
}

static void start_proof(png_decoder *decoder) {
  codec_decoder *base = &decoder->base;
  uint32_t count = base->size.height;
  if (png_get_interlace_type(decoder->png, decoder->info) != PNG_INTERLACE_NONE) {
    count = 0;
    for (int pass = 0; pass < PASSES; pass++) {
      if (PNG_PASS_COLS(base->size.width, pass) > 0) {
        count += PNG_PASS_ROWS(base->size.height, pass);
      }
    }
  }
  png_read_update_info(decoder->png, decoder->info);
  base->rows = (codec_rows){.width = base->size.width, .count = count, .step = 1};
}

static void read_picture(png_decoder *decoder, size_t row_size) {
  codec_decoder *base = &decoder->base;
  decoder->picture = malloc(row_size * base->size.height);
  if (decoder->picture == NULL) decoder_fail(base, codec_too_large, "no memory for the image");
  for (int pass = 0; pass < PASSES; pass++) {
    for (uint32_t y = 0; y < base->size.height; y++) {
      decoder_check_time(base);
      png_read_row(decoder->png, decoder->picture + y * row_size, NULL);
    }
  }
}

static void start_pixels(png_decoder *decoder, int is_interlaced) {
  codec_decoder *base = &decoder->base;
  choose_transforms(decoder);
  if (is_interlaced) png_set_interlace_handling(decoder->png);
  png_read_update_info(decoder->png, decoder->info);
  base->rows = (codec_rows){.width = base->size.width,
                            .count = base->size.height,
                            .channels = png_get_channels(decoder->png, decoder->info),
                            .step = 1};
  size_t row_size = (size_t)base->rows.width * base->rows.channels;
  if (png_get_rowbytes(decoder->png, decoder->info) != row_size) {
    decoder_fail(base, codec_damaged, "a row's length does not match its pixels");
  }
  if (is_interlaced) read_picture(decoder, row_size);
}

static void start(codec_decoder *base) {
  png_decoder *decoder = (png_decoder *)base;
  int is_interlaced =
      png_get_interlace_type(decoder->png, decoder->info) != PNG_INTERLACE_NONE;
  uint64_t most_bytes = (uint64_t)base->size.width * base->size.height * 4;
  int fits = !is_interlaced || most_bytes <= base->limits.memory;
  if (decoder_wants_pixels(base) && fits) {
    start_pixels(decoder, is_interlaced);
  } else {
    start_proof(decoder);
  }
}

static void read_rows(codec_decoder *base) {
  png_decoder *decoder = (png_decoder *)base;
  size_t row_size = (size_t)base->rows.width * base->rows.channels;
  for (uint32_t i = 0; i < base->capacity; i++, base->next_row++) {
    decoder_check_time(base);
    if (base->rows.channels == 0) {
      png_read_row(decoder->png, NULL, NULL);
    } else if (decoder->picture == NULL) {
      png_read_row(decoder->png, base->into + i * row_size, NULL);
    } else {
      memcpy(base->into + i * row_size, decoder->picture + base->next_row * row_size, row_size);
    }
  }
}

static void keep_profile(png_decoder *decoder) {
  png_uint_32 count = 0;
  png_bytep bytes = NULL;
  png_charp name = NULL;
  int compression = 0;
  if (png_get_iCCP(decoder->png, decoder->info, &name, &compression, &bytes, &count) != 0) {
    decoder_keep(&decoder->base.profile, bytes, count);
  }
}

static void finish(codec_decoder *base) {
  png_decoder *decoder = (png_decoder *)base;
  png_read_end(decoder->png, decoder->info);
  keep_profile(decoder);
  decoder_check_tail(base);
}

static void destroy(codec_decoder *base) {
  png_decoder *decoder = (png_decoder *)base;
  png_destroy_read_struct(&decoder->png, &decoder->info, NULL);
  png_stream_free(decoder->stream);
  free(decoder->picture);
}

static const decoder_steps steps = {read_header, start, read_rows, finish, destroy};

codec_decoder *codec_decoder_create_png(codec_source *source, const codec_limits *limits) {
  return decoder_create(sizeof(png_decoder), &steps, source, limits);
}
