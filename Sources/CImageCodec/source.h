// Taking from a codec_source; within this module only.
#pragma once

#include "codec_report.h"
#include "codec_source.h"

// All bytes at hand, read anew where there are none; a count of 0 is the end or an error. They
// count as taken.
const uint8_t *source_take_all(codec_source *source, size_t *count);

// The last `count` bytes of what was taken last come back.
void source_give_back(codec_source *source, size_t count);

// Copies exactly `count` bytes. 0 where the source ends before.
int source_copy(codec_source *source, uint8_t *to, size_t count);

// Whether there is at least one byte more.
int source_has_more(codec_source *source);

// Sets the report to why the source gave too little.
void source_report_end(const codec_source *source, codec_report *report);
