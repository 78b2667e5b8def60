#include "png_stream.h"

#include <isa-l.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "png_inflater.h"
#include "png_metadata.h"

enum { SIGNATURE_SIZE = 8, HEADER_SIZE = 8, CHECKSUM_SIZE = 4, LONGEST_CHUNK = 0x7FFFFFFF };

typedef enum png_stage { at_signature, at_header, in_data, in_picture } png_stage;

struct png_stream {
  codec_decoder *decoder;
  png_stage stage;
  // Of the file's current chunk (PNG, third edition, 5.3): its header, the number of unread bytes
  // of data, and the checksum of the bytes read.
  uint8_t header[HEADER_SIZE];
  uint32_t left;
  uint32_t checksum;
  // Whether chunks hold further frames (acTL, PNG, third edition, 11.3.6.1).
  int is_animated;
  // Whether a damaged chunk was omitted, which may have been the last.
  int has_omitted;
  png_inflater *inflater;
  // An ancillary chunk that is held until its checksum is verified: header, data, checksum.
  uint8_t *held;
  // The next bytes to return.
  const uint8_t *next;
  size_t available;
  uint8_t buffer[1 << 12];
};

static void copy(png_stream *stream, uint8_t *to, size_t count) {
  if (!source_copy(stream->decoder->source, to, count)) decoder_fail_at_end(stream->decoder);
}

static void give(png_stream *stream, const uint8_t *bytes, size_t count) {
  stream->next = bytes;
  stream->available = count;
}

// The same for the bytes of IEND. A file without them, or with some of them, lacks no pixel if its picture was complete
// and is the only one.
static void copy_end(png_stream *stream, uint8_t *to, const uint8_t *end, size_t count) {
  codec_decoder *decoder = stream->decoder;
  memcpy(to, end, count);
  if (source_copy(decoder->source, to, count)) return;
  int is_whole = stream->inflater != NULL && png_inflater_is_done(stream->inflater) &&
                 !stream->is_animated && !stream->has_omitted;
  if (!is_whole || codec_source_error(decoder->source) != 0 || memcmp(to, end, count) != 0) {
    decoder_fail_at_end(decoder);
  }
  decoder_warn(decoder, "its end chunk is missing");
}

static void read_header(png_stream *stream) {
  static const uint8_t end[HEADER_SIZE] = {0, 0, 0, 0, 'I', 'E', 'N', 'D'};
  copy_end(stream, stream->header, end, HEADER_SIZE);
  stream->left = png_word(stream->header);
  stream->checksum = crc32_gzip_refl(0, stream->header + 4, 4);
  if (stream->left > LONGEST_CHUNK) {
    decoder_fail(stream->decoder, codec_damaged, "a chunk's length is over the format's limit");
  }
}

static int is_named(const png_stream *stream, const char *name) {
  return memcmp(stream->header + 4, name, 4) == 0;
}

static int is_of_picture(const png_stream *stream) { return is_named(stream, "IDAT"); }

// Of a further frame, whose checksums are all that is known of it.
static int is_of_frames(const png_stream *stream) {
  return is_named(stream, "acTL") || is_named(stream, "fcTL") || is_named(stream, "fdAT");
}

// Whether a decoder may ignore the chunk, and its name is valid: four letters, the first one in
// lower case (PNG, third edition, 5.4).
static int is_ancillary(const png_stream *stream) {
  for (int i = 4; i < HEADER_SIZE; i++) {
    uint8_t letter = stream->header[i] | 0x20;
    if (letter < 'a' || letter > 'z') return 0;
  }
  return (stream->header[4] & 0x20) != 0;
}

static void describe(const png_stream *stream, const char *fault, char *text) {
  snprintf(text, CODEC_TEXT, "%.4s: %s", (const char *)stream->header + 4, fault);
}

static void warn(png_stream *stream, const char *fault) {
  char text[CODEC_TEXT];
  describe(stream, fault, text);
  decoder_warn(stream->decoder, text);
}

// Reads the checksum after the data and compares it.
static int has_checksum(png_stream *stream) {
  static const uint8_t end[CHECKSUM_SIZE] = {0xAE, 0x42, 0x60, 0x82};
  if (is_named(stream, "IEND")) {
    copy_end(stream, stream->buffer, end, CHECKSUM_SIZE);
  } else {
    copy(stream, stream->buffer, CHECKSUM_SIZE);
  }
  return png_word(stream->buffer) == stream->checksum;
}

static void check_checksum(png_stream *stream) {
  if (has_checksum(stream)) return;
  char message[CODEC_TEXT];
  describe(stream, "CRC error", message);
  decoder_fail(stream->decoder, codec_damaged, message);
}

// More of the image's deflated data, in which a chunk may end anywhere.
static codec_bytes_view take_deflated(void *context) {
  png_stream *stream = context;
  decoder_check_time(stream->decoder);
  while (stream->left == 0) {
    decoder_check_time(stream->decoder);
    check_checksum(stream);
    read_header(stream);
    if (!is_of_picture(stream)) {
      decoder_fail(stream->decoder, codec_damaged, "IDAT: Not enough image data");
    }
  }
  size_t count = 0;
  const uint8_t *bytes = source_take_all(stream->decoder->source, &count);
  if (count == 0) decoder_fail_at_end(stream->decoder);
  if (count > stream->left) {
    source_give_back(stream->decoder->source, count - stream->left);
    count = stream->left;
  }
  stream->left -= (uint32_t)count;
  stream->checksum = crc32_gzip_refl(stream->checksum, bytes, count);
  return (codec_bytes_view){bytes, count};
}

// Reads to the end of the current chunk; it need not be the image's last.
static void end_picture(png_stream *stream) {
  if (stream->left > 0 || png_inflater_has_more(stream->inflater)) {
    decoder_warn(stream->decoder, "IDAT: Extra compressed data");
  }
  while (stream->left > 0) take_deflated(stream);
  check_checksum(stream);
  stream->stage = at_header;
}

static void start_picture(png_stream *stream) {
  stream->inflater = png_inflater_create(stream->decoder, take_deflated, stream);
  if (stream->inflater == NULL) {
    decoder_fail(stream->decoder, codec_too_large, "no memory for inflating");
  }
  stream->stage = in_picture;
}

static void give_picture(png_stream *stream) {
  codec_bytes_view chunk = png_inflater_next_chunk(stream->inflater);
  if (png_inflater_is_done(stream->inflater)) end_picture(stream);
  give(stream, chunk.bytes, chunk.count);
}

// Reads more of a chunk's data into the buffer; returns how much.
static uint32_t read_data(png_stream *stream) {
  decoder_check_time(stream->decoder);
  uint32_t count = stream->left < sizeof stream->buffer ? stream->left : sizeof stream->buffer;
  copy(stream, stream->buffer, count);
  stream->left -= count;
  stream->checksum = crc32_gzip_refl(stream->checksum, stream->buffer, count);
  return count;
}

// Skips an ancillary chunk, as libpng does with a damaged one.
static void drop(png_stream *stream, const char *fault) {
  while (stream->left > 0) read_data(stream);
  if (is_of_frames(stream)) {
    stream->is_animated = 1;
    check_checksum(stream);
  } else if (!has_checksum(stream)) {
    fault = "CRC error";
    stream->has_omitted = 1;
  }
  if (fault != NULL) warn(stream, fault);
}

// Keeps an ancillary chunk, or passes it on if libpng needs it: complete, after its checksum is
// verified. All others are not read: thousands of them, or inflated ones, would take memory and
// time.
static void take_ancillary(png_stream *stream) {
  png_use use = png_use_of(stream->header + 4);
  size_t count = stream->left;
  if (use == png_unused || count > KEPT_SIZE) {
    drop(stream, use == png_unused ? NULL : "it is too long");
    return;
  }
  free(stream->held);
  stream->held = malloc(HEADER_SIZE + count + CHECKSUM_SIZE);
  if (stream->held == NULL) decoder_fail(stream->decoder, codec_too_large, "no memory for a chunk");
  uint8_t *data = stream->held + HEADER_SIZE;
  memcpy(stream->held, stream->header, HEADER_SIZE);
  copy(stream, data, count);
  stream->left = 0;
  stream->checksum = crc32_gzip_refl(stream->checksum, data, count);
  copy(stream, data + count, CHECKSUM_SIZE);
  if (png_word(data + count) != stream->checksum) {
    warn(stream, "CRC error");
  } else if (use == png_decoded) {
    give(stream, stream->held, HEADER_SIZE + count + CHECKSUM_SIZE);
  } else {
    png_keep_metadata(stream->decoder, stream->header + 4, (codec_bytes_view){data, count});
  }
}

static void give_header(png_stream *stream) {
  read_header(stream);
  if (is_of_picture(stream) && stream->inflater == NULL) {
    start_picture(stream);
    give_picture(stream);
  } else if (is_ancillary(stream)) {
    take_ancillary(stream);
  } else {
    stream->stage = in_data;
    give(stream, stream->header, HEADER_SIZE);
  }
}

static void give_data(png_stream *stream) {
  if (stream->left == 0) {
    check_checksum(stream);
    stream->stage = at_header;
    give(stream, stream->buffer, CHECKSUM_SIZE);
    return;
  }
  give(stream, stream->buffer, read_data(stream));
}

static void give_more(png_stream *stream) {
  decoder_check_time(stream->decoder);
  switch (stream->stage) {
    case at_signature:
      copy(stream, stream->buffer, SIGNATURE_SIZE);
      stream->stage = at_header;
      give(stream, stream->buffer, SIGNATURE_SIZE);
      break;
    case at_header: give_header(stream); break;
    case in_data: give_data(stream); break;
    case in_picture: give_picture(stream); break;
  }
}

void png_stream_read(png_stream *stream, uint8_t *bytes, size_t count) {
  while (count > 0) {
    while (stream->available == 0) give_more(stream);
    size_t step = count < stream->available ? count : stream->available;
    memcpy(bytes, stream->next, step);
    stream->next += step;
    stream->available -= step;
    bytes += step;
    count -= step;
  }
}

png_stream *png_stream_create(codec_decoder *decoder) {
  png_stream *stream = malloc(sizeof *stream);
  if (stream != NULL) *stream = (png_stream){.decoder = decoder};
  return stream;
}

void png_stream_free(png_stream *stream) {
  if (stream == NULL) return;
  png_inflater_free(stream->inflater);
  free(stream->held);
  free(stream);
}
