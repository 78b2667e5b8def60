#include "color_memory.h"

#include <lcms2_plugin.h>
#include <stdlib.h>

// The header before each block of lcms, so that the size of a freed block is known. As large as
// malloc's alignment.
typedef union block_header {
  size_t size;
  max_align_t alignment;
} block_header;

// NULL while the context itself is created or deleted, when lcms does not know it. That little
// memory is not counted.
static color_memory *memory_of(cmsContext context) { return cmsGetContextUserData(context); }

static int fits(const color_memory *memory, size_t more) {
  return memory == NULL || (memory->held <= memory->limit && more <= memory->limit - memory->held);
}

static void count(color_memory *memory, size_t taken, size_t given_back) {
  if (memory == NULL) return;
  size_t held = memory->held + taken;
  memory->held = held > given_back ? held - given_back : 0;
}

static void *take(cmsContext context, cmsUInt32Number size) {
  color_memory *memory = memory_of(context);
  size_t whole = sizeof(block_header) + size;
  if (!fits(memory, whole)) return NULL;
  block_header *header = malloc(whole);
  if (header == NULL) return NULL;
  header->size = whole;
  count(memory, whole, 0);
  return header + 1;
}

static void give_back(cmsContext context, void *block) {
  if (block == NULL) return;
  block_header *header = (block_header *)block - 1;
  count(memory_of(context), 0, header->size);
  free(header);
}

static void *resize(cmsContext context, void *block, cmsUInt32Number size) {
  if (block == NULL) return take(context, size);
  color_memory *memory = memory_of(context);
  block_header *header = (block_header *)block - 1;
  size_t before = header->size;
  size_t whole = sizeof *header + size;
  if (whole > before && !fits(memory, whole - before)) return NULL;
  header = realloc(header, whole);
  if (header == NULL) return NULL;
  header->size = whole;
  count(memory, whole, before);
  return header + 1;
}

cmsContext color_memory_context(color_memory *memory) {
  cmsPluginMemHandler handler = {
      .base = {cmsPluginMagicNumber, LCMS_VERSION, cmsPluginMemHandlerSig, NULL},
      .MallocPtr = take,
      .FreePtr = give_back,
      .ReallocPtr = resize};
  return cmsCreateContext(&handler, memory);
}
