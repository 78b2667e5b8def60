// The dictionary of GIF's variable-length codes (GIF89a, appendix F); within this module only.
//
// giflib unpacks the codes but makes pixels even of those that were never defined, so that damage
// passes unseen. Here it does not.
#pragma once

#include <stdint.h>

enum { GIF_CODES = 4096 };

typedef struct gif_strings {
  // The code that empties the dictionary; those below it stand for themselves.
  int clear;
  // The next one to be defined.
  int next;
  // The last one that came; -1: none since the dictionary was emptied.
  int previous;
  uint16_t prefix[GIF_CODES];
  uint8_t suffix[GIF_CODES];
  // The last code's string, the first index on top.
  uint8_t stack[GIF_CODES + 1];
  int depth;
} gif_strings;

// - code_size: what stands before the codes; at most 8.
void gif_strings_begin(gif_strings *strings, int code_size);

// Puts the code's string on the empty stack; the clear code has none. 0: it is not defined. The
// end code must not come.
int gif_strings_take(gif_strings *strings, int code);
