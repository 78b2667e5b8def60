// Decoders that are pulled for rows.
#pragma once

#include "codec_report.h"
#include "codec_source.h"
