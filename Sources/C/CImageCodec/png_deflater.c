#include "png_deflater.h"

#include <isa-l.h>
#include <stdlib.h>

#include "png_filters.h"
#include "sink.h"
#include "vector_state.h"

// Filtered bytes per call of ISA-L, if a row is not longer.
enum { STRIP = 1 << 15, ROOM = 1 << 14 };

typedef struct png_deflater {
  struct isal_zstream stream;
  uint8_t memory[ISAL_DEF_LVL1_MEDIUM];
} png_deflater;

static int deflate_strip(struct isal_zstream *stream, uint8_t *bytes, size_t count, int is_last,
                         codec_bytes *out) {
  stream->next_in = bytes;
  stream->avail_in = (uint32_t)count;
  stream->end_of_stream = (uint16_t)is_last;
  do {
    if (!sink_reserve(out, ROOM)) return 0;
    stream->next_out = out->bytes + out->count;
    stream->avail_out = ROOM;
    int status = isal_deflate(stream);
    vector_state_reset();
    if (status != COMP_OK) return 0;
    out->count += ROOM - stream->avail_out;
  } while (stream->avail_out == 0 || stream->avail_in > 0);
  return 1;
}

static int deflate_rows(png_deflater *deflater, const codec_pixels *pixels, uint8_t *strip,
                        size_t rows, codec_bytes *out) {
  size_t stride = (size_t)pixels->width * pixels->channels;
  int filter = png_best_filter(pixels);
  for (size_t y = 0; y < pixels->height; y += rows) {
    size_t end = pixels->height - y < rows ? pixels->height : y + rows;
    for (size_t i = y; i < end; i++) {
      const uint8_t *row = pixels->bytes + i * stride;
      // The first row has none above it, for which the others would need zeros.
      png_filter_row(i == 0 ? 1 : filter, row, i == 0 ? row : row - stride, stride,
                     pixels->channels, strip + (i - y) * (stride + 1));
    }
    if (!deflate_strip(&deflater->stream, strip, (end - y) * (stride + 1), end == pixels->height,
                       out))
      return 0;
  }
  return 1;
}

int png_deflate(const codec_pixels *pixels, codec_bytes *out) {
  size_t line = (size_t)pixels->width * pixels->channels + 1;
  size_t rows = line < STRIP ? STRIP / line : 1;
  if (line > UINT32_MAX) return 0;
  png_deflater *deflater = malloc(sizeof *deflater);
  uint8_t *strip = malloc(line * rows);
  int is_done = 0;
  if (deflater != NULL && strip != NULL) {
    isal_deflate_init(&deflater->stream);
    deflater->stream.level = 1;
    deflater->stream.level_buf = deflater->memory;
    deflater->stream.level_buf_size = sizeof deflater->memory;
    deflater->stream.gzip_flag = IGZIP_ZLIB;
    is_done = deflate_rows(deflater, pixels, strip, rows, out);
  }
  free(strip);
  free(deflater);
  return is_done;
}
