#include <string.h>

#include <webp/encode.h>

#include "report.h"
#include "sink.h"

static int write_bytes(const uint8_t *bytes, size_t count, const WebPPicture *picture) {
  codec_bytes *out = picture->custom_ptr;
  if (!sink_reserve(out, count)) return 0;
  memcpy(out->bytes + out->count, bytes, count);
  out->count += count;
  return 1;
}

static const char *reason(WebPEncodingError error) {
  switch (error) {
    case VP8_ENC_ERROR_OUT_OF_MEMORY:
    case VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY:
    case VP8_ENC_ERROR_BAD_WRITE:
      return "no memory for the encoded image";
    case VP8_ENC_ERROR_BAD_DIMENSION:
      return "an edge is too long for WebP";
    default:
      return "the WebP encoder failed";
  }
}

static int import(WebPPicture *picture, const codec_pixels *pixels) {
  int stride = (int)(pixels->width * pixels->channels);
  return pixels->channels == 4 ? WebPPictureImportRGBA(picture, pixels->bytes, stride)
                               : WebPPictureImportRGB(picture, pixels->bytes, stride);
}

codec_status codec_encode_webp(const codec_pixels *pixels, float quality, int method,
                               codec_bytes *out, codec_report *report) {
  WebPConfig config;
  WebPPicture picture;
  if (!WebPConfigInit(&config) || !WebPPictureInit(&picture)) {
    report_failure(report, codec_unsupported, "libwebp has another version");
    return report->status;
  }
  if (pixels->channels == 1 || pixels->width > WEBP_MAX_DIMENSION ||
      pixels->height > WEBP_MAX_DIMENSION) {
    report_failure(report, codec_damaged, "WebP has colours, and edges of up to 16,383 pixels");
    return report->status;
  }
  config.quality = quality;
  config.method = method;
  picture.width = (int)pixels->width;
  picture.height = (int)pixels->height;
  picture.writer = write_bytes;
  picture.custom_ptr = out;
  if (!import(&picture, pixels) || !WebPEncode(&config, &picture)) {
    report_failure(report, codec_damaged, reason(picture.error_code));
  }
  WebPPictureFree(&picture);
  return report->status;
}
