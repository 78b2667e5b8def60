#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

/* A program of any language makes system calls that nobody can list: this filter names what it may not do.
   Where its instructions jump: over one to "deny", or to the next question. */
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ARGUMENT(number) LOAD(args[number])
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, action)
#define REFUSE RETURN(SECCOMP_RET_ERRNO | EPERM)
#define ALLOW RETURN(SECCOMP_RET_ALLOW)
#define UNLESS(value, skipped) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped)
#define DENY(number) UNLESS(number, 1), REFUSE

/* Allowed if the first argument, the process in question, is 0: the caller itself. */
#define DENY_OTHERS(number) UNLESS(number, 4), ARGUMENT(0), UNLESS(0, 1), ALLOW, REFUSE

#define NAMESPACES                                                                               \
  (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)

/* The same number on every processor. */
enum {
  nr_pidfd_send_signal = 424,
  nr_io_uring_setup = 425,
  nr_open_tree = 428,
  nr_move_mount = 429,
  nr_fsopen = 430,
  nr_clone3 = 435,
  nr_pidfd_getfd = 438,
  nr_process_madvise = 440,
  nr_mount_setattr = 442,
  nr_fchmodat2 = 452,
  nr_setxattrat = 463,
};

int sandbox_deny_reaching_out(void) {
  unsigned self = (unsigned)getpid();
  struct sock_filter rules[] = {
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    RETURN(SECCOMP_RET_KILL_PROCESS),
    LOAD(nr),
#if defined(__x86_64__)
    /* The numbers of x32, which name the same calls. */
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
    REFUSE,
#endif
    /* The network, and the sockets of other programs. io_uring makes calls that no filter sees. */
    DENY(SYS_socket),
    DENY(SYS_connect),
    DENY(SYS_bind),
    DENY(SYS_listen),
    DENY(nr_io_uring_setup),
    UNLESS(SYS_socketpair, 5),
    ARGUMENT(1),
    BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xF),
    UNLESS(SOCK_STREAM, 1),
    ALLOW,
    REFUSE,
    /* Its process group, by which everything it starts is ended. */
    DENY(SYS_setsid),
    DENY(SYS_setpgid),
    /* Other processes. */
    UNLESS(SYS_kill, 6),
    ARGUMENT(0),
    UNLESS(0, 1),
    ALLOW,
    UNLESS(self, 1),
    ALLOW,
    REFUSE,
    UNLESS(SYS_tgkill, 4),
    ARGUMENT(0),
    UNLESS(self, 1),
    ALLOW,
    REFUSE,
    DENY(SYS_tkill),
    DENY(SYS_rt_sigqueueinfo),
    DENY(SYS_rt_tgsigqueueinfo),
    DENY(nr_pidfd_send_signal),
    DENY(nr_pidfd_getfd),
    DENY(nr_process_madvise),
    DENY(SYS_ptrace),
    DENY(SYS_process_vm_readv),
    DENY(SYS_process_vm_writev),
    DENY(SYS_kcmp),
    DENY(SYS_setpriority),
    DENY(SYS_ioprio_set),
    DENY_OTHERS(SYS_prlimit64),
    DENY_OTHERS(SYS_sched_setaffinity),
    DENY_OTHERS(SYS_sched_setscheduler),
    DENY_OTHERS(SYS_sched_setparam),
    DENY_OTHERS(SYS_sched_setattr),
    DENY(SYS_shmget),
    DENY(SYS_msgget),
    DENY(SYS_semget),
    DENY(SYS_mq_open),
    /* What Landlock leaves: modes, owners, times and attributes of files. */
    DENY(SYS_fchmod),
    DENY(SYS_fchmodat),
    DENY(nr_fchmodat2),
    DENY(SYS_fchown),
    DENY(SYS_fchownat),
    DENY(SYS_utimensat),
    DENY(SYS_setxattr),
    DENY(SYS_lsetxattr),
    DENY(SYS_fsetxattr),
    DENY(nr_setxattrat),
    DENY(SYS_removexattr),
    DENY(SYS_lremovexattr),
    DENY(SYS_fremovexattr),
    /* What Landlock denies as well, for a kernel without it. */
    DENY(SYS_unlinkat),
    DENY(SYS_renameat2),
    DENY(SYS_linkat),
    DENY(SYS_symlinkat),
    DENY(SYS_mkdirat),
    DENY(SYS_mknodat),
    DENY(SYS_truncate),
#if defined(__x86_64__)
    DENY(SYS_chmod),
    DENY(SYS_chown),
    DENY(SYS_lchown),
    DENY(SYS_utime),
    DENY(SYS_utimes),
    DENY(SYS_futimesat),
    DENY(SYS_unlink),
    DENY(SYS_rmdir),
    DENY(SYS_rename),
    DENY(SYS_link),
    DENY(SYS_symlink),
    DENY(SYS_mkdir),
    DENY(SYS_mknod),
#endif
    DENY(SYS_renameat),
    /* The kernel's keys, its tracing, and namespaces, in which a program would have rights. */
    DENY(SYS_keyctl),
    DENY(SYS_add_key),
    DENY(SYS_request_key),
    DENY(SYS_bpf),
    DENY(SYS_perf_event_open),
    DENY(SYS_userfaultfd),
    DENY(SYS_mount),
    DENY(SYS_umount2),
    DENY(nr_open_tree),
    DENY(nr_move_mount),
    DENY(nr_fsopen),
    DENY(nr_mount_setattr),
    DENY(SYS_pivot_root),
    DENY(SYS_chroot),
    DENY(SYS_unshare),
    DENY(SYS_setns),
    UNLESS(SYS_clone, 4),
    ARGUMENT(0),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NAMESPACES, 0, 1),
    REFUSE,
    ALLOW,
    /* Its flags are in memory, which a filter cannot read: the C library then uses clone. */
    UNLESS(nr_clone3, 1),
    RETURN(SECCOMP_RET_ERRNO | ENOSYS),
    ALLOW,
  };
  struct sock_fprog program = {(unsigned short)(sizeof rules / sizeof *rules), rules};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0 ? errno : 0;
}

#else

int sandbox_deny_reaching_out(void) { return ENOTSUP; }

#endif
