#include "library.h"

#include <dlfcn.h>
#include <pthread.h>

enum { MOST_FUNCTIONS = 32, MOST_FILES = 2 };

typedef struct loaded_library {
  // Their interfaces differ between major versions, which are part of the names: those that the decoders know.
  const char *files[MOST_FILES + 1];
  const char *const *names;
  // Does what the library would do at the first picture, when its process may open no file; NULL: nothing.
  void (*prepare)(void *handle);
  library_function functions[MOST_FUNCTIONS];
  int state;
} loaded_library;

enum { UNTRIED, LOADED, MISSING };

static loaded_library libraries[CODEC_LIBRARIES] = {
    [codec_libheif] = {.files = {"libheif.so.1"}, .names = heif_names, .prepare = heif_prepare},
    [codec_libjxl] = {.files = {"libjxl.so.0.11", "libjxl.so.0.7"}, .names = jxl_names},
    [codec_libtiff] = {.files = {"libtiff.so.6"}, .names = tiff_names},
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

static int load(loaded_library *library) {
  for (size_t i = 0; library->files[i] != NULL; i++) {
    void *handle = dlopen(library->files[i], RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) continue;
    if (find_all(library, handle)) {
      if (library->prepare != NULL) library->prepare(handle);
      return 1;
    }
    dlclose(handle);
  }
  return 0;
}

const char *const *codec_library_files(codec_library library) { return libraries[library].files; }

int codec_library_load(codec_library which) {
  loaded_library *library = &libraries[which];
  pthread_mutex_lock(&lock);
  if (library->state == UNTRIED) library->state = load(library) ? LOADED : MISSING;
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
