#include "gif_decoder.h"

#include <stdlib.h>
#include <string.h>

static void choose_canvas(gif_decoder *decoder) {
  codec_decoder *base = &decoder->base;
  GifImageDesc *frame = &decoder->frame;
  uint32_t width = (uint32_t)frame->Width;
  uint32_t height = (uint32_t)frame->Height;
  decoder_check_size(base, width, height);
  if (width == 0 || height == 0) decoder_fail(base, codec_damaged, "its image has no pixels");
  int has_canvas = base->size.width > 0 && base->size.height > 0;
  decoder->canvas = base->size;
  if (!has_canvas || (uint32_t)frame->Left + width > base->size.width ||
      (uint32_t)frame->Top + height > base->size.height) {
    frame->Left = frame->Top = 0;
    decoder->canvas = (codec_size){width, height};
  }
  // Some files have no canvas size; browsers use the frame's size.
  if (!has_canvas) base->size = decoder->canvas;
}

static void read_header(codec_decoder *base) {
  gif_decoder *decoder = (gif_decoder *)base;
  decoder_check_time(base);
  gif_open(decoder);
  base->size = (codec_size){(uint32_t)decoder->gif->SWidth, (uint32_t)decoder->gif->SHeight};
  decoder_check_size(base, base->size.width, base->size.height);
  if (!gif_find_picture(decoder)) decoder_fail(base, codec_damaged, "it contains no image");
  gif_begin_picture(decoder);
  choose_canvas(decoder);
}

static int covers_canvas(const gif_decoder *decoder) {
  const GifImageDesc *frame = &decoder->frame;
  return frame->Left == 0 && frame->Top == 0 &&
         (uint32_t)frame->Width == decoder->canvas.width &&
         (uint32_t)frame->Height == decoder->canvas.height;
}

static void read_interlaced(gif_decoder *decoder) {
  for (uint32_t i = 0; i < (uint32_t)decoder->frame.Height; i++) {
    size_t place = (size_t)gif_line_place(decoder, i) * (size_t)decoder->frame.Width;
    gif_read_line(decoder, decoder->indices + place);
  }
}

static void start(codec_decoder *base) {
  gif_decoder *decoder = (gif_decoder *)base;
  int gives_pixels = decoder_wants_pixels(base) && decoder->has_palette;
  decoder->is_held = gives_pixels && decoder->frame.Interlace;
  size_t size = (size_t)decoder->frame.Width;
  if (decoder->is_held) size *= (size_t)decoder->frame.Height;
  if (size > base->limits.memory) {
    decoder_fail(base, codec_too_large, "an interlaced GIF needs more memory than the limit");
  }
  decoder->indices = malloc(size);
  if (decoder->indices == NULL) decoder_fail(base, codec_too_large, "no memory for the image");
  base->rows =
      (codec_rows){.width = decoder->canvas.width, .count = decoder->canvas.height, .step = 1};
  if (!gives_pixels) return;
  int is_covered = covers_canvas(decoder);
  int is_opaque = decoder->transparent == NO_TRANSPARENT_COLOR && is_covered;
  base->rows.channels = is_opaque ? 3 : 4;
  uint64_t canvas_size = (uint64_t)decoder->canvas.width * decoder->canvas.height * 4;
  if (!is_covered && canvas_size <= base->limits.memory) {
    gif_compose(decoder);
  } else if (decoder->is_held) {
    read_interlaced(decoder);
  }
}

// The indices of the frame's line at row `y` of the canvas; NULL if there is none.
static const uint8_t *line_at(gif_decoder *decoder, uint32_t y) {
  uint32_t top = (uint32_t)decoder->frame.Top;
  if (y < top || y - top >= (uint32_t)decoder->frame.Height) return NULL;
  if (decoder->is_held) return decoder->indices + (size_t)(y - top) * (size_t)decoder->frame.Width;
  gif_read_line(decoder, decoder->indices);
  return decoder->indices;
}

static void paint(const gif_decoder *decoder, const uint8_t *indices, uint8_t *row) {
  uint32_t channels = decoder->base.rows.channels;
  if (channels == 4) memset(row, 0, (size_t)decoder->base.rows.width * 4);
  if (indices == NULL) return;
  uint8_t *pixel = row + (size_t)decoder->frame.Left * channels;
  for (int x = 0; x < decoder->frame.Width; x++, pixel += channels) {
    memcpy(pixel, decoder->palette[indices[x]], channels);
  }
}

static void read_rows(codec_decoder *base) {
  gif_decoder *decoder = (gif_decoder *)base;
  size_t row_size = (size_t)base->rows.width * base->rows.channels;
  for (uint32_t i = 0; i < base->capacity; i++, base->next_row++) {
    decoder_check_time(base);
    if (decoder->composed != NULL) {
      memcpy(base->into + i * row_size, decoder->composed + base->next_row * row_size, row_size);
      continue;
    }
    const uint8_t *indices = line_at(decoder, base->next_row);
    if (base->rows.channels > 0) paint(decoder, indices, base->into + i * row_size);
  }
}

static void finish(codec_decoder *base) {
  gif_decoder *decoder = (gif_decoder *)base;
  gif_read_frames(decoder);
  if (!decoder->is_at_end) decoder_check_tail(base);
}

static void destroy(codec_decoder *base) {
  gif_decoder *decoder = (gif_decoder *)base;
  if (decoder->gif != NULL) DGifCloseFile(decoder->gif, NULL);
  free(decoder->indices);
  free(decoder->composed);
}

static const decoder_steps steps = {read_header, start, read_rows, finish, destroy};

codec_decoder *codec_decoder_create_gif(codec_source *source, const codec_limits *limits) {
  return decoder_create(sizeof(gif_decoder), &steps, source, limits);
}
