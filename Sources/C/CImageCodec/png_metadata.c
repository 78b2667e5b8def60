#include "png_metadata.h"

#include <isa-l.h>
#include <stdlib.h>
#include <string.h>

#include "raw_profile.h"
#include "vector_state.h"

static int is_one_of(const uint8_t *type, const char *names) {
  for (; *names != '\0'; names += 4) {
    if (memcmp(type, names, 4) == 0) return 1;
  }
  return 0;
}

png_use png_use_of(const uint8_t *type) {
  if (is_one_of(type, "iCCPgAMAsRGBcHRMtRNS")) return png_decoded;
  return is_one_of(type, "eXIftEXtzTXtiTXt") ? png_kept : png_unused;
}

// The bytes after the next NUL, which must exist: it ends the keyword and the like.
static int skip_field(codec_bytes_view *data) {
  const uint8_t *end = data->count > 0 ? memchr(data->bytes, 0, data->count) : NULL;
  if (end == NULL) return 0;
  data->count -= (size_t)(end - data->bytes) + 1;
  data->bytes = end + 1;
  return 1;
}

static int skip_bytes(codec_bytes_view *data, size_t count) {
  if (data->count < count) return 0;
  data->bytes += count;
  data->count -= count;
  return 1;
}

// The offset of the text in a text chunk (PNG, third edition, 11.3.3), after the keyword. 0:
// damaged.
static int skip_to_text(const uint8_t *type, codec_bytes_view *data, int *is_deflated) {
  *is_deflated = type[0] == 'z';
  if (type[0] == 'z') return skip_bytes(data, 1);
  if (type[0] == 't') return 1;
  *is_deflated = data->count > 0 && data->bytes[0] == 1;
  return skip_bytes(data, 2) && skip_field(data) && skip_field(data);
}

// Nothing if it is damaged or longer than any kept block.
static kept_block inflated(codec_bytes_view data) {
  kept_block text = {malloc(KEPT_SIZE), 0};
  struct inflate_state *state = malloc(sizeof *state);
  if (text.bytes != NULL && state != NULL) {
    isal_inflate_init(state);
    state->crc_flag = ISAL_ZLIB;
    // ISA-L does not write there; its pointer is not const.
    state->next_in = (uint8_t *)data.bytes;
    state->avail_in = (uint32_t)data.count;
    state->next_out = text.bytes;
    state->avail_out = KEPT_SIZE;
    int status = isal_inflate_stateless(state);
    vector_state_reset();
    if (status == ISAL_DECOMP_OK) text.count = KEPT_SIZE - state->avail_out;
  }
  free(state);
  return text;
}

static int has_keyword(codec_bytes_view data, const char *keyword) {
  size_t count = strlen(keyword) + 1;
  return data.count >= count && memcmp(data.bytes, keyword, count) == 0;
}

static void keep_text(codec_bytes_view text, int is_packet, codec_decoder *decoder) {
  if (is_packet) {
    decoder_keep(&decoder->xmp, text.bytes, text.count);
  } else {
    raw_profile_keep(text, &decoder->raw_exif);
  }
}

void png_keep_metadata(codec_decoder *decoder, const uint8_t *type, codec_bytes_view data) {
  if (type[0] == 'e') {
    decoder_keep(&decoder->exif, data.bytes, data.count);
    return;
  }
  int is_packet = has_keyword(data, "XML:com.adobe.xmp");
  int is_exif =
      has_keyword(data, "Raw profile type exif") || has_keyword(data, "Raw profile type APP1");
  const kept_block *kept = is_packet ? &decoder->xmp : &decoder->raw_exif;
  int is_deflated = 0;
  if (!(is_packet || is_exif) || kept->bytes != NULL) return;
  if (!skip_field(&data) || !skip_to_text(type, &data, &is_deflated)) return;
  if (!is_deflated) {
    keep_text(data, is_packet, decoder);
    return;
  }
  kept_block text = inflated(data);
  keep_text((codec_bytes_view){text.bytes, text.count}, is_packet, decoder);
  free(text.bytes);
}
