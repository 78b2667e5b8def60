#pragma once
#include <stdbool.h>
#include <wchar.h>

/* wchar.h hides it unless _XOPEN_SOURCE is set before the first header of a program, which a
   module cannot do. */
int wcwidth(wchar_t character);

/* What a terminal does with typed characters (termios(3)). */
enum terminal_echo {
  terminal_echo_all,     /* shows them, control characters as ^C */
  terminal_echo_plain,   /* does not show control characters: ECHOCTL is off */
  terminal_echo_nothing, /* shows none: ECHO is off */
};

/* Changes the terminal of a descriptor, if this process is in its foreground and no other change is
   in force. A signal that ends or stops the process, and for which it has no handler, restores the
   terminal first. One thread at a time. False if nothing was changed. */
bool change_terminal_echo(int descriptor, enum terminal_echo echo);

/* Restores what change_terminal_echo() changed. Safe in a signal handler. */
void restore_terminal_echo(void);
