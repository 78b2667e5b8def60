#include "CZstd.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

enum {
  piece = 1 << 17,
  /* Of a catalog, level 8 saves 1 % for 40 % more time, and level 3 takes half the time for 3 % more. */
  level = 6,
  /* Smaller tables than those of the level: half of the memory and 0.9 of the time for 0.6 % more bytes. */
  window_bits = 19,
  hash_bits = 18,
  chain_bits = 17,
  /* A frame may ask for the memory of its window: earlier versions wrote one of 4 MiB. */
  most_window_bits = 23,
};

typedef struct buffers {
  uint8_t in[piece], out[piece];
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

static file_result compress(ZSTD_CCtx *frame, buffers *all, int from, int to) {
  ZSTD_EndDirective end = ZSTD_e_continue;
  while (end == ZSTD_e_continue) {
    ssize_t count = read_some(from, all->in);
    if (count < 0) return file_failed;
    if (count == 0) end = ZSTD_e_end;
    ZSTD_inBuffer in = {all->in, (size_t)count, 0};
    size_t rest;
    do {
      ZSTD_outBuffer out = {all->out, piece, 0};
      rest = ZSTD_compressStream2(frame, &out, &in, end);
      if (ZSTD_isError(rest)) {
        errno = ENOMEM;
        return file_failed;
      }
      if (!write_all(to, all->out, out.pos)) return file_failed;
    } while (end == ZSTD_e_end ? rest > 0 : in.pos < in.size);
  }
  return file_done;
}

static file_result expand(ZSTD_DCtx *frame, buffers *all, int from, int to, int64_t limit) {
  size_t rest = 1;
  while (rest > 0) {
    ssize_t count = read_some(from, all->in);
    if (count < 0) return file_failed;
    if (count == 0) return file_damaged;
    ZSTD_inBuffer in = {all->in, (size_t)count, 0};
    size_t filled;
    do {
      ZSTD_outBuffer out = {all->out, piece, 0};
      rest = ZSTD_decompressStream(frame, &out, &in);
      if (ZSTD_isError(rest)) return file_damaged;
      limit -= (int64_t)out.pos;
      if (limit < 0) return file_too_long;
      if (!write_all(to, all->out, out.pos)) return file_failed;
      filled = out.pos;
    } while (rest > 0 && (in.pos < in.size || filled == piece));
    // What follows the frame is of somebody else.
    if (rest == 0 && in.pos < in.size) return file_damaged;
  }
  uint8_t next;
  return read(from, &next, 1) == 0 ? file_done : file_damaged;
}

file_result file_compress(int from, int to) {
  ZSTD_CCtx *frame = ZSTD_createCCtx();
  buffers *all = malloc(sizeof *all);
  file_result result = file_failed;
  if (frame && all) {
    ZSTD_CCtx_setParameter(frame, ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(frame, ZSTD_c_windowLog, window_bits);
    ZSTD_CCtx_setParameter(frame, ZSTD_c_hashLog, hash_bits);
    ZSTD_CCtx_setParameter(frame, ZSTD_c_chainLog, chain_bits);
    ZSTD_CCtx_setParameter(frame, ZSTD_c_checksumFlag, 1);
    struct stat status;
    // Tables for a larger file would take longer to clear than a small one to compress.
    if (fstat(from, &status) == 0) ZSTD_CCtx_setPledgedSrcSize(frame, (unsigned long long)status.st_size);
    result = compress(frame, all, from, to);
  }
  int code = errno;
  free(all);
  ZSTD_freeCCtx(frame);
  errno = code;
  return result;
}

file_result file_expand(int from, int to, int64_t limit) {
  ZSTD_DCtx *frame = ZSTD_createDCtx();
  buffers *all = malloc(sizeof *all);
  file_result result = file_failed;
  if (frame && all) {
    ZSTD_DCtx_setParameter(frame, ZSTD_d_windowLogMax, most_window_bits);
    result = expand(frame, all, from, to, limit);
  }
  int code = errno;
  free(all);
  ZSTD_freeDCtx(frame);
  errno = code;
  return result;
}
