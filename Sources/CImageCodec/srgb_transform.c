#include "srgb_transform.h"

#include "codec_color.h"

// Floating-point steps (ICC.1:2010, multiProcessElementsType) come as a list of places, in which one step
// may stand ten thousands of times: alone of all kinds of tables they may take seconds a profile.
static int is_bounded(cmsHPROFILE profile) { return !cmsIsTag(profile, cmsSigDToB0Tag); }

static void close_profile(cmsHPROFILE profile) {
  if (profile != NULL) cmsCloseProfile(profile);
}

cmsHTRANSFORM srgb_transform_create(codec_bytes_view profile, cmsUInt32Number from,
                                    cmsUInt32Number to) {
  cmsHPROFILE source = cmsOpenProfileFromMem(profile.bytes, (cmsUInt32Number)profile.count);
  cmsHPROFILE target = cmsCreate_sRGBProfile();
  cmsHTRANSFORM transform = NULL;
  if (source != NULL && target != NULL && is_bounded(source)) {
    // To a profile of version 4, as lcms's own is, it would map the darkest ink to black, which
    // ImageMagick and libvips do only where they are told to.
    cmsSetProfileVersion(target, 2.1);
    transform = cmsCreateTransform(source, from, target, to, INTENT_PERCEPTUAL, 0);
  }
  close_profile(target);
  close_profile(source);
  return transform;
}

int codec_convert_to_srgb(codec_bytes_view profile, uint8_t *pixels, size_t count,
                          uint32_t channels) {
  cmsUInt32Number layout = channels == 4 ? TYPE_RGBA_8 : TYPE_RGB_8;
  cmsHTRANSFORM transform = srgb_transform_create(profile, layout, layout);
  if (transform == NULL) return 0;
  cmsDoTransform(transform, pixels, pixels, (cmsUInt32Number)count);
  cmsDeleteTransform(transform);
  return 1;
}
