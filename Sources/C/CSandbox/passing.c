#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* Room for one descriptor, aligned as cmsg(3) requires. */
union control {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int))];
};

/* Milliseconds of a clock that only counts. */
static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* Waits until there is room to send. A helper, which may not call poll(2), has no limit. */
static int wait_for_room(int channel, int64_t end) {
  while (1) {
    int64_t rest = end - now();
    if (rest <= 0) return ETIMEDOUT;
    struct pollfd entry = {.fd = channel, .events = POLLOUT};
    int ready = poll(&entry, 1, rest < 1000000 ? (int)rest : 1000000);
    if (ready > 0) return 0;
    if (ready < 0 && errno != EINTR) return errno;
  }
}

int sandbox_send(
  int channel, const void *head, size_t head_count, const void *bytes, size_t count, int descriptor,
  int milliseconds) {
  struct iovec parts[2] = {{(void *)head, head_count}, {(void *)bytes, count}};
  int64_t end = milliseconds < 0 ? 0 : now() + milliseconds;
  int flags = MSG_NOSIGNAL | (milliseconds < 0 ? 0 : MSG_DONTWAIT);
  while (parts[0].iov_len + parts[1].iov_len > 0) {
    union control control;
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    if (descriptor >= 0) {
      memset(&control, 0, sizeof control);
      message.msg_control = control.bytes;
      message.msg_controllen = sizeof control.bytes;
      struct cmsghdr *header = CMSG_FIRSTHDR(&message);
      header->cmsg_level = SOL_SOCKET;
      header->cmsg_type = SCM_RIGHTS;
      header->cmsg_len = CMSG_LEN(sizeof descriptor);
      memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    }
    ssize_t sent = sendmsg(channel, &message, flags);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && errno == EAGAIN && milliseconds >= 0) {
      int code = wait_for_room(channel, end);
      if (code != 0) return code;
      continue;
    }
    if (sent < 0) return errno;
    descriptor = -1;
    for (size_t i = 0; i < 2; i++) {
      size_t done = (size_t)sent < parts[i].iov_len ? (size_t)sent : parts[i].iov_len;
      parts[i].iov_base = (char *)parts[i].iov_base + done;
      parts[i].iov_len -= done;
      sent -= (ssize_t)done;
    }
  }
  return 0;
}

ssize_t sandbox_receive(int channel, void *bytes, size_t count, int *descriptor) {
  struct iovec part = {bytes, count};
  union control control;
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (descriptor != NULL) {
    *descriptor = -1;
    message.msg_control = control.bytes;
    /* Without the alignment, in which there is room for a second one. The kernel closes what has no room. */
    message.msg_controllen = CMSG_LEN(sizeof(int));
  }
  ssize_t received;
  do received = recvmsg(channel, &message, MSG_CMSG_CLOEXEC);
  while (received < 0 && errno == EINTR);
  if (received < 0) return -errno;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (descriptor != NULL && header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS &&
      header->cmsg_len == CMSG_LEN(sizeof(int)))
    memcpy(descriptor, CMSG_DATA(header), sizeof(int));
  return received;
}

ssize_t sandbox_write(int descriptor, const void *bytes, size_t count) {
  sigset_t pipe, before;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  ssize_t written;
  do written = write(descriptor, bytes, count);
  while (written < 0 && errno == EINTR);
  ssize_t result = written < 0 ? -errno : written;
  /* One that waits for another reason is lost: nobody can use it. */
  struct timespec none = {0, 0};
  if (result == -EPIPE && !sigismember(&before, SIGPIPE)) sigtimedwait(&pipe, NULL, &none);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return result;
}
