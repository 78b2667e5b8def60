#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, action)
#define UNLESS(value, skipped) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped)
#define ALLOW(name) UNLESS(SYS_##name, 1), RETURN(SECCOMP_RET_ALLOW)

/* The low half of an argument (both processors are little-endian). */
#define ARGUMENT(number) offsetof(struct seccomp_data, args[number])

/* Another architecture's calls kill. x32's numbers (0x40000000 and above) equal none of those below. */
#define BEGIN                                                        \
  LOAD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0), \
    RETURN(SECCOMP_RET_KILL_PROCESS), LOAD(nr)

/* The system calls of the codecs, of malloc and of Swift's runtime, measured with strace over every format. */
#define COMPUTE                                                                                        \
  ALLOW(read), ALLOW(write), ALLOW(recvmsg), ALLOW(sendmsg), ALLOW(close), ALLOW(munmap),              \
    ALLOW(mremap), ALLOW(brk), ALLOW(madvise), ALLOW(futex), ALLOW(clock_gettime), ALLOW(exit),        \
    ALLOW(exit_group), ALLOW(rt_sigreturn)

/* What the runtime of a module's language asks besides: random seeds, and who and where it is. */
#define ASK                                                                                            \
  ALLOW(getrandom), ALLOW(getpid), ALLOW(gettid), ALLOW(rt_sigprocmask), ALLOW(sched_yield),           \
    ALLOW(sched_getaffinity), ALLOW(fstat), ALLOW(gettimeofday), ALLOW(uname), ALLOW(sysinfo)

/* Memory that can never be made executable. */
#define END_WITHOUT_CODE                                                                               \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 2, 0),                                                 \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 1, 0), RETURN(SECCOMP_RET_ERRNO | EPERM),        \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, ARGUMENT(2)),                                                   \
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1), RETURN(SECCOMP_RET_ERRNO | EPERM),          \
    RETURN(SECCOMP_RET_ALLOW)

/* lseek(2), because a decoder begins again if libjpeg has to decide. */
static struct sock_filter decoding[] = {BEGIN, COMPUTE, ALLOW(lseek), END_WITHOUT_CODE};

static struct sock_filter reading[] = {BEGIN, COMPUTE, ALLOW(pread64), END_WITHOUT_CODE};

/* Threads of the process itself, which some codecs start; glibc falls back to clone(2). */
#define START_THREADS                                                                                  \
  ALLOW(set_robust_list), ALLOW(rseq), ALLOW(rt_sigprocmask), ALLOW(sched_getaffinity),                \
    UNLESS(SYS_clone3, 1), RETURN(SECCOMP_RET_ERRNO | ENOSYS), UNLESS(SYS_clone, 4),                   \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, ARGUMENT(0)),                                                   \
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1), RETURN(SECCOMP_RET_ALLOW),               \
    RETURN(SECCOMP_RET_ERRNO | EPERM)

static struct sock_filter decoding_with_threads[] = {
  BEGIN, COMPUTE, START_THREADS, END_WITHOUT_CODE,
};

static struct sock_filter answering[] = {BEGIN, COMPUTE, ASK, END_WITHOUT_CODE};

/* What dlopen(3) needs: to find and read files, and to map code. Landlock says which files. The next filter
   may be installed. */
static struct sock_filter loading[] = {
  BEGIN,
  COMPUTE,
  ASK,
  ALLOW(mmap),
  ALLOW(mprotect),
  ALLOW(pread64),
  ALLOW(lseek),
  ALLOW(newfstatat),
  ALLOW(statx),
  ALLOW(readlinkat),
  ALLOW(faccessat),
#ifdef SYS_readlink
  ALLOW(readlink),
#endif
#ifdef SYS_access
  ALLOW(access),
#endif
  ALLOW(getcwd),
  ALLOW(getuid),
  ALLOW(geteuid),
  ALLOW(getgid),
  ALLOW(getegid),
  /* landlock_create_ruleset, landlock_add_rule, landlock_restrict_self */
  UNLESS(444, 1),
  RETURN(SECCOMP_RET_ALLOW),
  UNLESS(445, 1),
  RETURN(SECCOMP_RET_ALLOW),
  UNLESS(446, 1),
  RETURN(SECCOMP_RET_ALLOW),
  UNLESS(SYS_prctl, 3),
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, ARGUMENT(0)),
  UNLESS(PR_SET_SECCOMP, 4),
  RETURN(SECCOMP_RET_ALLOW),
  UNLESS(SYS_openat, 2),
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, ARGUMENT(2)),
  BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_ACCMODE | O_CREAT | O_TRUNC, 0, 1),
  RETURN(SECCOMP_RET_ERRNO | EPERM),
  RETURN(SECCOMP_RET_ALLOW),
};

int sandbox_has_filters(void) {
  /* A kernel that knows the mode looks for the filter, which is missing (prctl(2)). */
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL) < 0 && errno == EFAULT;
}

static int install(struct sock_filter *rules, size_t count) {
  struct sock_fprog program = {(unsigned short)count, rules};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0 ? errno : 0;
}

#define INSTALL(rules) install(rules, sizeof rules / sizeof *rules)

int sandbox_deny_system_calls(enum sandbox_work work) {
  switch (work) {
  case sandbox_decoding: return INSTALL(decoding);
  case sandbox_decoding_with_threads: return INSTALL(decoding_with_threads);
  case sandbox_reading: return INSTALL(reading);
  case sandbox_loading: return INSTALL(loading);
  case sandbox_answering: return INSTALL(answering);
  }
  return EINVAL;
}

#else

int sandbox_deny_system_calls(enum sandbox_work work) {
  (void)work;
  return ENOTSUP;
}

int sandbox_has_filters(void) { return 0; }

#endif
