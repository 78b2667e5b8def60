import Foundation
import TestSupport
import Testing

/// A folder whose names have 143 bytes at most, as those that eCryptfs encrypts, and that says so or not.
@Suite("A mirror in a folder with short names", .serialized)
struct ShortNamesTests {
  /// Makes each call fail that would give something a longer name in the mirror.
  private static let library = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <stdarg.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/types.h>
    #include <unistd.h>
    static int is_long(const char *path) {
      for (size_t length; *path; path += length + (path[length] == '/'))
        if ((length = strcspn(path, "/")) > 143) return errno = ENAMETOOLONG;
      return 0;
    }
    #define NEXT(name) static __typeof__(&name) next; if (!next) next = dlsym(RTLD_NEXT, #name);
    long syscall(long number, ...) {
      NEXT(syscall)
      va_list all;
      va_start(all, number);
      long a[6];
      for (int i = 0; i < 6; i++) a[i] = va_arg(all, long);
      va_end(all);
      if (number == 437 && is_long((const char *)a[1])) return -1;
      return next(number, a[0], a[1], a[2], a[3], a[4], a[5]);
    }
    int linkat(int from, const char *old, int to, const char *new, int flags) {
      NEXT(linkat)
      return is_long(new) ? -1 : next(from, old, to, new, flags);
    }
    int renameat(int from, const char *old, int to, const char *new) {
      NEXT(renameat)
      return is_long(new) ? -1 : next(from, old, to, new);
    }
    int mkdirat(int folder, const char *path, mode_t mode) {
      NEXT(mkdirat)
      return is_long(path) ? -1 : next(folder, path, mode);
    }
    long pathconf(const char *path, int name) {
      NEXT(pathconf)
      return name == _PC_NAME_MAX && getenv("SAYS_SHORT") ? 143 : next(path, name);
    }
    """

  @Test(
    "Photos with long titles are stored with their sidecars, and a second run fetches nothing",
    arguments: [true, false])
  func sync(isSaid: Bool) async throws {
    var session = try await Session("--photos", "1")
    let library = session.folder.appending("short.so")
    try Data(Self.library.utf8).write(to: URL(filePath: library + ".c"))
    let built = try await CommandRun.run(
      "/usr/bin/env", ["cc", "-shared", "-fPIC", "-o", library, library + ".c", "-ldl"])
    #expect(built.exitCode == 0, "\(built.errors)")
    let site = try WireServer { _ in [.ok(TinyPicture.png)] }
    let title = String(repeating: "harbour ", count: 40)
    let lines = (1...3).map { "{\"url\":\"\(site.url("/\($0).png"))\",\"title\":\"\(title)\"}\n" }
    try Data(lines.joined().utf8).write(to: URL(filePath: session.folder.appending("list.jsonl")))
    session.environment["LD_PRELOAD"] = library
    session.environment["SAYS_SHORT"] = isSaid ? "1" : nil
    let line =
      "sync --progress none --sidecar xmp,json --set urls.hosts=\(site.url()) urls:list.jsonl photos"
    let first = try await session.run(line)
    #expect(first.exitCode == 0, "\(first.errors)")
    let second = try await session.run(line)
    #expect(second.exitCode == 0, "\(second.errors)")
    #expect(site.requests.count == 3)
    #expect(try await session.run("verify photos").exitCode == 0)
    let names = try FileManager.default.subpathsOfDirectory(
      atPath: session.folder.appending("photos")
    ).map { ($0 as NSString).lastPathComponent }
    #expect(names.count { $0.hasSuffix(".json") && $0.contains("harbour") } == 3, "\(names)")
    #expect(names.allSatisfy { $0.utf8.count <= 143 })
  }
}
