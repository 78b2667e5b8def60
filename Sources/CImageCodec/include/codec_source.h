// Where a decoder's bytes come from: read(2) through one buffer, never mmap, because another
// process may cut the file short at any time and a mapped page that is gone is a SIGBUS.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Bytes that belong to someone else.
typedef struct codec_bytes_view {
  const uint8_t *bytes;
  size_t count;
} codec_bytes_view;

typedef struct codec_source codec_source;

// Reads on from where the descriptor stands; the descriptor stays the caller's. NULL: no memory.
codec_source *codec_source_create_descriptor(int descriptor);

// Lends the bytes: they must outlive the source. NULL: no memory.
codec_source *codec_source_create_memory(const uint8_t *bytes, size_t count);

void codec_source_free(codec_source *source);

// The next bytes without taking them: as many as there are, up to the buffer's 64 KiB. They stay
// valid until a decoder takes on.
const uint8_t *codec_source_peek(codec_source *source, size_t *count);

// How many bytes were taken.
uint64_t codec_source_offset(const codec_source *source);

// errno of the read(2) that failed, else 0.
int codec_source_error(const codec_source *source);
