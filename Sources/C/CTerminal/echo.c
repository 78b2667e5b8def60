#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <termios.h>
#include <unistd.h>

/* The signals that end or stop a process that does not handle them, and that a terminal or a user sends. */
static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};
enum { ending_count = sizeof ending / sizeof *ending };

static volatile sig_atomic_t changed_descriptor = -1;
static volatile sig_atomic_t is_handled[ending_count];
static struct sigaction earlier[ending_count]; /* constant while a change is in force */
static tcflag_t changed_flags; /* those that were on; constant while a change is in force */

/* tcsetattr(3) from the background stops the process, unless SIGTTOU is blocked. */
static bool set_flags(int descriptor, tcflag_t on, tcflag_t off) {
  struct termios now;
  if (tcgetattr(descriptor, &now) != 0) return false;
  now.c_lflag = (now.c_lflag | on) & ~off;
  sigset_t blocked, before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  int code = tcsetattr(descriptor, TCSANOW, &now);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return code == 0;
}

static bool is_in_foreground(int descriptor) { return tcgetpgrp(descriptor) == getpgrp(); }

/* Swift's runtime handles SIGQUIT as a crash; what handles the others restores the terminal itself. */
static bool takes(int number, const struct sigaction *before) {
  return before->sa_handler == SIG_DFL || (number == SIGQUIT && before->sa_handler != SIG_IGN);
}

/* Restores the terminal, and does what the signal does otherwise. After a stop, the change is made again. */
static void handle(int number) {
  int error = errno;
  int descriptor = changed_descriptor;
  if (descriptor >= 0 && is_in_foreground(descriptor)) set_flags(descriptor, changed_flags, 0);
  struct sigaction own;
  for (int index = 0; index < ending_count; index++)
    if (ending[index] == number) sigaction(number, &earlier[index], &own);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  raise(number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  /* Only after a stop. */
  sigaction(number, &own, NULL);
  if (descriptor >= 0 && is_in_foreground(descriptor)) set_flags(descriptor, 0, changed_flags);
  errno = error;
}

bool change_terminal_echo(int descriptor, enum terminal_echo echo) {
  tcflag_t off = echo == terminal_echo_plain ? ECHOCTL : echo == terminal_echo_nothing ? ECHO : 0;
  struct termios now;
  if (changed_descriptor >= 0 || !is_in_foreground(descriptor) || tcgetattr(descriptor, &now) != 0 ||
      (now.c_lflag & off) == 0)
    return false;
  changed_flags = now.c_lflag & off;
  changed_descriptor = descriptor;
  for (int index = 0; index < ending_count; index++) {
    struct sigaction own = {.sa_handler = handle, .sa_flags = SA_RESTART};
    is_handled[index] = sigaction(ending[index], NULL, &earlier[index]) == 0 &&
                        takes(ending[index], &earlier[index]) &&
                        sigaction(ending[index], &own, NULL) == 0;
  }
  if (set_flags(descriptor, 0, off)) return true;
  restore_terminal_echo();
  return false;
}

void restore_terminal_echo(void) {
  int descriptor = changed_descriptor;
  if (descriptor < 0) return;
  if (is_in_foreground(descriptor)) set_flags(descriptor, changed_flags, 0);
  changed_descriptor = -1;
  for (int index = 0; index < ending_count; index++) {
    struct sigaction now;
    if (!is_handled[index]) continue;
    is_handled[index] = 0;
    /* Another handler may have replaced it. */
    if (sigaction(ending[index], NULL, &now) == 0 && now.sa_handler == handle)
      sigaction(ending[index], &earlier[index], NULL);
  }
}
