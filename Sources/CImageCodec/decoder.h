// What all decoders share; within this module only.
#pragma once

#include <setjmp.h>

#include "codec_decoder.h"
#include "report.h"
#include "source.h"

enum {
  // No JPEG marker holds more.
  MARKER_SIZE = 1 << 16,
  // No larger block of metadata is kept.
  KEPT_SIZE = 1 << 20,
};

// A kept block of metadata.
typedef struct kept_block {
  uint8_t *bytes;
  size_t count;
} kept_block;

// What a format knows. The first four may longjmp to `escape` at any point once the report names the
// reason; they are only called by the fence in decoder.c, which has set it.
typedef struct decoder_steps {
  void (*read_header)(codec_decoder *);
  void (*start)(codec_decoder *);
  void (*read_rows)(codec_decoder *);
  void (*finish)(codec_decoder *);
  void (*destroy)(codec_decoder *);
} decoder_steps;

// The first member of each decoder.
struct codec_decoder {
  const decoder_steps *steps;
  codec_source *source;
  codec_limits limits;
  codec_report report;
  jmp_buf escape;
  uint64_t deadline;
  uint32_t time_checks;

  codec_size size;
  codec_size minimum;
  codec_rows rows;
  uint32_t next_row;
  // Set by the fence for read_rows.
  uint8_t *into;
  uint32_t capacity;

  kept_block exif;
  // From a PNG's text; exif says more.
  kept_block raw_exif;
  kept_block xmp;
  kept_block profile;
};

// A format's decoder, `size` bytes, all 0 behind what is shared. NULL: no memory.
codec_decoder *decoder_create(size_t size, const decoder_steps *steps, codec_source *source,
                              const codec_limits *limits);
// Reports and jumps out.
_Noreturn void decoder_fail(codec_decoder *decoder, codec_status status, const char *message);
// Reports why the source gave too little and jumps out.
_Noreturn void decoder_fail_at_end(codec_decoder *decoder);
// Jumps out of a step that is done.
_Noreturn void decoder_leave(codec_decoder *decoder);
// Counts a warning; jumps out at the limit.
void decoder_warn(codec_decoder *decoder, const char *text);
// Jumps out if the picture is over the limits.
void decoder_check_size(codec_decoder *decoder, uint64_t width, uint64_t height);
// Jumps out if the CPU time is spent. Cheap enough for every row: the clock, a system call, is
// asked at the first call and then once in 16.
void decoder_check_time(codec_decoder *decoder);
// Warns if there are bytes behind the end.
void decoder_check_tail(codec_decoder *decoder);
// Keeps a copy, the first time and if it is not too large.
void decoder_keep(kept_block *block, const uint8_t *bytes, size_t count);
// Whether pixels are asked for.
int decoder_wants_pixels(const codec_decoder *decoder);
