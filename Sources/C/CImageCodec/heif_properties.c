#include "heif_boxes.h"

// The properties of items; only those that libheif reads before the pixels are looked into.

heif_box heif_property(heif_bytes all, uint64_t index) {
  heif_box box;
  for (uint64_t i = 1; heif_next_box(&all, &box); i++) {
    if (i == index) return box;
  }
  return (heif_box){.kind = 0};
}

static int is_size(heif_bytes bytes) {
  return bytes.left == 12 && heif_number_at(bytes, 0, 1) == 0 && heif_number_at(bytes, 4, 4) != 0 &&
         heif_number_at(bytes, 8, 4) != 0;
}
static int is_depths(heif_bytes bytes) {
  return bytes.left > 5 && heif_number_at(bytes, 0, 1) == 0 && heif_number_at(bytes, 4, 1) == bytes.left - 5;
}
static int is_turn(heif_bytes bytes) { return bytes.left == 1 && heif_number_at(bytes, 0, 1) <= 3; }
static int is_fraction(heif_bytes bytes, size_t at, int may_be_negative) {
  int32_t over = (int32_t)heif_number_at(bytes, at, 4), under = (int32_t)heif_number_at(bytes, at + 4, 4);
  return under > 0 && (over > 0 || may_be_negative);
}
static int is_window(heif_bytes bytes) {
  return bytes.left == 32 && is_fraction(bytes, 0, 0) && is_fraction(bytes, 8, 0) && is_fraction(bytes, 16, 1) &&
         is_fraction(bytes, 24, 1);
}

// Other kinds of colours may come.
static int is_colors(heif_bytes bytes) {
  static const char *const known[] = {"nclx", "rICC", "prof"};
  uint32_t kind = (uint32_t)heif_number_at(bytes, 0, 4);
  int is_new = heif_is_name(kind) && !heif_is_one_of(kind, known, 3, 1);
  return bytes.left > 4 && (is_new || heif_is_one_of(kind, known, 3, 0));
}

// The lists of parameter sets fill the box.
static int is_hevc(heif_bytes bytes) {
  int is_valid = bytes.left > 22 && heif_number_at(bytes, 0, 1) == 1;
  for (int i = 0; i < 22 && is_valid; i++) heif_number(&bytes, 1);
  for (uint64_t lists = heif_number(&bytes, 1); lists > 0 && is_valid; lists--) {
    heif_number(&bytes, 1);
    for (uint64_t units = heif_number(&bytes, 2); units > 0 && is_valid; units--) {
      size_t size = (size_t)heif_number(&bytes, 2);
      is_valid = size <= bytes.left && !bytes.is_short;
      bytes.at += is_valid ? size : 0;
      bytes.left -= is_valid ? size : 0;
    }
  }
  return is_valid && !bytes.is_short && bytes.left == 0;
}
static int is_av1(heif_bytes bytes) { return bytes.left >= 4 && heif_number_at(bytes, 0, 1) == 0x81; }

// ISO/IEC 23008-12, 6.5; 14496-12, 12.1; 14496-15, 8.3.2; the binding of AV1 to this container, 2.3.
static const struct {
  const char *name;
  int (*is_valid)(heif_bytes);
} checks[] = {{"ispe", is_size},  {"pixi", is_depths}, {"irot", is_turn}, {"imir", is_turn},
              {"clap", is_window}, {"colr", is_colors}, {"hvcC", is_hevc}, {"av1C", is_av1}};

// A name that is not registered and has three letters of a known one is that one, overwritten.
static int is_overwritten(uint32_t kind) {
  static const char *const registered[] = {"avcC", "evcC", "vvcC"};
  for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
    if (heif_is_one_of(kind, &checks[i].name, 1, 1)) return !heif_is_one_of(kind, registered, 3, 0);
  }
  return 0;
}

int heif_is_valid_property(heif_box box) {
  for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
    if (box.kind == HEIF_KIND(checks[i].name)) return checks[i].is_valid(box.content);
  }
  return heif_is_name(box.kind) && !is_overwritten(box.kind);
}
