#include "CSHA256.h"

#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

enum { ROUNDS = 64, SCHEDULED = 16 };

typedef uint32_t lanes_word __attribute__((vector_size(4 * SHA256_LANES)));

// 5.3.3
static const uint32_t initial[SHA256_WORDS] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

// 4.2.2
static const uint32_t constants[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

// 3.2 and 4.1.2. Macros: vectors that the baseline lacks cannot be parameters.
#define ROTATED(x, n) ((x) >> (n) | (x) << (32 - (n)))
#define SUM_A(x) (ROTATED(x, 2) ^ ROTATED(x, 13) ^ ROTATED(x, 22))
#define SUM_E(x) (ROTATED(x, 6) ^ ROTATED(x, 11) ^ ROTATED(x, 25))
#define SPREAD_15(x) (ROTATED(x, 7) ^ ROTATED(x, 18) ^ (x) >> 3)
#define SPREAD_2(x) (ROTATED(x, 17) ^ ROTATED(x, 19) ^ (x) >> 10)
#define CHOICE(x, y, z) (((x) & (y)) ^ (~(x) & (z)))
#define MAJORITY(x, y, z) (((x) & (y)) ^ ((x) & (z)) ^ ((y) & (z)))

// 6.2.2 for a block of each lane. Becomes a part of its callers, with their instructions.
static inline __attribute__((always_inline)) void add_block(lanes_word *value, const uint8_t *const *data,
                                                            size_t offset) {
  lanes_word words[SCHEDULED];
  for (int t = 0; t < SCHEDULED; t++) {
    for (int lane = 0; lane < SHA256_LANES; lane++) {
      uint32_t word;
      memcpy(&word, data[lane] + offset + 4 * t, sizeof word);
      words[t][lane] = __builtin_bswap32(word);
    }
  }
  lanes_word a = value[0], b = value[1], c = value[2], d = value[3];
  lanes_word e = value[4], f = value[5], g = value[6], h = value[7];
#pragma clang loop unroll(full)
  for (int t = 0; t < ROUNDS; t++) {
    lanes_word *word = &words[t % SCHEDULED];
    if (t >= SCHEDULED) {
      lanes_word before_15 = words[(t + 1) % SCHEDULED], before_2 = words[(t + 14) % SCHEDULED];
      *word += SPREAD_2(before_2) + words[(t + 9) % SCHEDULED] + SPREAD_15(before_15);
    }
    lanes_word first = h + SUM_E(e) + CHOICE(e, f, g) + constants[t] + *word;
    lanes_word second = SUM_A(a) + MAJORITY(a, b, c);
    h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
  }
  value[0] += a, value[1] += b, value[2] += c, value[3] += d;
  value[4] += e, value[5] += f, value[6] += g, value[7] += h;
}

static inline __attribute__((always_inline)) void add_blocks(sha256_lanes *lanes, const uint8_t *const *data,
                                                             size_t count) {
  lanes_word value[SHA256_WORDS];
  memcpy(value, lanes->words, sizeof value);
  for (size_t i = 0; i < count; i++) add_block(value, data, i * SHA256_BLOCK);
  memcpy(lanes->words, value, sizeof value);
}

static void add_portably(sha256_lanes *lanes, const uint8_t *const *data, size_t count) {
  add_blocks(lanes, data, count);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void add_by_avx2(sha256_lanes *lanes, const uint8_t *const *data,
                                                        size_t count) {
  add_blocks(lanes, data, count);
}

// With instructions that rotate, and that combine three words.
__attribute__((target("avx2,avx512f,avx512vl"))) static void add_by_avx512(sha256_lanes *lanes,
                                                                           const uint8_t *const *data, size_t count) {
  add_blocks(lanes, data, count);
}

int sha256_has(sha256_way way) {
  if (way == SHA256_AVX512) return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl");
  return way == SHA256_PORTABLE || __builtin_cpu_supports("avx2");
}

// Intel's manual, volume 2A, CPUID: leaf 7, EBX, bit 29.
static int has_instructions_for_sha(void) {
  unsigned a, b, c, d;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b >> 29 & 1) != 0;
}

int sha256_lanes_are_faster(void) { return sha256_has(SHA256_AVX2) && !has_instructions_for_sha(); }

void sha256_add(sha256_lanes *lanes, sha256_way way, const uint8_t *const data[SHA256_LANES], size_t count) {
  switch (way) {
    case SHA256_AVX512: add_by_avx512(lanes, data, count); break;
    case SHA256_AVX2: add_by_avx2(lanes, data, count); break;
    case SHA256_PORTABLE: add_portably(lanes, data, count); break;
  }
}
#else
int sha256_has(sha256_way way) { return way == SHA256_PORTABLE; }

// Processors of arm64 have instructions for SHA-256.
int sha256_lanes_are_faster(void) { return 0; }

void sha256_add(sha256_lanes *lanes, sha256_way way, const uint8_t *const data[SHA256_LANES], size_t count) {
  (void)way;
  add_portably(lanes, data, count);
}
#endif

void sha256_begin(sha256_lanes *lanes, size_t lane) {
  for (int i = 0; i < SHA256_WORDS; i++) lanes->words[i][lane] = initial[i];
}

void sha256_end(const sha256_lanes *lanes, size_t lane, uint8_t *digest) {
  for (int i = 0; i < SHA256_WORDS; i++) {
    uint32_t word = __builtin_bswap32(lanes->words[i][lane]);
    memcpy(digest + sizeof word * i, &word, sizeof word);
  }
}
