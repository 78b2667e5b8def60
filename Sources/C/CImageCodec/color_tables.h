// The tables of an ICC profile; within this module only.
#pragma once

#include "codec_source.h"

// Whether each table that converts samples to colours is as long as its header states. lcms
// allocates the memory before it reads the table.
int color_tables_fit(codec_bytes_view profile);
