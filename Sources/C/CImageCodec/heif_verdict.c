#include <stdio.h>

#include "heif_boxes.h"
#include "heif_decoder.h"

// Which of three verdicts a refusal of libheif means: damage, a limit, or a file that this version of libheif does not
// know. libheif has the same code for the first and the last, so that the boxes decide.

static int is_limit(heif_error error) { return error.code == MEMORY_ERROR || error.subcode == SECURITY_LIMIT; }

static int is_unsupported(heif_error error) {
  return error.code == UNSUPPORTED_FILETYPE || error.code == UNSUPPORTED_FEATURE || error.code == PLUGIN_MISSING;
}

// Whether libheif names a value that no version would take.
static int is_invalid(heif_error error) {
  return error.subcode == INVALID_WINDOW || error.subcode == INVALID_FRACTION || error.subcode == INVALID_SIZE ||
         error.subcode == INVALID_DEPTHS;
}

static codec_status is_unknown(whole_decoder *decoder, const char *what) {
  char message[CODEC_TEXT];
  snprintf(message, sizeof message, "libheif %.20s does not decode it: %.150s", CALL(20, get_text)(),
           what == NULL ? "it names no reason" : what);
  return whole_fails(decoder, codec_unsupported, message);
}

static codec_status is_damaged(whole_decoder *decoder, heif_error error) {
  return whole_fails(decoder, error.subcode == END_OF_DATA ? codec_truncated : codec_damaged, error.message);
}

static int has_unknown_coding(whole_decoder *decoder, const heif_parts *parts, uint32_t picture) {
  uint32_t kind = heif_unknown_coding(parts, picture != HEIF_PRIMARY ? picture : heif_primary_item(parts));
  char text[CODEC_TEXT];
  if (kind == 0) return 0;
  snprintf(text, sizeof text, "a picture of the coding %c%c%c%c", kind >> 24, kind >> 16 & 255, kind >> 8 & 255,
           kind & 255);
  is_unknown(decoder, text);
  return 1;
}

// The file of an animation alone, and the short form of all boxes, came later than libheif 1.15.
static int has_other_form(const heif_parts *parts) {
  heif_bytes brands = parts->brands.content;
  uint32_t brand = (uint32_t)heif_number(&brands, 4);
  int has_items = parts->kinds.kind != 0 || parts->places.kind != 0;
  return !has_items && (parts->has_animation || (parts->has_short_form && brand == HEIF_KIND("mif3")));
}

codec_status heif_fails_in_boxes(whole_decoder *decoder, heif_error error, uint32_t picture) {
  heif_parts parts = heif_find_parts(decoder->file.bytes, decoder->file.count);
  if (has_other_form(&parts)) return is_unknown(decoder, error.message);
  if (is_limit(error) && heif_are_many(&parts)) return whole_fails(decoder, codec_too_large, error.message);
  if (!heif_is_sound(&parts) || is_invalid(error)) return is_damaged(decoder, error);
  if (is_limit(error)) return whole_fails(decoder, codec_too_large, error.message);
  if (has_unknown_coding(decoder, &parts, picture)) return codec_unsupported;
  return is_unknown(decoder, error.message);
}

codec_status heif_fails_in_pixels(whole_decoder *decoder, heif_error error, uint32_t picture) {
  heif_parts parts = heif_find_parts(decoder->file.bytes, decoder->file.count);
  if (is_limit(error)) return whole_fails(decoder, codec_too_large, error.message);
  if (!heif_is_sound(&parts)) return is_damaged(decoder, error);
  if (has_unknown_coding(decoder, &parts, picture)) return codec_unsupported;
  return is_unsupported(error) ? is_unknown(decoder, error.message) : is_damaged(decoder, error);
}

// Boxes of other kinds may be anything that a phone has put behind the picture.
static int is_needed(uint32_t kind) {
  return kind == HEIF_KIND("meta") || kind == HEIF_KIND("moov") || kind == HEIF_KIND("mdat");
}

codec_status heif_check_boxes(whole_decoder *decoder) {
  static const char cut[] = "the file ends before its boxes do";
  heif_bytes rest = {.at = decoder->file.bytes, .left = decoder->file.count, .is_file = 1};
  heif_box box;
  while (heif_next_box(&rest, &box)) {
    if (box.kind != HEIF_KIND("moov")) continue;
    decoder_leave_out(&decoder->base, "the frames of its animation", "only their boxes are checked");
  }
  heif_bytes next = rest;
  heif_number(&next, 4);
  if (rest.is_short && is_needed((uint32_t)heif_number(&next, 4))) return whole_fails(decoder, codec_truncated, cut);
  heif_parts parts = heif_find_parts(decoder->file.bytes, decoder->file.count);
  if (parts.places.kind != 0 && heif_check_places(&parts, 0) == codec_truncated) {
    return whole_fails(decoder, codec_truncated, cut);
  }
  heif_tidy(&parts);
  return codec_ok;
}
