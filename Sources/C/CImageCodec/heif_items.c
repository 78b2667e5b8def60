#include <string.h>

#include "heif_boxes.h"

// The kinds of items (ISO/IEC 14496-12, 8.11.6), and what their pictures are made of.
enum { NAMED_VERSION = 2, LARGEST_VERSION = 3, KIND_SIZE = 4 };

// Those that libheif decodes, or makes a picture of, since its version 1.15.
static const char *const known[] = {"hvc1", "av01", "grid", "iden", "iovl"};
// Others that are registered, and differ from a known one by a letter.
static const char *const registered[] = {"avc1", "evc1", "hvt1", "mvc1", "svc1", "vvc1"};

typedef struct item {
  uint32_t number, kind;
  int is_hidden;
} item;

// Reads the next item. Returns 0 at the end, and for an invalid item; `items` is short then.
static int next_item(heif_bytes *items, item *next) {
  heif_box box;
  if (!heif_next_box(items, &box)) return 0;
  uint32_t head = (uint32_t)heif_number(&box.content, 4), version = head >> 24;
  next->is_hidden = head & 1;
  next->number = (uint32_t)heif_number(&box.content, version <= NAMED_VERSION ? 2 : 4);
  heif_number(&box.content, 2);
  next->kind = (uint32_t)heif_number(&box.content, KIND_SIZE);
  // The name ends with 0, and so do other texts after it.
  int is_valid = box.kind == HEIF_KIND("infe") && version >= NAMED_VERSION && version <= LARGEST_VERSION &&
                 box.content.left > 0 && box.content.at[box.content.left - 1] == 0;
  if (!is_valid || box.content.is_short) items->is_short = 1;
  return !items->is_short;
}

static uint64_t begin_items(const heif_parts *parts, heif_bytes *items) {
  *items = parts->kinds.content;
  return heif_number(items, heif_version(items) == 0 ? 2 : 4);
}

uint32_t heif_item_kind(const heif_parts *parts, uint32_t number) {
  heif_bytes items;
  begin_items(parts, &items);
  for (item next; next_item(&items, &next);) {
    if (next.number == number) return next.kind;
  }
  return 0;
}

int heif_has_items(const heif_parts *parts) {
  heif_bytes items;
  uint64_t count = begin_items(parts, &items);
  for (item next; next_item(&items, &next); count--) {
    if (!heif_is_name(next.kind)) return 0;
  }
  return count == 0 && !items.is_short;
}

int heif_is_name(uint32_t kind) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    uint32_t letter = kind >> shift & 255;
    if (letter < ' ' || letter > '~') return 0;
  }
  return 1;
}

uint32_t heif_primary_item(const heif_parts *parts) {
  heif_bytes bytes = parts->primary.content;
  return (uint32_t)heif_number(&bytes, heif_version(&bytes) == 0 ? 2 : 4);
}

int heif_is_one_of(uint32_t kind, const char *const *names, size_t count, int most_changed) {
  for (size_t i = 0; i < count; i++) {
    uint32_t changes = kind ^ HEIF_KIND(names[i]);
    int changed = 0;
    for (int shift = 0; shift < 32; shift += 8) changed += (changes >> shift & 255) != 0;
    if (changed <= most_changed) return 1;
  }
  return 0;
}

static int is_known(uint32_t kind) { return heif_is_one_of(kind, known, sizeof known / sizeof *known, 0); }

// A name that is not registered and has three letters of a known one is that one, overwritten.
static int is_overwritten(uint32_t kind) {
  return !is_known(kind) && heif_is_one_of(kind, known, sizeof known / sizeof *known, 1) &&
         !heif_is_one_of(kind, registered, sizeof registered / sizeof *registered, 0);
}

int heif_has_primary(const heif_parts *parts) {
  heif_bytes items;
  begin_items(parts, &items);
  uint32_t number = heif_primary_item(parts);
  for (item next; next_item(&items, &next);) {
    if (next.number == number) return !next.is_hidden && !is_overwritten(next.kind);
  }
  return 0;
}

// Of the items that an item is made of (ISO/IEC 23008-12, 6.6), which one has an unknown coding.
static uint32_t unknown_part(const heif_parts *parts, uint32_t number) {
  heif_bytes references = parts->references.content;
  size_t size = heif_version(&references) == 0 ? 2 : 4;
  for (heif_box box; heif_next_box(&references, &box);) {
    uint32_t from = (uint32_t)heif_number(&box.content, size);
    if (box.kind != HEIF_KIND("dimg") || from != number) continue;
    for (uint64_t count = heif_number(&box.content, 2); count > 0 && !box.content.is_short; count--) {
      uint32_t kind = heif_item_kind(parts, (uint32_t)heif_number(&box.content, size));
      if (kind != 0 && !is_known(kind)) return kind;
    }
  }
  return 0;
}

uint32_t heif_first_part(const heif_parts *parts, uint32_t number) {
  heif_bytes references = parts->references.content;
  size_t size = heif_version(&references) == 0 ? 2 : 4;
  for (heif_box box; heif_next_box(&references, &box);) {
    uint32_t from = (uint32_t)heif_number(&box.content, size);
    if (box.kind != HEIF_KIND("dimg") || from != number || heif_number(&box.content, 2) == 0) continue;
    return (uint32_t)heif_number(&box.content, size);
  }
  return 0;
}

uint32_t heif_unknown_coding(const heif_parts *parts, uint32_t number) {
  uint32_t kind = heif_item_kind(parts, number);
  return kind != 0 && !is_known(kind) ? kind : unknown_part(parts, number);
}
