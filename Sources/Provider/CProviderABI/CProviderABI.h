// The interface between photomirror and a provider module: one symbol, one table, one function.
//
// A module lib<Name>Provider.so exports `photo_provider_v1`, which returns a table that lives as
// long as the process. All data are UTF-8 JSON, specified by ProviderKit; no memory changes owner:
// the host's bytes are valid during the call, and the module passes its answer to `emit`.
#pragma once
#include <stddef.h>
#include <stdint.h>

#define PHOTO_PROVIDER_ABI_VERSION 1u
#define PHOTO_PROVIDER_SYMBOL "photo_provider_v1"

// The result of `call`. After OK the emitted bytes are the answer, after FAILED a failure object.
enum {
  PHOTO_PROVIDER_OK = 0,
  PHOTO_PROVIDER_FAILED = 1,
  PHOTO_PROVIDER_UNSUPPORTED = 2,
};

// Passes `count` bytes of an answer; may be called several times, the pieces are joined. Bytes
// passed after the call has returned are dropped.
typedef void (*photo_provider_emit)(void *context, const uint8_t *bytes, size_t count);

typedef struct photo_provider_table {
  uint32_t abi_version;  // that of the symbol
  uint32_t size;         // sizeof(photo_provider_table)
  void *state;           // owned by the module; passed to each call
  // Answers one question. `method` is NUL-terminated. May be called from any thread, several at
  // once.
  int32_t (*call)(void *state, const char *method, const uint8_t *bytes, size_t count,
                  void *context, photo_provider_emit emit);
} photo_provider_table;

typedef const photo_provider_table *(*photo_provider_entry)(void);
