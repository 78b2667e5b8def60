#include "heif_boxes.h"

// Where the bytes of an item are (ISO/IEC 14496-12, 8.11.3).
enum { IN_FILE = 0, IN_DATA = 1, IN_ITEM = 2 };

typedef struct places {
  uint32_t version;
  size_t offset_size, length_size, base_size, index_size;
  // Whether an item must exist.
  int names_items;
} places;

static int is_within(uint64_t base, uint64_t offset, uint64_t length, size_t size) {
  uint64_t start, end;
  return !__builtin_add_overflow(base, offset, &start) && !__builtin_add_overflow(start, length, &end) && end <= size;
}

// Whether an item may be where it is said to be. Within another item, a reference says which.
static int is_valid(const heif_parts *parts, uint32_t item, uint64_t method, uint64_t other_file) {
  heif_bytes references = parts->references.content;
  heif_version(&references);
  int names_other = method != IN_ITEM || heif_child(references, HEIF_KIND("iloc")).kind != 0;
  return method <= IN_ITEM && names_other && other_file == 0 && heif_item_kind(parts, item) != 0;
}

// The extents of the next item.
static codec_status check_item(heif_bytes *bytes, places form, const heif_parts *parts) {
  uint32_t item = (uint32_t)heif_number(bytes, form.version < 2 ? 2 : 4);
  uint64_t method = form.version > 0 ? heif_number(bytes, 2) : IN_FILE;
  uint64_t other_file = heif_number(bytes, 2), base = heif_number(bytes, form.base_size);
  uint64_t count = heif_number(bytes, 2);
  codec_status status = codec_ok;
  if (form.names_items && !is_valid(parts, item, method, other_file)) return codec_damaged;
  for (uint64_t i = 0; i < count && !bytes->is_short; i++) {
    heif_number(bytes, form.index_size);
    uint64_t offset = heif_number(bytes, form.offset_size), length = heif_number(bytes, form.length_size);
    if (other_file != 0 || bytes->is_short) continue;
    if (method == IN_FILE && !is_within(base, offset, length, parts->file_size)) status = codec_truncated;
    if (method == IN_DATA && !is_within(base, offset, length, parts->data.content.left)) return codec_damaged;
  }
  return status;
}

codec_status heif_check_places(const heif_parts *parts, int names_items) {
  heif_bytes bytes = parts->places.content;
  places form = {.version = heif_version(&bytes), .names_items = names_items};
  uint64_t sizes = heif_number(&bytes, 2);
  form.offset_size = sizes >> 12;
  form.length_size = sizes >> 8 & 15;
  form.base_size = sizes >> 4 & 15;
  form.index_size = form.version > 0 ? sizes & 15 : 0;
  if (form.version > 2) return codec_damaged;
  uint64_t count = heif_number(&bytes, form.version < 2 ? 2 : 4);
  codec_status status = codec_ok;
  for (uint64_t i = 0; i < count && !bytes.is_short && status != codec_damaged; i++) {
    codec_status found = check_item(&bytes, form, parts);
    if (found != codec_ok) status = found;
  }
  return bytes.is_short || bytes.left > 0 ? codec_damaged : status;
}
