// Growing a codec_bytes; within this module only.
#pragma once

#include "codec_encoder.h"

// Makes room for `more` bytes behind `count`, doubling. 0 where memory is short.
int sink_reserve(codec_bytes *sink, size_t more);
