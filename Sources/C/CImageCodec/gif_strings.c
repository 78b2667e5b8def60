#include "gif_strings.h"

static void empty(gif_strings *strings) {
  // The clear code and the end code are the first two.
  strings->next = strings->clear + 2;
  strings->width = strings->size + 1;
  strings->previous = -1;
}

void gif_strings_begin(gif_strings *strings, int code_size) {
  strings->size = code_size;
  strings->clear = 1 << code_size;
  strings->depth = 0;
  empty(strings);
}

// Each string is a previous one and an index after it. A prefix has a smaller code, so that this
// ends.
static uint8_t push(gif_strings *strings, int code) {
  while (code > strings->clear) {
    strings->stack[strings->depth++] = strings->suffix[code];
    code = strings->prefix[code];
  }
  strings->stack[strings->depth++] = (uint8_t)code;
  return (uint8_t)code;
}

int gif_strings_take(gif_strings *strings, int code) {
  if (code == strings->clear) {
    empty(strings);
    return 1;
  }
  int is_first = strings->previous < 0;
  // An index beyond any palette.
  if (code > UINT8_MAX && code < strings->clear) return 0;
  if (code > strings->next || code >= GIF_CODES || (is_first && code > strings->clear)) return 0;
  uint8_t first = 0;
  if (code == strings->next) {
    // Defined by this use: the previous string and its own first index.
    strings->depth = 1;
    first = push(strings, strings->previous);
    strings->stack[0] = first;
  } else {
    first = push(strings, code);
  }
  if (!is_first && strings->next < GIF_CODES) {
    strings->prefix[strings->next] = (uint16_t)strings->previous;
    strings->suffix[strings->next++] = first;
  }
  if (strings->next >= 1 << strings->width && strings->width < GIF_LONGEST_CODE) strings->width++;
  strings->previous = code;
  return 1;
}
