// Memory for Little CMS that is counted and refused, which takes up to 512 MiB for what a profile of some
// hundred bytes claims; within this module only.
#pragma once

#include <lcms2.h>
#include <stddef.h>

typedef struct color_memory {
  // In bytes: what is held, and how much may be.
  size_t held;
  size_t limit;
} color_memory;

// A context of which everything that is made by it counts. `memory` must outlive it. NULL: no memory.
cmsContext color_memory_context(color_memory *memory);
