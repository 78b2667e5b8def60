#pragma once

/* Functions of glibc whose headers hide them unless _GNU_SOURCE is set before the first header of a program, which
   a module cannot do. */

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

/* stdio.h */
int renameat2(int old_folder, const char *old_path, int new_folder, const char *new_path,
              unsigned int flags);

/* unistd.h */
int syncfs(int descriptor);
ssize_t copy_file_range(int from, off_t *from_place, int to, off_t *to_place, size_t count,
                        unsigned int flags);
int pipe2(int ends[2], int flags);

/* fcntl.h */
int fallocate(int file, int mode, off_t place, off_t count);

/* pthread.h */
int pthread_setname_np(pthread_t thread, const char *name);

/* sys/socket.h */
int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags);

/* spawn.h */
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);

/* unistd.h */
long syscall(long number, ...);

/* openat2(2), which glibc does not declare: the number, the structure and the flag are those of linux/openat2.h, and the
   same on every processor. Opens a path of which no part is a symbolic link (Linux 5.6); -1 with errno. */
static inline int open_without_links(int folder, const char *path, unsigned long long flags,
                                     unsigned long long mode) {
  struct {
    unsigned long long flags, mode, resolve;
  } how = {flags, mode, 0x04 /* RESOLVE_NO_SYMLINKS */};
  return (int)syscall(437, folder, path, &how, sizeof how);
}

/* Opens a folder on the way to a file (O_PATH); ELOOP for a link. */
static inline int open_folder_by_name(int folder, const char *name) {
  int next = openat(folder, name, 010000000 | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (next >= 0 || errno != ENOTDIR) return next;
  struct stat status;
  int is_link = fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(status.st_mode);
  errno = is_link ? ELOOP : ENOTDIR;
  return -1;
}

/* The same as open_without_links with each folder opened by its name, for kernels without openat2(2). */
static inline int open_by_names(const char *path, int flags, mode_t mode) {
  int folder = open(*path == '/' ? "/" : ".", 010000000 | O_DIRECTORY | O_CLOEXEC);
  while (folder >= 0) {
    char name[256] = ".";
    while (*path == '/') path++;
    size_t length = strcspn(path, "/");
    if (length >= sizeof name) {
      close(folder);
      errno = ENAMETOOLONG;
      return -1;
    }
    if (length > 0) memcpy(name, path, length), name[length] = 0;
    path += length;
    while (*path == '/') path++;
    int is_last = *path == 0;
    int next = is_last ? openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC, mode)
                       : open_folder_by_name(folder, name);
    int code = errno;
    close(folder);
    errno = code;
    if (is_last || next < 0) return next;
    folder = next;
  }
  return folder;
}
