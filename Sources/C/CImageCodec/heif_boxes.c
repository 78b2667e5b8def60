#include "heif_boxes.h"

enum { LONG_SIZE = 1, TO_THE_END = 0, MOST_BYTES = 8 };

uint64_t heif_number(heif_bytes *bytes, size_t size) {
  if (size > bytes->left || size > MOST_BYTES) {
    bytes->is_short = 1;
    bytes->left = 0;
    return 0;
  }
  uint64_t number = 0;
  for (size_t i = 0; i < size; i++) number = number << 8 | bytes->at[i];
  bytes->at += size;
  bytes->left -= size;
  return number;
}

uint64_t heif_number_at(heif_bytes bytes, size_t at, size_t size) {
  if (at > bytes.left) return 0;
  bytes.at += at;
  bytes.left -= at;
  return heif_number(&bytes, size);
}

int heif_next_box(heif_bytes *rest, heif_box *box) {
  if (rest->left == 0) return 0;
  heif_bytes content = *rest;
  uint64_t size = heif_number(&content, 4);
  box->name = content.at;
  box->kind = (uint32_t)heif_number(&content, 4);
  if (size == LONG_SIZE) size = heif_number(&content, 8);
  if (size == TO_THE_END && rest->is_file) size = rest->left;
  size_t header = rest->left - content.left;
  if (content.is_short || size < header || size > rest->left) {
    rest->is_short = 1;
    return 0;
  }
  content.left = (size_t)size - header;
  content.is_file = 0;
  box->content = content;
  rest->at += size;
  rest->left -= (size_t)size;
  return 1;
}

heif_box heif_child(heif_bytes content, uint32_t kind) {
  heif_box box;
  while (heif_next_box(&content, &box)) {
    if (box.kind == kind) return box;
  }
  return (heif_box){.kind = 0};
}

uint32_t heif_version(heif_bytes *content) { return (uint32_t)heif_number(content, 4) >> 24; }

static void keep(heif_box *place, heif_box box) {
  if (place->kind == 0) *place = box;
}

static void find_items(heif_parts *parts, heif_bytes content) {
  uint32_t version = heif_version(&content);
  int has_data = 0;
  for (heif_box box; heif_next_box(&content, &box);) {
    // That of the file, which this box includes if its length was overwritten.
    if (box.kind == HEIF_KIND("mdat")) has_data = 1;
    if (box.kind == HEIF_KIND("hdlr")) keep(&parts->handler, box);
    if (box.kind == HEIF_KIND("pitm")) keep(&parts->primary, box);
    if (box.kind == HEIF_KIND("iloc")) keep(&parts->places, box);
    if (box.kind == HEIF_KIND("iinf")) keep(&parts->kinds, box);
    if (box.kind == HEIF_KIND("iprp")) keep(&parts->properties, box);
    if (box.kind == HEIF_KIND("iref")) keep(&parts->references, box);
    if (box.kind == HEIF_KIND("idat")) keep(&parts->data, box);
  }
  parts->is_filled = !content.is_short && !has_data && version == 0;
}

heif_parts heif_find_parts(uint8_t *file, size_t size) {
  heif_parts parts = {.file_size = size};
  heif_bytes rest = {.at = file, .left = size, .is_file = 1};
  int has_items = 0;
  for (heif_box box; heif_next_box(&rest, &box);) {
    if (box.kind == HEIF_KIND("ftyp")) keep(&parts.brands, box);
    if (box.kind == HEIF_KIND("moov")) parts.has_animation = 1;
    if (box.kind == HEIF_KIND("mini")) parts.has_short_form = 1;
    if (box.kind != HEIF_KIND("meta") || has_items) continue;
    has_items = 1;
    find_items(&parts, box.content);
  }
  return parts;
}
