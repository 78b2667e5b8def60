#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* From linux/landlock.h, which older systems lack: the numbers are the same on every processor
   (https://docs.kernel.org/userspace-api/landlock.html). */
enum { create_ruleset = 444, add_rule = 445, restrict_self = 446 };

struct ruleset {
  uint64_t handled_access_fs;
};

struct __attribute__((packed)) path_beneath {
  uint64_t allowed_access;
  int32_t parent;
};

enum {
  write_file = 1 << 1,
  remove_folder = 1 << 4,
  remove_file = 1 << 5,
  make_character_device = 1 << 6,
  make_folder = 1 << 7,
  make_file = 1 << 8,
  make_socket = 1 << 9,
  make_pipe = 1 << 10,
  make_block_device = 1 << 11,
  make_link = 1 << 12,
  /* From version 2 on; before, a rename into another folder is always refused. */
  refer = 1 << 13,
  /* From version 3 on. */
  truncate_file = 1 << 14,
};

int sandbox_landlock_version(void) {
  long version = syscall(create_ruleset, NULL, 0, 1);
  return version < 0 ? 0 : (int)version;
}

static int allow(int rules, const char *path, uint64_t access) {
  struct path_beneath rule = {access, open(path, O_PATH | O_CLOEXEC)};
  if (rule.parent < 0) return errno;
  int code = syscall(add_rule, rules, 1, &rule, 0) < 0 ? errno : 0;
  close(rule.parent);
  return code;
}

int sandbox_deny_writing(const char *const *folders, size_t count) {
  int version = sandbox_landlock_version();
  /* Version 1 refuses to move a file into another folder, which storing a photo does. */
  if (version < 2) return ENOSYS;
  uint64_t access = write_file | remove_folder | remove_file | make_character_device | make_folder |
                    make_file | make_socket | make_pipe | make_block_device | make_link | refer;
  if (version >= 3) access |= truncate_file;
  struct ruleset ruleset = {access};
  long rules = syscall(create_ruleset, &ruleset, sizeof ruleset, 0);
  if (rules < 0) return errno;
  int code = allow((int)rules, "/dev", write_file | (version >= 3 ? truncate_file : 0));
  for (size_t i = 0; i < count && code == 0; i++) code = allow((int)rules, folders[i], access);
  if (code == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) code = errno;
  if (code == 0 && syscall(restrict_self, rules, 0) < 0) code = errno;
  close((int)rules);
  return code;
}
