#include <string.h>

#include "heif_boxes.h"

// How many properties of a file are known by their kind.
enum { MOST_PROPERTIES = 4096 };

// Metadata may describe several pictures, or an item that is not a picture, as in photos of iOS 18. libheif before
// version 1.18 refuses such a file, although no pixel depends on it, and nothing here needs libheif's metadata.
static void forget_descriptions(heif_bytes references) {
  heif_version(&references);
  for (heif_box box; heif_next_box(&references, &box);) {
    if (box.kind == HEIF_KIND("cdsc")) memcpy(box.name, "free", 4);
  }
}

static int is_transformation(uint32_t kind) {
  return kind == HEIF_KIND("irot") || kind == HEIF_KIND("imir") || kind == HEIF_KIND("clap");
}

// Moves the transformations of an item behind its other properties, as ISO/IEC 23008-12, 6.5.1, demands: libheif
// computes the size of a picture in the order of the file.
static void sort_item(uint8_t *at, size_t count, size_t size, const uint8_t *is_last) {
  uint8_t sorted[255 * 2];
  size_t filled = 0;
  for (int turn = 0; turn < 2; turn++) {
    for (size_t i = 0; i < count; i++) {
      const uint8_t *entry = at + i * size;
      // The highest bit says whether a reader must know the property.
      size_t index = size == 1 ? entry[0] & 0x7F : (size_t)(entry[0] & 0x7F) << 8 | entry[1];
      if ((index < MOST_PROPERTIES && is_last[index]) != turn) continue;
      memcpy(sorted + filled, entry, size);
      filled += size;
    }
  }
  memcpy(at, sorted, filled);
}

static void sort_properties(heif_bytes properties) {
  uint8_t is_last[MOST_PROPERTIES] = {0};
  heif_bytes all = heif_child(properties, HEIF_KIND("ipco")).content;
  heif_box box;
  // Properties are numbered from 1.
  for (size_t i = 1; i < MOST_PROPERTIES && heif_next_box(&all, &box); i++) is_last[i] = is_transformation(box.kind);
  while (heif_next_box(&properties, &box)) {
    if (box.kind != HEIF_KIND("ipma")) continue;
    heif_bytes bytes = box.content;
    uint32_t head = (uint32_t)heif_number(&bytes, 4);
    size_t size = head & 1 ? 2 : 1, id_size = head >> 24 < 1 ? 2 : 4;
    uint64_t items = heif_number(&bytes, 4);
    for (uint64_t i = 0; i < items && !bytes.is_short; i++) {
      heif_number(&bytes, id_size);
      size_t count = (size_t)heif_number(&bytes, 1);
      if (count * size > bytes.left) return;
      sort_item(bytes.at, count, size, is_last);
      bytes.at += count * size;
      bytes.left -= count * size;
    }
  }
}

void heif_tidy(const heif_parts *parts) {
  if (parts->references.kind != 0) forget_descriptions(parts->references.content);
  if (parts->properties.kind != 0) sort_properties(parts->properties.content);
}
