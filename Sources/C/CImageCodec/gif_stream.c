#include "gif_decoder.h"

#include <string.h>

static int read_bytes(GifFileType *gif, GifByteType *bytes, int count) {
  return gif_read_bytes(gif->UserData, bytes, count);
}

static const char *words_of(int error) {
  const char *text = GifErrorString(error);
  return text != NULL ? text : "the GIF stream is damaged";
}

static _Noreturn void fail(gif_decoder *decoder, int error) {
  if (decoder->is_at_end) decoder_fail_at_end(&decoder->base);
  decoder_fail(&decoder->base, codec_damaged, words_of(error));
}

static void check(gif_decoder *decoder, int result) {
  decoder_check_time(&decoder->base);
  if (result == GIF_ERROR) fail(decoder, decoder->gif->Error);
}

void gif_open(gif_decoder *decoder) {
  int error = 0;
  decoder->gif = DGifOpen(decoder, read_bytes, &error);
  if (decoder->gif == NULL) fail(decoder, error);
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
      decoder->disposal = control.DisposalMode;
      decoder->may_end = 0;
    }
    check(decoder, DGifGetExtensionNext(decoder->gif, &block));
  }
}

// Tolerates what some programs omit or add after a frame, as all other decoders do.
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
    decoder_warn(&decoder->base, "an empty block follows an image");
  }
  return type;
}

int gif_find_picture(gif_decoder *decoder) {
  decoder->transparent = NO_TRANSPARENT_COLOR;
  decoder->disposal = DISPOSAL_UNSPECIFIED;
  while (1) {
    decoder_check_time(&decoder->base);
    GifRecordType type = read_record_type(decoder);
    if (type == EXTENSION_RECORD_TYPE) {
      read_extension(decoder);
    } else {
      decoder->is_over = type != IMAGE_DESC_RECORD_TYPE;
      return !decoder->is_over;
    }
  }
}

static void keep_palette(gif_decoder *decoder) {
  const ColorMapObject *map = decoder->gif->Image.ColorMap;
  if (map == NULL) map = decoder->gif->SColorMap;
  decoder->has_palette = map != NULL;
  for (int i = 0; i < GIF_COLORS; i++) {
    uint8_t *color = decoder->palette[i];
    if (map != NULL && i < map->ColorCount) {
      memcpy(color, (uint8_t[]){map->Colors[i].Red, map->Colors[i].Green, map->Colors[i].Blue}, 3);
    }
    color[3] = i == decoder->transparent ? 0 : 255;
  }
}

// giflib refuses codes of more than eight bits after it has read their size, the last part of the header.
static void read_frame_header(gif_decoder *decoder) {
  int result = DGifGetImageHeader(decoder->gif);
  int is_long = !decoder->is_at_end && decoder->gif->Error == D_GIF_ERR_READ_FAILED;
  check(decoder, is_long ? GIF_OK : result);
  if (decoder->last_byte > GIF_LONGEST_SIZE) {
    decoder_fail(&decoder->base, codec_damaged, "its codes begin with more than 12 bits");
  }
}

void gif_begin_picture(gif_decoder *decoder) {
  // Not DGifGetImageDesc, which keeps an entry for each frame of the file.
  read_frame_header(decoder);
  gif_strings_begin(&decoder->strings, decoder->last_byte);
  gif_codes_begin(decoder);
  decoder->frame = decoder->gif->Image;
  decoder->number++;
  decoder->lines_left = (uint32_t)decoder->frame.Height;
  keep_palette(decoder);
}

uint32_t gif_line_place(const gif_decoder *decoder, uint32_t index) {
  static const struct {
    uint32_t first;
    uint32_t step;
  } passes[] = {{0, 8}, {4, 8}, {2, 4}, {1, 2}};
  uint32_t height = (uint32_t)decoder->frame.Height;
  for (int pass = 0; decoder->frame.Interlace && pass < 4; pass++) {
    uint32_t first = passes[pass].first;
    uint32_t step = passes[pass].step;
    uint32_t count = height > first ? (height - first + step - 1) / step : 0;
    if (index < count) return first + index * step;
    index -= count;
  }
  return index;
}
