// The GIF decoder's state; for its own files only.
#pragma once

#include <gif_lib.h>

#include "decoder.h"
#include "gif_strings.h"

enum { GIF_COLORS = 256, GIF_EDGE = UINT16_MAX };

// The unread bits of a frame's codes, which are in blocks of up to 255 bytes (GIF89a, 15). giflib's own reader refuses
// codes that begin with more than nine bits.
typedef struct gif_codes {
  uint32_t bits;
  int bit_count;
  int left;
  int next;
  uint8_t block[UINT8_MAX];
} gif_codes;

// Gives the first frame of an animation and, if that leaves part of the canvas empty, the frames that fill it. The
// others are decoded, line by line, and thrown away: by the record loop, because DGifSlurp holds all of them in memory.
typedef struct gif_decoder {
  codec_decoder base;
  GifFileType *gif;
  // Whether the source has ended too early: giflib returns normally, without a jump, so that it
  // frees its memory.
  int is_at_end;
  // The last byte that was read. After a frame's header that is the size of its codes, which
  // giflib does not expose.
  uint8_t last_byte;
  // Whether the file may end here without a trailer: after a complete frame, with no further one
  // announced.
  int may_end;
  // Whether blocks of codes of the last frame are unread, and whether there are no more frames.
  int is_in_codes;
  int is_over;
  gif_codes codes;
  // Of the last frame, from 1 on, and how many of its lines are not decoded.
  uint32_t number;
  uint32_t lines_left;

  // Of the last frame: its place on the canvas and its graphic control extension.
  GifImageDesc frame;
  int transparent;
  int disposal;
  gif_strings strings;
  uint8_t palette[GIF_COLORS][4];
  int has_palette;

  // The size of the output. A frame that reaches beyond the file's canvas is given by itself:
  // browsers enlarge the canvas for it, which could take 4 gigapixels.
  codec_size canvas;
  // One line of palette indices, or all lines of an interlaced frame, which are in order only after
  // the last pass.
  uint8_t *indices;
  int is_held;
  uint8_t line[GIF_EDGE];
  // RGBA if several frames fill the canvas; otherwise NULL.
  uint8_t *composed;
} gif_decoder;

// Reads the file's header.
void gif_open(gif_decoder *decoder);
// Reads up to the next frame; 0 if there is none.
int gif_find_picture(gif_decoder *decoder);
// Reads the frame's header and its palette.
void gif_begin_picture(gif_decoder *decoder);
// Reads the next line of the frame as palette indices; jumps to `escape` at an error.
void gif_read_line(gif_decoder *decoder, uint8_t *indices);
// Decodes the rest of the frame, and all further ones.
void gif_read_frames(gif_decoder *decoder);
// The row in the frame of the `index`th line in the file (GIF89a, appendix E).
uint32_t gif_line_place(const gif_decoder *decoder, uint32_t index);

// Fills the canvas as far as possible with this frame and the following ones.
void gif_compose(gif_decoder *decoder);

// For giflib: returns `count`, or 0 at the end.
int gif_read_bytes(gif_decoder *decoder, uint8_t *bytes, int count);
void gif_codes_begin(gif_decoder *decoder);
// The next code, of `width` bits; -1: there is none.
int gif_codes_next(gif_decoder *decoder, int width);
// Skips the unread codes.
void gif_skip_codes(gif_decoder *decoder);
