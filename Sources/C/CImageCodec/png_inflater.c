#include "png_inflater.h"

#include <isa-l.h>
#include <stdlib.h>
#include <string.h>

#include "png_rows.h"
#include "vector_state.h"

enum {
  CHUNK_HEADER = 8,
  BLOCK_HEADER = 5,
  // The most that deflate allows for a stored block.
  BLOCK_SIZE = (1 << 16) - 1,
  // The checksum of the image after its last block, and that of each chunk.
  CHECKSUM = 4,
};

// The next bytes of a chunk with one block.
typedef enum chunk_stage { at_zlib_header, at_start, at_data, at_end, is_over } chunk_stage;

struct png_inflater {
  codec_decoder *decoder;
  png_deflated deflated;
  void *context;
  png_rows *rows;
  struct inflate_state state;
  // Of the data that are passed on.
  uint32_t checksum;
  chunk_stage stage;
  // What precedes or follows a block.
  uint8_t frame[CHUNK_HEADER + BLOCK_HEADER + CHECKSUM];
  uint32_t block_size;
  // The inflated data that are not passed on yet.
  const uint8_t *next;
  size_t available;
  size_t capacity;
  uint8_t data[];
};

png_inflater *png_inflater_create(codec_decoder *decoder, const uint8_t *header, png_deflated deflated,
                                  void *context) {
  png_rows *rows = header == NULL ? NULL : png_rows_create(header);
  size_t capacity = rows == NULL ? BLOCK_SIZE : png_rows_block(rows, BLOCK_SIZE);
  png_inflater *inflater = malloc(sizeof *inflater + capacity + PNG_ROWS_SLACK);
  if (inflater == NULL) {
    png_rows_free(rows);
    return NULL;
  }
  *inflater = (png_inflater){.decoder = decoder,
                             .deflated = deflated,
                             .context = context,
                             .rows = rows,
                             .capacity = capacity};
  isal_inflate_init(&inflater->state);
  inflater->state.next_in = NULL;
  inflater->state.avail_in = 0;
  inflater->state.crc_flag = ISAL_ZLIB;
  inflater->checksum = 1;
  return inflater;
}

void png_inflater_free(png_inflater *inflater) {
  if (inflater == NULL) return;
  png_rows_free(inflater->rows);
  free(inflater);
}

int png_inflater_is_done(const png_inflater *inflater) { return inflater->stage == is_over; }

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

static int is_inflated(const png_inflater *inflater) {
  return inflater->state.block_state == ISAL_BLOCK_FINISH;
}

// Fills the data, except at the image's end. ISA-L stops only without room, without input, or at
// the end; any other stop is an error here, because it would repeat endlessly.
static void inflate_more(png_inflater *inflater) {
  struct inflate_state *state = &inflater->state;
  state->next_out = inflater->data;
  state->avail_out = (uint32_t)inflater->capacity;
  while (1) {
    int status = isal_inflate(state);
    vector_state_reset();
    if (status != ISAL_DECOMP_OK) decoder_fail(inflater->decoder, codec_damaged, reason(status));
    if (state->avail_out == 0 || is_inflated(inflater)) break;
    if (state->avail_in > 0) decoder_fail(inflater->decoder, codec_damaged, reason(0));
    codec_bytes_view deflated = inflater->deflated(inflater->context);
    // ISA-L does not write there; its pointer is not const.
    state->next_in = (uint8_t *)deflated.bytes;
    state->avail_in = (uint32_t)deflated.count;
  }
  inflater->next = inflater->data;
  inflater->available = inflater->capacity - state->avail_out;
  if (inflater->rows != NULL) {
    // libpng asks for data only after the decoder has been started.
    int is_proof = !decoder_wants_pixels(inflater->decoder);
    (is_proof ? png_rows_check : png_rows_unfilter)(inflater->rows, inflater->data, inflater->available);
  }
  inflater->checksum = isal_adler32(inflater->checksum, inflater->data, inflater->available);
  vector_state_reset();
}

// The highest byte first, in PNG as in zlib.
static void write_word(uint8_t *to, uint32_t word) {
  for (int i = 0; i < 4; i++) to[i] = (uint8_t)(word >> (24 - 8 * i));
}

static codec_bytes_view zlib_header(png_inflater *inflater) {
  write_word(inflater->frame, 2);
  memcpy(inflater->frame + 4, "IDAT", 4);
  // RFC 1950, 2.2: deflate with a window of 32 KiB, no dictionary.
  memcpy(inflater->frame + CHUNK_HEADER, (uint8_t[]){0x78, 0x01, 0, 0, 0, 0}, 2 + CHECKSUM);
  return (codec_bytes_view){inflater->frame, CHUNK_HEADER + 2 + CHECKSUM};
}

static int is_last(const png_inflater *inflater) {
  return is_inflated(inflater) && inflater->block_size == inflater->available;
}

static codec_bytes_view start(png_inflater *inflater) {
  if (inflater->available == 0) inflate_more(inflater);
  uint32_t count = inflater->available < BLOCK_SIZE ? (uint32_t)inflater->available : BLOCK_SIZE;
  inflater->block_size = count;
  int last = is_last(inflater);
  write_word(inflater->frame, BLOCK_HEADER + count + (last ? CHECKSUM : 0));
  memcpy(inflater->frame + 4, "IDAT", 4);
  const uint8_t header[] = {(uint8_t)last, (uint8_t)count, (uint8_t)(count >> 8), (uint8_t)~count,
                            (uint8_t)(~count >> 8)};
  memcpy(inflater->frame + CHUNK_HEADER, header, BLOCK_HEADER);
  return (codec_bytes_view){inflater->frame, CHUNK_HEADER + BLOCK_HEADER};
}

static codec_bytes_view end(png_inflater *inflater) {
  int last = is_last(inflater);
  inflater->next += inflater->block_size;
  inflater->available -= inflater->block_size;
  inflater->stage = last ? is_over : at_start;
  memset(inflater->frame, 0, 2 * CHECKSUM);
  if (!last) return (codec_bytes_view){inflater->frame, CHECKSUM};
  // zlib verifies it where libpng's option to leave that out is missing.
  write_word(inflater->frame, inflater->checksum);
  return (codec_bytes_view){inflater->frame, 2 * CHECKSUM};
}

codec_bytes_view png_inflater_next(png_inflater *inflater) {
  switch (inflater->stage) {
    case at_zlib_header: inflater->stage = at_start; return zlib_header(inflater);
    case at_start: inflater->stage = at_data; return start(inflater);
    case at_data: inflater->stage = at_end; return (codec_bytes_view){inflater->next, inflater->block_size};
    case at_end: return end(inflater);
    case is_over: break;
  }
  return (codec_bytes_view){NULL, 0};
}
