#include <stdio.h>
#include <string.h>

#include "gif_decoder.h"

static _Noreturn void fail(gif_decoder *decoder, const char *fault) {
  char message[CODEC_TEXT];
  snprintf(message, sizeof message, "frame %u: %s", decoder->number, fault);
  decoder_fail(&decoder->base, codec_damaged, decoder->number > 1 ? message : fault);
}

// Puts the next string of indices on the stack.
static void read_string(gif_decoder *decoder) {
  gif_strings *strings = &decoder->strings;
  int code = gif_codes_next(decoder, strings->width);
  if (code < 0 || code == strings->clear + 1) fail(decoder, "the codes end before the last pixel");
  if (!gif_strings_take(strings, code)) fail(decoder, "a code is undefined");
  if (strings->depth == 0) decoder_check_time(&decoder->base);
}

// The clock, which costs more than a code, is read once a line.
void gif_read_line(gif_decoder *decoder, uint8_t *indices) {
  gif_strings *strings = &decoder->strings;
  decoder_check_time(&decoder->base);
  for (int x = 0; x < decoder->frame.Width;) {
    while (strings->depth == 0) read_string(decoder);
    while (strings->depth > 0 && x < decoder->frame.Width) {
      indices[x++] = strings->stack[--strings->depth];
    }
  }
  decoder->lines_left--;
}

// Returns 0 if the time for frames is used up.
static int read_frame(gif_decoder *decoder) {
  while (decoder->lines_left > 0) {
    if (decoder->number > 1 && decoder->lines_left % 16 == 0 && decoder_is_late(&decoder->base)) return 0;
    gif_read_line(decoder, decoder->line);
  }
  return 1;
}

static void leave_out(gif_decoder *decoder) {
  char what[CODEC_TEXT];
  snprintf(what, sizeof what, "its frames from number %u on", decoder->number);
  decoder_leave_out(&decoder->base, what, "they take longer than the limit");
}

void gif_read_frames(gif_decoder *decoder) {
  int is_in_time = 1;
  do {
    if (is_in_time && !read_frame(decoder)) {
      is_in_time = 0;
      leave_out(decoder);
    }
    gif_skip_codes(decoder);
    if (decoder->is_over || !gif_find_picture(decoder)) return;
    gif_begin_picture(decoder);
  } while (1);
}
