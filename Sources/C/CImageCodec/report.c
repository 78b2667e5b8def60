#include "report.h"

#include <string.h>

// Texts may quote bytes of the file (libpng does, for chunk names): control characters must not
// pass.
static void copy_text(char *to, const char *from) {
  size_t i = 0;
  for (; i < CODEC_TEXT - 1 && from[i] != '\0'; i++) {
    to[i] = from[i] >= ' ' && from[i] <= '~' ? from[i] : '?';
  }
  to[i] = '\0';
}

void report_failure(codec_report *report, codec_status status, const char *message) {
  if (report->status != codec_ok) return;
  report->status = status;
  copy_text(report->message, message);
}

void report_warning(codec_report *report, const char *text) {
  char copy[CODEC_TEXT];
  copy_text(copy, text);
  report->warning_count++;
  for (int i = 0; i < report->text_count; i++) {
    if (strcmp(report->warnings[i], copy) == 0) return;
  }
  if (report->text_count == CODEC_TEXTS) return;
  strcpy(report->warnings[report->text_count++], copy);
}

const char *codec_report_message(const codec_report *report) { return report->message; }

const char *codec_report_warning(const codec_report *report, int index) {
  return index >= 0 && index < report->text_count ? report->warnings[index] : NULL;
}
