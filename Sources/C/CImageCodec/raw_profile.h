// EXIF in a text chunk of a PNG, as ImageMagick, ExifTool and others write it: a line with its
// name, one with its length in bytes, then lines of hexadecimal digits. Within this module only.
#pragma once

#include "decoder.h"

// Keeps the bytes after JPEG's marker name if they are an EXIF block.
void raw_profile_keep(codec_bytes_view text, kept_block *block);
