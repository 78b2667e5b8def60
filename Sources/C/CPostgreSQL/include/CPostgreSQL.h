#pragma once
#include <postgresql/libpq-fe.h>
#include <stdbool.h>

/// Loads libpq, once; its functions may be called only after that. From any thread.
/// - Returns: NULL, or why it cannot be loaded.
const char *postgresql_load(void);
