#include "CGzip.h"

#include <errno.h>
#include <isa-l/igzip_lib.h>
#include <stdlib.h>
#include <unistd.h>

enum { piece = 1 << 17 };

typedef struct buffers {
  uint8_t in[piece], out[piece];
  uint8_t level[ISAL_DEF_LVL1_DEFAULT];
  struct isal_zstream deflate;
  struct inflate_state inflate;
} buffers;

static ssize_t read_some(int file, uint8_t *bytes) {
  ssize_t count;
  do {
    count = read(file, bytes, piece);
  } while (count < 0 && errno == EINTR);
  return count;
}

static int write_all(int file, const uint8_t *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(file, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      if (written == 0) errno = EIO;
      return 0;
    }
    bytes += written;
    count -= (size_t)written;
  }
  return 1;
}

static gzip_result compress(buffers *all, int from, int to) {
  struct isal_zstream *stream = &all->deflate;
  isal_deflate_init(stream);
  stream->level = 1;
  stream->level_buf = all->level;
  stream->level_buf_size = sizeof all->level;
  stream->gzip_flag = IGZIP_GZIP;
  do {
    ssize_t count = read_some(from, all->in);
    if (count < 0) return gzip_failed;
    stream->next_in = all->in;
    stream->avail_in = (uint32_t)count;
    stream->end_of_stream = count == 0;
    do {
      stream->next_out = all->out;
      stream->avail_out = piece;
      // Its errors are those of wrong arguments.
      if (isal_deflate(stream) != COMP_OK) {
        errno = EINVAL;
        return gzip_failed;
      }
      if (!write_all(to, all->out, piece - stream->avail_out)) return gzip_failed;
    } while (stream->avail_out == 0);
  } while (!stream->end_of_stream || stream->internal_state.state != ZSTATE_END);
  return gzip_done;
}

static gzip_result expand(buffers *all, int from, int to, int64_t limit) {
  struct inflate_state *state = &all->inflate;
  isal_inflate_init(state);
  state->crc_flag = ISAL_GZIP;
  while (state->block_state != ISAL_BLOCK_FINISH) {
    ssize_t count = read_some(from, all->in);
    if (count < 0) return gzip_failed;
    if (count == 0) return gzip_damaged;
    state->next_in = all->in;
    state->avail_in = (uint32_t)count;
    do {
      state->next_out = all->out;
      state->avail_out = piece;
      if (isal_inflate(state) != ISAL_DECOMP_OK) return gzip_damaged;
      size_t written = piece - state->avail_out;
      limit -= (int64_t)written;
      if (limit < 0) return gzip_too_long;
      if (!write_all(to, all->out, written)) return gzip_failed;
    } while (state->block_state != ISAL_BLOCK_FINISH && (state->avail_in > 0 || state->avail_out == 0));
  }
  // What follows the member is of somebody else.
  uint8_t next;
  return state->avail_in == 0 && read(from, &next, 1) == 0 ? gzip_done : gzip_damaged;
}

static gzip_result with_buffers(int from, int to, int64_t limit) {
  buffers *all = malloc(sizeof *all);
  if (!all) return gzip_failed;
  gzip_result result = limit < 0 ? compress(all, from, to) : expand(all, from, to, limit);
  int code = errno;
  free(all);
  errno = code;
  return result;
}

gzip_result gzip_compress(int from, int to) { return with_buffers(from, to, -1); }

gzip_result gzip_expand(int from, int to, int64_t limit) {
  return with_buffers(from, to, limit < 0 ? 0 : limit);
}
