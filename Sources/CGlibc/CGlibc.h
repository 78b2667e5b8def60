#pragma once

/* stdio.h hides it unless _GNU_SOURCE is set before the first header of a program, which a module
   cannot do. */
int renameat2(int old_folder, const char *old_path, int new_folder, const char *new_path,
              unsigned int flags);

/* unistd.h hides it for the same reason. */
int syncfs(int descriptor);
