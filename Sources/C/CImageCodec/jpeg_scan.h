// Decodes the codes of a sequential Huffman image in the place of libjpeg (T.81, F.2.2), which takes twice as long:
// values that no pixel of a reduced image needs are skipped, several at once.
//
// libjpeg remains the referee: of data that are not perfectly valid nothing is decoded, and libjpeg begins again.
//
// Within this module only.
#pragma once

#include <stdio.h>

#include <jpeglib.h>

typedef struct jpeg_scan jpeg_scan;

// Takes the place of libjpeg's decoder of codes after jpeg_start_decompress, and returns what belongs to the image's
// memory pool. NULL: the image is of another kind, or the library not known; then libjpeg decodes by itself. From then
// on jpeg_read_scanlines returns fewer rows than it could (it suspends) if the data are invalid.
jpeg_scan *jpeg_scan_attach(j_decompress_ptr jpeg);
