#include "png_inflater.h"

#include <isa-l.h>
#include <stdlib.h>
#include <string.h>

enum {
  CHUNK_HEADER = 8,
  BLOCK_HEADER = 5,
  BLOCK_SIZE = 1 << 15,
  // The checksum of the image after its last block, and that of each chunk.
  CHECKSUM = 4,
};

struct png_inflater {
  codec_decoder *decoder;
  png_deflated deflated;
  void *context;
  int has_header;
  struct inflate_state state;
  uint8_t chunk[CHUNK_HEADER + BLOCK_HEADER + BLOCK_SIZE + 2 * CHECKSUM];
};

png_inflater *png_inflater_create(codec_decoder *decoder, png_deflated deflated, void *context) {
  png_inflater *inflater = malloc(sizeof *inflater);
  if (inflater == NULL) return NULL;
  inflater->decoder = decoder;
  inflater->deflated = deflated;
  inflater->context = context;
  inflater->has_header = 0;
  isal_inflate_init(&inflater->state);
  inflater->state.next_in = NULL;
  inflater->state.avail_in = 0;
  inflater->state.crc_flag = ISAL_ZLIB;
  return inflater;
}

void png_inflater_free(png_inflater *inflater) { free(inflater); }

int png_inflater_is_done(const png_inflater *inflater) {
  return inflater->state.block_state == ISAL_BLOCK_FINISH;
}

int png_inflater_has_more(const png_inflater *inflater) {
  return inflater->state.avail_in > 0 || inflater->state.read_in_length >= 8;
}

static const char *reason(int status) {
  switch (status) {
    case ISAL_NEED_DICT: return "IDAT: needs a dictionary";
    case ISAL_INVALID_BLOCK: return "IDAT: invalid block";
    case ISAL_INVALID_SYMBOL: return "IDAT: invalid symbol";
    case ISAL_INVALID_LOOKBACK: return "IDAT: invalid distance";
    case ISAL_UNSUPPORTED_METHOD: return "IDAT: unknown compression method";
    case ISAL_INCORRECT_CHECKSUM: return "IDAT: incorrect checksum";
    default: return "IDAT: cannot be inflated";
  }
}

// Fills the block, except at the image's end. ISA-L stops only without room, without input, or at
// the end; any other stop is an error here, because it would repeat endlessly.
static void inflate_block(png_inflater *inflater) {
  struct inflate_state *state = &inflater->state;
  state->next_out = inflater->chunk + CHUNK_HEADER + BLOCK_HEADER;
  state->avail_out = BLOCK_SIZE;
  while (1) {
    int status = isal_inflate(state);
    if (status != ISAL_DECOMP_OK) decoder_fail(inflater->decoder, codec_damaged, reason(status));
    if (state->avail_out == 0 || png_inflater_is_done(inflater)) return;
    if (state->avail_in > 0) decoder_fail(inflater->decoder, codec_damaged, reason(0));
    codec_bytes_view deflated = inflater->deflated(inflater->context);
    // ISA-L does not write there; its pointer is not const.
    state->next_in = (uint8_t *)deflated.bytes;
    state->avail_in = (uint32_t)deflated.count;
  }
}

// The highest byte first, in PNG as in zlib.
static void write_word(uint8_t *to, uint32_t word) {
  for (int i = 0; i < 4; i++) to[i] = (uint8_t)(word >> (24 - 8 * i));
}

// Wraps `count` bytes of data, already in place, in a chunk.
static codec_bytes_view wrap(uint8_t *chunk, uint32_t count) {
  write_word(chunk, count);
  memcpy(chunk + 4, "IDAT", 4);
  memset(chunk + CHUNK_HEADER + count, 0, CHECKSUM);
  return (codec_bytes_view){chunk, CHUNK_HEADER + count + CHECKSUM};
}

codec_bytes_view png_inflater_next_chunk(png_inflater *inflater) {
  uint8_t *chunk = inflater->chunk;
  uint8_t *data = chunk + CHUNK_HEADER;
  if (!inflater->has_header) {
    inflater->has_header = 1;
    // RFC 1950, 2.2: deflate with a window of 32 KiB, no dictionary.
    memcpy(data, (uint8_t[]){0x78, 0x01}, 2);
    return wrap(chunk, 2);
  }
  inflate_block(inflater);
  uint32_t count = BLOCK_SIZE - inflater->state.avail_out;
  int is_last = png_inflater_is_done(inflater);
  const uint8_t header[] = {(uint8_t)is_last, (uint8_t)count, (uint8_t)(count >> 8),
                            (uint8_t)~count, (uint8_t)(~count >> 8)};
  memcpy(data, header, BLOCK_HEADER);
  if (!is_last) return wrap(chunk, BLOCK_HEADER + count);
  // zlib verifies it again: libpng's option to leave that out is missing in some builds.
  write_word(data + BLOCK_HEADER + count, inflater->state.crc);
  return wrap(chunk, BLOCK_HEADER + count + CHECKSUM);
}
