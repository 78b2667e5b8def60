/* libpq and the 22 libraries that it needs are loaded when a server's address is given: linked, they would cost each
   run of the program time and memory, and everybody an installed libpq. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

/* So that libpq does not find these functions in place of its own. */
#pragma GCC visibility push(hidden)
#include "CPostgreSQL.h"
#pragma GCC visibility pop

static void *library;
static char reason[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    snprintf(reason, sizeof reason, "%s", dlerror());
  } else if (dlsym(library, "PQenterPipelineMode") == NULL) {
    snprintf(reason, sizeof reason, "libpq.so.5 is older than version 14");
  }
}

const char *postgresql_load(void) {
  pthread_once(&once, load);
  return reason[0] == 0 ? NULL : reason;
}

/* A function that calls libpq's of the same name, which is looked up at the first call. */
#define FORWARD(result, name, parameters, arguments)                             \
  result name parameters {                                                       \
    static _Atomic(void *) known;                                                \
    void *function = known;                                                      \
    if (function == NULL) known = function = dlsym(library, #name);              \
    return ((__typeof__(&name))function)arguments;                               \
  }

FORWARD(PQconninfoOption *, PQconninfoParse, (const char *text, char **error), (text, error))
FORWARD(PQconninfoOption *, PQconninfo, (PGconn *c), (c))
FORWARD(void, PQconninfoFree, (PQconninfoOption *options), (options))
FORWARD(void, PQfreemem, (void *memory), (memory))

FORWARD(
  PGconn *, PQconnectStartParams, (const char *const *names, const char *const *values, int expand),
  (names, values, expand))
FORWARD(PostgresPollingStatusType, PQconnectPoll, (PGconn *c), (c))
FORWARD(void, PQfinish, (PGconn *c), (c))
FORWARD(ConnStatusType, PQstatus, (const PGconn *c), (c))
FORWARD(int, PQsocket, (const PGconn *c), (c))
FORWARD(int, PQbackendPID, (const PGconn *c), (c))
FORWARD(char *, PQerrorMessage, (const PGconn *c), (c))
FORWARD(const char *, PQparameterStatus, (const PGconn *c, const char *name), (c, name))
FORWARD(int, PQsetnonblocking, (PGconn *c, int isSet), (c, isSet))
FORWARD(
  PQnoticeProcessor, PQsetNoticeProcessor, (PGconn *c, PQnoticeProcessor take, void *context),
  (c, take, context))

FORWARD(int, PQenterPipelineMode, (PGconn *c), (c))
FORWARD(int, PQexitPipelineMode, (PGconn *c), (c))
FORWARD(int, PQpipelineSync, (PGconn *c), (c))
FORWARD(int, PQsendQuery, (PGconn *c, const char *sql), (c, sql))
FORWARD(
  int, PQsendPrepare, (PGconn *c, const char *name, const char *sql, int count, const Oid *types),
  (c, name, sql, count, types))
FORWARD(
  int, PQsendQueryPrepared,
  (PGconn *c, const char *name, int count, const char *const *values, const int *lengths,
   const int *formats, int resultFormat),
  (c, name, count, values, lengths, formats, resultFormat))
FORWARD(int, PQsetSingleRowMode, (PGconn *c), (c))
FORWARD(int, PQflush, (PGconn *c), (c))
FORWARD(int, PQconsumeInput, (PGconn *c), (c))
FORWARD(int, PQisBusy, (PGconn *c), (c))

FORWARD(PGresult *, PQgetResult, (PGconn *c), (c))
FORWARD(ExecStatusType, PQresultStatus, (const PGresult *r), (r))
FORWARD(char *, PQresultErrorField, (const PGresult *r, int field), (r, field))
FORWARD(char *, PQcmdTuples, (PGresult *r), (r))
FORWARD(int, PQntuples, (const PGresult *r), (r))
FORWARD(int, PQnfields, (const PGresult *r), (r))
FORWARD(int, PQgetisnull, (const PGresult *r, int row, int column), (r, row, column))
FORWARD(int, PQgetlength, (const PGresult *r, int row, int column), (r, row, column))
FORWARD(char *, PQgetvalue, (const PGresult *r, int row, int column), (r, row, column))
FORWARD(void, PQclear, (PGresult *r), (r))
