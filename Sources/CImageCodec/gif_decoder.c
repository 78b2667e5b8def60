#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

#include "decoder.h"
#include "gif_strings.h"

enum { COLORS = 256, PASSES = 4 };

// GIF89a, appendix E.
static const struct {
  int first;
  int step;
} interlace[PASSES] = {{0, 8}, {4, 8}, {2, 4}, {1, 2}};

// Of an animation the first picture is decoded. The others are only walked, block by block, to the
// trailer: by the record loop, as DGifSlurp holds them all.
typedef struct gif_decoder {
  codec_decoder base;
  GifFileType *gif;
  // Whether the source has given too little: giflib is left by its own way, not by a jump, so that
  // it gives back what it has taken.
  int is_at_end;
  // The last byte that giflib was given. Behind a picture's header that is the size of its codes,
  // which giflib keeps to itself.
  uint8_t last_byte;
  // Whether the file may end here though there is no trailer: behind a whole picture, with none announced.
  int may_end;
  int transparent;
  // The first picture's place on the canvas; it may reach beyond.
  GifImageDesc frame;
  uint32_t lines_read;
  gif_strings strings;
  uint8_t palette[COLORS][4];
  int has_palette;
  // One line of palette indices, or all of an interlaced picture: its lines are in order only
  // behind the last pass.
  uint8_t *indices;
  int is_held;
} gif_decoder;

static int read_bytes(GifFileType *gif, GifByteType *bytes, int count) {
  gif_decoder *decoder = gif->UserData;
  if (count <= 0 || !source_copy(decoder->base.source, bytes, (size_t)count)) {
    decoder->is_at_end = 1;
    return 0;
  }
  decoder->last_byte = bytes[count - 1];
  return count;
}

static _Noreturn void fail(gif_decoder *decoder, int error) {
  if (decoder->is_at_end) decoder_fail_at_end(&decoder->base);
  const char *text = GifErrorString(error);
  decoder_fail(&decoder->base, codec_damaged, text != NULL ? text : "the GIF stream is damaged");
}

static void check(gif_decoder *decoder, int result) {
  decoder_check_time(&decoder->base);
  if (result == GIF_ERROR) fail(decoder, decoder->gif->Error);
}

static void read_extension(gif_decoder *decoder) {
  int code = 0;
  GifByteType *block = NULL;
  check(decoder, DGifGetExtension(decoder->gif, &code, &block));
  while (block != NULL) {
    GraphicsControlBlock control;
    if (code == GRAPHICS_EXT_FUNC_CODE &&
        DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK) {
      decoder->transparent = control.TransparentColor;
      decoder->may_end = 0;
    }
    check(decoder, DGifGetExtensionNext(decoder->gif, &block));
  }
}

// Of what some programs leave out or add behind a picture, and all others overlook.
static GifRecordType read_record_type(gif_decoder *decoder) {
  enum { NO_BLOCK = 0 };
  GifRecordType type = UNDEFINED_RECORD_TYPE;
  while (DGifGetRecordType(decoder->gif, &type) == GIF_ERROR) {
    decoder_check_time(&decoder->base);
    int is_end = decoder->is_at_end && codec_source_error(decoder->base.source) == 0;
    if (decoder->may_end && is_end) {
      decoder_warn(&decoder->base, "its trailer is missing");
      return TERMINATE_RECORD_TYPE;
    }
    int is_empty = !decoder->is_at_end && decoder->last_byte == NO_BLOCK;
    if (!decoder->may_end || !is_empty) fail(decoder, decoder->gif->Error);
    decoder_warn(&decoder->base, "there is an empty block behind a picture");
  }
  return type;
}

// Up to the next picture; 0: the trailer came.
static int find_picture(gif_decoder *decoder) {
  while (1) {
    decoder_check_time(&decoder->base);
    GifRecordType type = read_record_type(decoder);
    if (type == EXTENSION_RECORD_TYPE) {
      read_extension(decoder);
    } else {
      return type == IMAGE_DESC_RECORD_TYPE;
    }
  }
}

static void keep_palette(gif_decoder *decoder) {
  const ColorMapObject *map = decoder->gif->Image.ColorMap;
  if (map == NULL) map = decoder->gif->SColorMap;
  decoder->has_palette = map != NULL;
  for (int i = 0; i < COLORS; i++) {
    uint8_t *color = decoder->palette[i];
    if (map != NULL && i < map->ColorCount) {
      memcpy(color, (uint8_t[]){map->Colors[i].Red, map->Colors[i].Green, map->Colors[i].Blue}, 3);
    }
    color[3] = i == decoder->transparent ? 0 : 255;
  }
}

static void read_header(codec_decoder *base) {
  gif_decoder *decoder = (gif_decoder *)base;
  int error = 0;
  decoder_check_time(base);
  decoder->gif = DGifOpen(decoder, read_bytes, &error);
  if (decoder->gif == NULL) fail(decoder, error);
  base->size = (codec_size){(uint32_t)decoder->gif->SWidth, (uint32_t)decoder->gif->SHeight};
  decoder_check_size(base, base->size.width, base->size.height);
  if (!find_picture(decoder)) decoder_fail(base, codec_damaged, "there is no picture in it");
  // Not DGifGetImageDesc, which keeps an entry for each picture of the file.
  check(decoder, DGifGetImageHeader(decoder->gif));
  // giflib has refused a size over 8.
  gif_strings_begin(&decoder->strings, decoder->last_byte);
  decoder->frame = decoder->gif->Image;
  uint32_t width = (uint32_t)decoder->frame.Width;
  uint32_t height = (uint32_t)decoder->frame.Height;
  decoder_check_size(base, width, height);
  if (width == 0 || height == 0) decoder_fail(base, codec_damaged, "its picture has no pixels");
  // Some files tell no canvas; browsers take the picture's size.
  if (base->size.width == 0 || base->size.height == 0) {
    decoder->frame.Left = decoder->frame.Top = 0;
    base->size = (codec_size){width, height};
  }
  keep_palette(decoder);
}

static int covers_canvas(const gif_decoder *decoder) {
  const GifImageDesc *frame = &decoder->frame;
  return frame->Left == 0 && frame->Top == 0 &&
         (uint32_t)frame->Width >= decoder->base.size.width &&
         (uint32_t)frame->Height >= decoder->base.size.height;
}

static void skip_codes(gif_decoder *decoder) {
  GifByteType *block = NULL;
  do check(decoder, DGifGetCodeNext(decoder->gif, &block));
  while (block != NULL);
  decoder->may_end = 1;
}

// The next code's string of indices. The clock, which costs more than a code, is asked by the line.
static void read_string(gif_decoder *decoder) {
  codec_decoder *base = &decoder->base;
  int code = 0;
  if (DGifGetLZCodes(decoder->gif, &code) == GIF_ERROR) fail(decoder, decoder->gif->Error);
  if (code < 0) decoder_fail(base, codec_damaged, "the codes end before the pixels do");
  if (!gif_strings_take(&decoder->strings, code)) {
    decoder_fail(base, codec_damaged, "there is a code that was never defined");
  }
  if (decoder->strings.depth == 0) decoder_check_time(base);
}

static void read_line(gif_decoder *decoder, uint8_t *indices) {
  gif_strings *strings = &decoder->strings;
  decoder_check_time(&decoder->base);
  for (int x = 0; x < decoder->frame.Width; x++) {
    while (strings->depth == 0) read_string(decoder);
    indices[x] = strings->stack[--strings->depth];
  }
  decoder->lines_read++;
}

static void read_interlaced(gif_decoder *decoder) {
  for (int pass = 0; pass < PASSES; pass++) {
    for (int y = interlace[pass].first; y < decoder->frame.Height; y += interlace[pass].step) {
      read_line(decoder, decoder->indices + (size_t)y * (size_t)decoder->frame.Width);
    }
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
  if (decoder->indices == NULL) decoder_fail(base, codec_too_large, "no memory for the picture");
  base->rows = (codec_rows){.width = base->size.width, .count = base->size.height, .step = 1};
  if (gives_pixels) {
    int is_opaque = decoder->transparent == NO_TRANSPARENT_COLOR && covers_canvas(decoder);
    base->rows.channels = is_opaque ? 3 : 4;
  }
  if (decoder->is_held) read_interlaced(decoder);
}

// The indices of the picture's line at row `y` of the canvas; NULL: there is none.
static const uint8_t *line_at(gif_decoder *decoder, uint32_t y) {
  uint32_t top = (uint32_t)decoder->frame.Top;
  if (y < top || y - top >= (uint32_t)decoder->frame.Height) return NULL;
  if (decoder->is_held) return decoder->indices + (size_t)(y - top) * (size_t)decoder->frame.Width;
  read_line(decoder, decoder->indices);
  return decoder->indices;
}

static void paint(const gif_decoder *decoder, const uint8_t *indices, uint8_t *row) {
  uint32_t channels = decoder->base.rows.channels;
  uint32_t width = decoder->base.rows.width;
  uint32_t left = (uint32_t)decoder->frame.Left;
  if (channels == 4) memset(row, 0, (size_t)width * 4);
  if (indices == NULL || left >= width) return;
  uint32_t count = width - left;
  if (count > (uint32_t)decoder->frame.Width) count = (uint32_t)decoder->frame.Width;
  uint8_t *pixel = row + (size_t)left * channels;
  for (uint32_t x = 0; x < count; x++, pixel += channels) {
    memcpy(pixel, decoder->palette[indices[x]], channels);
  }
}

static void read_rows(codec_decoder *base) {
  gif_decoder *decoder = (gif_decoder *)base;
  size_t row_size = (size_t)base->rows.width * base->rows.channels;
  for (uint32_t i = 0; i < base->capacity; i++, base->next_row++) {
    decoder_check_time(base);
    const uint8_t *indices = line_at(decoder, base->next_row);
    if (base->rows.channels > 0) paint(decoder, indices, base->into + i * row_size);
  }
}

static void skip_picture(gif_decoder *decoder) {
  check(decoder, DGifGetImageHeader(decoder->gif));
  skip_codes(decoder);
}

static void finish(codec_decoder *base) {
  gif_decoder *decoder = (gif_decoder *)base;
  // Lines below the canvas.
  while (decoder->lines_read < (uint32_t)decoder->frame.Height) {
    read_line(decoder, decoder->indices);
  }
  skip_codes(decoder);
  while (find_picture(decoder)) skip_picture(decoder);
  if (!decoder->is_at_end) decoder_check_tail(base);
}

static void destroy(codec_decoder *base) {
  gif_decoder *decoder = (gif_decoder *)base;
  if (decoder->gif != NULL) DGifCloseFile(decoder->gif, NULL);
  free(decoder->indices);
}

static const decoder_steps steps = {read_header, start, read_rows, finish, destroy};

codec_decoder *codec_decoder_create_gif(codec_source *source, const codec_limits *limits) {
  gif_decoder *decoder = (gif_decoder *)decoder_create(sizeof *decoder, &steps, source, limits);
  if (decoder == NULL) return NULL;
  decoder->transparent = NO_TRANSPARENT_COLOR;
  return &decoder->base;
}
