#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

/* The signals of the terminal and of service managers, by which only this process ends. */
static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
enum { ignored_count = sizeof ignored / sizeof *ignored };

pid_t sandbox_start(const char *path, const char *work, int channel) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int code = posix_spawn_file_actions_init(&actions);
  if (code != 0) return -code;
  code = posix_spawnattr_init(&attributes);
  if (code != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return -code;
  }
  code = posix_spawn_file_actions_adddup2(&actions, channel, sandbox_channel);
  if (code == 0) code = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  if (code == 0) code = posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(&actions, sandbox_channel + 1);
  /* Blocked until the program ignores them. */
  sigset_t all, blocked;
  sigfillset(&all);
  sigemptyset(&blocked);
  for (int i = 0; i < ignored_count; i++) sigaddset(&blocked, ignored[i]);
  if (code == 0) code = posix_spawnattr_setsigdefault(&attributes, &all);
  if (code == 0) code = posix_spawnattr_setsigmask(&attributes, &blocked);
  if (code == 0) code = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  /* Where the user says that libraries are (ld.so(8)): without it the program might not start. */
  char search[4096], *environment[2] = {NULL, NULL};
  const char *folders = getenv("LD_LIBRARY_PATH");
  if (folders != NULL &&
      snprintf(search, sizeof search, "LD_LIBRARY_PATH=%s", folders) < (int)sizeof search)
    environment[0] = search;
  char *arguments[] = {(char *)path, (char *)work, NULL};
  pid_t process = 0;
  if (code == 0) code = posix_spawn(&process, path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return code == 0 ? process : -code;
}

int sandbox_was_started(void) {
  int kind = 0;
  socklen_t length = sizeof kind;
  return getsockopt(sandbox_channel, SOL_SOCKET, SO_TYPE, &kind, &length) == 0;
}

void sandbox_ignore_signals(void) {
  sigset_t blocked;
  sigemptyset(&blocked);
  for (int i = 0; i < ignored_count; i++) {
    signal(ignored[i], SIG_IGN);
    sigaddset(&blocked, ignored[i]);
  }
  sigprocmask(SIG_UNBLOCK, &blocked, NULL);
}
