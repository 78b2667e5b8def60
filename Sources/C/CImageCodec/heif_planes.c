#include <stdlib.h>

#include "heif_decoder.h"

// A picture as its coding has it, in a plane for each colour: to convert it as a whole would take twice its memory.
enum { PLANES = 4, LUMA = 0, ALPHA = 3, COLORS = 3 };

typedef struct plane {
  const uint8_t *bytes;
  size_t stride;
  int bits;
} plane;

typedef struct planes {
  plane each[PLANES];
  // How often the edges of the first plane are those of a colour's, as powers of two.
  int across, down;
  int has_colors;
  int turns;
  // What each sample adds to red, green and blue, from 0 to 255, and what all do.
  float factors[COLORS][COLORS], offsets[COLORS];
} planes;

// The beginning of a description of colours (ITU-T H.273), which only libheif makes.
typedef struct color_profile {
  uint8_t version;
  int primaries, transfer, matrix;
  uint8_t is_full_range;
} color_profile;

typedef heif_error (*get_color_profile)(const void *, color_profile **);
typedef void (*free_color_profile)(color_profile *);
typedef int (*get_edge)(const void *, int);

// ITU-T H.273, table 4: the shares of red and blue in the luma.
static const struct {
  int matrix;
  float red, blue;
} shares[] = {{1, 0.2126f, 0.0722f}, {4, 0.30f, 0.11f}, {7, 0.212f, 0.087f}, {9, 0.2627f, 0.0593f},
              {10, 0.2627f, 0.0593f}};

enum { GREEN_BLUE_RED = 0, GREEN_ORANGE = 8 };

static void set_row(planes *planes, int color, float luma, float second, float third) {
  planes->factors[color][0] = luma;
  planes->factors[color][1] = second;
  planes->factors[color][2] = third;
}

static void set_matrix(planes *planes, int matrix) {
  // Those of most cameras, also where nothing is said.
  float red = 0.299f, blue = 0.114f;
  for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
    if (shares[i].matrix == matrix) red = shares[i].red, blue = shares[i].blue;
  }
  float green = 1 - red - blue;
  if (!planes->has_colors) {
    for (int i = 0; i < COLORS; i++) set_row(planes, i, 1, 0, 0);
  } else if (matrix == GREEN_BLUE_RED) {
    set_row(planes, 0, 0, 0, 1);
    set_row(planes, 1, 1, 0, 0);
    set_row(planes, 2, 0, 1, 0);
  } else if (matrix == GREEN_ORANGE) {
    set_row(planes, 0, 1, -1, 1);
    set_row(planes, 1, 1, 1, 0);
    set_row(planes, 2, 1, -1, -1);
  } else {
    set_row(planes, 0, 1, 0, 2 * (1 - red));
    set_row(planes, 1, 1, -2 * (1 - blue) * blue / green, -2 * (1 - red) * red / green);
    set_row(planes, 2, 1, 2 * (1 - blue), 0);
  }
}

// Includes the ranges of the samples: without luma of a full range, 16 to 235 and 16 to 240 (in 8 bits).
static void set_ranges(planes *planes, int bits, int is_full, int has_three_lumas) {
  float most = (float)((1 << bits) - 1), step = (float)(1 << (bits - 8));
  float luma = 255 / (is_full ? most : 219 * step), color = 255 / (is_full ? most : 224 * step);
  float black = is_full ? 0 : 16 * step, middle = (float)(1 << (bits - 1));
  for (int i = 0; i < COLORS; i++) {
    for (int j = 0; j < COLORS; j++) {
      int is_luma = j == LUMA || has_three_lumas;
      planes->factors[i][j] *= is_luma ? luma : color;
      planes->offsets[i] -= planes->factors[i][j] * (is_luma ? black : middle);
    }
    planes->offsets[i] += 0.5f;
  }
}

static void set_colors(whole_decoder *decoder, planes *planes, int bits) {
  color_profile *profile = NULL;
  int matrix = -1, is_full = 1;
  if (CALL(21, get_color_profile)(decoder->state[2], &profile).code == 0 && profile != NULL) {
    matrix = profile->matrix;
    is_full = profile->is_full_range;
    CALL(22, free_color_profile)(profile);
  }
  set_matrix(planes, matrix);
  set_ranges(planes, bits, is_full, matrix == GREEN_BLUE_RED);
}

static inline float sample(const plane *plane, size_t x, size_t y) {
  const uint8_t *row = plane->bytes + y * plane->stride;
  return plane->bits > 8 ? ((const uint16_t *)(const void *)row)[x] : row[x];
}

static inline uint8_t rounded(float value) { return value < 0 ? 0 : value > 255 ? 255 : (uint8_t)value; }

// Where the pixels of a row are in the planes: the first one, and each after the one before.
typedef struct walk {
  int64_t x, y, across, down;
} walk;

static walk walk_of(const planes *planes, codec_size size, uint32_t row) {
  int64_t last_x = (int64_t)size.width - 1, last_y = (int64_t)size.height - 1, y = row;
  switch (planes->turns) {
    case 1: return (walk){last_y - y, 0, 0, 1};
    case 2: return (walk){last_x, last_y - y, -1, 0};
    case 3: return (walk){y, last_x, 0, -1};
    default: return (walk){0, y, 1, 0};
  }
}

static void convert_row(const whole_decoder *decoder, uint32_t row, uint8_t *to) {
  const planes *planes = (const void *)decoder->owned;
  const plane *each = planes->each;
  walk at = walk_of(planes, decoder->base.size, row);
  for (uint32_t i = 0; i < decoder->base.size.width; i++, at.x += at.across, at.y += at.down) {
    size_t x = (size_t)at.x, y = (size_t)at.y, color_x = x >> planes->across, color_y = y >> planes->down;
    float luma = sample(&each[LUMA], x, y), second = 0, third = 0;
    if (planes->has_colors) {
      second = sample(&each[1], color_x, color_y);
      third = sample(&each[2], color_x, color_y);
    }
    for (int j = 0; j < COLORS; j++) {
      const float *factors = planes->factors[j];
      *to++ = rounded(planes->offsets[j] + factors[0] * luma + factors[1] * second + factors[2] * third);
    }
    if (decoder->channels == 4) *to++ = (uint8_t)((int)sample(&each[ALPHA], x, y) >> (each[ALPHA].bits - 8));
  }
}

// Whether a plane has so many samples for so many pixels of the picture, as powers of two.
static int get_plane_of(whole_decoder *decoder, planes *planes, int index, int channel) {
  int across = index == 1 || index == 2 ? planes->across : 0, down = index == 1 || index == 2 ? planes->down : 0;
  const void *image = decoder->state[2];
  codec_size size = decoder->base.size;
  if (planes->turns & 1) size = (codec_size){size.height, size.width};
  uint64_t width = ((uint64_t)size.width + (1 << across) - 1) >> across;
  uint64_t height = ((uint64_t)size.height + (1 << down) - 1) >> down;
  int stride = 0, bits = CALL(23, get_edge)(image, channel);
  plane *plane = &planes->each[index];
  *plane = (struct plane){CALL(12, get_plane)(image, channel, &stride), 0, bits};
  plane->stride = (size_t)stride;
  return plane->bytes != NULL && bits >= 8 && bits <= 16 && CALL(24, get_edge)(image, channel) == (int)width &&
         CALL(25, get_edge)(image, channel) == (int)height && plane->stride >= width * (bits > 8 ? 2 : 1);
}

codec_status heif_use_planes(whole_decoder *decoder, heif_coding coding) {
  planes *planes = calloc(1, sizeof *planes);
  if (planes == NULL) return whole_fails(decoder, codec_too_large, "no memory for the image");
  decoder->owned = (uint8_t *)planes;
  planes->turns = coding.turns > 0 ? coding.turns : 0;
  planes->has_colors = coding.chroma != HEIF_GREY;
  planes->across = coding.chroma == HEIF_QUARTER || coding.chroma == HEIF_HALF;
  planes->down = coding.chroma == HEIF_QUARTER;
  int is_whole = get_plane_of(decoder, planes, LUMA, LUMA);
  for (int i = 1; planes->has_colors && i < COLORS; i++) is_whole = is_whole && get_plane_of(decoder, planes, i, i);
  if (decoder->channels == 4) is_whole = is_whole && get_plane_of(decoder, planes, ALPHA, CHANNEL_ALPHA);
  if (!is_whole) return whole_fails(decoder, codec_damaged, "its image has another size than its headers say");
  set_colors(decoder, planes, planes->each[LUMA].bits);
  decoder->convert_row = convert_row;
  return codec_ok;
}
