// A setjmp guard around libpng and libjpeg-turbo, and giflib, libwebp and Little CMS with the same
// interface.
//
// The first two report errors by longjmp, which must not cross a Swift frame. So everything they
// call back (sources, sinks, error and progress hooks) is C code in this module; every function
// below sets its own jmp_buf if a library may jump, and returns an error as a status and a report.
// Swift requests rows from a decoder and passes complete images to an encoder.
//
// Decoders share nothing: each may be used by one thread at a time.
#pragma once

#include "codec_color.h"
#include "codec_decoder.h"
#include "codec_encoder.h"
#include "codec_libraries.h"
#include "codec_report.h"
#include "codec_source.h"
