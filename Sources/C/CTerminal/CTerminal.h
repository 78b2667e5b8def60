#pragma once
#include <wchar.h>

/* wchar.h hides it unless _XOPEN_SOURCE is set before the first header of a program, which a
   module cannot do. */
int wcwidth(wchar_t character);
