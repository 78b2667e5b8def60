#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <malloc.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

pid_t sandbox_fork(void) { return fork(); }

/* Bytes of the address space (proc(5), statm); 0 if unknown. */
static uint64_t address_space(void) {
  char text[32] = {0};
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  uint64_t pages = 0;
  for (ssize_t i = 0; i < count && text[i] >= '0' && text[i] <= '9'; i++)
    pages = pages * 10 + (uint64_t)(text[i] - '0');
  return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static int limit(int resource, uint64_t value) {
  struct rlimit limit = {value, value};
  return setrlimit(resource, &limit) < 0 ? errno : 0;
}

/* Handlers of a language's runtime would start a program that prints a backtrace, with what is in memory, or wait for
   ever for one that may not read it. */
static void end_by_crashes(void) {
  static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGXCPU, SIGQUIT};
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
    struct sigaction action;
    int is_ignored = sigaction(crashes[i], NULL, &action) == 0 && action.sa_handler == SIG_IGN;
    if (!is_ignored) signal(crashes[i], SIG_DFL);
  }
}

int sandbox_close_memory(void) {
  end_by_crashes();
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0) return errno;
  return limit(RLIMIT_CORE, 0);
}

static void erase_environment(void) {
  /* Not NULL: the runtime of a loaded module may read the list. */
  static char *empty[] = {NULL};
  for (char **variable = environ; variable && *variable; variable++)
    explicit_bzero(*variable, strlen(*variable));
  environ = empty;
}

/* What a helper of root would have besides its user's rights, now and after an execve(2). */
static int drop_capabilities(void) {
  for (int capability = 0; prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0; capability++) {
  }
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
  return syscall(SYS_capset, &header, none) < 0 ? errno : 0;
}

static int limit_resources(uint64_t memory) {
  uint64_t used = address_space();
  if (used == 0) return ENOENT;
  int code = memory < UINT64_MAX - used ? limit(RLIMIT_AS, used + memory) : 0;
  return code == 0 ? limit(RLIMIT_FSIZE, 0) : code;
}

static void close_between(unsigned first, unsigned last) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, first, last, 0) == 0) return;
#endif
  for (unsigned descriptor = first; descriptor <= last && descriptor < 65536; descriptor++)
    close((int)descriptor);
}

static int keep_only(int channel) {
  if (channel != sandbox_channel && dup2(channel, sandbox_channel) < 0) return errno;
  close_between(0, sandbox_channel - 1);
  close_between(sandbox_channel + 1, ~0U);
  return 0;
}

int sandbox_become_helper(int channel, int niceness, uint64_t memory) {
  pid_t parent = getppid();
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0) return errno;
  if (parent != getppid()) _exit(0);
  /* Both seccomp(2) and Landlock require it. */
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return errno;
  /* Other processes of the user cannot trace it. Its files in /proc belong to root from now on. */
  int code = sandbox_close_memory();
  if (code != 0) return code;
  static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGUSR1, SIGUSR2};
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_IGN);
  erase_environment();
  code = drop_capabilities();
  if (code != 0) return code;
  setpriority(PRIO_PROCESS, 0, niceness);
  code = limit_resources(memory);
  if (code != 0) return code;
  /* Between two messages the whole heap is free. By default it would be returned to the kernel each time,
     and cost a page fault for every 4 KiB of the next message's work. */
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, 16 << 20);
  code = drop_capabilities();
  if (code != 0) return code;
  return keep_only(channel);
}

int sandbox_limit_cpu(pid_t process, double seconds) {
  clockid_t clock;
  struct timespec used;
  int code = clock_getcpuclockid(process, &clock);
  if (code != 0) return code;
  if (clock_gettime(clock, &used) < 0) return errno;
  struct rlimit limit;
  limit.rlim_cur = (rlim_t)ceil((double)used.tv_sec + (double)used.tv_nsec / 1e9 + fmin(seconds, 1e9)) + 1;
  limit.rlim_max = RLIM_INFINITY;
  struct rlimit before;
  if (prlimit(process, RLIMIT_CPU, NULL, &before) < 0) return errno;
  limit.rlim_max = before.rlim_max;
  if (limit.rlim_cur > limit.rlim_max) limit.rlim_cur = limit.rlim_max;
  return prlimit(process, RLIMIT_CPU, &limit, NULL) < 0 ? errno : 0;
}
