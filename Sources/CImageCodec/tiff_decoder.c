// TIFF by libtiff: the first picture of a file. Its functions and values are declared here, because it is not needed
// to build.
#include <stdio.h>
#include <string.h>
#include <sys/types.h>

#include "whole_decoder.h"

enum { IMAGE_WIDTH = 256, IMAGE_LENGTH = 257, ORIENTATION = 274, EXTRA_SAMPLES = 338, PROFILE = 34675 };

const char *const tiff_names[] = {
    "TIFFClientOpen", "TIFFClose", "TIFFGetField", "TIFFRGBAImageOK",
    "TIFFReadRGBAImageOriented", "TIFFSetErrorHandler", "TIFFSetWarningHandler", NULL};

typedef ssize_t (*transfer)(void *, void *, ssize_t);
typedef uint64_t (*seek)(void *, uint64_t, int);
typedef int (*close_handle)(void *);
typedef uint64_t (*get_size)(void *);
typedef void *(*open_client)(const char *, const char *, void *, transfer, transfer, seek, close_handle, get_size,
                             int (*)(void *, void **, uint64_t *), void (*)(void *, void *, uint64_t));
typedef void (*close_client)(void *);
typedef int (*get_field)(void *, uint32_t, ...);
typedef int (*is_readable)(void *, char *);
typedef int (*read_image)(void *, uint32_t, uint32_t, uint32_t *, int, int);
typedef void *(*set_handler)(void *);

#define CALL(number, type) ((type)decoder->library[number])

static ssize_t read_bytes(void *handle, void *to, ssize_t count) {
  whole_decoder *decoder = handle;
  size_t left = decoder->position < decoder->file.count ? decoder->file.count - decoder->position : 0;
  if (count < 0) return -1;
  if ((size_t)count > left) count = (ssize_t)left;
  memcpy(to, decoder->file.bytes + decoder->position, (size_t)count);
  decoder->position += (size_t)count;
  return count;
}

static ssize_t write_bytes(void *handle, void *from, ssize_t count) {
  (void)handle, (void)from, (void)count;
  return -1;
}

static uint64_t seek_to(void *handle, uint64_t offset, int from) {
  whole_decoder *decoder = handle;
  uint64_t base = from == SEEK_CUR ? decoder->position : from == SEEK_END ? decoder->file.count : 0;
  // A position beyond the end reads nothing.
  decoder->position = offset > SIZE_MAX - base ? SIZE_MAX : base + offset;
  return decoder->position;
}

static int keep_open(void *handle) { return (void)handle, 0; }

static uint64_t file_size(void *handle) { return ((whole_decoder *)handle)->file.count; }

static int map(void *handle, void **bytes, uint64_t *count) {
  return (void)handle, (void)bytes, (void)count, 0;
}

static void unmap(void *handle, void *bytes, uint64_t count) {
  (void)handle, (void)bytes, (void)count;
}

// As in other formats the caller turns the picture: libtiff mirrors, but does not turn by 90 degrees.
static int stored_orientation(whole_decoder *decoder) {
  uint16_t orientation = 0;
  int is_there = CALL(2, get_field)(decoder->state[0], ORIENTATION, &orientation);
  return is_there && orientation >= 1 && orientation <= 8 ? orientation : 1;
}

// An EXIF block whose only entry is the orientation.
static void keep_orientation(whole_decoder *decoder) {
  uint8_t block[26] = {'I', 'I', 42, 0, 8, 0, 0, 0, 1, 0, ORIENTATION & 255, ORIENTATION >> 8, 3, 0, 1};
  block[18] = (uint8_t)stored_orientation(decoder);
  decoder_keep(&decoder->base.exif, block, sizeof block);
}

static codec_status open_file(whole_decoder *decoder) {
  // It would write to standard error.
  CALL(5, set_handler)(NULL);
  CALL(6, set_handler)(NULL);
  void *tiff = decoder->state[0] = CALL(0, open_client)(
      "", "r", decoder, read_bytes, write_bytes, seek_to, keep_open, file_size, map, unmap);
  if (tiff == NULL) return whole_fails(decoder, codec_damaged, "its headers are damaged");
  uint32_t width = 0, height = 0, count = 0;
  uint16_t extra = 0, *kinds = NULL;
  void *profile = NULL;
  CALL(2, get_field)(tiff, IMAGE_WIDTH, &width);
  CALL(2, get_field)(tiff, IMAGE_LENGTH, &height);
  decoder->base.size = (codec_size){width, height};
  decoder->channels = CALL(2, get_field)(tiff, EXTRA_SAMPLES, &extra, &kinds) && extra > 0 ? 4 : 3;
  if (CALL(2, get_field)(tiff, PROFILE, &count, &profile) && profile != NULL) {
    decoder_keep(&decoder->base.profile, profile, count);
  }
  keep_orientation(decoder);
  char reason[1024] = {0};
  if (!CALL(3, is_readable)(tiff, reason)) return whole_fails(decoder, codec_unsupported, reason);
  return codec_ok;
}

static codec_status decode(whole_decoder *decoder) {
  if (!whole_allocate(decoder)) return whole_fails(decoder, codec_too_large, "no memory for the image");
  codec_size size = decoder->base.size;
  // Its words have the bytes of red, green, blue and alpha in this order in memory on these processors.
  if (CALL(4, read_image)(decoder->state[0], size.width, size.height, (uint32_t *)(void *)decoder->owned,
                          stored_orientation(decoder), 1)) {
    return codec_ok;
  }
  return whole_fails(decoder, codec_damaged, "its pixels end early or are damaged");
}

static void close_file(whole_decoder *decoder) {
  if (decoder->state[0] != NULL) CALL(1, close_client)(decoder->state[0]);
}

// A strip or a tile, of up to eight bytes a pixel, as large as the picture.
static const whole_steps steps = {codec_libtiff, 12, open_file, decode, close_file};

codec_decoder *codec_decoder_create_tiff(codec_source *source, const codec_limits *limits) {
  return whole_create(&steps, source, limits);
}
