// For dladdr(3), and for libjpeg's own structures, which its developers' package contains (jpegint.h).
#define _GNU_SOURCE
#define JPEG_INTERNALS

#include <dlfcn.h>
#include <string.h>

#include "jpeg_decoder.h"

#include "jpeg_blocks.h"
#include "jpeg_scan.h"

// A component of the scan.
typedef struct scan_component {
  const jpeg_codes *dc, *ac;
  // The DC coefficient of the block before.
  int32_t prediction;
  int keeps_values;
} scan_component;

struct jpeg_scan {
  scan_component components[MAX_COMPS_IN_SCAN];
  uint64_t mcus_left;
  uint32_t until_restart;
  int next_restart;
  int has_failed;
  jpeg_findings findings;
  jpeg_bits bits;
};

INLINE int read_blocks(jpeg_scan *scan, j_decompress_ptr jpeg, JBLOCKROW *blocks, jpeg_word *word) {
  for (int i = 0; i < jpeg->blocks_in_MCU; i++) {
    scan_component *component = &scan->components[jpeg->MCU_membership[i]];
    JCOEFPTR block = *blocks[i];
    if (!jpeg_block_read_dc(word, component->dc, &component->prediction)) return 0;
    block[0] = (JCOEF)component->prediction;
    int is_valid = component->keeps_values ? jpeg_block_read_ac(word, component->ac, block)
                                           : jpeg_block_skip_ac(word, component->ac);
    if (!is_valid) return 0;
  }
  return 1;
}

static int read_mcu(jpeg_scan *scan, j_decompress_ptr jpeg, JBLOCKROW *blocks) {
  jpeg_word word = scan->bits.word;
  if (!read_blocks(scan, jpeg, blocks, &word)) return 0;
  scan->bits.word = word;
  return jpeg_bits_left(&scan->bits) >= 0;
}

// Whether bytes remain that are more than what writers add, and no zeros.
static int has_left_over(const jpeg_scan *scan) {
  enum { BYTE = 8 };
  int64_t left = jpeg_bits_left(&scan->bits);
  if (!scan->bits.is_last || left / BYTE <= JPEG_MOST_FILL) return 0;
  const uint8_t *end = scan->bits.end;
  for (int64_t i = left / BYTE; i > 0; i--) {
    if (end[-i] != 0) return 1;
  }
  return 0;
}

// Whether only bits that fill a byte remain before a marker.
static int is_at_marker(jpeg_scan *scan, j_decompress_ptr jpeg) {
  enum { BYTE = 8 };
  if (jpeg_bits_fill(&scan->bits, jpeg) && scan->bits.is_last && jpeg_bits_left(&scan->bits) < BYTE) return 1;
  if (!has_left_over(scan)) return 0;
  if (scan->mcus_left > 0) {
    scan->findings.damage = "bytes are left over before a restart marker";
  } else {
    scan->findings.has_left_over = 1;
  }
  return 0;
}

static int begin_interval(jpeg_scan *scan, j_decompress_ptr jpeg) {
  if (!is_at_marker(scan, jpeg) || jpeg->unread_marker != JPEG_RST0 + scan->next_restart) return 0;
  jpeg->unread_marker = 0;
  scan->next_restart = (scan->next_restart + 1) & 7;
  scan->until_restart = jpeg->restart_interval;
  for (int i = 0; i < jpeg->comps_in_scan; i++) scan->components[i].prediction = 0;
  jpeg_bits_begin(&scan->bits);
  return 1;
}

static int read_next(jpeg_scan *scan, j_decompress_ptr jpeg, JBLOCKROW *blocks) {
  if (jpeg->restart_interval > 0 && scan->until_restart == 0 && !begin_interval(scan, jpeg)) return 0;
  if (!jpeg_bits_fill(&scan->bits, jpeg) || !read_mcu(scan, jpeg, blocks)) return 0;
  scan->until_restart--;
  return --scan->mcus_left > 0 || is_at_marker(scan, jpeg);
}

// In the place of libjpeg's function: fills the blocks of the next MCU, which are zeros. FALSE if the data are invalid,
// and from then on.
static boolean decode_mcu(j_decompress_ptr jpeg, JBLOCKROW *blocks) {
  jpeg_scan *scan = ((jpeg_decoder *)jpeg->client_data)->scan;
  scan->has_failed = scan->has_failed || !read_next(scan, jpeg, blocks);
  return scan->has_failed ? FALSE : TRUE;
}

static const jpeg_codes *tables(j_decompress_ptr jpeg, const JHUFF_TBL *table, jpeg_use use) {
  jpeg_codes *codes = jpeg->mem->alloc_large((j_common_ptr)jpeg, JPOOL_IMAGE, sizeof *codes);
  jpeg_codes_fill(codes, table, use);
  return codes;
}

// The tables of a component: those of an earlier one if they are the same.
static void choose_tables(jpeg_scan *scan, j_decompress_ptr jpeg, int index) {
  const jpeg_component_info *info = jpeg->cur_comp_info[index];
  scan_component *component = &scan->components[index];
  component->keeps_values = info->component_needed && info->DCT_scaled_size > 1;
  for (int i = 0; i < index; i++) {
    const jpeg_component_info *earlier = jpeg->cur_comp_info[i];
    if (earlier->dc_tbl_no == info->dc_tbl_no) component->dc = scan->components[i].dc;
    if (earlier->ac_tbl_no == info->ac_tbl_no && scan->components[i].keeps_values == component->keeps_values) {
      component->ac = scan->components[i].ac;
    }
  }
  if (component->dc == NULL) component->dc = tables(jpeg, jpeg->dc_huff_tbl_ptrs[info->dc_tbl_no], JPEG_VALUES);
  if (component->ac == NULL) {
    jpeg_use use = component->keeps_values ? JPEG_PAIRS : JPEG_SKIPS;
    component->ac = tables(jpeg, jpeg->ac_huff_tbl_ptrs[info->ac_tbl_no], use);
  }
}

// Whether the image has one scan of sequential Huffman codes, in blocks. A lossless image, which later libraries decode,
// names a predictor from 1 to 7 in the place of the first coefficient (T.81, H.1.2), and may have all tables.
static int is_sequential(j_decompress_ptr jpeg) {
  if (jpeg->progressive_mode || jpeg->arith_code || jpeg->Ss != 0 || jpeg_has_multiple_scans(jpeg)) return 0;
  for (int i = 0; i < jpeg->comps_in_scan; i++) {
    const jpeg_component_info *info = jpeg->cur_comp_info[i];
    if (jpeg->dc_huff_tbl_ptrs[info->dc_tbl_no] == NULL || jpeg->ac_huff_tbl_ptrs[info->ac_tbl_no] == NULL) return 0;
  }
  return 1;
}

// Whether the running library's decoder of codes begins with two functions, as its developers' package says.
static int is_as_declared(j_decompress_ptr jpeg) {
  static _Atomic(int) answer;
  enum { UNKNOWN, YES, NO };
  if (answer != UNKNOWN) return answer == YES;
  const void *functions[] = {(void *)jpeg->err->format_message, (void *)jpeg->entropy->start_pass,
                             (void *)jpeg->entropy->decode_mcu};
  Dl_info places[3];
  int is_same = 1;
  for (int i = 0; i < 3; i++) {
    is_same = is_same && functions[i] != NULL && dladdr(functions[i], &places[i]) != 0 &&
              places[i].dli_fbase == places[0].dli_fbase;
  }
  answer = is_same ? YES : NO;
  return is_same;
}

// Whether the MCU at which the scan has stopped has an undefined code, or one that leads beyond its block, and all bits
// of it are there. It is read once more, because `read_mcu` keeps its place in registers.
static int has_invalid_code(jpeg_scan *scan, j_decompress_ptr jpeg) {
  int is_between = scan->mcus_left == 0 || (jpeg->restart_interval > 0 && scan->until_restart == 0);
  if (is_between) return 0;
  JBLOCK blocks[D_MAX_BLOCKS_IN_MCU];
  JBLOCKROW rows[D_MAX_BLOCKS_IN_MCU];
  for (int i = 0; i < D_MAX_BLOCKS_IN_MCU; i++) rows[i] = &blocks[i];
  for (int i = 0; i < jpeg->comps_in_scan; i++) scan->components[i].prediction = 0;
  jpeg_word word = scan->bits.word;
  if (read_blocks(scan, jpeg, rows, &word)) return 0;
  scan->bits.word = word;
  return jpeg_bits_left(&scan->bits) >= JPEG_LONGEST_CODE;
}

jpeg_findings jpeg_scan_findings(jpeg_scan *scan, j_decompress_ptr jpeg) {
  jpeg_findings findings = scan->findings;
  if (findings.damage == NULL && has_invalid_code(scan, jpeg)) {
    findings.damage = "a code is undefined, or leads beyond its block";
  }
  return findings;
}

jpeg_scan *jpeg_scan_attach(j_decompress_ptr jpeg) {
  if (!is_sequential(jpeg) || !is_as_declared(jpeg)) return NULL;
  jpeg_scan *scan = jpeg->mem->alloc_large((j_common_ptr)jpeg, JPOOL_IMAGE, sizeof *scan);
  memset(scan, 0, sizeof *scan);
  for (int i = 0; i < jpeg->comps_in_scan; i++) choose_tables(scan, jpeg, i);
  scan->mcus_left = (uint64_t)jpeg->MCUs_per_row * jpeg->MCU_rows_in_scan;
  scan->until_restart = jpeg->restart_interval;
  jpeg_bits_begin(&scan->bits);
  jpeg->entropy->decode_mcu = decode_mcu;
  return scan;
}
