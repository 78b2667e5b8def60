#include "jpeg_decoder.h"

#include <jerror.h>

enum { SOI = 0xD8, LOSSLESS = 0xC3 };

static int is_over_a_limit(int code) {
  return code == JERR_OUT_OF_MEMORY || code == JERR_IMAGE_TOO_BIG || code == JERR_WIDTH_OVERFLOW;
}

// Whether bytes that no pixel needs follow the data of a scan: the codes before them were read wrongly, as after a
// changed bit. Not damage are bytes before the first scan; few bytes before the end marker; zeros, which cameras write
// as padding; and bytes instead of an end marker, which phones write: what follows them is another image or the end
// that was made up.
static int are_left_over(const jpeg_decoder *decoder) {
  int count = decoder->errors.msg_parm.i[0], marker = decoder->errors.msg_parm.i[1];
  int is_fill = marker == JPEG_EOI && count <= JPEG_MOST_FILL;
  return !is_fill && decoder->jpeg.input_scan_number > 0 && !decoder->is_cut && marker != SOI &&
         !jpeg_decoder_follows_zeros(decoder, (size_t)count);
}

// Warnings that mean lost pixels. The others (an odd Adobe transform or JFIF version, a phone's scan header that does
// not state all coefficients) occur in readable files.
static int means_damage(const jpeg_decoder *decoder) {
  switch (decoder->errors.msg_code) {
    case JWRN_ARITH_BAD_CODE:
    case JWRN_BOGUS_PROGRESSION:
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_JPEG_EOF:
    case JWRN_MUST_RESYNC:
      return 1;
    case JWRN_EXTRANEOUS_DATA:
      return are_left_over(decoder) && decoder->errors.msg_parm.i[1] != JPEG_EOI;
    default:
      return 0;
  }
}

// Whether libjpeg has met the frame of a lossless image, which needs no quantization table (T.81, H.1.2). With one, the
// marker of another frame was damaged.
static int is_lossless(const jpeg_decoder *decoder) {
  if (decoder->errors.msg_code != JERR_SOF_UNSUPPORTED) return 0;
  for (int i = 0; i < NUM_QUANT_TBLS; i++) {
    if (decoder->jpeg.quant_tbl_ptrs[i] != NULL) return 0;
  }
  return decoder->errors.msg_parm.i[0] == LOSSLESS;
}

// Whether libjpeg has met samples of 12 bits, which its function for 8 refuses, and which only an extended frame may
// have (T.81, table B.2). In another one the number was damaged.
static int is_deep(const jpeg_decoder *decoder) {
  enum { EXTENDED = 0xC1, DEPTH = 12, FRAME = 5 };
  if (decoder->errors.msg_code != JERR_BAD_PRECISION || decoder->errors.msg_parm.i[0] != DEPTH) return 0;
  for (const JOCTET *at = decoder->bytes; at + FRAME <= decoder->source.next_input_byte; at++) {
    if (at[0] == 0xFF && at[1] == EXTENDED && at[FRAME - 1] == DEPTH) return 1;
  }
  return 0;
}

// For a file whose kind libjpeg does not decode.
static _Noreturn void refuse(jpeg_decoder *decoder, const char *text) {
  if (!jpeg_decoder_has_end(decoder)) decoder_fail_at_end(&decoder->base);
  decoder_fail(&decoder->base, codec_unsupported, text);
}

void jpeg_decoder_fail(jpeg_decoder *decoder, const char *text) {
  if (decoder->is_cut) decoder_fail_at_end(&decoder->base);
  decoder_fail(&decoder->base, codec_damaged, text);
}

void jpeg_decoder_leave_over(jpeg_decoder *decoder, const char *text) {
  if (!decoder->base.limits.is_transfer_proven) jpeg_decoder_fail(decoder, text);
  decoder->findings.has_left_over = 0;
  decoder_warn(&decoder->base, text);
}

static void on_error(j_common_ptr common) {
  jpeg_decoder *decoder = common->client_data;
  int code = common->err->msg_code;
  if (code == JERR_NO_BACKING_STORE) {
    // libjpeg's message says that the coefficients could not be stored.
    decoder_fail(&decoder->base, codec_too_large,
                 "its coefficients need more memory than the limit");
  }
  char text[JMSG_LENGTH_MAX];
  common->err->format_message(common, text);
  if (is_over_a_limit(code)) decoder_fail(&decoder->base, codec_too_large, text);
  if (is_lossless(decoder)) refuse(decoder, "lossless JPEG is not decoded");
  if (is_deep(decoder)) refuse(decoder, "JPEG of 12 bits is not decoded");
  if (!decoder->has_all_rows) jpeg_decoder_fail(decoder, text);
  decoder_warn(&decoder->base, text);
  decoder_leave(&decoder->base);
}

static void on_message(j_common_ptr common, int level) {
  // Levels from 0 on are trace messages.
  if (level >= 0) return;
  char text[JMSG_LENGTH_MAX];
  common->err->format_message(common, text);
  jpeg_decoder *decoder = common->client_data;
  if (means_damage(decoder)) jpeg_decoder_fail(decoder, text);
  int is_left_over = decoder->findings.has_left_over || are_left_over(decoder);
  if (decoder->errors.msg_code == JWRN_EXTRANEOUS_DATA && is_left_over) {
    jpeg_decoder_leave_over(decoder, text);
  } else {
    decoder_warn(&decoder->base, text);
  }
}

void jpeg_decoder_attach_messages(jpeg_decoder *decoder) {
  decoder->jpeg.err = jpeg_std_error(&decoder->errors);
  decoder->errors.error_exit = on_error;
  decoder->errors.emit_message = on_message;
  decoder->jpeg.client_data = decoder;
}
