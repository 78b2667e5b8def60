#pragma once

#include <stdint.h>

/* Files in Zstandard's format (RFC 8878), each of one frame with a checksum. Both calls read an open file from its
   position to its end, block, and use no state of the process. Compressing takes some 7 MiB of memory, expanding some 9 MiB. */

typedef enum file_result {
  file_done,
  /// A call failed: errno says why.
  file_failed,
  /// The bytes are not one whole frame, or its checksum is another one.
  file_damaged,
  /// There are more bytes than the limit.
  file_too_long,
} file_result;

file_result file_compress(int from, int to);

/// - limit: the most bytes that are written.
file_result file_expand(int from, int to, int64_t limit);
