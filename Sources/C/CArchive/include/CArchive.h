#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* ZIP archives by libarchive, which is loaded when it is needed: linked, it and the libraries of its other formats
   would cost each run of the program time. */

/// Loads libarchive, once. Not thread-safe.
/// - Returns: NULL, or why it cannot be loaded.
const char *zip_load(void);

typedef struct zip_reader zip_reader;

/// The directory's record of an entry.
typedef struct zip_entry {
  /// Until the next entry; NULL if it has none.
  const char *name;
  /// Bytes after decompression; -1 if not stated.
  int64_t size;
  /// Whether it is a file, and not a folder, link or device.
  bool is_file;
  bool is_encrypted;
} zip_entry;

/// Opens the archive in an open file, whose position does not move. The descriptor stays the caller's.
/// - Returns: NULL without memory; a reader otherwise, whose `zip_error` says whether it can be used.
zip_reader *zip_open(int file);
void zip_close(zip_reader *reader);

/// Moves to the next entry.
/// - Returns: 1, 0 at the end, or -1.
int zip_next(zip_reader *reader, zip_entry *entry);

/// Reads the next bytes of the current entry.
/// - Returns: their number; 0 at its end, after its length and its CRC are verified; -1 if it is damaged.
ssize_t zip_read(zip_reader *reader, void *buffer, size_t count);

/// What libarchive says of the last failure; NULL if there was none.
const char *zip_error(const zip_reader *reader);
