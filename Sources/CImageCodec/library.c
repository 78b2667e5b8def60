#include "library.h"

#include <dlfcn.h>
#include <pthread.h>

enum { MOST_FUNCTIONS = 32 };

typedef struct loaded_library {
  // Their interfaces differ between major versions, which are part of the names.
  const char *file;
  const char *const *names;
  library_function functions[MOST_FUNCTIONS];
  int state;
} loaded_library;

enum { UNTRIED, LOADED, MISSING };

static loaded_library libraries[CODEC_LIBRARIES] = {
    [codec_libheif] = {.file = "libheif.so.1", .names = heif_names},
    [codec_libjxl] = {.file = "libjxl.so.0.7", .names = jxl_names},
    [codec_libtiff] = {.file = "libtiff.so.6", .names = tiff_names},
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int find_all(loaded_library *library, void *handle) {
  for (size_t i = 0; library->names[i] != NULL; i++) {
    if (i == MOST_FUNCTIONS) return 0;
    *(void **)&library->functions[i] = dlsym(handle, library->names[i]);
    if (library->functions[i] == NULL) return 0;
  }
  return 1;
}

const char *codec_library_file(codec_library library) { return libraries[library].file; }

int codec_library_load(codec_library which) {
  loaded_library *library = &libraries[which];
  pthread_mutex_lock(&lock);
  if (library->state == UNTRIED) {
    void *handle = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
    library->state = handle != NULL && find_all(library, handle) ? LOADED : MISSING;
  }
  int state = library->state;
  pthread_mutex_unlock(&lock);
  return state == LOADED;
}

void codec_libraries_withhold(void) {
  for (int i = 0; i < CODEC_LIBRARIES; i++) libraries[i].state = MISSING;
}

const library_function *library_functions(codec_library library) {
  return codec_library_load(library) ? libraries[library].functions : NULL;
}
