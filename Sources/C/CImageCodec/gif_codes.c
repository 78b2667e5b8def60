#include "gif_decoder.h"

int gif_read_bytes(gif_decoder *decoder, uint8_t *bytes, int count) {
  if (count <= 0 || !source_copy(decoder->base.source, bytes, (size_t)count)) {
    decoder->is_at_end = 1;
    return 0;
  }
  decoder->last_byte = bytes[count - 1];
  return count;
}

static void read_all(gif_decoder *decoder, uint8_t *bytes, int count) {
  if (gif_read_bytes(decoder, bytes, count) == 0) decoder_fail_at_end(&decoder->base);
}

// The next block of codes; an empty one ends them.
static void read_block(gif_decoder *decoder) {
  uint8_t count = 0;
  read_all(decoder, &count, 1);
  decoder->codes.left = count;
  decoder->codes.next = 0;
  if (count > 0) read_all(decoder, decoder->codes.block, count);
  decoder->is_in_codes = count > 0;
}

void gif_codes_begin(gif_decoder *decoder) {
  decoder->codes = (gif_codes){0};
  decoder->is_in_codes = 1;
}

int gif_codes_next(gif_decoder *decoder, int width) {
  gif_codes *codes = &decoder->codes;
  while (codes->bit_count < width) {
    if (codes->left == 0 && decoder->is_in_codes) read_block(decoder);
    if (codes->left == 0) return -1;
    codes->bits |= (uint32_t)codes->block[codes->next++] << codes->bit_count;
    codes->bit_count += 8;
    codes->left--;
  }
  int code = (int)(codes->bits & ((1u << width) - 1));
  codes->bits >>= width;
  codes->bit_count -= width;
  return code;
}

void gif_skip_codes(gif_decoder *decoder) {
  while (decoder->is_in_codes) {
    decoder_check_time(&decoder->base);
    read_block(decoder);
  }
  decoder->may_end = 1;
}
