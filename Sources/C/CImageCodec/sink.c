#include "sink.h"

#include <stdlib.h>

int sink_reserve(codec_bytes *sink, size_t more) {
  if (more <= sink->capacity - sink->count) return 1;
  if (more > SIZE_MAX / 4 - sink->capacity) return 0;
  size_t capacity = sink->capacity * 2 + more;
  uint8_t *grown = realloc(sink->bytes, capacity);
  if (grown == NULL) return 0;
  sink->bytes = grown;
  sink->capacity = capacity;
  return 1;
}

void codec_bytes_free(codec_bytes *bytes) {
  free(bytes->bytes);
  *bytes = (codec_bytes){0};
}
