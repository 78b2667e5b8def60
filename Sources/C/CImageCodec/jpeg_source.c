#include "jpeg_decoder.h"

#include <jerror.h>
#include <string.h>

static void ignore(j_decompress_ptr jpeg) { (void)jpeg; }

// Some cameras and phones omit the end marker. libjpeg's Huffman decoders look ahead and warn if
// they need bits after the end, so that a truncated file is detected. Its arithmetic decoder takes
// zeros for them without a warning (T.81, D.1.8), so that there the marker is required.
static void make_up_end(jpeg_decoder *decoder) {
  static const JOCTET end[] = {0xFF, JPEG_EOI};
  int is_read = codec_source_error(decoder->base.source) == 0;
  int is_complete = decoder->has_all_rows || !(decoder->is_cut || decoder->jpeg.arith_code);
  if (!is_read || !is_complete) decoder_fail_at_end(&decoder->base);
  decoder->is_cut = 1;
  decoder->source.next_input_byte = end;
  decoder->source.bytes_in_buffer = sizeof end;
}

// Holds back all bytes but a few.
static void hold_back(jpeg_decoder *decoder) {
  enum { FEW = 64 };
  struct jpeg_source_mgr *source = &decoder->source;
  if (!decoder->is_careful || source->bytes_in_buffer <= FEW) return;
  decoder->held_back = source->next_input_byte + FEW;
  decoder->held_back_count += source->bytes_in_buffer - FEW;
  source->bytes_in_buffer = FEW;
}

static boolean fill(j_decompress_ptr jpeg) {
  jpeg_decoder *decoder = jpeg->client_data;
  if (decoder->held_back_count > 0) {
    // libjpeg's own place is not that after the last byte, where it fills its bits.
    decoder->source.next_input_byte = decoder->held_back;
    decoder->source.bytes_in_buffer = decoder->held_back_count;
    decoder->held_back_count = 0;
    hold_back(decoder);
    return TRUE;
  }
  // Here, because the progress monitor is not called for the header and for bytes between markers.
  decoder_check_time(&decoder->base);
  jpeg->src->next_input_byte = source_take_all(decoder->base.source, &jpeg->src->bytes_in_buffer);
  decoder->bytes = jpeg->src->next_input_byte;
  if (jpeg->src->bytes_in_buffer == 0) make_up_end(decoder);
  hold_back(decoder);
  return TRUE;
}

void jpeg_decoder_be_careful(jpeg_decoder *decoder) {
  decoder->is_careful = 1;
  hold_back(decoder);
}

static void skip(j_decompress_ptr jpeg, long count) {
  while (count > 0) {
    if (jpeg->src->bytes_in_buffer == 0) fill(jpeg);
    size_t step = jpeg->src->bytes_in_buffer;
    if ((size_t)count < step) step = (size_t)count;
    jpeg->src->next_input_byte += step;
    jpeg->src->bytes_in_buffer -= step;
    count -= (long)step;
  }
}

static uint8_t next_byte(j_decompress_ptr jpeg) {
  if (jpeg->src->bytes_in_buffer == 0) fill(jpeg);
  jpeg->src->bytes_in_buffer--;
  return *jpeg->src->next_input_byte++;
}

// Reads an APP1 or APP2 marker and keeps the first EXIF block and the profile's parts.
// jpeg_save_markers would keep every marker, and a file may have thousands.
static boolean read_marker(j_decompress_ptr jpeg) {
  static const char exif[] = "Exif\0";
  enum { EXIF_SIZE = sizeof exif };
  jpeg_decoder *decoder = jpeg->client_data;
  size_t count = (size_t)next_byte(jpeg) << 8;
  count |= next_byte(jpeg);
  if (count < 2) ERREXIT(jpeg, JERR_BAD_LENGTH);
  count -= 2;
  for (size_t i = 0; i < count; i++) decoder->marker[i] = next_byte(jpeg);
  const uint8_t *bytes = decoder->marker;
  if (jpeg->unread_marker == JPEG_APP0 + 1) {
    if (count > EXIF_SIZE && memcmp(bytes, exif, EXIF_SIZE) == 0) {
      decoder_keep(&decoder->base.exif, bytes + EXIF_SIZE, count - EXIF_SIZE);
    }
  } else {
    jpeg_profile_take(&decoder->profile, bytes, count);
  }
  return TRUE;
}

void jpeg_decoder_attach_source(jpeg_decoder *decoder) {
  j_decompress_ptr jpeg = &decoder->jpeg;
  decoder->source = (struct jpeg_source_mgr){.init_source = ignore,
                                             .fill_input_buffer = fill,
                                             .skip_input_data = skip,
                                             .resync_to_restart = jpeg_resync_to_restart,
                                             .term_source = ignore};
  jpeg->src = &decoder->source;
  jpeg_set_marker_processor(jpeg, JPEG_APP0 + 1, read_marker);
  jpeg_set_marker_processor(jpeg, JPEG_APP0 + 2, read_marker);
}

int jpeg_decoder_follows_zeros(const jpeg_decoder *decoder, size_t count) {
  enum { MARKER = 2 };
  const JOCTET *end = decoder->source.next_input_byte;
  // libjpeg may or may not have counted the marker's own bytes.
  for (int i = 0; i < MARKER && end > decoder->bytes && end[-1] != 0; i++) end--;
  for (; count > 0 && end > decoder->bytes; count--, end--) {
    if (end[-1] != 0) return 0;
  }
  return 1;
}

int jpeg_decoder_has_end(jpeg_decoder *decoder) {
  const uint8_t *bytes = decoder->source.next_input_byte;
  size_t count = decoder->source.bytes_in_buffer + decoder->held_back_count;
  uint8_t last = 0;
  while (count > 0) {
    for (size_t i = 0; i < count; i++) {
      if (last == 0xFF && bytes[i] == JPEG_EOI) return 1;
      last = bytes[i];
    }
    decoder_check_time(&decoder->base);
    bytes = source_take_all(decoder->base.source, &count);
  }
  return 0;
}

void jpeg_decoder_detach_source(jpeg_decoder *decoder) {
  if (!decoder->is_cut) {
    source_give_back(decoder->base.source, decoder->source.bytes_in_buffer + decoder->held_back_count);
  }
  decoder->source.bytes_in_buffer = decoder->held_back_count = 0;
}
