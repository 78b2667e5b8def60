// The boxes of an HEIC or AVIF file in memory (ISO/IEC 14496-12, 4.2, and 8.11 for those of items); within this module
// only.
#pragma once

#include "whole_decoder.h"

// What is left to read of a box or of the file.
typedef struct heif_bytes {
  uint8_t *at;
  size_t left;
  // Whether more was read than there was: the box is invalid.
  int is_short;
  // Whether these are the bytes of the file, whose last box need not state its end.
  int is_file;
} heif_bytes;

typedef struct heif_box {
  // HEIF_KIND of its name; 0: there is no such box.
  uint32_t kind;
  // Its four bytes.
  uint8_t *name;
  heif_bytes content;
} heif_box;

// The boxes that describe the items of a file; those that it lacks have the kind 0.
typedef struct heif_parts {
  size_t file_size;
  heif_box brands, handler, primary, places, kinds, properties, references, data;
  // Whether the boxes fill the one around them.
  int is_filled;
  // Whether the file has the boxes of an animation, or the one that stands for all of these (ISO/IEC 23008-12, 10.2).
  int has_animation, has_short_form;
} heif_parts;

#define HEIF_KIND(name) \
  ((uint32_t)(name)[0] << 24 | (uint32_t)(name)[1] << 16 | (uint32_t)(name)[2] << 8 | (uint32_t)(name)[3])

// Reads a number of up to 8 bytes, the highest first; 0 if they are not there.
uint64_t heif_number(heif_bytes *bytes, size_t size);
// The number at a place; 0 if it is not there.
uint64_t heif_number_at(heif_bytes bytes, size_t at, size_t size);
// Reads the next box. Returns 0 at the end, and for an invalid box; `rest` is short then.
int heif_next_box(heif_bytes *rest, heif_box *box);
// The first box of a kind within another.
heif_box heif_child(heif_bytes content, uint32_t kind);
// The version of a box that has one; its content continues after the flags.
uint32_t heif_version(heif_bytes *content);
// The boxes of the file's first `meta`.
heif_parts heif_find_parts(uint8_t *file, size_t size);

// Whether the bytes of all items are there: codec_truncated if some are beyond the end of the file, codec_damaged if
// the box that states their places is invalid, or names, with `names_items`, an item that does not exist or is in
// another file.
codec_status heif_check_places(const heif_parts *parts, int names_items);

// Whether a name of four bytes has printable ones only.
int heif_is_name(uint32_t kind);
// Whether a name is one of others, but for so many changed letters.
int heif_is_one_of(uint32_t kind, const char *const *names, size_t count, int most_changed);
// The kind of an item; 0: there is no such item.
uint32_t heif_item_kind(const heif_parts *parts, uint32_t number);
// Whether there are as many items as the box states, each with a name.
int heif_has_items(const heif_parts *parts);
// Whether the primary item exists and is not hidden. A kind that differs from a known one by few letters is damaged.
int heif_has_primary(const heif_parts *parts);

// Whether the items are more than can be checked in a short time.
int heif_are_many(const heif_parts *parts);
// Whether all boxes of items are valid, and name items and properties that exist.
int heif_is_sound(const heif_parts *parts);
// The coding of an item, or of an item that it is made of, that libheif 1.15 does not decode; 0 if it decodes them all.
uint32_t heif_unknown_coding(const heif_parts *parts, uint32_t item);
// The item that is the picture.
uint32_t heif_primary_item(const heif_parts *parts);

// How many samples of a colour there are for a pixel, as libheif and HEVC number it.
typedef enum heif_chroma { HEIF_GREY, HEIF_QUARTER, HEIF_HALF, HEIF_FULL } heif_chroma;

typedef struct heif_coding {
  int is_known, is_av1;
  heif_chroma chroma;
  // Of a sample.
  int bits;
  // How often the caller turns the decoded picture by 90 degrees, anticlockwise; 0 or less: libheif does.
  int turns;
} heif_coding;

// Whether the content of a property is valid. A name that differs from a known one by few letters is damaged.
int heif_is_valid_property(heif_box box);
// The property with a number, which begins at 1; its kind is 0 if it does not exist.
heif_box heif_property(heif_bytes all, uint64_t index);
// How often an item is turned by 90 degrees, anticlockwise, or that it is mirrored or cropped.
enum { HEIF_OTHER_CHANGES = -1 };
int heif_turns_of(const heif_parts *parts, uint32_t item);
// The samples of an item's picture, or of the first one that it is made of.
heif_coding heif_coding_of(const heif_parts *parts, uint32_t item);
// How many bytes libheif and its decoder need for a pixel.
uint32_t heif_bytes_per_pixel(heif_coding coding, int has_alpha);
// The first item that an item is made of (ISO/IEC 23008-12, 6.6); 0: none.
uint32_t heif_first_part(const heif_parts *parts, uint32_t item);

// Changes what libheif refuses and no pixel needs, in the memory of the decoder.
void heif_tidy(const heif_parts *parts);
