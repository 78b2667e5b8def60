// The tables of an ICC profile; within this module only.
#pragma once

#include "codec_source.h"

// Whether each table that turns samples into colours is as long as its own numbers claim. lcms takes the
// memory first and reads then.
int color_tables_fit(codec_bytes_view profile);
