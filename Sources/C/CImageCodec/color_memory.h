// Memory for Little CMS, counted and limited: lcms allocates up to 512 MiB for a profile of a few
// hundred bytes. Within this module only.
#pragma once

#include <lcms2.h>
#include <stddef.h>

typedef struct color_memory {
  // In bytes: the allocated memory and its limit.
  size_t held;
  size_t limit;
} color_memory;

// A context whose allocations are all counted. `memory` must outlive it. NULL: no memory.
cmsContext color_memory_context(color_memory *memory);
