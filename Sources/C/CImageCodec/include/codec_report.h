// The messages of a codec about an image.
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { CODEC_TEXT = 200, CODEC_TEXTS = 8 };

typedef enum codec_status {
  codec_ok = 0,
  // The bytes end before the image does.
  codec_truncated,
  // The bytes are invalid.
  codec_damaged,
  // A limit was reached, or there is no memory.
  codec_too_large,
  // read(2) failed.
  codec_unreadable,
  // The library that decodes it is missing, or lacks the feature.
  codec_unsupported,
} codec_status;

// The reason of a failure and the warnings before it. All texts are NUL-terminated printable ASCII,
// in the library's own words if it has any.
typedef struct codec_report {
  codec_status status;
  char message[CODEC_TEXT];
  // Number of all warnings, stored or not.
  int warning_count;
  // Number of stored `warnings`: the first different ones.
  int text_count;
  char warnings[CODEC_TEXTS][CODEC_TEXT];
} codec_report;

const char *codec_report_message(const codec_report *report);
// The text at `index`, 0 to text_count - 1; NULL beyond.
const char *codec_report_warning(const codec_report *report, int index);
