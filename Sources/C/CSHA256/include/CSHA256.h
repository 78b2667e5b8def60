#pragma once
#include <stddef.h>
#include <stdint.h>

/// SHA-256 (FIPS 180-4) of several messages at once, one in each lane of the processor's vectors. A processor without
/// instructions for SHA-256 computes eight in twice the time of one, or in less.
///
/// The caller pads the messages (5.1.1). Nothing is allocated, and no call blocks.
enum { SHA256_LANES = 8, SHA256_BLOCK = 64, SHA256_SIZE = 32, SHA256_WORDS = 8 };

/// The hash value of each lane; word `i` of lane `k` is `words[i][k]`.
typedef struct sha256_lanes {
  uint32_t words[SHA256_WORDS][SHA256_LANES];
} sha256_lanes;

/// The instructions with which lanes are computed; each computes the same.
typedef enum sha256_way { SHA256_PORTABLE, SHA256_AVX2, SHA256_AVX512 } sha256_way;

/// Whether this processor has the instructions.
int sha256_has(sha256_way way);

/// Whether this processor computes eight lanes faster than a library computes one message after another.
int sha256_lanes_are_faster(void);

/// Begins a message in a lane.
void sha256_begin(sha256_lanes *lanes, size_t lane);

/// Adds `count` blocks of 64 bytes from `data[k]` to each lane `k`. All pointers must be valid, also those of lanes
/// without a message.
void sha256_add(sha256_lanes *lanes, sha256_way way, const uint8_t *const data[SHA256_LANES], size_t count);

/// Writes the 32 bytes of a lane's digest, after all blocks of its message.
void sha256_end(const sha256_lanes *lanes, size_t lane, uint8_t *digest);
