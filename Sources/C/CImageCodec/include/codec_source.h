// The bytes of a decoder: from read(2) through one buffer, never mmap, because another process may
// truncate the file at any time, and access to a missing mapped page is a SIGBUS.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Bytes that the caller owns.
typedef struct codec_bytes_view {
  const uint8_t *bytes;
  size_t count;
} codec_bytes_view;

typedef struct codec_source codec_source;

// Reads from the descriptor's current position; the caller owns the descriptor. NULL: no memory.
codec_source *codec_source_create_descriptor(int descriptor);

// Uses the bytes, which must outlive the source. NULL: no memory.
codec_source *codec_source_create_memory(const uint8_t *bytes, size_t count);

void codec_source_free(codec_source *source);

// The next bytes without consuming them: the available ones, up to the buffer's 64 KiB. They stay
// valid until a decoder reads further.
const uint8_t *codec_source_peek(codec_source *source, size_t *count);

// Number of consumed bytes.
uint64_t codec_source_offset(const codec_source *source);

// errno of a failed read(2), else 0.
int codec_source_error(const codec_source *source);
