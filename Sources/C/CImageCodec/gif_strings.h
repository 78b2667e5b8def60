// The dictionary of GIF's variable-length codes (GIF89a, appendix F); within this module only.
//
// giflib decodes undefined codes to pixels, so that damage is not detected, and refuses codes that begin with more than
// nine bits. This dictionary rejects the former and takes the latter.
#pragma once

#include <stdint.h>

enum { GIF_CODES = 4096, GIF_LONGEST_CODE = 12, GIF_LONGEST_SIZE = 11 };

typedef struct gif_strings {
  // The clear code, which resets the dictionary; smaller codes are indices themselves.
  int clear;
  // The byte before the codes, and the bits of the next code.
  int size;
  int width;
  // The next code to be defined.
  int next;
  // The previous code; -1: none since the last reset.
  int previous;
  uint16_t prefix[GIF_CODES];
  uint8_t suffix[GIF_CODES];
  // The last code's string, the first index on top.
  uint8_t stack[GIF_CODES + 1];
  int depth;
} gif_strings;

// - code_size: the byte before the codes; at most GIF_LONGEST_SIZE.
void gif_strings_begin(gif_strings *strings, int code_size);

// Puts the code's string on the empty stack; the clear code has none. 0: the code is undefined. The
// end code must not be passed.
int gif_strings_take(gif_strings *strings, int code);
