#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "tiff_decoder.h"

// JPEG as before TIFF's Technical Note 2; libtiff decodes only some kinds of it.
enum { OLD_JPEG = 6 };

typedef int (*ask)(void *);
typedef uint32_t (*get_count)(void *);
typedef uint64_t (*get_size)(void *);
typedef ssize_t (*read_piece)(void *, uint32_t, void *, ssize_t);
typedef int (*is_known)(uint16_t);

static int is_unsupported(whole_decoder *decoder) {
  uint16_t compression = 0;
  if (!CALL(GET_FIELD, tiff_get_field)(decoder->state[0], COMPRESSION, &compression)) return 0;
  return compression == OLD_JPEG || !CALL(IS_CONFIGURED, is_known)(compression) ||
         strstr(decoder->message, "Unsupported JPEG") != NULL;
}

static codec_status read_all(whole_decoder *decoder, uint8_t *piece, uint64_t size, int is_tiled) {
  void *tiff = decoder->state[0];
  uint32_t count = CALL(is_tiled ? TILE_COUNT : STRIP_COUNT, get_count)(tiff);
  read_piece read = CALL(is_tiled ? READ_TILE : READ_STRIP, read_piece);
  for (uint32_t i = 0; i < count; i++) {
    if (decoder_is_late(&decoder->base)) {
      return whole_fails(decoder, codec_too_large, "it takes longer than the limit");
    }
    tiff_forget_error(decoder);
    if (read(tiff, i, piece, (ssize_t)size) >= 0) continue;
    return tiff_fails(decoder, is_unsupported(decoder) ? codec_unsupported : codec_damaged,
                      "its pixels end early or are damaged");
  }
  return codec_ok;
}

codec_status tiff_read_pieces(whole_decoder *decoder) {
  int is_tiled = CALL(IS_TILED, ask)(decoder->state[0]);
  tiff_forget_error(decoder);
  uint64_t size = CALL(is_tiled ? TILE_SIZE : STRIP_SIZE, get_size)(decoder->state[0]);
  if (size == 0) return tiff_fails(decoder, codec_damaged, "its strips or tiles have no size");
  // With the piece as it is stored.
  if (size > (decoder->base.limits.memory - decoder->file.count) / 3) {
    return whole_fails(decoder, codec_too_large, "decoding it needs more memory than the limit");
  }
  uint8_t *piece = malloc(size);
  if (piece == NULL) return whole_fails(decoder, codec_too_large, "no memory for the image");
  codec_status status = read_all(decoder, piece, size, is_tiled);
  free(piece);
  return status;
}

// The faults of a page, with its number.
static codec_status page_fails(whole_decoder *decoder, uint32_t number) {
  char message[CODEC_TEXT];
  snprintf(message, sizeof message, "page %u: %.150s", number,
           decoder->message[0] != '\0' ? decoder->message : "its directory is damaged");
  return whole_fails(decoder, codec_damaged, message);
}

static void leave_out(whole_decoder *decoder, const char *format, uint32_t number, const char *reason) {
  char what[CODEC_TEXT];
  snprintf(what, sizeof what, format, number);
  decoder_leave_out(&decoder->base, what, reason);
}

static codec_status read_page(whole_decoder *decoder, uint32_t number) {
  codec_status status = tiff_read_pieces(decoder);
  if (status == codec_damaged) return page_fails(decoder, number);
  if (status != codec_ok) leave_out(decoder, "its page %u", number, decoder->message);
  return codec_ok;
}

codec_status tiff_read_pages(whole_decoder *decoder) {
  void *tiff = decoder->state[0];
  for (uint32_t number = 2; !CALL(IS_LAST, ask)(tiff); number++) {
    if (decoder_is_late(&decoder->base)) {
      leave_out(decoder, "its pages from number %u on", number, "they take longer than the limit");
      break;
    }
    tiff_forget_error(decoder);
    codec_status status = codec_ok;
    if (CALL(READ_DIRECTORY, ask)(tiff)) {
      status = read_page(decoder, number);
    } else if (strstr(decoder->message, "missing required") != NULL) {
      // Cameras put what is no picture into the list of pages.
      leave_out(decoder, "its page %u", number, decoder->message);
    } else if (tiff_is_ring(decoder)) {
      // libtiff reads each directory once: all pages are decoded.
      report_warning(&decoder->base.report, "the list of its pages leads back to an earlier one");
      break;
    } else {
      status = page_fails(decoder, number);
    }
    if (status != codec_ok) return status;
  }
  return codec_ok;
}
