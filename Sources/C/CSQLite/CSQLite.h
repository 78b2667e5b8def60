#pragma once
#include <sqlite3.h>

/// `sqlite3_db_config` for options with a boolean; Swift does not import variadic functions.
static inline int sqlite3_set_switch(sqlite3 *db, int option, int is_on) {
  return sqlite3_db_config(db, option, is_on, (int *)0);
}
