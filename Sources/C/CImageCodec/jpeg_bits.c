#include "jpeg_bits.h"

#include "jpeg_decoder.h"

void jpeg_bits_begin(jpeg_bits *bits) {
  bits->word = (jpeg_word){.byte = bits->buffer};
  bits->end = bits->buffer;
  bits->is_last = 0;
}

// Makes the source's next byte available. 0 at its end, where libjpeg would make up a marker.
static int has_byte(j_decompress_ptr jpeg) {
  if (jpeg->src->bytes_in_buffer > 0) return 1;
  size_t count;
  codec_source_peek(((jpeg_decoder *)jpeg->client_data)->base.source, &count);
  return count > 0 && jpeg->src->fill_input_buffer(jpeg);
}

static void consume(j_decompress_ptr jpeg, size_t count) {
  jpeg->src->next_input_byte += count;
  jpeg->src->bytes_in_buffer -= count;
}

// After 0xFF, which is the last byte now: leaves it if it is data, or removes it if it begins a marker, before which it
// may be repeated (T.81, B.1.1.2). 0 at the end of the file, and if it is repeated within data: there libjpeg decodes
// a block twice, the first time wrongly, and keeps coefficients of both.
static int end_escape(jpeg_bits *bits, j_decompress_ptr jpeg) {
  uint8_t code = 0xFF;
  int count = 0;
  for (; code == 0xFF; count++) {
    if (!has_byte(jpeg)) return 0;
    code = *jpeg->src->next_input_byte;
    consume(jpeg, 1);
  }
  if (code == 0) return count == 1;
  bits->end--;
  bits->is_last = 1;
  jpeg->unread_marker = code;
  return 1;
}

int jpeg_bits_fill(jpeg_bits *bits, j_decompress_ptr jpeg) {
  const uint8_t *byte = bits->word.byte;
  if (bits->is_last || bits->end - byte >= JPEG_LARGEST_MCU) return 1;
  size_t kept = (size_t)(bits->end - byte);
  memmove(bits->buffer, byte, kept);
  bits->word.byte = bits->buffer;
  bits->end = bits->buffer + kept;
  uint8_t *limit = bits->buffer + JPEG_BITS_BUFFER;
  while (bits->end < limit && !bits->is_last) {
    if (!has_byte(jpeg)) return 0;
    uint8_t *to = bits->buffer + (bits->end - bits->buffer);
    size_t most = jpeg->src->bytes_in_buffer;
    if (most > (size_t)(limit - to)) most = (size_t)(limit - to);
    const uint8_t *escaped = memccpy(to, jpeg->src->next_input_byte, 0xFF, most);
    size_t count = escaped == NULL ? most : (size_t)(escaped - to);
    consume(jpeg, count);
    bits->end = to + count;
    if (escaped != NULL && !end_escape(bits, jpeg)) return 0;
  }
  return 1;
}
