#include "srgb_transform.h"

#include "codec_color.h"

// A table of floating-point steps (ICC.1:2010, 9.2.37) may name one step of its 1 MiB ten thousands of
// times: what it takes to follow has no bound, as that of all other tables has.
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
    // lcms moves the darkest colour to black for profiles from version 4 on, which neither browsers nor
    // ImageMagick nor libvips do.
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
