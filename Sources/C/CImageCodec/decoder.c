#include "decoder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CALLS_PER_CHECK = 16 };

static uint64_t cpu_milliseconds(void) {
  struct timespec now;
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0) return 0;
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

// The only setjmp of the decoders. Only the decoder outlives a jump, and no local of this frame
// changes after setjmp.
static codec_status fenced(codec_decoder *decoder, void (*step)(codec_decoder *)) {
  if (decoder->report.status != codec_ok) return decoder->report.status;
  if (setjmp(decoder->escape) == 0) step(decoder);
  return decoder->report.status;
}

codec_decoder *decoder_create(size_t size, const decoder_steps *steps, codec_source *source,
                              const codec_limits *limits) {
  codec_decoder *decoder = calloc(1, size);
  if (decoder == NULL) return NULL;
  decoder->steps = steps;
  decoder->source = source;
  decoder->limits = *limits;
  return decoder;
}

codec_status codec_decoder_read_header(codec_decoder *decoder, codec_size *size) {
  uint64_t now = cpu_milliseconds();
  decoder->deadline = now + decoder->limits.milliseconds;
  decoder->frames_deadline = now + (uint64_t)decoder->limits.milliseconds * 3 / 4;
  codec_status status = fenced(decoder, decoder->steps->read_header);
  *size = decoder->size;
  return status;
}

codec_status codec_decoder_start(codec_decoder *decoder, codec_size minimum, codec_rows *rows) {
  decoder->minimum = minimum;
  codec_status status = fenced(decoder, decoder->steps->start);
  *rows = decoder->rows;
  return status;
}

codec_status codec_decoder_read_rows(codec_decoder *decoder, uint8_t *bytes, uint32_t capacity,
                                     uint32_t *count) {
  uint32_t left = decoder->rows.count - decoder->next_row;
  uint32_t first = decoder->next_row;
  decoder->into = bytes;
  decoder->capacity = capacity < left ? capacity : left;
  codec_status status = fenced(decoder, decoder->steps->read_rows);
  *count = decoder->next_row - first;
  return status;
}

codec_status codec_decoder_finish(codec_decoder *decoder) {
  return fenced(decoder, decoder->steps->finish);
}

void codec_decoder_free(codec_decoder *decoder) {
  if (decoder == NULL) return;
  decoder->steps->destroy(decoder);
  free(decoder->exif.bytes);
  free(decoder->raw_exif.bytes);
  free(decoder->xmp.bytes);
  free(decoder->profile.bytes);
  free(decoder);
}

const codec_report *codec_decoder_report(const codec_decoder *decoder) {
  return &decoder->report;
}

codec_bytes_view codec_decoder_exif(const codec_decoder *decoder) {
  const kept_block *block = decoder->exif.count > 0 ? &decoder->exif : &decoder->raw_exif;
  return (codec_bytes_view){block->bytes, block->count};
}

codec_bytes_view codec_decoder_xmp(const codec_decoder *decoder) {
  return (codec_bytes_view){decoder->xmp.bytes, decoder->xmp.count};
}

codec_bytes_view codec_decoder_profile(const codec_decoder *decoder) {
  return (codec_bytes_view){decoder->profile.bytes, decoder->profile.count};
}

void decoder_fail(codec_decoder *decoder, codec_status status, const char *message) {
  report_failure(&decoder->report, status, message);
  longjmp(decoder->escape, 1);
}

void decoder_fail_at_end(codec_decoder *decoder) {
  source_report_end(decoder->source, &decoder->report);
  longjmp(decoder->escape, 1);
}

void decoder_leave(codec_decoder *decoder) { longjmp(decoder->escape, 1); }

void decoder_warn(codec_decoder *decoder, const char *text) {
  report_warning(&decoder->report, text);
  if ((uint32_t)decoder->report.warning_count <= decoder->limits.warnings) return;
  char message[CODEC_TEXT];
  snprintf(message, sizeof message, "more than %u warnings, the last: %.120s",
           decoder->limits.warnings, text);
  decoder_fail(decoder, codec_damaged, message);
}

void decoder_check_size(codec_decoder *decoder, uint64_t width, uint64_t height) {
  uint64_t edge = decoder->limits.edge;
  int is_long = width > edge || height > edge;
  // Both are below 2^32, so that the product fits.
  if (!is_long && width * height <= decoder->limits.pixels) return;
  char message[CODEC_TEXT];
  snprintf(message, sizeof message, "%llu x %llu pixels are over the limit of %llu%s",
           (unsigned long long)width, (unsigned long long)height,
           (unsigned long long)(is_long ? edge : decoder->limits.pixels),
           is_long ? " along an edge" : "");
  decoder_fail(decoder, codec_too_large, message);
}

void decoder_check_time(codec_decoder *decoder) {
  if (decoder->time_checks++ % CALLS_PER_CHECK != 0) return;
  if (cpu_milliseconds() < decoder->deadline) return;
  char message[CODEC_TEXT];
  snprintf(message, sizeof message, "decoding took %u ms or more of CPU time",
           decoder->limits.milliseconds);
  decoder_fail(decoder, codec_too_large, message);
}

int decoder_is_late(const codec_decoder *decoder) {
  return cpu_milliseconds() >= decoder->frames_deadline;
}

void decoder_leave_out(codec_decoder *decoder, const char *what, const char *reason) {
  char text[CODEC_TEXT];
  snprintf(text, sizeof text, "not decoded: %s (%s)", what, reason);
  report_warning(&decoder->report, text);
}

void decoder_check_tail(codec_decoder *decoder) {
  if (source_has_more(decoder->source)) {
    decoder_warn(decoder, "extra bytes follow the end of the image");
  }
}

void decoder_keep(kept_block *block, const uint8_t *bytes, size_t count) {
  if (block->bytes != NULL || count == 0 || count > KEPT_SIZE) return;
  block->bytes = malloc(count);
  if (block->bytes == NULL) return;
  memcpy(block->bytes, bytes, count);
  block->count = count;
}

int decoder_wants_pixels(const codec_decoder *decoder) {
  return decoder->minimum.width > 0 && decoder->minimum.height > 0;
}
