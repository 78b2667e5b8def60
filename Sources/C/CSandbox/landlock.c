#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* From linux/landlock.h, which older systems lack: the numbers are the same on every processor
   (https://docs.kernel.org/userspace-api/landlock.html). */
enum { create_ruleset = 444, add_rule = 445, restrict_self = 446 };

struct ruleset {
  uint64_t handled_access_fs;
  /* From version 4 on. */
  uint64_t handled_access_net;
  /* From version 6 on: what reaches only processes with the same restrictions, or more. */
  uint64_t scoped;
};

enum { scope_abstract_sockets = 1 << 0, scope_signals = 1 << 1 };

struct __attribute__((packed)) path_beneath {
  uint64_t allowed_access;
  int32_t parent;
};

enum {
  execute_file = 1 << 0,
  write_file = 1 << 1,
  read_file = 1 << 2,
  read_folder = 1 << 3,
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

/* Every right to change files that a version of the kernel knows. */
static uint64_t changes(int version) {
  uint64_t access = write_file | remove_folder | remove_file | make_character_device | make_folder |
                    make_file | make_socket | make_pipe | make_block_device | make_link;
  if (version >= 2) access |= refer;
  if (version >= 3) access |= truncate_file;
  return access;
}

/* Opens the rules for the rights that are denied where no rule allows them; -1 with errno. */
static int begin(uint64_t denied, uint64_t scoped) {
  struct ruleset ruleset = {.handled_access_fs = denied, .scoped = scoped};
  int knows_scopes = sandbox_landlock_version() >= sandbox_landlock_scopes;
  size_t size = knows_scopes ? sizeof ruleset : sizeof ruleset.handled_access_fs;
  return (int)syscall(create_ruleset, &ruleset, size, 0);
}

static int allow(int rules, int place, uint64_t access) {
  struct path_beneath rule = {access, place};
  return syscall(add_rule, rules, 1, &rule, 0) < 0 ? errno : 0;
}

/* What cannot be opened has no rule: it stays denied. */
static int allow_path(int rules, const char *path, uint64_t access) {
  int place = open(path, O_PATH | O_CLOEXEC);
  if (place < 0) return 0;
  int code = allow(rules, place, access);
  close(place);
  return code;
}

static int end(int rules, int code) {
  if (code == 0 && syscall(restrict_self, rules, 0) < 0) code = errno;
  close(rules);
  return code;
}

/* Devices that a program may expect to be writable; below /dev are disks and the memory of others as
   well. */
static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/tty", "/dev/pts"};

int sandbox_deny_writing(
  const char *const *folders, size_t count, const char *const *parents, size_t parent_count
) {
  /* Landlock requires it; and without Landlock a profile of AppArmor lets programs run without it until then. */
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return errno;
  int version = sandbox_landlock_version();
  /* Version 1 refuses to move a file into another folder, which storing a photo does. */
  if (version < 2) return ENOSYS;
  uint64_t access = changes(version);
  /* Not abstract sockets: a service manager or a database may have one. */
  int rules = begin(access, scope_signals);
  if (rules < 0) return errno;
  int code = 0;
  for (size_t i = 0; i < sizeof devices / sizeof *devices && code == 0; i++)
    code = allow_path(rules, devices[i], access & (write_file | truncate_file));
  for (size_t i = 0; i < count && code == 0; i++) code = allow_path(rules, folders[i], access);
  for (size_t i = 0; i < parent_count && code == 0; i++) code = allow_path(rules, parents[i], remove_folder);
  return end(rules, code);
}

static int allow_reading(int rules, const char *path) {
  int place = open(path, O_PATH | O_CLOEXEC);
  if (place < 0) return 0;
  struct stat status;
  int code = fstat(place, &status) < 0 ? errno : 0;
  /* A rule about a file has no rights of folders. */
  uint64_t access = execute_file | read_file;
  if (code == 0 && S_ISDIR(status.st_mode)) access |= read_folder;
  /* A shell writes what it does not want to /dev/null. */
  if (code == 0 && S_ISCHR(status.st_mode)) access |= write_file;
  if (code == 0) code = allow(rules, place, access);
  close(place);
  return code;
}

int sandbox_deny_reading(const char *const *files, size_t count) {
  int version = sandbox_landlock_version();
  if (version < 1) return ENOSYS;
  int rules = begin(
    changes(version) | execute_file | read_file | read_folder, scope_signals | scope_abstract_sockets);
  if (rules < 0) return errno;
  int code = 0;
  for (size_t i = 0; i < count && code == 0; i++) code = allow_reading(rules, files[i]);
  return end(rules, code);
}
