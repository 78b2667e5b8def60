// Decodes the codes of a sequential Huffman image in the place of libjpeg (T.81, F.2.2), which takes twice as long:
// values that no pixel of a reduced image needs are skipped, several at once.
//
// Of data that are not perfectly valid nothing is decoded, and libjpeg begins again: it finds the words for what is
// wrong, and whether that is padding or damage. What no reader can decode remains damage, whatever libjpeg makes of it.
//
// Within this module only.
#pragma once

#include <stdio.h>

#include <jpeglib.h>

typedef struct jpeg_scan jpeg_scan;

// The most bytes between codes and a marker that are no trace of damage: they make a length a multiple of four.
enum { JPEG_MOST_FILL = 3 };

// Faults that libjpeg may pass over.
typedef struct jpeg_findings {
  // What no reader can decode, or NULL: a code that is undefined or leads beyond its block, which libjpeg takes for a
  // zero or ignores, or bytes between the codes and a restart marker.
  const char *damage;
  // Whether bytes follow the last code, of which libjpeg drops up to seven.
  int has_left_over;
} jpeg_findings;

// Takes the place of libjpeg's decoder of codes after jpeg_start_decompress, and returns what belongs to the image's
// memory pool. NULL: the image is of another kind, or the library not known; then libjpeg decodes by itself. From then
// on jpeg_read_scanlines returns fewer rows than it could (it suspends) if the data are invalid.
jpeg_scan *jpeg_scan_attach(j_decompress_ptr jpeg);

// What is wrong where it stopped; it cannot go on after that.
jpeg_findings jpeg_scan_findings(jpeg_scan *scan, j_decompress_ptr jpeg);
