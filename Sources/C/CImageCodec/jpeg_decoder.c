#include "jpeg_decoder.h"

#include <stdlib.h>

#include "jpeg_layout.h"

enum { ROWS_AT_ONCE = 16, LARGEST_STEP = 8 };

static void on_progress(j_common_ptr common) {
  jpeg_decoder *decoder = common->client_data;
  if ((uint32_t)decoder->jpeg.input_scan_number > decoder->base.limits.scans) {
    char message[CODEC_TEXT];
    snprintf(message, sizeof message, "more than %u scans", decoder->base.limits.scans);
    decoder_fail(&decoder->base, codec_too_large, message);
  }
  decoder_check_time(&decoder->base);
}

static void read_header(codec_decoder *base) {
  jpeg_decoder *decoder = (jpeg_decoder *)base;
  j_decompress_ptr jpeg = &decoder->jpeg;
  jpeg_create_decompress(jpeg);
  jpeg->mem->max_memory_to_use = (long)base->limits.memory;
  jpeg_decoder_attach_source(decoder);
  decoder->progress.progress_monitor = on_progress;
  jpeg->progress = &decoder->progress;
  jpeg_read_header(jpeg, TRUE);
  base->size = (codec_size){jpeg->image_width, jpeg->image_height};
  decoder_check_size(base, jpeg->image_width, jpeg->image_height);
  jpeg_profile_join(&decoder->profile, &base->profile);
}

// libjpeg rounds up when it scales.
static uint32_t shrunk(uint32_t edge, uint32_t step) { return (edge + step - 1) / step; }

// Whether a component is subsampled more than twice as much along one edge as along the other
// (4:1:1). libjpeg reduces a component less if it is subsampled along both edges, but not such a
// one.
static int is_lopsided(const struct jpeg_decompress_struct *jpeg) {
  for (int i = 0; i < jpeg->num_components; i++) {
    int across = jpeg->max_h_samp_factor * jpeg->comp_info[i].v_samp_factor;
    int down = jpeg->max_v_samp_factor * jpeg->comp_info[i].h_samp_factor;
    if (across > 2 * down || down > 2 * across) return 1;
  }
  return 0;
}

// The largest power of two that leaves at least the minimum; a minimum larger than the image counts
// as the image.
static uint32_t choose_step(const codec_decoder *base) {
  uint32_t step = LARGEST_STEP;
  while (step > 1 && (shrunk(base->size.width, step) < base->minimum.width ||
                      shrunk(base->size.height, step) < base->minimum.height)) {
    step /= 2;
  }
  return step > 1 && is_lopsided(&((const jpeg_decoder *)base)->jpeg) ? step / 2 : step;
}

// Only verifies: the entropy decoding is complete for any output, so the smallest output is used.
static void choose_proof(j_decompress_ptr jpeg) {
  jpeg->scale_denom = LARGEST_STEP;
  jpeg->out_color_space =
      jpeg->jpeg_color_space == JCS_YCbCr ? JCS_GRAYSCALE : jpeg->jpeg_color_space;
}

static void choose_pixels(j_decompress_ptr jpeg, uint32_t step) {
  jpeg->scale_denom = step;
  if (jpeg->num_components == 1) {
    jpeg->out_color_space = JCS_GRAYSCALE;
  } else if (jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK) {
    jpeg->out_color_space = JCS_CMYK;
  } else {
    jpeg->out_color_space = JCS_RGB;
  }
}

// Fails for an image that was truncated between its scans and got a new end marker: libjpeg leaves
// missing parts grey. All scans of such an image are read by now; each begins by keeping its
// components' tables.
static void check_components(jpeg_decoder *decoder) {
  const struct jpeg_decompress_struct *jpeg = &decoder->jpeg;
  for (int i = 0; i < jpeg->num_components; i++) {
    if (jpeg->comp_info[i].quant_table == NULL) {
      jpeg_decoder_fail(decoder, "one of its components has no scan");
    }
  }
}

// The same within a component of a progressive image: all bits of each of its coefficients must
// have been read (T.81, G.1.1.1.2), which libjpeg records.
static void check_accuracy(jpeg_decoder *decoder) {
  const struct jpeg_decompress_struct *jpeg = &decoder->jpeg;
  if (!jpeg->progressive_mode || jpeg->coef_bits == NULL) return;
  for (int i = 0; i < jpeg->num_components; i++) {
    for (int k = 0; k < DCTSIZE2; k++) {
      if (jpeg->coef_bits[i][k] != 0) jpeg_decoder_fail(decoder, "some of its coefficients are in no scan");
    }
  }
}

static void start(codec_decoder *base) {
  jpeg_decoder *decoder = (jpeg_decoder *)base;
  j_decompress_ptr jpeg = &decoder->jpeg;
  uint32_t step = choose_step(base);
  jpeg->scale_num = 1;
  jpeg->do_block_smoothing = FALSE;
  int gives_pixels = decoder_wants_pixels(base) && jpeg->jpeg_color_space != JCS_UNKNOWN;
  if (gives_pixels) {
    choose_pixels(jpeg, step);
  } else {
    choose_proof(jpeg);
  }
  int is_sequential = !jpeg->progressive_mode && !jpeg->arith_code;
  if (is_sequential && jpeg_has_multiple_scans(jpeg)) jpeg_decoder_be_careful(decoder);
  jpeg_start_decompress(jpeg);
  check_components(decoder);
  check_accuracy(decoder);
  decoder->scan = decoder->is_plain || base->limits.is_reference ? NULL : jpeg_scan_attach(jpeg);
  if (is_sequential && decoder->scan == NULL) jpeg_decoder_be_careful(decoder);
  if (jpeg->out_color_space == JCS_CMYK && gives_pixels) {
    decoder->ink = jpeg_ink_transform(codec_decoder_profile(base));
  }
  base->rows = (codec_rows){jpeg->output_width, jpeg->output_height, 0, step};
  if (gives_pixels) base->rows.channels = jpeg->output_components == 1 ? 1 : 3;
  if (base->rows.channels != (uint32_t)jpeg->output_components) {
    decoder->scratch = jpeg->mem->alloc_sarray(
        (j_common_ptr)jpeg, JPOOL_IMAGE,
        jpeg->output_width * (JDIMENSION)jpeg->output_components, 1);
  }
}

static void free_parts(jpeg_decoder *decoder) {
  jpeg_destroy_decompress(&decoder->jpeg);
  jpeg_profile_free(&decoder->profile);
  srgb_transform_free(decoder->ink);
}

static jpeg_layout layout(const jpeg_decoder *decoder) {
  return jpeg_layout_of(&decoder->jpeg, decoder->base.rows, decoder->scratch != NULL);
}

// Begins again without `scan`, so that libjpeg says what is wrong with the data, and returns to the same row.
// `spare` gets the rows before it.
static void start_over(jpeg_decoder *decoder, JSAMPROW spare) {
  codec_decoder *base = &decoder->base;
  jpeg_layout before = layout(decoder);
  decoder->findings = jpeg_scan_findings(decoder->scan, &decoder->jpeg);
  free_parts(decoder);
  decoder->profile = (jpeg_profile){.count = 0};
  decoder->ink = NULL;
  decoder->scratch = NULL;
  free(base->profile.bytes);
  base->profile = (kept_block){NULL, 0};
  base->report = (codec_report){.status = codec_ok};
  decoder->is_plain = 1;
  decoder->is_cut = 0;
  decoder->held_back_count = 0;
  if (!source_restart(base->source)) decoder_fail_at_end(base);
  read_header(base);
  start(base);
  jpeg_layout now = layout(decoder);
  if (!jpeg_layout_equals(&before, &now)) {
    decoder_fail(base, codec_unreadable, "the file changes while it is read");
  }
  for (uint32_t i = 0; i < base->next_row; i++) {
    jpeg_read_scanlines(&decoder->jpeg, decoder->scratch != NULL ? decoder->scratch : &spare, 1);
  }
}

static void read_by_scratch(jpeg_decoder *decoder) {
  codec_decoder *base = &decoder->base;
  size_t stride = (size_t)base->rows.width * base->rows.channels;
  uint32_t done = 0;
  while (done < base->capacity) {
    if (jpeg_read_scanlines(&decoder->jpeg, decoder->scratch, 1) == 0) {
      start_over(decoder, NULL);
      continue;
    }
    if (base->rows.channels > 0) {
      jpeg_ink_convert(decoder->ink, decoder->scratch[0], base->into + done * stride, base->rows.width);
    }
    done++;
    base->next_row++;
  }
}

static void read_rows(codec_decoder *base) {
  jpeg_decoder *decoder = (jpeg_decoder *)base;
  if (decoder->scratch != NULL) {
    read_by_scratch(decoder);
    return;
  }
  size_t stride = (size_t)base->rows.width * base->rows.channels;
  uint32_t done = 0;
  while (done < base->capacity) {
    JSAMPROW rows[ROWS_AT_ONCE];
    uint32_t wanted = base->capacity - done;
    if (wanted > ROWS_AT_ONCE) wanted = ROWS_AT_ONCE;
    for (uint32_t i = 0; i < wanted; i++) rows[i] = base->into + (done + i) * stride;
    // The source never suspends, so that at least one row comes unless `scan` met invalid data.
    uint32_t count = jpeg_read_scanlines(&decoder->jpeg, rows, wanted);
    if (count == 0) start_over(decoder, rows[0]);
    done += count;
    base->next_row += count;
  }
}

static void finish(codec_decoder *base) {
  jpeg_decoder *decoder = (jpeg_decoder *)base;
  decoder->has_all_rows = decoder->jpeg.output_scanline == decoder->jpeg.output_height;
  if (!decoder->is_cut) jpeg_finish_decompress(&decoder->jpeg);
  if (decoder->findings.damage != NULL) decoder_fail(base, codec_damaged, decoder->findings.damage);
  if (decoder->findings.has_left_over) jpeg_decoder_leave_over(decoder, "bytes are left over after its last pixel");
  if (decoder->is_cut) decoder_warn(base, "its end marker is missing");
  jpeg_decoder_detach_source(decoder);
  decoder_check_tail(base);
}

static void destroy(codec_decoder *base) { free_parts((jpeg_decoder *)base); }

static const decoder_steps steps = {read_header, start, read_rows, finish, destroy};

codec_decoder *codec_decoder_create_jpeg(codec_source *source, const codec_limits *limits) {
  jpeg_decoder *decoder = (jpeg_decoder *)decoder_create(sizeof *decoder, &steps, source, limits);
  if (decoder == NULL) return NULL;
  jpeg_decoder_attach_messages(decoder);
  return &decoder->base;
}
