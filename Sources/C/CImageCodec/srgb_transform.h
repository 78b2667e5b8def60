// From the colours of an ICC profile to sRGB, by lcms; within this module only.
#pragma once

#include <lcms2.h>

#include "codec_source.h"

typedef struct srgb_transform srgb_transform;

// Between two layouts of samples (lcms2.h, TYPE_…). NULL: lcms rejects the profile, the profile is
// for other samples, or it needs too much memory.
srgb_transform *srgb_transform_create(codec_bytes_view profile, cmsUInt32Number from,
                                      cmsUInt32Number to);
void srgb_transform_free(srgb_transform *transform);

// Converts `count` pixels; `from` and `to` may be equal if the layouts are.
void srgb_transform_apply(const srgb_transform *transform, const uint8_t *from, uint8_t *to,
                          size_t count);
