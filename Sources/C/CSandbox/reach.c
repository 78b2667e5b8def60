#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
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

/* A program of any language makes system calls that nobody can list: this filter names what it may not do, and
   refuses what newer kernels offer. */

/* The numbers of calls that older headers lack: the same on every processor. */
enum {
  nr_pidfd_send_signal = 424,
  nr_io_uring_setup = 425,
  nr_io_uring_enter = 426,
  nr_io_uring_register = 427,
  nr_open_tree = 428,
  nr_move_mount = 429,
  nr_fsopen = 430,
  nr_fsconfig = 431,
  nr_fsmount = 432,
  nr_fspick = 433,
  nr_pidfd_open = 434,
  nr_clone3 = 435,
  nr_pidfd_getfd = 438,
  nr_openat2 = 437,
  nr_process_madvise = 440,
  nr_mount_setattr = 442,
  nr_quotactl_fd = 443,
  nr_memfd_secret = 447,
  nr_process_mrelease = 448,
  nr_fchmodat2 = 452,
  nr_statmount = 457,
  nr_listmount = 458,
  /* The first that was not reviewed: setxattrat. Programs meet kernels without it, and go without. */
  nr_unknown = 463,
};

/* Its own process group, by which everything that it starts is ended. */
static const unsigned short groups[] = {SYS_setsid, SYS_setpgid};

/* Other processes, and what it would share with them. */
static const unsigned short others[] = {
  SYS_tkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, nr_pidfd_send_signal,
  nr_pidfd_getfd, nr_process_madvise, nr_process_mrelease, SYS_ptrace, SYS_process_vm_readv,
  SYS_process_vm_writev, SYS_kcmp, SYS_setpriority, SYS_ioprio_set, SYS_shmget, SYS_msgget, SYS_semget,
  SYS_mq_open,
};

/* What Landlock leaves: modes, owners, times and attributes of files. */
static const unsigned short attributes[] = {
  SYS_fchmod, SYS_fchmodat, nr_fchmodat2, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_setxattr, SYS_lsetxattr,
  SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, SYS_inotify_init1, SYS_fanotify_init,
  SYS_open_by_handle_at,
#if defined(__x86_64__)
  SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat, SYS_inotify_init,
#endif
};

/* What Landlock denies as well, for a kernel without it. */
static const unsigned short names[] = {
  SYS_unlinkat, SYS_renameat2, SYS_renameat, SYS_linkat, SYS_symlinkat, SYS_mkdirat, SYS_mknodat, SYS_truncate,
#if defined(__x86_64__)
  SYS_unlink, SYS_rmdir, SYS_rename, SYS_link, SYS_symlink, SYS_mkdir, SYS_mknod,
#endif
};

/* The kernel's keys, its tracing, what no filter sees (io_uring), and namespaces, in which a program would have
   rights. */
static const unsigned short kernel[] = {
  SYS_keyctl, SYS_add_key, SYS_request_key, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_mount, SYS_umount2,
  SYS_pivot_root, SYS_chroot, SYS_unshare, SYS_setns, SYS_quotactl, SYS_syslog, SYS_sethostname,
  SYS_setdomainname, nr_io_uring_setup, nr_io_uring_enter, nr_io_uring_register, nr_open_tree, nr_move_mount,
  nr_fsopen, nr_fsconfig, nr_fsmount, nr_fspick, nr_mount_setattr, nr_quotactl_fd, nr_statmount, nr_listmount,
};

/* Memory that is shared, which no limit counts. */
static const unsigned short memory[] = {SYS_memfd_create, nr_memfd_secret};

/* The extended attributes of files hold where they come from. The C library's functions know this error. */
static const unsigned short unsupported[] = {
  SYS_getxattr, SYS_lgetxattr, SYS_fgetxattr, SYS_listxattr, SYS_llistxattr, SYS_flistxattr,
};

/* Calls without which the C library uses others: the flags of clone3 and openat2 are in memory, which a filter cannot
   read. */
static const unsigned short missing[] = {nr_clone3, nr_pidfd_open, nr_openat2};

/* Allowed for the caller itself: if the first argument, the process in question, is 0. */
static const unsigned short own[] = {
  SYS_prlimit64, SYS_sched_setaffinity, SYS_sched_setscheduler, SYS_sched_setparam, SYS_sched_setattr,
};

static const unsigned short network[] = {SYS_socket, SYS_connect, SYS_bind};

/* Commands of fcntl(2) that send signals: F_SETOWN, F_SETSIG, F_SETOWN_EX, F_SETLEASE, F_NOTIFY. */
static const unsigned signalling[] = {F_SETOWN, F_SETSIG, F_SETOWN_EX, F_SETLEASE, F_NOTIFY};

/* Requests of ioctl(2) that a program may make; others send signals (FIOSETOWN, SIOCSPGRP, FIOASYNC), change the
   attributes of files (FS_IOC_…) or type in terminals (TIOCSTI). */
static const unsigned harmless[] = {
  TCGETS, FIOCLEX, FIONCLEX, FIONREAD, FIONBIO, TIOCGWINSZ, TIOCGPGRP,
};

#define NAMESPACES                                                                               \
  (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)

/* A program of the kernel, statement by statement. */
typedef struct filter {
  struct sock_filter rules[400];
  unsigned short count;
} filter;

static void add(filter *to, struct sock_filter rule) { to->rules[to->count++] = rule; }

static void load(filter *to, size_t offset) {
  add(to, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offset));
}

/* The low half of an argument (both processors are little-endian). */
static void load_argument(filter *to, unsigned number) {
  load(to, offsetof(struct seccomp_data, args) + 8 * number);
}

/* Skips statements unless the loaded value equals this one. */
static void unless(filter *to, unsigned value, unsigned char skipped) {
  add(to, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped));
}

static void end(filter *to, unsigned action) { add(to, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action)); }

static void allow(filter *to) { end(to, SECCOMP_RET_ALLOW); }

static void refuse(filter *to, int code) { end(to, SECCOMP_RET_ERRNO | (unsigned)code); }

static void refuse_calls(filter *to, const unsigned short *calls, size_t count, int code) {
  for (size_t i = 0; i < count; i++) {
    unless(to, calls[i], 1);
    refuse(to, code);
  }
}

#define COUNT(list) (sizeof list / sizeof *list)
#define REFUSE(to, list, code) refuse_calls(to, list, COUNT(list), code)

/* A call with one of these values as an argument ends with the first action, with others with the second. */
static void select_argument(
  filter *to, unsigned call, unsigned number, const unsigned *values, size_t count, unsigned first,
  unsigned second) {
  unless(to, call, (unsigned char)(2 * count + 2));
  load_argument(to, number);
  for (size_t i = 0; i < count; i++) {
    unless(to, values[i], 1);
    end(to, first);
  }
  end(to, second);
}

#define DENIED (SECCOMP_RET_ERRNO | EPERM)

/* Allowed if a bit of the argument is not set. */
static void refuse_bits(filter *to, unsigned call, unsigned number, unsigned bits) {
  unless(to, call, 4);
  load_argument(to, number);
  add(to, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1));
  refuse(to, EPERM);
  allow(to);
}

static void begin(filter *to) {
  load(to, offsetof(struct seccomp_data, arch));
  add(to, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0));
  end(to, SECCOMP_RET_KILL_PROCESS);
  load(to, offsetof(struct seccomp_data, nr));
#if defined(__x86_64__)
  /* The numbers of x32, which name the same calls. */
  add(to, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1));
  refuse(to, EPERM);
#endif
  add(to, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, nr_unknown, 0, 1));
  refuse(to, ENOSYS);
}

/* The internet, and the addresses of this machine, which getaddrinfo(3) asks. Name services that have a socket in
   the file system are left out. */
static void allow_internet(filter *to) {
  unless(to, SYS_socket, 10);
  load_argument(to, 0);
  unless(to, AF_INET, 1);
  allow(to);
  unless(to, AF_INET6, 1);
  allow(to);
  unless(to, AF_NETLINK, 3);
  load_argument(to, 2);
  unless(to, 0 /* NETLINK_ROUTE */, 1);
  allow(to);
  refuse(to, EAFNOSUPPORT);
}

/* A call that opens a file, whose flags are an argument. To empty a file needs no right to write that Landlock knew
   before its version 3, if the file is opened for reading. Without Landlock, no file is made or emptied at all; nothing is
   written in any case (RLIMIT_FSIZE). */
static void restrict_open(filter *to, unsigned call, unsigned number, int has_landlock) {
  if (!has_landlock) {
    refuse_bits(to, call, number, O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY));
    return;
  }
  unless(to, call, 5);
  load_argument(to, number);
  add(to, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, O_ACCMODE | O_TRUNC));
  unless(to, O_RDONLY | O_TRUNC, 1);
  refuse(to, EPERM);
  allow(to);
}

static void restrict_opening(filter *to) {
  int has_landlock = sandbox_landlock_version() > 0;
  restrict_open(to, SYS_openat, 2, has_landlock);
#if defined(__x86_64__)
  restrict_open(to, SYS_open, 1, has_landlock);
#endif
  if (has_landlock) return;
#if defined(__x86_64__)
  unless(to, SYS_creat, 1);
  refuse(to, EPERM);
#endif
  unless(to, SYS_ftruncate, 1);
  refuse(to, EPERM);
}

int sandbox_deny_reaching_out(int has_network) {
  unsigned self[] = {0, (unsigned)getpid()};
  filter rules = {.count = 0};
  begin(&rules);
  if (has_network) {
    allow_internet(&rules);
  } else {
    REFUSE(&rules, network, EPERM);
    REFUSE(&rules, groups, EPERM);
  }
  unless(&rules, SYS_listen, 1);
  refuse(&rules, EPERM);
  unless(&rules, SYS_socketpair, 5);
  load_argument(&rules, 1);
  add(&rules, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xF));
  unless(&rules, SOCK_STREAM, 1);
  allow(&rules);
  refuse(&rules, EPERM);
  /* Itself. What it starts as well where Landlock keeps its signals from others. */
  if (!has_network || sandbox_landlock_version() < sandbox_landlock_scopes) {
    select_argument(&rules, SYS_kill, 0, self, 2, SECCOMP_RET_ALLOW, DENIED);
    select_argument(&rules, SYS_tgkill, 0, self + 1, 1, SECCOMP_RET_ALLOW, DENIED);
  }
  REFUSE(&rules, others, EPERM);
  for (size_t i = 0; i < COUNT(own); i++)
    select_argument(&rules, own[i], 0, self, 1, SECCOMP_RET_ALLOW, DENIED);
  select_argument(&rules, SYS_fcntl, 1, signalling, COUNT(signalling), DENIED, SECCOMP_RET_ALLOW);
  select_argument(
    &rules, SYS_ioctl, 1, harmless, COUNT(harmless), SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO | ENOTTY);
  restrict_opening(&rules);
  REFUSE(&rules, attributes, EPERM);
  REFUSE(&rules, names, EPERM);
  REFUSE(&rules, kernel, EPERM);
  REFUSE(&rules, memory, EPERM);
  REFUSE(&rules, unsupported, EOPNOTSUPP);
  REFUSE(&rules, missing, ENOSYS);
  /* MAP_SHARED_VALIDATE has the bit of MAP_SHARED. */
  unless(&rules, SYS_mmap, 5);
  load_argument(&rules, 3);
  add(&rules, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, MAP_SHARED | MAP_ANONYMOUS));
  unless(&rules, MAP_SHARED | MAP_ANONYMOUS, 1);
  refuse(&rules, EPERM);
  allow(&rules);
  refuse_bits(&rules, SYS_clone, 0, NAMESPACES);
  allow(&rules);
  struct sock_fprog program = {rules.count, rules.rules};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0 ? errno : 0;
}

#else

int sandbox_deny_reaching_out(int has_network) {
  (void)has_network;
  return ENOTSUP;
}

#endif
