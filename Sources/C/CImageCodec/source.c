#include "source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report.h"

enum { BUFFER_SIZE = 1 << 16, NO_DESCRIPTOR = -1 };

struct codec_source {
  int descriptor;
  int error;
  const uint8_t *next;
  size_t available;
  // Offset of the byte after the last one in the buffer.
  uint64_t end_offset;
  uint8_t buffer[];
};

static codec_source *create(int descriptor, size_t buffer_size) {
  codec_source *source = malloc(sizeof *source + buffer_size);
  if (source == NULL) return NULL;
  *source = (codec_source){.descriptor = descriptor};
  return source;
}

codec_source *codec_source_create_descriptor(int descriptor) {
  return create(descriptor, BUFFER_SIZE);
}

codec_source *codec_source_create_memory(const uint8_t *bytes, size_t count) {
  codec_source *source = create(NO_DESCRIPTOR, 0);
  if (source == NULL) return NULL;
  source->next = bytes;
  source->available = count;
  source->end_offset = count;
  return source;
}

void codec_source_free(codec_source *source) { free(source); }

static void fill(codec_source *source) {
  if (source->available > 0 || source->descriptor == NO_DESCRIPTOR || source->error != 0) return;
  size_t filled = 0;
  while (filled < BUFFER_SIZE) {
    ssize_t count = read(source->descriptor, source->buffer + filled, BUFFER_SIZE - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) source->error = errno;
    if (count <= 0) break;
    filled += (size_t)count;
  }
  source->next = source->buffer;
  source->available = filled;
  source->end_offset += filled;
}

const uint8_t *codec_source_peek(codec_source *source, size_t *count) {
  fill(source);
  *count = source->available;
  return source->next;
}

uint64_t codec_source_offset(const codec_source *source) {
  return source->end_offset - source->available;
}

int codec_source_error(const codec_source *source) { return source->error; }

const uint8_t *source_take_all(codec_source *source, size_t *count) {
  const uint8_t *bytes = codec_source_peek(source, count);
  source->next += source->available;
  source->available = 0;
  return bytes;
}

void source_give_back(codec_source *source, size_t count) {
  source->next -= count;
  source->available += count;
}

int source_restart(codec_source *source) {
  if (source->descriptor == NO_DESCRIPTOR) {
    source_give_back(source, (size_t)codec_source_offset(source));
    return 1;
  }
  if (lseek(source->descriptor, -(off_t)source->end_offset, SEEK_CUR) < 0) {
    source->error = errno;
    return 0;
  }
  source->available = 0;
  source->end_offset = 0;
  return 1;
}

int source_copy(codec_source *source, uint8_t *to, size_t count) {
  while (count > 0) {
    fill(source);
    size_t step = count < source->available ? count : source->available;
    if (step == 0) return 0;
    memcpy(to, source->next, step);
    source->next += step;
    source->available -= step;
    to += step;
    count -= step;
  }
  return 1;
}

int source_has_more(codec_source *source) {
  fill(source);
  return source->available > 0;
}

void source_report_end(const codec_source *source, codec_report *report) {
  if (source->error != 0) {
    report_failure(report, codec_unreadable, strerror(source->error));
  } else {
    report_failure(report, codec_truncated, "the file ends before the image does");
  }
}
