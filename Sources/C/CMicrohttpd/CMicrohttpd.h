#pragma once
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

// libmicrohttpd's variadic start and its size macro, in a form that Swift imports.

/// Starts a daemon on `address` with a thread for each connection (microhttpd manual, section
/// "Constants": MHD_USE_THREAD_PER_CONNECTION), so that a waiting answer does not delay others.
/// NULL, with errno set, if the address is not available. `ended` is called when a request has ended.
static inline struct MHD_Daemon *start_daemon(const struct sockaddr *address,
                                              MHD_AccessHandlerCallback answer,
                                              MHD_RequestCompletedCallback ended,
                                              void *context) {
  return MHD_start_daemon(
      MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL, 0, NULL,
      NULL, answer, context,
      MHD_OPTION_SOCK_ADDR, address,
      MHD_OPTION_NOTIFY_COMPLETED, ended, NULL,
      MHD_OPTION_CONNECTION_LIMIT, 1000u,
      MHD_OPTION_CONNECTION_TIMEOUT, 300u,
      MHD_OPTION_LISTEN_BACKLOG_SIZE, 512u,
      MHD_OPTION_THREAD_STACK_SIZE, (size_t)1 << 20,
      MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
      MHD_OPTION_END);
}

/// Decodes a part of an address in place. A NUL becomes another control character, so that the text does not seem to
/// end before it.
static inline size_t decode_address(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  for (char *nul = strstr(text, "%00"); nul != NULL; nul = strstr(nul + 3, "%00")) nul[2] = '1';
  return MHD_http_unescape(text);
}

/// A socket that listens on an IPv4 `address`; -1, with errno set, if that is not available.
static inline int listening_socket(const struct sockaddr *address) {
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (listener < 0) return -1;
  int on = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(listener, address, sizeof(struct sockaddr_in)) == 0 && listen(listener, 32) == 0)
    return listener;
  int reason = errno;
  close(listener);
  errno = reason;
  return -1;
}

/// The same for few clients on this machine: of 20 connections, each ends after 10 s in which nothing arrives or
/// leaves. It owns the socket. NULL, with errno set, if it cannot be started; the socket is closed then.
static inline struct MHD_Daemon *start_local_daemon(int listener, MHD_AccessHandlerCallback answer,
                                                    void *context) {
  struct MHD_Daemon *daemon = MHD_start_daemon(
      MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL, 0, NULL,
      NULL, answer, context,
      MHD_OPTION_LISTEN_SOCKET, listener,
      MHD_OPTION_CONNECTION_LIMIT, 20u,
      MHD_OPTION_CONNECTION_TIMEOUT, 10u,
      MHD_OPTION_UNESCAPE_CALLBACK, decode_address, NULL,
      MHD_OPTION_THREAD_STACK_SIZE, (size_t)1 << 20,
      MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
      MHD_OPTION_END);
  if (daemon == NULL) {
    int reason = errno;
    close(listener);
    errno = reason;
  }
  return daemon;
}

struct field_count {
  const char *name;
  int count;
};

static inline enum MHD_Result count_field(void *context, enum MHD_ValueKind kind, const char *name,
                                          const char *value) {
  (void)kind;
  (void)value;
  struct field_count *found = (struct field_count *)context;
  if (strcasecmp(name, found->name) == 0) found->count++;
  return MHD_YES;
}

/// How many fields of the head of a request have a name.
static inline int count_fields(struct MHD_Connection *connection, const char *name) {
  struct field_count found = {name, 0};
  MHD_get_connection_values(connection, MHD_HEADER_KIND, count_field, &found);
  return found.count;
}

/// The port that `daemon` listens on; 0 if it is unknown.
static inline uint16_t daemon_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info == NULL ? 0 : info->port;
}

/// The port of the daemon that has `connection`; 0 if it is unknown.
static inline uint16_t connection_port(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_DAEMON);
  return info == NULL ? 0 : daemon_port(info->daemon);
}

/// The socket of `connection`, still owned by libmicrohttpd; -1 if it is unknown.
static inline int connection_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : info->connect_fd;
}

/// MHD_SIZE_UNKNOWN, MHD_CONTENT_READER_END_OF_STREAM and MHD_CONTENT_READER_END_WITH_ERROR contain
/// casts, which Swift does not import.
static const uint64_t body_size_unknown = MHD_SIZE_UNKNOWN;
static const ssize_t body_ends = MHD_CONTENT_READER_END_OF_STREAM;
static const ssize_t body_breaks = MHD_CONTENT_READER_END_WITH_ERROR;
