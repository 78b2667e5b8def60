#define _GNU_SOURCE
#include "CSandbox.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct task {
  pid_t process, parent, group;
} task;

typedef struct tasks {
  task *items;
  size_t count, room;
} tasks;

/* Of proc(5), stat; the name in parentheses may contain anything. */
static int read_task(const char *number, task *to) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%.20s/stat", number);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  text[count < 0 ? 0 : count] = 0;
  const char *end = strrchr(text, ')');
  to->process = (pid_t)atol(number);
  return end != NULL && sscanf(end + 1, " %*c %d %d", &to->parent, &to->group) == 2;
}

static int read_tasks(tasks *all) {
  DIR *folder = opendir("/proc");
  if (folder == NULL) return 0;
  all->count = 0;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    if (!isdigit((unsigned char)entry->d_name[0])) continue;
    if (all->count == all->room) {
      size_t room = all->room == 0 ? 1024 : 2 * all->room;
      task *items = realloc(all->items, room * sizeof *items);
      if (items == NULL) break;
      all->items = items, all->room = room;
    }
    if (read_task(entry->d_name, &all->items[all->count])) all->count++;
  }
  closedir(folder);
  return 1;
}

static int contains(const pid_t *list, size_t count, pid_t process) {
  for (size_t i = 0; i < count; i++)
    if (list[i] == process) return 1;
  return 0;
}

static const task *find(const tasks *all, pid_t process) {
  for (size_t i = 0; i < all->count; i++)
    if (all->items[i].process == process) return &all->items[i];
  return NULL;
}

/* Whether it descends from this process, and belongs to none of those that are kept. */
static int is_stray(const tasks *all, const task *one, const pid_t *kept, size_t count) {
  pid_t self = getpid();
  /* Numbers that are used again may make a circle. */
  for (int depth = 0; depth < 1000 && one != NULL && one->process != self; depth++) {
    if (contains(kept, count, one->process) || contains(kept, count, one->group)) return 0;
    if (one->parent == self) return 1;
    one = find(all, one->parent);
  }
  return 0;
}

void sandbox_end_strays(const pid_t *kept, size_t count) {
  tasks all = {0};
  /* What is ended may have started more meanwhile. */
  for (int round = 0; round < 1000 && read_tasks(&all); round++) {
    size_t found = 0;
    for (size_t i = 0; i < all.count; i++) {
      if (!is_stray(&all, &all.items[i], kept, count)) continue;
      found++;
      kill(all.items[i].process, SIGKILL);
      waitpid(all.items[i].process, NULL, WNOHANG);
    }
    if (found == 0) break;
    struct timespec pause = {0, 2000000};
    nanosleep(&pause, NULL);
  }
  free(all.items);
}
