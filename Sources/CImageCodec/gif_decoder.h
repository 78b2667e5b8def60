// The GIF decoder's state; for its own files only.
#pragma once

#include <gif_lib.h>

#include "decoder.h"
#include "gif_strings.h"

enum { GIF_COLORS = 256 };

// Of an animation the first picture is decoded, and where it leaves some of the canvas empty, those that
// fill it. The others are only walked, block by block, to the trailer: by the record loop, as DGifSlurp
// holds them all.
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
  // Whether codes of the last picture are left, and whether there are no more pictures.
  int is_in_codes;
  int is_over;

  // Of the last picture: its place on the canvas and what was said before it.
  GifImageDesc frame;
  int transparent;
  int disposal;
  gif_strings strings;
  uint8_t palette[GIF_COLORS][4];
  int has_palette;

  // What is given. A picture that reaches beyond the file's canvas is given by itself, as browsers make
  // the canvas larger for it; that could be 4 gigapixels of nothing.
  codec_size canvas;
  // One line of palette indices, or all of an interlaced picture: its lines are in order only
  // behind the last pass.
  uint8_t *indices;
  int is_held;
  // RGBA, where several pictures fill the canvas; NULL: they do not.
  uint8_t *composed;
} gif_decoder;

// Reads the file's header.
void gif_open(gif_decoder *decoder);
// Reads up to the next picture; 0: there is none.
int gif_find_picture(gif_decoder *decoder);
// Reads the picture's header and its colours.
void gif_begin_picture(gif_decoder *decoder);
// Passes over the codes that are left.
void gif_skip_codes(gif_decoder *decoder);
// The next line of the picture, as palette indices. What is wrong with it; NULL: nothing.
const char *gif_read_line(gif_decoder *decoder, uint8_t *indices);
// Like this, and jumps out where something is wrong.
void gif_read_good_line(gif_decoder *decoder, uint8_t *indices);
// Where the `index`th line of the picture that is read stands in it (GIF89a, appendix E).
uint32_t gif_line_place(const gif_decoder *decoder, uint32_t index);

// Fills the canvas, as far as it goes, with this picture and those behind it.
void gif_compose(gif_decoder *decoder);

