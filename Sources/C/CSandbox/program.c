#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The program's descriptors are 0 to 2: its input, its output and its notes. */
static int take_descriptors(void) {
  for (int descriptor = 0; descriptor < sandbox_channel; descriptor++)
    if (fcntl(descriptor, F_SETFD, 0) < 0) return errno;
  return fcntl(sandbox_channel, F_SETFD, FD_CLOEXEC) < 0 ? errno : 0;
}

/* As a shell would start it: no signal is ignored or blocked. */
static void reset_signals(void) {
  for (int number = 1; number < 65; number++) signal(number, SIG_DFL);
  /* A write to a file fails, instead of ending the program. */
  signal(SIGXFSZ, SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static int limit(int resource, uint64_t value) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) < 0) return errno;
  if (limit.rlim_max < value) value = limit.rlim_max;
  limit.rlim_cur = limit.rlim_max = value;
  return setrlimit(resource, &limit) < 0 ? errno : 0;
}

/* The number of processes and threads of the system (proc(5), loadavg); 0 if unknown. The kernel counts all
   of a user, so that a limit for one program has to be above what there is. */
static uint64_t tasks(void) {
  char text[128] = {0};
  int file = open("/proc/loadavg", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  unsigned long running = 0, all = 0;
  if (count < 0 || sscanf(text, "%*f %*f %*f %lu/%lu", &running, &all) != 2) return 0;
  return all;
}

static int limit_resources(uint64_t memory, uint64_t processes) {
  /* Not the address space: runtimes reserve more than they use. */
  int code = limit(RLIMIT_DATA, memory);
  if (code != 0) return code;
  uint64_t others = tasks();
  return others > 0 ? limit(RLIMIT_NPROC, others + processes) : ENOENT;
}

int sandbox_execute(
  const char *path, char *const *environment, int has_network, const char *const *readable, size_t count,
  uint64_t memory, uint64_t processes, unsigned walls, enum sandbox_step *step) {
  *step = sandbox_step_start;
  int code = take_descriptors();
  if (code != 0) return code;
  /* A session of its own has no terminal, and its process group is that of everything it starts. */
  if (setsid() < 0) return errno;
  reset_signals();
  *step = sandbox_step_limits;
  code = limit_resources(memory, processes);
  if (code != 0) return code;
  /* A wall that is not asked for is one that the kernel does not offer, which was reported. */
  *step = sandbox_step_files;
  code = sandbox_deny_reading(readable, count);
  if (code != 0 && (walls & sandbox_wall_files)) return code;
  *step = sandbox_step_calls;
  code = sandbox_deny_reaching_out(has_network);
  if (code != 0 && (walls & sandbox_wall_calls)) return code;
  *step = sandbox_step_start;
  char *arguments[] = {(char *)path, NULL};
  /* A program that was just written may still be open in a child of who wrote it (execve(2), ETXTBSY). */
  for (int attempt = 0; attempt < 100; attempt++) {
    execve(path, arguments, environment);
    if (errno != ETXTBSY) break;
    struct timespec pause = {0, 10000000};
    nanosleep(&pause, NULL);
  }
  return errno;
}

/* pidfd_open has the same number on every processor. */
int sandbox_watch(pid_t process) { return (int)syscall(434, process, 0); }

void sandbox_adopt_orphans(void) { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

void sandbox_await_group(pid_t group) {
  while (waitpid(-group, NULL, 0) > 0 || errno == EINTR) {
  }
}
