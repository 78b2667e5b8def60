// For dladdr(3), and for libjpeg's own structures, which its developers' package contains (jpegint.h).
#define _GNU_SOURCE
#define JPEG_INTERNALS

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "jpeg_decoder.h"

#include "jpeg_bits.h"
#include "jpeg_codes.h"
#include "jpeg_scan.h"

// T.81, figure A.6: the index in a block of each coefficient as they are coded.
static const uint8_t natural[DCTSIZE2] = {
    0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48,
    41, 34, 27, 20, 13, 6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23,
    30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};

// INVALID is an index between those of a block and its end.
enum { LAST = DCTSIZE2 - 1, INVALID = LAST + 1, LARGEST_DC = 1 << 20 };

// A component of the scan.
typedef struct scan_component {
  const jpeg_codes *dc, *ac;
  // Of the DC coefficient.
  int32_t prediction;
  int keeps_values;
} scan_component;

struct jpeg_scan {
  scan_component components[MAX_COMPS_IN_SCAN];
  uint64_t mcus_left;
  uint32_t until_restart;
  int next_restart;
  jpeg_bits bits;
};

enum {
  // How many look-ups of each kind the loaded bits suffice for.
  PAIRS_AT_ONCE = JPEG_LOADED_BITS / JPEG_VALUE_WINDOW,
  SKIPS_AT_ONCE = JPEG_LOADED_BITS / JPEG_SKIP_WINDOW,
};

// So that the word stays in registers.
#define INLINE static inline __attribute__((always_inline))

INLINE JCOEF first_of(jpeg_value value) { return (JCOEF)(value >> 32); }
INLINE JCOEF second_of(jpeg_value value) { return (JCOEF)(value >> 48); }

// Whether the index is that of the last coefficient, or the end of the block was read (T.81, F.2.2.2).
INLINE int is_complete(uint32_t k) { return k == LAST || k >= JPEG_END_OF_BLOCK; }

// A coefficient whose code is in no pair, or may be the last one. Returns its index.
INLINE uint32_t read_single(jpeg_word *word, const jpeg_codes *codes, JCOEFPTR block, uint32_t k) {
  jpeg_word_load(word);
  jpeg_value value = jpeg_codes_value(codes, word->next);
  if (value == 0) return INVALID;
  jpeg_word_drop(word, value & 63);
  k += value >> 8 & 255;
  if (k <= LAST) block[natural[k]] = first_of(value);
  return k;
}

// The AC coefficients with their values. 0 if they are invalid.
INLINE int read_block(jpeg_word *word, const jpeg_codes *codes, JCOEFPTR block) {
  uint32_t k = 0;
  while (k < LAST) {
    jpeg_word_load(word);
    for (int i = 0; i < PAIRS_AT_ONCE; i++) {
      jpeg_value pair = codes->pairs[word->next >> (64 - JPEG_VALUE_WINDOW)];
      uint32_t first = k + (pair >> 8 & 255), second = first + (pair >> 16 & 255);
      // A code after the last coefficient would be that of the next block.
      if (__builtin_expect(pair == 0 || (second & (JPEG_END_OF_BLOCK - 1)) >= LAST, 0)) {
        k = read_single(word, codes, block, k);
        break;
      }
      jpeg_word_drop(word, pair & 63);
      if (first > LAST) return 1;
      block[natural[first]] = first_of(pair);
      if (second > LAST) return 1;
      block[natural[second]] = second_of(pair);
      k = second;
    }
  }
  return is_complete(k);
}

INLINE uint32_t skip_single(jpeg_word *word, const jpeg_codes *codes, uint32_t k) {
  jpeg_word_load(word);
  uint32_t symbol = jpeg_codes_symbol(codes, (uint32_t)(word->next >> 48));
  if (symbol == 0) return INVALID;
  jpeg_word_drop(word, (symbol >> 8) + (symbol & 15));
  return k + jpeg_advance(symbol & 255);
}

// The AC coefficients without their values. 0 if they are invalid.
INLINE int skip_block(jpeg_word *word, const jpeg_codes *codes) {
  uint32_t k = 0;
  while (k < LAST) {
    jpeg_word_load(word);
    for (int i = 0; i < SKIPS_AT_ONCE && k < LAST; i++) {
      uint32_t skip = codes->skips[word->next >> (64 - JPEG_SKIP_WINDOW)], after = k + (skip >> 4);
      if (__builtin_expect((after & (JPEG_END_OF_BLOCK - 1)) >= LAST, 0)) {
        k = skip_single(word, codes, k);
        break;
      }
      jpeg_word_drop(word, skip & 15);
      k = after;
    }
  }
  return is_complete(k);
}

// The difference of the DC coefficient from the one before (T.81, F.2.2.1). 0 if it is invalid.
INLINE int read_difference(jpeg_word *word, scan_component *component) {
  jpeg_word_load(word);
  jpeg_value value = component->dc->values[word->next >> (64 - JPEG_VALUE_WINDOW)];
  if (__builtin_expect(value == 0, 0)) value = jpeg_codes_value(component->dc, word->next);
  jpeg_word_drop(word, value & 63);
  component->prediction += first_of(value);
  // libjpeg has no such limit, and decides.
  return value != 0 && abs(component->prediction) <= LARGEST_DC;
}

static int read_mcu(jpeg_scan *scan, j_decompress_ptr jpeg, JBLOCKROW *blocks) {
  jpeg_word word = scan->bits.word;
  for (int i = 0; i < jpeg->blocks_in_MCU; i++) {
    scan_component *component = &scan->components[jpeg->MCU_membership[i]];
    if (!read_difference(&word, component)) return 0;
    JCOEFPTR block = *blocks[i];
    block[0] = (JCOEF)component->prediction;
    int is_valid = component->keeps_values ? read_block(&word, component->ac, block) : skip_block(&word, component->ac);
    if (!is_valid) return 0;
  }
  scan->bits.word = word;
  return jpeg_bits_left(&scan->bits) >= 0;
}

// Whether only bits that fill a byte remain before a marker.
static int is_at_marker(jpeg_scan *scan, j_decompress_ptr jpeg) {
  enum { BYTE = 8 };
  return jpeg_bits_fill(&scan->bits, jpeg) && scan->bits.is_last && jpeg_bits_left(&scan->bits) < BYTE;
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

// In the place of libjpeg's function: fills the blocks of the next MCU, which are zeros. FALSE if the data are invalid.
static boolean decode_mcu(j_decompress_ptr jpeg, JBLOCKROW *blocks) {
  jpeg_scan *scan = ((jpeg_decoder *)jpeg->client_data)->scan;
  if (jpeg->restart_interval > 0 && scan->until_restart == 0 && !begin_interval(scan, jpeg)) return FALSE;
  if (!jpeg_bits_fill(&scan->bits, jpeg) || !read_mcu(scan, jpeg, blocks)) return FALSE;
  scan->until_restart--;
  if (--scan->mcus_left > 0) return TRUE;
  return is_at_marker(scan, jpeg) ? TRUE : FALSE;
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

jpeg_scan *jpeg_scan_attach(j_decompress_ptr jpeg) {
  int is_known = !jpeg->progressive_mode && !jpeg->arith_code && !jpeg_has_multiple_scans(jpeg);
  if (!is_known || !is_as_declared(jpeg)) return NULL;
  jpeg_scan *scan = jpeg->mem->alloc_large((j_common_ptr)jpeg, JPOOL_IMAGE, sizeof *scan);
  memset(scan, 0, sizeof *scan);
  for (int i = 0; i < jpeg->comps_in_scan; i++) choose_tables(scan, jpeg, i);
  scan->mcus_left = (uint64_t)jpeg->MCUs_per_row * jpeg->MCU_rows_in_scan;
  scan->until_restart = jpeg->restart_interval;
  jpeg_bits_begin(&scan->bits);
  jpeg->entropy->decode_mcu = decode_mcu;
  return scan;
}
