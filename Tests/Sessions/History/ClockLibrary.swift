import Foundation
import TestSupport

/// A library that lets the clock of a process be ahead by `CLOCK_AHEAD` seconds. libfaketime is no choice: with it,
/// programs in Swift see no arguments.
enum ClockLibrary {
  /// Nil if there is no compiler.
  static let path: String? = try? compiled()
  /// Removed with the process.
  private static let folder = try? TemporaryDirectory()

  private static let source = """
    #define _GNU_SOURCE
    #include <stdlib.h>
    #include <sys/syscall.h>
    #include <sys/time.h>
    #include <time.h>
    #include <unistd.h>

    static long ahead(void) {
      const char *text = getenv("CLOCK_AHEAD");
      return text ? atol(text) : 0;
    }

    int clock_gettime(clockid_t clock, struct timespec *time) {
      int code = (int)syscall(SYS_clock_gettime, clock, time);
      if (code == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        time->tv_sec += ahead();
      }
      return code;
    }

    int gettimeofday(struct timeval *restrict time, void *restrict zone) {
      struct timespec now;
      clock_gettime(CLOCK_REALTIME, &now);
      time->tv_sec = now.tv_sec;
      time->tv_usec = now.tv_nsec / 1000;
      return 0;
    }

    time_t time(time_t *result) {
      struct timespec now;
      clock_gettime(CLOCK_REALTIME, &now);
      if (result) *result = now.tv_sec;
      return now.tv_sec;
    }
    """

  private static func compiled() throws -> String? {
    guard let folder else { return nil }
    let (text, library) = (folder.appending("clock.c"), folder.appending("libclock.so"))
    try source.write(toFile: text, atomically: true, encoding: .utf8)
    let compiler = try Process.run(
      URL(filePath: "/usr/bin/env"), arguments: ["gcc", "-shared", "-fPIC", "-o", library, text])
    compiler.waitUntilExit()
    return compiler.terminationStatus == 0 ? library : nil
  }
}
