// Growing a codec_bytes; within this module only.
#pragma once

#include "codec_encoder.h"

// Makes room for `more` bytes after `count`, by doubling. 0 if there is no memory.
int sink_reserve(codec_bytes *sink, size_t more);
