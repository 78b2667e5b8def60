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

/// Expands `count` bytes of one or more gzip members into `output`, which has room for `limit` bytes.
/// Returns their length; -1 if they are not whole, and -2 if they do not fit.
static inline long gunzip_bytes(const unsigned char *input, size_t count, unsigned char *output,
                                size_t limit) {
  z_stream stream = {0};
  if (inflateInit2(&stream, 15 + 16) != Z_OK) return -1;
  stream.next_in = (unsigned char *)input;
  stream.avail_in = (uInt)count;
  stream.next_out = output;
  stream.avail_out = (uInt)limit;
  int ending;
  do {
    ending = inflate(&stream, Z_NO_FLUSH);
    // What follows a member is another one, or padding.
  } while (ending == Z_OK || (ending == Z_STREAM_END && stream.avail_in > 1 &&
                              stream.next_in[0] == 0x1F && stream.next_in[1] == 0x8B &&
                              inflateReset(&stream) == Z_OK));
  long length = (long)(limit - stream.avail_out);
  int is_full = ending == Z_BUF_ERROR && stream.avail_out == 0;
  inflateEnd(&stream);
  return ending == Z_STREAM_END ? length : is_full ? -2 : -1;
}
