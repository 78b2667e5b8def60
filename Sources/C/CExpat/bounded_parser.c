#include "CExpat.h"

#include <stdlib.h>

// Expat's allocator has no context, so the count is per thread.
static _Thread_local size_t used;
static _Thread_local size_t most;

// The header before each block, with the strictest alignment.
typedef union {
  size_t size;
  max_align_t alignment;
} block_head;

static void *resize(void *block, size_t size) {
  block_head *head = block ? (block_head *)block - 1 : NULL;
  size_t held = head ? head->size : 0;
  if (size > most || used - held > most - size) return NULL;
  head = realloc(head, sizeof *head + size);
  if (!head) return NULL;
  used = used - held + size;
  head->size = size;
  return head + 1;
}

static void *allocate(size_t size) { return resize(NULL, size); }

static void release(void *block) {
  if (!block) return;
  block_head *head = (block_head *)block - 1;
  used -= head->size;
  free(head);
}

XML_Parser expat_bounded_parser(const XML_Char *encoding, XML_Char separator, size_t limit) {
  static const XML_Memory_Handling_Suite suite = {allocate, resize, release};
  most = limit;
  return XML_ParserCreate_MM(encoding, &suite, &separator);
}
