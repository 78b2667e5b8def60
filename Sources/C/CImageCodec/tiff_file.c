#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>

#include "tiff_decoder.h"

typedef ssize_t (*transfer)(void *, void *, ssize_t);
typedef uint64_t (*seek)(void *, uint64_t, int);
typedef int (*close_handle)(void *);
typedef uint64_t (*get_size)(void *);
typedef void *(*open_client)(const char *, const char *, void *, transfer, transfer, seek, close_handle, get_size,
                             int (*)(void *, void **, uint64_t *), void (*)(void *, void *, uint64_t), void *);
typedef int (*handler)(void *, void *, const char *, const char *, va_list);
typedef void (*set_handler)(void *, handler, void *);
typedef void *(*create)(void);
typedef void (*release)(void *);
typedef void *(*set_global)(void *);

static ssize_t read_bytes(void *handle, void *to, ssize_t count) {
  whole_decoder *decoder = handle;
  size_t left = decoder->position < decoder->file.count ? decoder->file.count - decoder->position : 0;
  if (count < 0) return -1;
  if ((size_t)count > left) count = (ssize_t)left;
  memcpy(to, decoder->file.bytes + decoder->position, (size_t)count);
  decoder->position += (size_t)count;
  return count;
}

static ssize_t write_bytes(void *handle, void *from, ssize_t count) {
  (void)handle, (void)from, (void)count;
  return -1;
}

static uint64_t seek_to(void *handle, uint64_t offset, int from) {
  whole_decoder *decoder = handle;
  uint64_t base = from == SEEK_CUR ? decoder->position : from == SEEK_END ? decoder->file.count : 0;
  // A position beyond the end reads nothing.
  decoder->position = offset > SIZE_MAX - base ? SIZE_MAX : base + offset;
  return decoder->position;
}

static int keep_open(void *handle) { return (void)handle, 0; }

static uint64_t file_size(void *handle) { return ((whole_decoder *)handle)->file.count; }

static int map(void *handle, void **bytes, uint64_t *count) {
  return (void)handle, (void)bytes, (void)count, 0;
}

static void unmap(void *handle, void *bytes, uint64_t count) {
  (void)handle, (void)bytes, (void)count;
}

// Not 0: it writes nothing to standard error.
static int on_warning(void *tiff, void *context, const char *module, const char *format, va_list values) {
  return (void)tiff, (void)context, (void)module, (void)format, (void)values, 1;
}

static int on_error(void *tiff, void *context, const char *module, const char *format, va_list values) {
  whole_decoder *decoder = context;
  if (decoder->message[0] != '\0') return 1;
  char text[CODEC_TEXT];
  vsnprintf(text, sizeof text, format, values);
  // Some begin with the name of the file, which is empty.
  const char *words = text + strspn(text, ": ");
  int has_module = module != NULL && module[0] != '\0';
  snprintf(decoder->message, sizeof decoder->message, "%.40s%s%.150s", has_module ? module : "",
           has_module ? ": " : "", words);
  return (void)tiff, 1;
}

void tiff_forget_error(whole_decoder *decoder) { decoder->message[0] = '\0'; }

codec_status tiff_fails(whole_decoder *decoder, codec_status status, const char *otherwise) {
  return decoder->message[0] != '\0' ? status : whole_fails(decoder, status, otherwise);
}

void *tiff_open(whole_decoder *decoder) {
  CALL(SET_ERROR_HANDLER, set_global)(NULL);
  CALL(SET_WARNING_HANDLER, set_global)(NULL);
  void *options = CALL(NEW_OPTIONS, create)();
  if (options == NULL) return NULL;
  CALL(SET_ON_ERROR, set_handler)(options, on_error, decoder);
  CALL(SET_ON_WARNING, set_handler)(options, on_warning, NULL);
  void *tiff = CALL(OPEN, open_client)("", "r", decoder, read_bytes, write_bytes, seek_to, keep_open, file_size,
                                       map, unmap, options);
  CALL(FREE_OPTIONS, release)(options);
  return tiff;
}
