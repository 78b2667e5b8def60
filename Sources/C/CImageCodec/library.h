// Functions of a library that is loaded at run time; within this module only.
#pragma once

#include <stddef.h>

#include "codec_libraries.h"

typedef void (*library_function)(void);

// The functions of a loaded library, in the order of `names` of its list; NULL if it cannot be loaded.
const library_function *library_functions(codec_library library);

// The names that a decoder needs, one list for each library; each ends with NULL.
extern const char *const heif_names[];
extern const char *const jxl_names[];
extern const char *const tiff_names[];

// Loads libheif's plugins.
void heif_prepare(void *handle);
