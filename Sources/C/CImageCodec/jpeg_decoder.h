// The JPEG decoder's state; for its own files only.
#pragma once

// jpeglib.h uses FILE and does not include what declares it.
#include <stdio.h>

#include <jpeglib.h>

#include "decoder.h"
#include "jpeg_ink.h"
#include "jpeg_profile.h"
#include "jpeg_scan.h"

typedef struct jpeg_decoder {
  codec_decoder base;
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source;
  // Where the bytes of the source begin that libjpeg has now.
  const JOCTET *bytes;
  // Those of them that it gets later.
  const JOCTET *held_back;
  size_t held_back_count;
  struct jpeg_progress_mgr progress;
  // One row of libjpeg's output, if it differs from the caller's. In libjpeg's memory pool.
  JSAMPARRAY scratch;
  uint8_t marker[MARKER_SIZE];
  jpeg_profile profile;
  // Whether the source has ended and an end marker was inserted: data that libjpeg misses from then
  // on are truncated.
  int is_cut;
  // Whether all rows were returned, so that a later error loses no pixel.
  int has_all_rows;
  // Decodes the codes; NULL if libjpeg does, as it must after a failure of this.
  jpeg_scan *scan;
  int is_plain;
  // Whether libjpeg decodes Huffman codes of a sequential image. It gets few bytes at once then: with many it decodes
  // without checks, and takes undefined codes for zeros without a warning (jdhuff.c).
  int is_careful;
  // Those of `scan` before libjpeg began again.
  jpeg_findings findings;
  // The colours of the inks; NULL if there is no profile.
  srgb_transform *ink;
} jpeg_decoder;

// Makes libjpeg report to the decoder.
void jpeg_decoder_attach_messages(jpeg_decoder *decoder);
// Reports damage, or the end of a file that has ended, and jumps to `escape`.
_Noreturn void jpeg_decoder_fail(jpeg_decoder *decoder, const char *text);
// For bytes between the last pixel and the end marker: damage as the codes before them may have been read wrongly, but
// a warning if the file is known to be as it was sent.
void jpeg_decoder_leave_over(jpeg_decoder *decoder, const char *text);
// Makes libjpeg read from the decoder's source, and keeps the required metadata.
void jpeg_decoder_attach_source(jpeg_decoder *decoder);
// From now on libjpeg gets few bytes at once.
void jpeg_decoder_be_careful(jpeg_decoder *decoder);
// Returns the bytes to the source that libjpeg has taken and not read.
void jpeg_decoder_detach_source(jpeg_decoder *decoder);
// Whether an end marker follows what libjpeg has read; reads the file to its end.
int jpeg_decoder_has_end(jpeg_decoder *decoder);
// Whether only zeros are before the marker that libjpeg has just read, `count` or as many as it has.
int jpeg_decoder_follows_zeros(const jpeg_decoder *decoder, size_t count);
