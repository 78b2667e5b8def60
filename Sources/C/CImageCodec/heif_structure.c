#include "heif_boxes.h"

// Whether the boxes of items contradict nothing. libheif refuses what its version does not know with the same words as
// what was overwritten; only the latter makes boxes that are wrong for every reader.

// Boxes that are longer than those of thousands of tiles would take too long.
enum { MOST_BYTES = 1 << 17 };

// What was found of the properties that libheif reads of a picture before its pixels.
typedef struct found {
  int has_size, has_coding;
} found;

// What describes the coding of an item; 0: nothing, or it is not known.
static uint32_t coding_property(uint32_t kind) {
  return kind == HEIF_KIND("hvc1") ? HEIF_KIND("hvcC") : kind == HEIF_KIND("av01") ? HEIF_KIND("av1C") : 0;
}

// Reads the properties of an item of a kind. 0: one of them does not exist.
static int read_properties(heif_bytes *bytes, heif_bytes all, size_t size, uint32_t item_kind, found *found) {
  found->has_coding = coding_property(item_kind) == 0;
  for (uint64_t count = heif_number(bytes, 1); count > 0; count--) {
    uint64_t index = heif_number(bytes, size) & (size == 1 ? 0x7F : 0x7FFF);
    // 0 is no property.
    uint32_t kind = index == 0 ? HEIF_KIND("free") : heif_property(all, index).kind;
    if (bytes->is_short || kind == 0) return 0;
    if (kind == HEIF_KIND("ispe")) found->has_size = 1;
    if (kind == coding_property(item_kind)) found->has_coding = 1;
  }
  return 1;
}

// Notes in `has_primary` whether the picture of the file has a size.
static int check_association(const heif_parts *parts, heif_bytes bytes, heif_bytes all, int *has_primary) {
  uint32_t head = (uint32_t)heif_number(&bytes, 4), primary = heif_primary_item(parts);
  size_t size = head & 1 ? 2 : 1, id_size = head >> 24 == 0 ? 2 : 4;
  if (head >> 24 > 1 || (head & 0xFFFFFE) != 0) return 0;
  for (uint64_t items = heif_number(&bytes, 4); items > 0; items--) {
    uint32_t item = (uint32_t)heif_number(&bytes, id_size), kind = heif_item_kind(parts, item);
    found found = {0, 0};
    if (bytes.is_short || kind == 0 || !read_properties(&bytes, all, size, kind, &found)) return 0;
    int is_coded = coding_property(kind) != 0;
    if (is_coded && !(found.has_size && found.has_coding)) return 0;
    if (item == primary && found.has_size) *has_primary = 1;
  }
  return bytes.left == 0;
}

static int has_valid_properties(const heif_parts *parts) {
  heif_bytes rest = parts->properties.content;
  heif_bytes all = heif_child(rest, HEIF_KIND("ipco")).content, each = all;
  int has_primary = 0;
  heif_box box;
  while (heif_next_box(&each, &box)) {
    if (!heif_is_valid_property(box)) return 0;
  }
  while (heif_next_box(&rest, &box)) {
    if (box.kind == HEIF_KIND("ipma") && !check_association(parts, box.content, all, &has_primary)) return 0;
  }
  return !each.is_short && !rest.is_short && has_primary;
}

static int has_valid_references(const heif_parts *parts) {
  if (parts->references.kind == 0) return 1;
  heif_bytes rest = parts->references.content;
  uint32_t version = heif_version(&rest);
  size_t size = version == 0 ? 2 : 4;
  for (heif_box box; heif_next_box(&rest, &box);) {
    int exist = heif_is_name(box.kind) && heif_item_kind(parts, (uint32_t)heif_number(&box.content, size)) != 0;
    for (uint64_t count = heif_number(&box.content, 2); exist && count > 0 && !box.content.is_short; count--) {
      exist = heif_item_kind(parts, (uint32_t)heif_number(&box.content, size)) != 0;
    }
    if (!exist || box.content.is_short || box.content.left > 0) return 0;
  }
  return version <= 1 && !rest.is_short;
}

static int has_brands(heif_bytes bytes) {
  for (int i = 0; bytes.left > 0; i++) {
    uint32_t brand = (uint32_t)heif_number(&bytes, 4);
    // The second one is a version.
    if (i != 1 && !heif_is_name(brand)) return 0;
  }
  return !bytes.is_short;
}

// With a name that ends with 0 (ISO/IEC 14496-12, 8.4.3).
static int is_of_pictures(const heif_parts *parts) {
  heif_bytes bytes = parts->handler.content;
  return parts->brands.kind != 0 && has_brands(parts->brands.content) && bytes.left > 24 &&
         heif_number_at(bytes, 0, 1) == 0 && heif_number_at(bytes, 8, 4) == HEIF_KIND("pict") &&
         heif_number_at(bytes, bytes.left - 1, 1) == 0;
}

int heif_are_many(const heif_parts *parts) {
  size_t bytes = parts->kinds.content.left + parts->places.content.left + parts->properties.content.left +
                 parts->references.content.left;
  return bytes > MOST_BYTES;
}

static int have_versions(const heif_parts *parts) {
  return heif_number_at(parts->primary.content, 0, 1) <= 1 && heif_number_at(parts->kinds.content, 0, 1) <= 1;
}

int heif_is_sound(const heif_parts *parts) {
  return have_versions(parts) && parts->is_filled && !heif_are_many(parts) && is_of_pictures(parts) &&
         heif_has_items(parts) && heif_has_primary(parts) && heif_check_places(parts, 1) == codec_ok &&
         has_valid_properties(parts) && has_valid_references(parts);
}
