#include "heif_boxes.h"

// What the description of a coding says of its samples (ISO/IEC 14496-15, 8.3.2; the binding of AV1 to this container,
// 2.3): both are bits of a few bytes.
static heif_coding of_hevc(heif_bytes bytes) {
  enum { FORMAT = 16, DEPTH = 17 };
  if (bytes.left <= DEPTH) return (heif_coding){0};
  return (heif_coding){
      .is_known = 1, .chroma = (heif_chroma)(bytes.at[FORMAT] & 3), .bits = 8 + (bytes.at[DEPTH] & 7)};
}

static heif_coding of_av1(heif_bytes bytes) {
  enum { FLAGS = 2, IS_DEEP = 0x40, IS_DEEPEST = 0x20, IS_GREY = 0x10, IS_HALF_ACROSS = 8, IS_HALF_DOWN = 4 };
  if (bytes.left <= FLAGS) return (heif_coding){0};
  int flags = bytes.at[FLAGS];
  heif_chroma chroma = flags & IS_GREY ? HEIF_GREY
                       : !(flags & IS_HALF_ACROSS) ? HEIF_FULL
                       : flags & IS_HALF_DOWN ? HEIF_QUARTER
                                              : HEIF_HALF;
  int bits = !(flags & IS_DEEP) ? 8 : flags & IS_DEEPEST ? 12 : 10;
  return (heif_coding){.is_known = 1, .is_av1 = 1, .chroma = chroma, .bits = bits};
}

// The properties of an item in a box of associations; 0: it has none there.
static size_t read_association(heif_bytes bytes, uint32_t item, uint16_t *indices) {
  uint32_t head = (uint32_t)heif_number(&bytes, 4);
  size_t size = head & 1 ? 2 : 1, id_size = head >> 24 == 0 ? 2 : 4;
  for (uint64_t items = heif_number(&bytes, 4); items > 0 && !bytes.is_short; items--) {
    int is_wanted = (uint32_t)heif_number(&bytes, id_size) == item;
    size_t count = (size_t)heif_number(&bytes, 1);
    for (size_t i = 0; i < count; i++) indices[i] = (uint16_t)heif_number(&bytes, size) & (size == 1 ? 0x7F : 0x7FFF);
    if (is_wanted) return bytes.is_short ? 0 : count;
  }
  return 0;
}

enum { MOST_PROPERTIES = 255 };

// The properties of an item in their order.
static size_t properties_of(const heif_parts *parts, uint32_t item, heif_box *properties) {
  heif_bytes rest = parts->properties.content;
  heif_bytes all = heif_child(rest, HEIF_KIND("ipco")).content;
  uint16_t indices[MOST_PROPERTIES];
  size_t count = 0;
  for (heif_box box; count == 0 && heif_next_box(&rest, &box);) {
    if (box.kind == HEIF_KIND("ipma")) count = read_association(box.content, item, indices);
  }
  for (size_t i = 0; i < count; i++) properties[i] = heif_property(all, indices[i]);
  return count;
}

static heif_coding of_item(const heif_parts *parts, uint32_t item) {
  heif_box properties[MOST_PROPERTIES];
  size_t count = properties_of(parts, item, properties);
  for (size_t i = 0; i < count; i++) {
    if (properties[i].kind == HEIF_KIND("hvcC")) return of_hevc(properties[i].content);
    if (properties[i].kind == HEIF_KIND("av1C")) return of_av1(properties[i].content);
  }
  return (heif_coding){0};
}

int heif_turns_of(const heif_parts *parts, uint32_t item) {
  heif_box properties[MOST_PROPERTIES];
  size_t count = properties_of(parts, item, properties);
  int turns = 0;
  for (size_t i = 0; i < count; i++) {
    if (properties[i].kind == HEIF_KIND("imir") || properties[i].kind == HEIF_KIND("clap")) return HEIF_OTHER_CHANGES;
    if (properties[i].kind == HEIF_KIND("irot")) turns += (int)heif_number(&properties[i].content, 1) & 3;
  }
  return turns & 3;
}

heif_coding heif_coding_of(const heif_parts *parts, uint32_t item) {
  heif_coding coding = of_item(parts, item);
  uint32_t tile = heif_first_part(parts, item);
  return coding.is_known || tile == 0 ? coding : of_item(parts, tile);
}

uint32_t heif_bytes_per_pixel(heif_coding coding, int has_alpha) {
  // What libheif needs to convert any samples.
  enum { ANY = 20 };
  static const uint32_t samples[] = {[HEIF_GREY] = 2, [HEIF_QUARTER] = 3, [HEIF_HALF] = 4, [HEIF_FULL] = 6};
  if (!coding.is_known) return ANY;
  uint32_t bytes = coding.bits > 8 ? 2 : 1;
  // Those of the decoder and the copy of libheif, and what the decoder notes of its blocks.
  uint32_t notes = coding.is_av1 ? 5 * bytes : 2;
  return (samples[coding.chroma] + (has_alpha ? 2 : 0)) * bytes + notes;
}
