// From the colours of an ICC profile to sRGB, by lcms; within this module only.
#pragma once

#include <lcms2.h>

#include "codec_source.h"

// Between two layouts of samples (lcms2.h, TYPE_…). NULL: lcms makes nothing of the profile, or it is
// of other samples, or memory is short.
cmsHTRANSFORM srgb_transform_create(codec_bytes_view profile, cmsUInt32Number from,
                                    cmsUInt32Number to);
