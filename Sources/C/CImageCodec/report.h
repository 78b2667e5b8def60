// Writes a codec_report; within this module only.
#pragma once

#include "codec_report.h"

// Sets status and message unless they are set: the first reason is the cause.
void report_failure(codec_report *report, codec_status status, const char *message);

// Keeps `text` if it is new and there is room, and always counts it.
void report_warning(codec_report *report, const char *text);
