#include "vector_state.h"

#if defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("avx"))) static void zero_upper(void) { _mm256_zeroupper(); }

void vector_state_reset(void) {
  if (__builtin_cpu_supports("avx")) zero_upper();
}
#else
void vector_state_reset(void) {}
#endif
