// The setjmp fence around libpng and libjpeg-turbo, and giflib, libwebp and Little CMS behind the
// same doors.
//
// The first two leave an error by longjmp, which must not cross a Swift frame. So everything they
// call back into (sources, sinks, error and progress hooks) is C and lives here; every function
// below sets its own jmp_buf where a library may jump, and what went wrong comes back as a status
// and a report. Swift pulls rows out of a decoder and hands whole pictures to an encoder.
//
// Nothing here is shared between decoders: each may be used by any one thread at a time.
#pragma once

#include "codec_color.h"
#include "codec_decoder.h"
#include "codec_encoder.h"
#include "codec_report.h"
#include "codec_source.h"
