#pragma once
#include <stdbool.h>
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif


/// The type of a value in a TOML document (toml.io, version 1.0). The elements of an array follow it, with its
/// keys. Other: floating-point numbers, dates, and arrays or tables within arrays.
enum toml_kind {
  toml_table,
  toml_array,
  toml_string,
  toml_integer,
  toml_boolean,
  toml_other,
};

/// A value and its place.
struct toml_value {
  enum toml_kind kind;
  /// The keys that lead to it, from the outermost; each ends with a NUL byte. No key contains one.
  const char *keys;
  /// The number of bytes of `keys`.
  size_t keys_size;
  /// Whether it is an element of the array with these keys.
  bool is_element;
  /// Of a string its UTF-8 bytes, of a number or truth value its text; not terminated.
  const char *text;
  size_t text_size;
  /// Counted from 1.
  unsigned line;
};

/// Why a document is invalid.
struct toml_error {
  char reason[200];
  /// Counted from 1.
  unsigned line;
  unsigned column;
};

/// Receives each value in the order of their keys; what it points to is valid until it returns.
typedef void (*toml_receiver)(void *context, const struct toml_value *value);

/// Reads a document of `size` bytes of UTF-8. Arrays and inline tables nested deeper than 16 are errors. No exception leaves it.
bool toml_read(
    const char *text, size_t size, toml_receiver receiver, void *context, struct toml_error *error);

#ifdef __cplusplus
}
#endif
