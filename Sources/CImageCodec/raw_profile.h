// EXIF in a text, as ImageMagick, ExifTool and others write it into a PNG: a line with its name, one with
// its length in bytes, then hexadecimal digits in lines. Within this module only.
#pragma once

#include "decoder.h"

// Keeps the bytes behind JPEG's marker name, if they are an EXIF block.
void raw_profile_keep(codec_bytes_view text, kept_block *block);
