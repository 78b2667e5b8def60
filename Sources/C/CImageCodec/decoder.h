// The part that all decoders share; within this module only.
#pragma once

#include <setjmp.h>

#include "codec_decoder.h"
#include "report.h"
#include "source.h"

enum {
  // The largest content of a JPEG marker.
  MARKER_SIZE = 1 << 16,
  // The largest block of metadata that is kept.
  KEPT_SIZE = 1 << 20,
};

// A kept block of metadata.
typedef struct kept_block {
  uint8_t *bytes;
  size_t count;
} kept_block;

// The functions of a format. The first four may longjmp to `escape` at any point after the report
// has the reason; only decoder.c calls them, which has set `escape`.
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
  // Until when further frames and pages are decoded: the rest of the time is for reading to the end.
  uint64_t frames_deadline;
  uint32_t time_checks;

  codec_size size;
  codec_size minimum;
  codec_rows rows;
  uint32_t next_row;
  // Set by decoder.c for read_rows.
  uint8_t *into;
  uint32_t capacity;

  kept_block exif;
  // From a PNG's text chunk; exif is preferred.
  kept_block raw_exif;
  kept_block xmp;
  kept_block profile;
};

// A format's decoder of `size` bytes, all 0 after the shared part. NULL: no memory.
codec_decoder *decoder_create(size_t size, const decoder_steps *steps, codec_source *source,
                              const codec_limits *limits);
// Reports a failure and jumps to `escape`.
_Noreturn void decoder_fail(codec_decoder *decoder, codec_status status, const char *message);
// Reports why the source ended too early and jumps to `escape`.
_Noreturn void decoder_fail_at_end(codec_decoder *decoder);
// Jumps to `escape` from a completed step.
_Noreturn void decoder_leave(codec_decoder *decoder);
// Counts a warning; jumps to `escape` at the limit.
void decoder_warn(codec_decoder *decoder, const char *text);
// Jumps to `escape` if the image is over the limits.
void decoder_check_size(codec_decoder *decoder, uint64_t width, uint64_t height);
// Jumps to `escape` if the CPU time is used up. Cheap enough for every row: the clock, a system
// call, is read in the first call and then in one of 16.
void decoder_check_time(codec_decoder *decoder);
// Whether the CPU time for further frames and pages is used up. Reads the clock; does not jump.
int decoder_is_late(const codec_decoder *decoder);
// Warns that a further frame or page, or all from it on, are not decoded; does not jump.
void decoder_leave_out(codec_decoder *decoder, const char *what, const char *reason);
// Warns if there are bytes after the end.
void decoder_check_tail(codec_decoder *decoder);
// Keeps a copy, only the first time and only if it is not too large.
void decoder_keep(kept_block *block, const uint8_t *bytes, size_t count);
// Whether the caller wants pixels.
int decoder_wants_pixels(const codec_decoder *decoder);
