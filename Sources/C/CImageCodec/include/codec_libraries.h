// Libraries that are loaded at run time, because few photos need them: they would cost every start time and memory.
#pragma once

typedef enum codec_library {
  // HEIC and AVIF.
  codec_libheif,
  codec_libjxl,
  codec_libtiff,
} codec_library;

enum { CODEC_LIBRARIES = 3 };

// Names of files, such as `libheif.so.1`; the first that is found is loaded. NULL ends the list.
const char *const *codec_library_files(codec_library library);

// Loads a library, once, from where ld.so(8) finds it. Not from several threads at once the first time. 0: it
// cannot be loaded, or lacks a function.
int codec_library_load(codec_library library);

// From now on this process uses none of the libraries, also of those that it inherited from its parent: a process
// that may not start threads would wait for one forever (libde265).
void codec_libraries_withhold(void);
