#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Walls around processes: what they may do is taken away, and cannot be given back. */

/// Closes this process's environment and memory to other processes of the user (proc(5), ptrace(2)), and has it and what
/// it starts write no core files. A crash ends it without a backtrace. It can still open its own maps and descriptors in
/// /proc, but for an ordinary user not `environ` and `mem`, whose owner is root from now on. A program that it executes
/// begins open again.
/// - Returns: 0, or an errno.
int sandbox_close_memory(void);

/// Starts the program at `path` with the argument `work`, an empty environment except for `LD_LIBRARY_PATH`, its
/// channel as descriptor 3, and no other descriptor of this process but its standard error. From any thread.
/// - Returns: the process, or a negated errno.
pid_t sandbox_start(const char *path, const char *work, int channel);

/// Whether this program was started by `sandbox_start`, as far as descriptor 3 tells.
int sandbox_was_started(void);

/// Ignores the signals of terminals and of service managers, which are blocked at the start.
void sandbox_ignore_signals(void);

/// fork(2). The process must have one thread: a lock that another one holds would stay locked in the child.
pid_t sandbox_fork(void);

/// Turns a child into a helper: it keeps only `channel` open, as descriptor 3; it dies with its parent;
/// it ignores the terminal's signals; it and what it starts can gain no rights, and have no capabilities; its
/// environment is erased; its address space grows by at most `memory` bytes; and it writes no core file.
/// - Returns: 0, or an errno.
int sandbox_become_helper(int channel, int niceness, uint64_t memory);

/// The descriptor that `sandbox_become_helper` leaves open.
enum { sandbox_channel = 3 };

/// What a helper does next.
enum sandbox_work {
  /// Memory, its open descriptors, clocks, and its end.
  sandbox_decoding,
  /// The same, and threads of the process.
  sandbox_decoding_with_threads,
  /// That of decoding, and to read its open descriptors at any place (pread(2)).
  sandbox_reading,
  /// To find, read and map files besides, and to restrict itself further: what dlopen(3) does. No file can be
  /// opened for writing.
  sandbox_loading,
  /// That of decoding, and what the runtime of a loaded module asks: random numbers, its own identity.
  sandbox_answering,
};

/// Denies a helper every system call but those of its work (seccomp(2)). The others fail with EPERM. Filters
/// add up: `sandbox_answering` may follow `sandbox_loading`.
/// - Returns: 0, or an errno: EINVAL or ENOSYS if the kernel has no filters, ENOTSUP on a processor whose
///   system call numbers are not known here.
int sandbox_deny_system_calls(enum sandbox_work work);

/// Allows a helper to read and map only the `files`, and what is below those that are folders (landlock(7)).
/// It can create and change none. Files that cannot be opened, for any reason, stay denied.
/// - Returns: 0, or an errno: ENOSYS or EOPNOTSUPP if the kernel does not offer it; then nothing is denied.
int sandbox_deny_reading(const char *const *files, size_t count);

/// Allows the process and those that it starts to create and change files only at or below the
/// `folders`, and some devices such as `/dev/null`, and signal no processes but those (landlock(7)). Reading stays as
/// it is. Empty folders can also be removed below the `parents`. Folders that cannot be opened stay denied. It gains no privileges by what it executes from now on, whatever the
/// kernel offers besides.
/// - Returns: 0, or an errno: ENOSYS or EOPNOTSUPP if the kernel does not offer it; then nothing is denied.
int sandbox_deny_writing(
  const char *const *folders, size_t count, const char *const *parents, size_t parent_count);

/// Denies a process and those that it starts sockets, other processes, shared memory, changes of files and of their
/// attributes, and the system calls of newer kernels (seccomp(2)); for a program of any language.
/// - Parameter has_network: whether it may use sockets of the internet.
/// - Returns: 0, or an errno as of `sandbox_deny_system_calls`.
int sandbox_deny_reaching_out(int has_network);

/// What the kernel offers to restrict a process, as bits.
enum sandbox_walls {
  /// Filters of system calls (seccomp(2)).
  sandbox_wall_calls = 1 << 0,
  /// Which files may be read, and which changed (landlock(7)).
  sandbox_wall_files = 1 << 1,
};

/// What failed of a program's start.
enum sandbox_step { sandbox_step_start, sandbox_step_limits, sandbox_step_files, sandbox_step_calls };

/// Turns a helper, whose descriptors 0 to 2 are open besides its channel, into the program at `path`, in a process
/// group of its own. It can write no file (landlock(7), and the helper's limit of their length). The channel is closed when the
/// program begins.
/// - Parameters:
///   - environment: its variables; ends with NULL.
///   - has_network: whether it may use sockets of the internet. It may read and run only the files of `readable`, and
///     what it starts cannot leave its process group.
///   - memory: bytes that each of its processes may allocate.
///   - processes: the most processes that it may start, where the kernel counts them.
///   - walls: `sandbox_walls` without which the program does not begin.
///   - step: gets what failed.
/// - Returns: an errno, if the program cannot begin.
int sandbox_execute(
  const char *path, char *const *environment, int has_network, const char *const *readable, size_t count,
  uint64_t memory, uint64_t processes, unsigned walls, enum sandbox_step *step);

/// Makes the process the parent of what its programs have started and left behind.
void sandbox_adopt_orphans(void);

/// A descriptor that is readable when the process has ended; -1 if the kernel has none (before Linux 5.3).
int sandbox_watch(pid_t process);

/// Waits for the processes of a group that was killed, as far as they are, or become, this one's children.
void sandbox_await_group(pid_t group);

/// Kills what programs have started and left behind in other process groups: every descendant of this process but
/// `kept`, and what those have started or have in their groups. A program that starts the next process and exits
/// faster than /proc can be read is not caught, and nothing is without /proc.
void sandbox_end_strays(const pid_t *kept, size_t count);

/// Whether the kernel has filters of system calls, for the processors that are known here.
int sandbox_has_filters(void);

/// The version of the kernel's Landlock, from 1; 0 if there is none.
int sandbox_landlock_version(void);

/// The first version that keeps signals from processes outside.
enum { sandbox_landlock_scopes = 6 };

/// Sends `head_count` bytes, at least one, then `count` bytes, and a descriptor if `descriptor` is not negative.
/// - Parameter milliseconds: the limit of the wait for the other end to read; negative for none.
/// - Returns: 0, or an errno: ETIMEDOUT at the limit.
int sandbox_send(
  int channel, const void *head, size_t head_count, const void *bytes, size_t count, int descriptor,
  int milliseconds);

/// Receives at most `count` bytes, and a descriptor or -1. With NULL for `descriptor` it takes none.
/// - Returns: the number of bytes, 0 at the end, or a negated errno.
ssize_t sandbox_receive(int channel, void *bytes, size_t count, int *descriptor);

/// write(2) without SIGPIPE.
/// - Returns: the number of bytes, or a negated errno.
ssize_t sandbox_write(int descriptor, const void *bytes, size_t count);

/// Gives a process `seconds` more of CPU time, after which it is killed.
/// - Returns: 0, or an errno.
int sandbox_limit_cpu(pid_t process, double seconds);
