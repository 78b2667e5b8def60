#pragma once
#include <zlib.h>

// zlib's deflateInit2 is a macro, which Swift does not import.

/// Compresses `count` bytes into a gzip member (RFC 1952) at `output`, which has room for `limit`
/// bytes. Returns its length; 0 if it does not fit or there is no memory.
static inline size_t gzip_bytes(const unsigned char *input, size_t count, unsigned char *output,
                                size_t limit) {
  z_stream stream = {0};
  // 16 added to the window's bits selects gzip's header and trailer (zlib manual, deflateInit2).
  if (deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
  stream.next_in = (unsigned char *)input;
  stream.avail_in = (uInt)count;
  stream.next_out = output;
  stream.avail_out = (uInt)limit;
  int ending = deflate(&stream, Z_FINISH);
  size_t length = stream.total_out;
  deflateEnd(&stream);
  return ending == Z_STREAM_END ? length : 0;
}
