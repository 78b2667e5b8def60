// Evaluates the filters of CSandbox with this processor's numbers of system calls, because an emulator of programs
// (qemu-user) installs none: prctl(2) is replaced, takes the program of a filter, and an interpreter runs it.
#define _GNU_SOURCE
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "CSandbox.h"

#if defined(__x86_64__)
enum { OWN = AUDIT_ARCH_X86_64, OTHER = AUDIT_ARCH_AARCH64 };
#else
enum { OWN = AUDIT_ARCH_AARCH64, OTHER = AUDIT_ARCH_X86_64 };
#endif

static struct sock_filter rules[BPF_MAXINSNS];
static size_t length;
static int faults;

int prctl(int option, ...) {
  va_list rest;
  va_start(rest, option);
  (void)va_arg(rest, unsigned long);
  if (option == PR_SET_SECCOMP) {
    const struct sock_fprog *program = va_arg(rest, const struct sock_fprog *);
    length = program->len;
    memcpy(rules, program->filter, length * sizeof *rules);
  }
  va_end(rest);
  return 0;
}

// The instructions that the filters use (seccomp(2), bpf(4)).
static uint32_t evaluate(const struct seccomp_data *data) {
  uint32_t word = 0;
  for (size_t i = 0; i < length; i++) {
    struct sock_filter step = rules[i];
    switch (step.code) {
      case BPF_LD | BPF_W | BPF_ABS: memcpy(&word, (const char *)data + step.k, 4); break;
      case BPF_ALU | BPF_AND | BPF_K: word &= step.k; break;
      case BPF_JMP | BPF_JA: i += step.k; break;
      case BPF_JMP | BPF_JEQ | BPF_K: i += word == step.k ? step.jt : step.jf; break;
      case BPF_JMP | BPF_JGE | BPF_K: i += word >= step.k ? step.jt : step.jf; break;
      case BPF_JMP | BPF_JGT | BPF_K: i += word > step.k ? step.jt : step.jf; break;
      case BPF_JMP | BPF_JSET | BPF_K: i += word & step.k ? step.jt : step.jf; break;
      case BPF_RET | BPF_K: return step.k;
      default: fprintf(stderr, "an instruction that this test does not know: %x\n", step.code); exit(2);
    }
  }
  fprintf(stderr, "a filter without an end\n");
  exit(2);
}

static uint32_t answer(uint32_t architecture, int number, uint64_t third) {
  struct seccomp_data data = {.nr = number, .arch = architecture, .args = {0, 0, third}};
  return evaluate(&data);
}

/// With a second argument.
static uint32_t answer2(int number, uint64_t second) {
  struct seccomp_data data = {.nr = number, .arch = OWN, .args = {0, second}};
  return evaluate(&data);
}

static void expect(const char *filter, const char *name, int isAllowed, uint32_t given) {
  if ((given == SECCOMP_RET_ALLOW) == isAllowed) return;
  printf("%s: %s is %s (%08x)\n", filter, name, isAllowed ? "denied" : "allowed", given);
  faults++;
}
#define ALLOWS(name) expect(filter, #name, 1, answer(OWN, SYS_##name, 0))
#define DENIES(name) expect(filter, #name, 0, answer(OWN, SYS_##name, 0))

static void denies_reach(const char *filter) {
  DENIES(ptrace), DENIES(mount), DENIES(unshare), DENIES(bpf), DENIES(keyctl);
  DENIES(process_vm_readv), DENIES(perf_event_open), DENIES(userfaultfd), DENIES(io_uring_setup);
  if (answer(OTHER, SYS_read, 0) != SECCOMP_RET_KILL_PROCESS) {
    printf("%s: a call of another processor does not end the process\n", filter);
    faults++;
  }
}

static void computes(const char *filter, enum sandbox_work work) {
  if (sandbox_deny_system_calls(work) != 0) printf("%s: not installed\n", filter), faults++;
  ALLOWS(read), ALLOWS(write), ALLOWS(munmap), ALLOWS(brk), ALLOWS(futex), ALLOWS(exit_group), ALLOWS(mmap);
  DENIES(openat), DENIES(socket), DENIES(connect), DENIES(execve), DENIES(kill), DENIES(unlinkat);
  expect(filter, "mmap of code", 0, answer(OWN, SYS_mmap, PROT_READ | PROT_EXEC));
  denies_reach(filter);
}

int main(void) {
  computes("decoding", sandbox_decoding);
  computes("decoding with threads", sandbox_decoding_with_threads);
  computes("reading", sandbox_reading);
  computes("answering", sandbox_answering);
  const char *filter = "loading";
  if (sandbox_deny_system_calls(sandbox_loading) != 0) printf("%s: not installed\n", filter), faults++;
  ALLOWS(openat), ALLOWS(mmap), ALLOWS(mprotect);
  DENIES(socket), DENIES(execve), DENIES(unlinkat), DENIES(kill);
  denies_reach(filter);
  for (int hasNetwork = 0; hasNetwork < 2; hasNetwork++) {
    filter = hasNetwork ? "listing" : "reaching out";
    if (sandbox_deny_reaching_out(hasNetwork) != 0) printf("%s: not installed\n", filter), faults++;
    ALLOWS(read), ALLOWS(openat), ALLOWS(execve), ALLOWS(clone), ALLOWS(fcntl), ALLOWS(mmap);
    // Of the family 0, which is none of the internet's.
    DENIES(socket), DENIES(fchmodat), DENIES(setxattr), DENIES(inotify_init1), DENIES(memfd_create), DENIES(ioctl);
    // fcntl(F_SETOWN) and what no kernel had when the filter was written.
    expect(filter, "F_SETOWN", 0, answer2(SYS_fcntl, 8));
    expect(filter, "a new call", 0, answer(OWN, 463, 0));
    if (!hasNetwork) DENIES(connect), DENIES(setsid);
    denies_reach(filter);
  }
  printf("7 filters, %d faults\n", faults);
  return faults != 0;
}
