#include "whole_decoder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sink.h"

static whole_decoder *whole(codec_decoder *base) { return (whole_decoder *)base; }

static void check(codec_decoder *base, codec_status status) {
  if (status != codec_ok) decoder_fail(base, status, whole(base)->message);
}

static void read_file(codec_decoder *base) {
  codec_bytes *file = &whole(base)->file;
  size_t count = 0;
  for (const uint8_t *bytes; (bytes = source_take_all(base->source, &count)), count > 0;) {
    decoder_check_time(base);
    if (file->count + count > base->limits.memory) {
      decoder_fail(base, codec_too_large, "a file of this length needs more memory than the limit");
    }
    if (!sink_reserve(file, count)) decoder_fail(base, codec_too_large, "no memory for the file");
    memcpy(file->bytes + file->count, bytes, count);
    file->count += count;
  }
  if (codec_source_error(base->source) != 0) decoder_fail_at_end(base);
}

int whole_fits(const whole_decoder *decoder) {
  codec_size size = decoder->base.size;
  // The edges are below 2^31, so that the product fits.
  uint64_t pixels = (uint64_t)size.width * size.height;
  if (decoder->coded_pixels > pixels) pixels = decoder->coded_pixels;
  return pixels <= (decoder->base.limits.memory - decoder->file.count) / decoder->bytes_per_pixel;
}

static void read_header(codec_decoder *base) {
  whole_decoder *decoder = whole(base);
  decoder->library = library_functions(decoder->format->library);
  if (decoder->library == NULL) {
    char message[CODEC_TEXT];
    snprintf(message, sizeof message, "%s is not installed", codec_library_files(decoder->format->library)[0]);
    decoder_fail(base, codec_unsupported, message);
  }
  read_file(base);
  check(base, decoder->format->open(decoder));
  if (base->size.width == 0 || base->size.height == 0) {
    decoder_fail(base, codec_damaged, "its image has no pixels");
  }
  decoder_check_size(base, base->size.width, base->size.height);
  if (!whole_fits(decoder)) decoder_fail(base, codec_too_large, "decoding it needs more memory than the limit");
}

static void start(codec_decoder *base) {
  whole_decoder *decoder = whole(base);
  check(base, decoder->format->decode(decoder));
  decoder_check_time(base);
  base->rows = (codec_rows){.width = base->size.width,
                            .count = base->size.height,
                            .channels = decoder_wants_pixels(base) ? decoder->channels : 0,
                            .step = 1};
}

static void read_rows(codec_decoder *base) {
  whole_decoder *decoder = whole(base);
  size_t channels = base->rows.channels, width = base->size.width;
  for (uint32_t i = 0; i < base->capacity; i++, base->next_row++) {
    if (channels == 0) continue;
    if (decoder->convert_row != NULL) {
      decoder_check_time(base);
      decoder->convert_row(decoder, base->next_row, base->into + i * width * channels);
      continue;
    }
    const uint8_t *from = decoder->pixels + (size_t)base->next_row * decoder->stride;
    uint8_t *to = base->into + i * width * channels;
    if (decoder->pixel_size == channels) {
      memcpy(to, from, width * channels);
      continue;
    }
    for (size_t x = 0; x < width; x++, to += channels, from += decoder->pixel_size) {
      memcpy(to, from, channels);
    }
  }
}

// The library has seen the file to its end.
static void finish(codec_decoder *base) { (void)base; }

static void destroy(codec_decoder *base) {
  whole_decoder *decoder = whole(base);
  if (decoder->library != NULL) decoder->format->close(decoder);
  free(decoder->owned);
  free(decoder->file.bytes);
}

static const decoder_steps steps = {read_header, start, read_rows, finish, destroy};

codec_decoder *whole_create(const whole_steps *format, codec_source *source,
                            const codec_limits *limits) {
  codec_decoder *base = decoder_create(sizeof(whole_decoder), &steps, source, limits);
  if (base == NULL) return NULL;
  whole(base)->format = format;
  whole(base)->bytes_per_pixel = format->bytes_per_pixel;
  return base;
}

codec_status whole_fails(whole_decoder *decoder, codec_status status, const char *message) {
  snprintf(decoder->message, sizeof decoder->message, "%s", message == NULL ? "it is damaged" : message);
  return status;
}

int whole_allocate(whole_decoder *decoder) {
  size_t width = decoder->base.size.width, height = decoder->base.size.height;
  decoder->owned = malloc(width * height * 4);
  decoder->pixels = decoder->owned;
  decoder->pixel_size = 4;
  decoder->stride = width * 4;
  return decoder->owned != NULL;
}
