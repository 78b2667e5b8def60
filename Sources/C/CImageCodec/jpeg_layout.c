#include "jpeg_layout.h"

#include <string.h>

jpeg_layout jpeg_layout_of(const struct jpeg_decompress_struct *jpeg, codec_rows rows, int has_scratch) {
  jpeg_layout layout = {
      .rows = rows,
      .width = jpeg->image_width,
      .height = jpeg->image_height,
      .coded_space = (int32_t)jpeg->jpeg_color_space,
      .given_space = (int32_t)jpeg->out_color_space,
      .components = jpeg->num_components,
      .given_components = jpeg->output_components,
      .has_scratch = has_scratch,
  };
  for (int i = 0; i < jpeg->num_components; i++) {
    layout.sampling[i][0] = jpeg->comp_info[i].h_samp_factor;
    layout.sampling[i][1] = jpeg->comp_info[i].v_samp_factor;
  }
  return layout;
}

// All members have 4 bytes, so that nothing lies between them.
int jpeg_layout_equals(const jpeg_layout *one, const jpeg_layout *other) {
  return memcmp(one, other, sizeof *one) == 0;
}
