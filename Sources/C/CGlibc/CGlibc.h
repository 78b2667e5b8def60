#pragma once

/* Functions of glibc whose headers hide them unless _GNU_SOURCE is set before the first header of a program, which
   a module cannot do. */

#include <pthread.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/types.h>

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
