#include "tiff_decoder.h"

#include <stdlib.h>

const char *const tiff_names[] = {
    "TIFFClientOpenExt", "TIFFClose", "TIFFGetField", "TIFFRGBAImageOK", "TIFFReadRGBAImageOriented",
    "TIFFSetErrorHandler", "TIFFSetWarningHandler", "TIFFOpenOptionsAlloc", "TIFFOpenOptionsFree",
    "TIFFOpenOptionsSetErrorHandlerExtR", "TIFFOpenOptionsSetWarningHandlerExtR", "TIFFLastDirectory",
    "TIFFReadDirectory", "TIFFIsTiled", "TIFFNumberOfStrips", "TIFFNumberOfTiles", "TIFFStripSize64",
    "TIFFTileSize64", "TIFFReadEncodedStrip", "TIFFReadEncodedTile", "TIFFIsCODECConfigured", NULL};

typedef void (*close_client)(void *);
typedef int (*is_readable)(void *, char *);
typedef int (*read_image)(void *, uint32_t, uint32_t, uint32_t *, int, int);

// As in other formats the caller turns the picture: libtiff mirrors, but does not turn by 90 degrees.
static int stored_orientation(whole_decoder *decoder) {
  uint16_t orientation = 0;
  int is_there = CALL(GET_FIELD, tiff_get_field)(decoder->state[0], ORIENTATION, &orientation);
  return is_there && orientation >= 1 && orientation <= 8 ? orientation : 1;
}

// An EXIF block whose only entry is the orientation.
static void keep_orientation(whole_decoder *decoder) {
  uint8_t block[26] = {'I', 'I', 42, 0, 8, 0, 0, 0, 1, 0, ORIENTATION & 255, ORIENTATION >> 8, 3, 0, 1};
  block[18] = (uint8_t)stored_orientation(decoder);
  decoder_keep(&decoder->base.exif, block, sizeof block);
}

static codec_status open_file(whole_decoder *decoder) {
  void *tiff = decoder->state[0] = tiff_open(decoder);
  if (tiff == NULL) return tiff_fails(decoder, codec_damaged, "its headers are damaged");
  tiff_get_field get_field = CALL(GET_FIELD, tiff_get_field);
  uint32_t width = 0, height = 0, count = 0;
  uint16_t extra = 0, *kinds = NULL;
  void *profile = NULL;
  get_field(tiff, IMAGE_WIDTH, &width);
  get_field(tiff, IMAGE_LENGTH, &height);
  decoder->base.size = (codec_size){width, height};
  decoder->channels = get_field(tiff, EXTRA_SAMPLES, &extra, &kinds) && extra > 0 ? 4 : 3;
  if (get_field(tiff, PROFILE, &count, &profile) && profile != NULL) {
    decoder_keep(&decoder->base.profile, profile, count);
  }
  keep_orientation(decoder);
  return codec_ok;
}

// Returns 0 if the colours are of a kind that libtiff does not convert, or the pixels are damaged.
static int read_colors(whole_decoder *decoder) {
  char reason[1024] = {0};
  codec_size size = decoder->base.size;
  void *tiff = decoder->state[0];
  // Its words have the bytes of red, green, blue and alpha in this order in memory on these processors.
  return CALL(IMAGE_OK, is_readable)(tiff, reason) &&
         CALL(READ_IMAGE, read_image)(tiff, size.width, size.height, (uint32_t *)(void *)decoder->owned,
                                      stored_orientation(decoder), 1);
}

static codec_status decode(whole_decoder *decoder) {
  if (!whole_allocate(decoder)) return whole_fails(decoder, codec_too_large, "no memory for the image");
  if (!read_colors(decoder)) {
    // The pieces tell damage from colours, and prove the file also without them.
    decoder->channels = 0;
    codec_status status = tiff_read_pieces(decoder);
    if (status != codec_ok) return status;
  }
  return tiff_read_pages(decoder);
}

static void close_file(whole_decoder *decoder) {
  if (decoder->state[0] != NULL) CALL(CLOSE, close_client)(decoder->state[0]);
}

// A strip or a tile, of up to eight bytes a pixel, as large as the picture, and the pixels.
static const whole_steps steps = {codec_libtiff, 16, open_file, decode, close_file};

codec_decoder *codec_decoder_create_tiff(codec_source *source, const codec_limits *limits) {
  return whole_create(&steps, source, limits);
}
