#include "srgb_transform.h"

#include <stdlib.h>

#include "codec_color.h"
#include "color_memory.h"
#include "color_tables.h"

// In bytes, for a profile and its transform: 8-bit tables that fill the largest kept profile (4
// MiB) need 28 MiB.
enum { TRANSFORM_MEMORY = 32 << 20 };

struct srgb_transform {
  color_memory memory;
  cmsContext context;
  cmsHTRANSFORM transform;
};

// Floating-point steps (ICC.1:2010, multiProcessElementsType) are a list of offsets, in which one
// step may occur ten thousands of times: the only kind of table that may take seconds a profile.
static int is_bounded(cmsHPROFILE profile) { return !cmsIsTag(profile, cmsSigDToB0Tag); }

static void close_profile(cmsHPROFILE profile) {
  if (profile != NULL) cmsCloseProfile(profile);
}

static cmsHTRANSFORM create(cmsContext context, codec_bytes_view profile, cmsUInt32Number from,
                            cmsUInt32Number to) {
  cmsHPROFILE source =
      cmsOpenProfileFromMemTHR(context, profile.bytes, (cmsUInt32Number)profile.count);
  cmsHPROFILE target = cmsCreate_sRGBProfileTHR(context);
  cmsHTRANSFORM transform = NULL;
  if (source != NULL && target != NULL && is_bounded(source)) {
    // For a profile of version 4, such as lcms's own, it would map the darkest ink to black, which
    // ImageMagick and libvips do only on request.
    cmsSetProfileVersion(target, 2.1);
    transform = cmsCreateTransformTHR(context, source, from, target, to, INTENT_PERCEPTUAL, 0);
  }
  close_profile(target);
  close_profile(source);
  return transform;
}

srgb_transform *srgb_transform_create(codec_bytes_view profile, cmsUInt32Number from,
                                      cmsUInt32Number to) {
  if (!color_tables_fit(profile)) return NULL;
  srgb_transform *transform = calloc(1, sizeof *transform);
  if (transform == NULL) return NULL;
  transform->memory.limit = TRANSFORM_MEMORY;
  transform->context = color_memory_context(&transform->memory);
  if (transform->context != NULL) {
    transform->transform = create(transform->context, profile, from, to);
  }
  if (transform->transform != NULL) return transform;
  srgb_transform_free(transform);
  return NULL;
}

void srgb_transform_free(srgb_transform *transform) {
  if (transform == NULL) return;
  if (transform->transform != NULL) cmsDeleteTransform(transform->transform);
  if (transform->context != NULL) cmsDeleteContext(transform->context);
  free(transform);
}

void srgb_transform_apply(const srgb_transform *transform, const uint8_t *from, uint8_t *to,
                          size_t count) {
  cmsDoTransform(transform->transform, from, to, (cmsUInt32Number)count);
}

int codec_convert_to_srgb(codec_bytes_view profile, uint8_t *pixels, size_t count,
                          uint32_t channels) {
  cmsUInt32Number layout = channels == 4 ? TYPE_RGBA_8 : TYPE_RGB_8;
  srgb_transform *transform = srgb_transform_create(profile, layout, layout);
  if (transform == NULL) return 0;
  srgb_transform_apply(transform, pixels, pixels, count);
  srgb_transform_free(transform);
  return 1;
}
