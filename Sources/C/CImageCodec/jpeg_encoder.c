#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

#include "report.h"
#include "sink.h"

enum { SINK_STEP = 1 << 16 };

typedef struct jpeg_encoder {
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_destination_mgr destination;
  codec_bytes *out;
  codec_report *report;
  jmp_buf escape;
} jpeg_encoder;

static void fail(j_common_ptr common) {
  jpeg_encoder *encoder = common->client_data;
  char text[JMSG_LENGTH_MAX];
  common->err->format_message(common, text);
  report_failure(encoder->report, codec_damaged, text);
  longjmp(encoder->escape, 1);
}

static void warn(j_common_ptr common, int level) {
  if (level >= 0) return;
  jpeg_encoder *encoder = common->client_data;
  char text[JMSG_LENGTH_MAX];
  common->err->format_message(common, text);
  report_warning(encoder->report, text);
}

static void offer_room(jpeg_encoder *encoder) {
  codec_bytes *out = encoder->out;
  if (!sink_reserve(out, SINK_STEP)) {
    report_failure(encoder->report, codec_too_large, "no memory for the encoded image");
    longjmp(encoder->escape, 1);
  }
  encoder->destination.next_output_byte = out->bytes + out->count;
  encoder->destination.free_in_buffer = out->capacity - out->count;
}

static void begin(j_compress_ptr jpeg) { offer_room(jpeg->client_data); }

static boolean grow(j_compress_ptr jpeg) {
  jpeg_encoder *encoder = jpeg->client_data;
  // The complete buffer is filled, whatever free_in_buffer says (libjpeg.txt, empty_output_buffer).
  encoder->out->count = encoder->out->capacity;
  offer_room(encoder);
  return TRUE;
}

static void end(j_compress_ptr jpeg) {
  jpeg_encoder *encoder = jpeg->client_data;
  encoder->out->count = encoder->out->capacity - encoder->destination.free_in_buffer;
}

static void encode(jpeg_encoder *encoder, const codec_pixels *pixels, int quality,
                   int is_progressive) {
  j_compress_ptr jpeg = &encoder->jpeg;
  jpeg_create_compress(jpeg);
  encoder->destination = (struct jpeg_destination_mgr){
      .init_destination = begin, .empty_output_buffer = grow, .term_destination = end};
  jpeg->dest = &encoder->destination;
  jpeg->image_width = pixels->width;
  jpeg->image_height = pixels->height;
  jpeg->input_components = (int)pixels->channels;
  jpeg->in_color_space = pixels->channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(jpeg);
  jpeg_set_quality(jpeg, quality, TRUE);
  if (is_progressive) jpeg_simple_progression(jpeg);
  jpeg_start_compress(jpeg, TRUE);
  size_t stride = (size_t)pixels->width * pixels->channels;
  while (jpeg->next_scanline < jpeg->image_height) {
    // The parameter lacks its const; libjpeg only reads.
    JSAMPROW row = (JSAMPROW)(pixels->bytes + jpeg->next_scanline * stride);
    jpeg_write_scanlines(jpeg, &row, 1);
  }
  jpeg_finish_compress(jpeg);
}

// Calls setjmp in a frame of its own, so that no local of its caller is indeterminate after a jump.
static void encode_fenced(jpeg_encoder *encoder, const codec_pixels *pixels, int quality,
                          int is_progressive) {
  if (setjmp(encoder->escape) == 0) encode(encoder, pixels, quality, is_progressive);
}

codec_status codec_encode_jpeg(const codec_pixels *pixels, int quality, int is_progressive,
                               codec_bytes *out, codec_report *report) {
  jpeg_encoder encoder = {.out = out, .report = report};
  encoder.jpeg.err = jpeg_std_error(&encoder.errors);
  encoder.errors.error_exit = fail;
  encoder.errors.emit_message = warn;
  encoder.jpeg.client_data = &encoder;
  if (pixels->channels == 4) {
    report_failure(report, codec_damaged, "JPEG has no alpha");
  } else {
    encode_fenced(&encoder, pixels, quality, is_progressive);
  }
  jpeg_destroy_compress(&encoder.jpeg);
  return report->status;
}
