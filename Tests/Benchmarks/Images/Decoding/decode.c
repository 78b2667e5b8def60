// The decoding time of this library, with its checks, compared with the bare codec library:
//
//   decode ROUNDS STEP FILE…    (STEP: 1, 2, 4 or 8, the reduction of a JPEG)
//
// Prints milliseconds of CPU time per file for both, and their ratio. Both take turns.
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <jpeglib.h>

#include "CImageCodec.h"

enum { ROWS = 16 };

static double cpu_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void must(int is_well, const char *what) {
  if (is_well) return;
  fprintf(stderr, "decode: %s\n", what);
  exit(1);
}

static void decode_bare_jpeg(const char *path, unsigned step) {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  FILE *file = fopen(path, "rb");
  must(file != NULL, path);
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_decompress(&jpeg);
  jpeg_stdio_src(&jpeg, file);
  jpeg_read_header(&jpeg, TRUE);
  jpeg.scale_denom = step;
  jpeg_start_decompress(&jpeg);
  size_t stride = (size_t)jpeg.output_width * (size_t)jpeg.output_components;
  uint8_t *bytes = malloc(stride * ROWS);
  JSAMPROW rows[ROWS];
  for (int i = 0; i < ROWS; i++) rows[i] = bytes + (size_t)i * stride;
  while (jpeg.output_scanline < jpeg.output_height) jpeg_read_scanlines(&jpeg, rows, ROWS);
  jpeg_finish_decompress(&jpeg);
  jpeg_destroy_decompress(&jpeg);
  free(bytes);
  fclose(file);
}

static void decode_bare_png(const char *path) {
  FILE *file = fopen(path, "rb");
  must(file != NULL, path);
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(png);
  png_init_io(png, file);
  png_read_info(png, info);
  uint8_t *row = malloc(png_get_rowbytes(png, info));
  for (uint32_t y = 0; y < png_get_image_height(png, info); y++) png_read_row(png, row, NULL);
  png_read_end(png, info);
  png_destroy_read_struct(&png, &info, NULL);
  free(row);
  fclose(file);
}

static void decode_ours(const char *path, int is_png, unsigned step) {
  codec_limits limits = {1u << 30, 65500, 1u << 28, 100, 100, 60000};
  codec_size size;
  codec_rows rows;
  uint32_t count = 0;
  FILE *file = fopen(path, "rb");
  must(file != NULL, path);
  codec_source *source = codec_source_create_descriptor(fileno(file));
  codec_decoder *decoder = is_png ? codec_decoder_create_png(source, &limits)
                                  : codec_decoder_create_jpeg(source, &limits);
  must(codec_decoder_read_header(decoder, &size) == codec_ok, path);
  codec_size least = {(size.width + step - 1) / step, (size.height + step - 1) / step};
  must(codec_decoder_start(decoder, least, &rows) == codec_ok, path);
  must(is_png || rows.step == step, "another step was chosen");
  uint8_t *bytes = malloc((size_t)rows.width * rows.channels * ROWS);
  do must(codec_decoder_read_rows(decoder, bytes, ROWS, &count) == codec_ok, path);
  while (count > 0);
  must(codec_decoder_finish(decoder) == codec_ok, path);
  codec_decoder_free(decoder);
  codec_source_free(source);
  free(bytes);
  fclose(file);
}

int main(int count, char **words) {
  must(count > 3, "usage: decode ROUNDS STEP FILE…");
  int rounds = atoi(words[1]);
  unsigned step = (unsigned)atoi(words[2]);
  double bare = 0, ours = 0;
  for (int round = 0; round < rounds; round++) {
    for (int i = 3; i < count; i++) {
      int is_png = strstr(words[i], ".png") != NULL;
      double start = cpu_milliseconds();
      if (is_png) decode_bare_png(words[i]); else decode_bare_jpeg(words[i], step);
      double middle = cpu_milliseconds();
      decode_ours(words[i], is_png, step);
      bare += middle - start;
      ours += cpu_milliseconds() - middle;
    }
  }
  double decodes = (double)rounds * (count - 3);
  printf("bare %.2f ms, ours %.2f ms, %.2f times\n", bare / decodes, ours / decodes, ours / bare);
}
