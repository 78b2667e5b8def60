#include "png_stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "png_chunk.h"
#include "png_inflater.h"
#include "png_metadata.h"

enum { SIGNATURE_SIZE = 8, IMAGE_HEADER_SIZE = 13 };

typedef enum png_stage { at_signature, at_header, in_data, in_picture } png_stage;

struct png_stream {
  codec_decoder *decoder;
  png_stage stage;
  png_chunk chunk;
  // The content of the IHDR chunk.
  int has_image_header;
  uint8_t image_header[IMAGE_HEADER_SIZE];
  png_inflater *inflater;
  // An ancillary chunk that is held until its checksum is verified: header, data, checksum.
  uint8_t *held;
  // The next bytes to return.
  const uint8_t *next;
  size_t available;
  uint8_t buffer[1 << 12];
};

static void give(png_stream *stream, const uint8_t *bytes, size_t count) {
  stream->next = bytes;
  stream->available = count;
}

// More of the image's deflated data, in which a chunk may end anywhere.
static codec_bytes_view take_deflated(void *context) {
  png_stream *stream = context;
  decoder_check_time(stream->decoder);
  while (stream->chunk.left == 0) {
    decoder_check_time(stream->decoder);
    png_chunk_check_checksum(&stream->chunk);
    png_chunk_read_header(&stream->chunk);
    if (!png_chunk_is_of_picture(&stream->chunk)) {
      decoder_fail(stream->decoder, codec_damaged, "IDAT: Not enough image data");
    }
  }
  size_t count = 0;
  const uint8_t *bytes = source_take_all(stream->decoder->source, &count);
  if (count == 0) decoder_fail_at_end(stream->decoder);
  if (count > stream->chunk.left) {
    source_give_back(stream->decoder->source, count - stream->chunk.left);
    count = stream->chunk.left;
  }
  stream->chunk.left -= (uint32_t)count;
  png_chunk_add(&stream->chunk, bytes, count);
  return (codec_bytes_view){bytes, count};
}

// Reads to the end of the current chunk; it need not be the image's last.
static void end_picture(png_stream *stream) {
  if (stream->chunk.left > 0 || png_inflater_has_more(stream->inflater)) {
    decoder_warn(stream->decoder, "IDAT: Extra compressed data");
  }
  while (stream->chunk.left > 0) take_deflated(stream);
  png_chunk_check_checksum(&stream->chunk);
  stream->chunk.is_picture_done = 1;
  stream->stage = at_header;
}

static void start_picture(png_stream *stream) {
  int undoes_filters = stream->has_image_header && !stream->decoder->limits.is_reference;
  const uint8_t *header = undoes_filters ? stream->image_header : NULL;
  stream->inflater = png_inflater_create(stream->decoder, header, take_deflated, stream);
  if (stream->inflater == NULL) {
    decoder_fail(stream->decoder, codec_too_large, "no memory for inflating");
  }
  stream->stage = in_picture;
}

static void give_picture(png_stream *stream) {
  codec_bytes_view next = png_inflater_next(stream->inflater);
  if (png_inflater_is_done(stream->inflater)) end_picture(stream);
  give(stream, next.bytes, next.count);
}

// Reads more of a chunk's data into the buffer; returns how much.
static uint32_t read_data(png_stream *stream) {
  decoder_check_time(stream->decoder);
  uint32_t count = stream->chunk.left < sizeof stream->buffer ? stream->chunk.left : sizeof stream->buffer;
  png_chunk_copy(&stream->chunk, stream->buffer, count);
  stream->chunk.left -= count;
  png_chunk_add(&stream->chunk, stream->buffer, count);
  return count;
}

// Skips an ancillary chunk, as libpng does with a damaged one.
static void drop(png_stream *stream, const char *fault) {
  while (stream->chunk.left > 0) read_data(stream);
  if (png_chunk_is_of_frames(&stream->chunk)) {
    stream->chunk.is_animated = 1;
    png_chunk_check_checksum(&stream->chunk);
  } else if (!png_chunk_has_checksum(&stream->chunk)) {
    fault = "CRC error";
    stream->chunk.has_omitted = 1;
  }
  if (fault != NULL) png_chunk_warn(&stream->chunk, fault);
}

// Keeps an ancillary chunk, or passes it on if libpng needs it: complete, after its checksum is
// verified. All others are not read: thousands of them, or inflated ones, would take memory and
// time.
static void take_ancillary(png_stream *stream) {
  png_use use = png_use_of(stream->chunk.header + 4);
  size_t count = stream->chunk.left;
  if (use == png_unused || count > KEPT_SIZE) {
    drop(stream, use == png_unused ? NULL : "it is too long");
    return;
  }
  free(stream->held);
  stream->held = malloc(PNG_HEADER_SIZE + count + PNG_CHECKSUM_SIZE);
  if (stream->held == NULL) decoder_fail(stream->decoder, codec_too_large, "no memory for a chunk");
  uint8_t *data = stream->held + PNG_HEADER_SIZE;
  memcpy(stream->held, stream->chunk.header, PNG_HEADER_SIZE);
  png_chunk_copy(&stream->chunk, data, count);
  stream->chunk.left = 0;
  png_chunk_add(&stream->chunk, data, count);
  png_chunk_copy(&stream->chunk, data + count, PNG_CHECKSUM_SIZE);
  if (png_word(data + count) != stream->chunk.checksum) {
    png_chunk_warn(&stream->chunk, "CRC error");
  } else if (use == png_decoded) {
    give(stream, stream->held, PNG_HEADER_SIZE + count + PNG_CHECKSUM_SIZE);
  } else {
    png_keep_metadata(stream->decoder, stream->chunk.header + 4, (codec_bytes_view){data, count});
  }
}

// For a file of which a decoder must know more than the format says, as Apple's with CgBI chunks: reads it to its end,
// because a damaged one is damaged all the same.
static _Noreturn void refuse(png_stream *stream) {
  char message[CODEC_TEXT];
  snprintf(message, sizeof message, "a PNG with a chunk %.4s is not decoded", (const char *)stream->chunk.header + 4);
  for (;; png_chunk_read_header(&stream->chunk)) {
    while (stream->chunk.left > 0) read_data(stream);
    png_chunk_check_checksum(&stream->chunk);
    if (png_chunk_is_end(&stream->chunk)) decoder_fail(stream->decoder, codec_unsupported, message);
  }
}

static void give_header(png_stream *stream) {
  png_chunk_read_header(&stream->chunk);
  if (png_chunk_is_unknown(&stream->chunk)) refuse(stream);
  if (png_chunk_is_of_picture(&stream->chunk) && stream->inflater == NULL) {
    start_picture(stream);
    give_picture(stream);
  } else if (png_chunk_is_ancillary(&stream->chunk)) {
    take_ancillary(stream);
  } else {
    stream->stage = in_data;
    give(stream, stream->chunk.header, PNG_HEADER_SIZE);
  }
}

static void give_data(png_stream *stream) {
  if (stream->chunk.left == 0) {
    png_chunk_check_checksum(&stream->chunk);
    stream->stage = at_header;
    give(stream, stream->chunk.stated, PNG_CHECKSUM_SIZE);
    return;
  }
  int is_image_header =
      memcmp(stream->chunk.header + 4, "IHDR", 4) == 0 && stream->chunk.left == IMAGE_HEADER_SIZE;
  give(stream, stream->buffer, read_data(stream));
  if (!is_image_header) return;
  memcpy(stream->image_header, stream->buffer, IMAGE_HEADER_SIZE);
  stream->has_image_header = 1;
}

static void give_more(png_stream *stream) {
  decoder_check_time(stream->decoder);
  switch (stream->stage) {
    case at_signature:
      png_chunk_copy(&stream->chunk, stream->buffer, SIGNATURE_SIZE);
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
  if (stream != NULL) *stream = (png_stream){.decoder = decoder, .chunk = {.decoder = decoder}};
  return stream;
}

void png_stream_free(png_stream *stream) {
  if (stream == NULL) return;
  png_inflater_free(stream->inflater);
  free(stream->held);
  free(stream);
}
