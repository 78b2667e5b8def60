#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
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
#define ALLOW(name) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), RETURN(SECCOMP_RET_ALLOW)

/* The low half of the argument `prot`, which holds every flag (both processors are little-endian). */
#define PROTECTION offsetof(struct seccomp_data, args[2])

/* The system calls of the codecs, of malloc and of Swift's runtime, measured with strace over every format.
   Memory can never be made executable. x32's numbers (0x40000000 and above) equal none of these. */
static struct sock_filter rules[] = {
  LOAD(arch),
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
  RETURN(SECCOMP_RET_KILL_PROCESS),
  LOAD(nr),
  ALLOW(read),
  ALLOW(write),
  ALLOW(recvmsg),
  ALLOW(sendmsg),
  ALLOW(close),
  ALLOW(munmap),
  ALLOW(mremap),
  ALLOW(brk),
  ALLOW(madvise),
  ALLOW(futex),
  ALLOW(clock_gettime),
  ALLOW(exit),
  ALLOW(exit_group),
  ALLOW(rt_sigreturn),
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 2, 0),
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 1, 0),
  RETURN(SECCOMP_RET_ERRNO | EPERM),
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, PROTECTION),
  BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1),
  RETURN(SECCOMP_RET_ERRNO | EPERM),
  RETURN(SECCOMP_RET_ALLOW),
};

int sandbox_deny_system_calls(void) {
  struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return errno;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0 ? errno : 0;
}

#else

int sandbox_deny_system_calls(void) { return ENOTSUP; }

#endif
