#include <stdlib.h>
#include <string.h>

#include "gif_decoder.h"

// Images of more than 256 colours consist of tiles, each with its own palette, which stay on the
// canvas. A file with more pixels than this many layers is an animation.
enum { MOST_LAYERS = 4 };

static int is_within_canvas(const gif_decoder *decoder) {
  const GifImageDesc *frame = &decoder->frame;
  return (uint32_t)frame->Left + (uint32_t)frame->Width <= decoder->canvas.width &&
         (uint32_t)frame->Top + (uint32_t)frame->Height <= decoder->canvas.height;
}

// Paints only transparent pixels of the canvas. Returns how many were painted.
static uint64_t paint(gif_decoder *decoder, uint32_t y) {
  uint64_t painted = 0;
  size_t place = (size_t)y * decoder->canvas.width + (size_t)decoder->frame.Left;
  uint8_t *pixel = decoder->composed + place * 4;
  for (int x = 0; x < decoder->frame.Width; x++, pixel += 4) {
    const uint8_t *color = decoder->palette[decoder->indices[x]];
    if (pixel[3] != 0 || color[3] == 0) continue;
    memcpy(pixel, color, 4);
    painted++;
  }
  return painted;
}

static uint64_t paint_picture(gif_decoder *decoder) {
  uint64_t painted = 0;
  for (uint32_t i = 0; i < (uint32_t)decoder->frame.Height; i++) {
    gif_read_line(decoder, decoder->indices);
    painted += paint(decoder, (uint32_t)decoder->frame.Top + gif_line_place(decoder, i));
  }
  return painted;
}

void gif_compose(gif_decoder *decoder) {
  uint64_t pixels = (uint64_t)decoder->canvas.width * decoder->canvas.height;
  decoder->composed = calloc(pixels, 4);
  free(decoder->indices);
  decoder->indices = malloc(decoder->canvas.width);
  if (decoder->composed == NULL || decoder->indices == NULL) {
    decoder_fail(&decoder->base, codec_too_large, "no memory for the image");
  }
  uint64_t painted = paint_picture(decoder);
  uint64_t seen = (uint64_t)decoder->frame.Width * (uint64_t)decoder->frame.Height;
  while (painted < pixels && seen < pixels * MOST_LAYERS && decoder->disposal <= DISPOSE_DO_NOT) {
    gif_skip_codes(decoder);
    if (!gif_find_picture(decoder)) return;
    gif_begin_picture(decoder);
    if (!is_within_canvas(decoder) || !decoder->has_palette) return;
    painted += paint_picture(decoder);
    seen += (uint64_t)decoder->frame.Width * (uint64_t)decoder->frame.Height + 1;
  }
}
