// Where a decoder's bytes come from.
#pragma once

#include <stddef.h>
#include <stdint.h>
