// What ISA-L leaves in the vector registers. Within this module only.
#pragma once

// To call after a function of ISA-L: most of them end without VZEROUPPER. While the upper halves of the registers are
// in use, each SSE instruction has to merge them with its result, and waits for the one before that wrote the register
// (Intel's Optimization Reference Manual, "Mixing Intel AVX and Intel SSE").
void vector_state_reset(void);
