// Reads a codec_source; within this module only.
#pragma once

#include "codec_report.h"
#include "codec_source.h"

// Consumes and returns all bytes in the buffer, which is filled if it is empty; a count of 0 is the
// end or an error.
const uint8_t *source_take_all(codec_source *source, size_t *count);

// Returns the last `count` of the bytes that were consumed last.
void source_give_back(codec_source *source, size_t count);

// Continues with the first byte again. 0 if the descriptor cannot be set back.
int source_restart(codec_source *source);

// Copies exactly `count` bytes. 0 if the source ends before.
int source_copy(codec_source *source, uint8_t *to, size_t count);

// Whether there is at least one more byte.
int source_has_more(codec_source *source);

// Sets the report to the reason why the source ended too early.
void source_report_end(const codec_source *source, codec_report *report);
