#include "CArchive.h"

#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* libarchive's functions, by their names without the prefix. */
#define FUNCTIONS(use)                                                                                    \
  use(archive_read_new) use(archive_read_support_format_zip_seekable) use(archive_read_set_read_callback) \
    use(archive_read_set_seek_callback) use(archive_read_set_skip_callback)                               \
      use(archive_read_set_callback_data) use(archive_read_open1) use(archive_read_next_header)           \
        use(archive_read_data) use(archive_read_free) use(archive_error_string)                           \
          use(archive_entry_pathname) use(archive_entry_pathname_utf8) use(archive_entry_size)            \
            use(archive_entry_size_is_set) use(archive_entry_filetype) use(archive_entry_is_encrypted)

#define DECLARE(name) __typeof__(&name) name##_;
static struct {
  FUNCTIONS(DECLARE)
} library;

enum { block = 32 << 10 };

struct zip_reader {
  struct archive *archive;
  int file;
  int64_t position;
  const char *failure;
  char bytes[block];
};

const char *zip_load(void) {
  static char reason[256];
  static int is_loaded;
  if (is_loaded) return reason[0] == 0 ? NULL : reason;
  is_loaded = 1;
  void *handle = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) {
    snprintf(reason, sizeof reason, "%s", dlerror());
    return reason;
  }
#define LOOK_UP(name)                                                                        \
  library.name##_ = (__typeof__(&name))dlsym(handle, #name);                                 \
  if (library.name##_ == NULL) snprintf(reason, sizeof reason, "libarchive lacks %s", #name);
  FUNCTIONS(LOOK_UP)
  return reason[0] == 0 ? NULL : reason;
}

/* pread(2), because the file's position belongs to another process as well. */
static ssize_t take_bytes(struct archive *archive, void *context, const void **bytes) {
  (void)archive;
  zip_reader *reader = context;
  ssize_t count;
  do count = pread(reader->file, reader->bytes, sizeof reader->bytes, reader->position);
  while (count < 0 && errno == EINTR);
  if (count > 0) reader->position += count;
  *bytes = reader->bytes;
  return count;
}

static int64_t skip_bytes(struct archive *archive, void *context, int64_t count) {
  (void)archive;
  zip_reader *reader = context;
  if (count < 0 || __builtin_add_overflow(reader->position, count, &reader->position)) return ARCHIVE_FATAL;
  return count;
}

/* The length of the file. It is not in a call that a filter allows: reading finds it. */
static int64_t end_of(int file) {
  int64_t low = 0, high = INT64_MAX;
  char byte;
  /* The first place at which there is nothing to read. */
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if (pread(file, &byte, 1, middle) > 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static int64_t move_to(struct archive *archive, void *context, int64_t offset, int whence) {
  (void)archive;
  zip_reader *reader = context;
  int64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? reader->position : end_of(reader->file);
  int64_t position;
  if (__builtin_add_overflow(base, offset, &position) || position < 0) return ARCHIVE_FATAL;
  return reader->position = position;
}

zip_reader *zip_open(int file) {
  zip_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return NULL;
  reader->file = file;
  reader->archive = library.archive_read_new_();
  if (reader->archive == NULL) {
    free(reader);
    return NULL;
  }
  struct archive *archive = reader->archive;
  /* Without the streaming form, which would take an archive without its directory. */
  library.archive_read_support_format_zip_seekable_(archive);
  library.archive_read_set_read_callback_(archive, take_bytes);
  library.archive_read_set_seek_callback_(archive, move_to);
  library.archive_read_set_skip_callback_(archive, skip_bytes);
  library.archive_read_set_callback_data_(archive, reader);
  if (library.archive_read_open1_(archive) != ARCHIVE_OK) {
    const char *text = library.archive_error_string_(archive);
    reader->failure = text == NULL ? "" : text;
  }
  return reader;
}

void zip_close(zip_reader *reader) {
  library.archive_read_free_(reader->archive);
  free(reader);
}

static int failed(zip_reader *reader) {
  const char *text = library.archive_error_string_(reader->archive);
  reader->failure = text == NULL ? "" : text;
  return -1;
}

int zip_next(zip_reader *reader, zip_entry *entry) {
  struct archive_entry *header = NULL;
  switch (library.archive_read_next_header_(reader->archive, &header)) {
  case ARCHIVE_EOF: return 0;
  case ARCHIVE_OK:
  case ARCHIVE_WARN: break;
  default: return failed(reader);
  }
  if (header == NULL) return failed(reader);
  /* The name as bytes if it is not text of the system's encoding. */
  entry->name = library.archive_entry_pathname_utf8_(header);
  if (entry->name == NULL) entry->name = library.archive_entry_pathname_(header);
  int64_t size = library.archive_entry_size_(header);
  entry->size = !library.archive_entry_size_is_set_(header) ? -1 : size < 0 ? 0 : size;
  entry->is_file = library.archive_entry_filetype_(header) == AE_IFREG;
  entry->is_encrypted = library.archive_entry_is_encrypted_(header) != 0;
  return 1;
}

ssize_t zip_read(zip_reader *reader, void *buffer, size_t count) {
  ssize_t result = library.archive_read_data_(reader->archive, buffer, count);
  return result < 0 ? failed(reader) : result;
}

const char *zip_error(const zip_reader *reader) { return reader->failure; }
