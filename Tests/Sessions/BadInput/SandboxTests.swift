import Foundation
import TestSupport
import Testing

@Suite("The restrictions of the process", .serialized)
struct SandboxTests {
  private static let photo = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
  )

  private static func compile(_ source: String, _ options: [String], to path: String) async throws {
    try Data(source.utf8).write(to: URL(filePath: path + ".c"))
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL.path
    let run = try await CommandRun.run(
      "/usr/bin/env",
      ["cc", "-I\(root)/Sources/Provider/CProviderABI"] + options + ["-o", path, path + ".c"])
    try #require(run.exitCode == 0, "\(run.errors)")
  }

  /// A module whose summary says what it can do: read a file, make the file `target`, read the environment.
  private static func spy(making target: String) -> String {
    """
    #include <errno.h>
    #include <fcntl.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include "CProviderABI.h"
    static int attempt(int result) { return result < 0 ? errno : 0; }
    static int32_t answer(void *state, const char *method, const uint8_t *bytes, size_t count,
                          void *context, photo_provider_emit emit) {
      if (strcmp(method, "manifest")) return PHOTO_PROVIDER_UNSUPPORTED;
      char text[400];
      snprintf(text, sizeof text,
               "{\\"name\\":\\"spy\\",\\"version\\":\\"1\\",\\"sources\\":[{\\"usage\\":\\"x\\","
               "\\"summary\\":\\"\\"}],\\"summary\\":\\"read %d, make %d, environment %s\\"}",
               attempt(open("/etc/passwd", O_RDONLY)),
               attempt(open("\(target)", O_CREAT | O_WRONLY, 0600)),
               getenv("SPIED") ? getenv("SPIED") : "empty");
      emit(context, (const uint8_t *)text, strlen(text));
      return PHOTO_PROVIDER_OK;
    }
    static photo_provider_table table =
        {PHOTO_PROVIDER_ABI_VERSION, sizeof(photo_provider_table), 0, answer};
    const photo_provider_table *photo_provider_v1(void) { return &table; }
    """
  }

  @Test("A provider module can neither read files nor write them, and gets no environment")
  func modules() async throws {
    let modules = try TemporaryDirectory(in: BuiltProducts.directory)
    let folder = try TemporaryDirectory()
    let target = folder.appending("escaped")
    try await Self.compile(
      Self.spy(making: target), ["-shared", "-fPIC"], to: modules.appending("libSpyProvider.so"))
    let run = try await CommandRun.run(
      BuiltProducts.path("photomirror"),
      ["providers", "--require-sandbox", "--json", "--provider-path", modules.path],
      environment: ["SPIED": "seen"])
    #expect(
      run.output.contains("read \(EPERM), make \(EPERM), environment empty"),
      "\(run.output) \(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: target))
  }

  /// A program that runs its arguments on a kernel without seccomp and Landlock.
  private static let withoutRestrictions = """
    #include <errno.h>
    #include <linux/filter.h>
    #include <linux/seccomp.h>
    #include <stddef.h>
    #include <sys/prctl.h>
    #include <sys/syscall.h>
    #include <unistd.h>
    #define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
    #define UNLESS(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skip)
    int main(int count, char **arguments) {
      struct sock_filter rules[] = {
          LOAD(nr), UNLESS(444, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
          UNLESS(SYS_prctl, 3), LOAD(args[0]), UNLESS(PR_SET_SECCOMP, 1),
          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
      struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
      prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
      if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0) return 99;
      execv(arguments[1], arguments + 1);
      return 98;
    }
    """

  @Test("On a kernel without restrictions modules run, with one warning, or are refused")
  func missingForModules() async throws {
    let modules = try TemporaryDirectory(in: BuiltProducts.directory)
    let folder = try TemporaryDirectory()
    let (wrapper, target) = (folder.appending("without"), folder.appending("escaped"))
    try await Self.compile(Self.withoutRestrictions, [], to: wrapper)
    try await Self.compile(
      Self.spy(making: target), ["-shared", "-fPIC"], to: modules.appending("libSpyProvider.so"))
    let command = [
      BuiltProducts.path("photomirror"), "providers", "--json", "--provider-path", modules.path,
    ]
    let missing =
      "the kernel does not filter system calls; "
      + "the kernel does not restrict which files a module reads"
    let run = try await CommandRun.run(wrapper, command, environment: ["SPIED": "seen"])
    #expect(
      run.errors == "photomirror: warning: running without a complete sandbox: \(missing)\n")
    // Which shows that the module tries.
    #expect(run.output.contains("read 0, make 0, environment empty"), "\(run.output)")
    #expect(FileManager.default.fileExists(atPath: target))

    let refused = try await CommandRun.run(wrapper, command + ["--require-sandbox"])
    #expect(refused.exitCode == 4)
    #expect(refused.errors.hasPrefix("photomirror: error: the sandbox is incomplete: \(missing)\n"))
  }

  @Test("Without Landlock, too, the process can gain no privileges by what it executes")
  func privileges() async throws {
    let folder = try TemporaryDirectory()
    let log = folder.appending("calls")
    let run = try await CommandRun.run(
      "/usr/bin/strace",
      ["-o", log, "-e", "trace=prctl,/^landlock", "-e", "inject=/^landlock:error=ENOSYS"]
        + [BuiltProducts.path("photomirror"), "status", folder.path])
    let calls = try String(contentsOfFile: log, encoding: .utf8)
    #expect(calls.contains("ENOSYS") && run.errors.contains("without a complete sandbox"))
    #expect(calls.contains("PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) "), "\(calls)")
  }

  @Test("The first run writes in the new directory only, and removes it if nothing is mirrored")
  func newMirror() async throws {
    let folder = try TemporaryDirectory()
    // The kernel's name of the folder, without links.
    let parent = try #require(realpath(folder.path, nil).map { String(cString: $0) })
    let mirror = parent + "/one/two"
    let run = try await CommandRun.run(
      BuiltProducts.path("photomirror"), ["sync", "--verbose", "nothing:all", mirror])
    #expect(run.exitCode == 5)
    #expect(run.errors.contains("this process writes only in \(mirror)"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: parent + "/one"))
    #expect(FileManager.default.fileExists(atPath: parent))
  }

  @Test("On a kernel without restrictions a command warns once, or refuses if they are required")
  func missing() async throws {
    let folder = try TemporaryDirectory()
    let (wrapper, image) = (folder.appending("without"), folder.appending("photo.png"))
    try #require(Self.photo).write(to: URL(filePath: image))
    try await Self.compile(Self.withoutRestrictions, [], to: wrapper)
    let command = [BuiltProducts.path("photomirror"), "check", image]
    let missing =
      "the kernel does not filter system calls; "
      + "the kernel does not restrict writing to folders (Function not implemented)"

    let run = try await CommandRun.run(wrapper, command)
    #expect(run.exitCode == 0)
    #expect(
      run.errors
        == "photomirror: warning: running without a complete sandbox: \(missing)\n"
        + "checked 1 file: 1 whole\n")
    #expect(run.output == "whole  \(image): png, 1x1\n")

    let refused = try await CommandRun.run(wrapper, command + ["--require-sandbox"])
    #expect(refused.exitCode == 4)
    #expect(refused.output == "")
    #expect(
      refused.errors
        == "photomirror: error: the sandbox is incomplete: \(missing)\n"
        + "hint: leave out --require-sandbox to run without these restrictions\n")
  }

  @Test("A restriction that the kernel offers and that cannot be set ends the command")
  func failing() async throws {
    let folder = try TemporaryDirectory()
    let (wrapper, image) = (folder.appending("failing"), folder.appending("photo.png"))
    try #require(Self.photo).write(to: URL(filePath: image))
    // landlock_restrict_self
    try await FailingCall("446").build(at: wrapper)
    let run = try await CommandRun.run(
      wrapper, ["\(E2BIG)", BuiltProducts.path("photomirror"), "check", image])
    #expect(run.exitCode == 4)
    #expect(run.output == "")
    #expect(
      run.errors.hasPrefix(
        "photomirror: error: this process cannot be restricted to its folders: Argument list too long\n"
      ), "\(run.errors)")
  }

  @Test("With --require-sandbox a command runs where the kernel offers the restrictions")
  func required() async throws {
    let folder = try TemporaryDirectory()
    let image = folder.appending("photo.png")
    try #require(Self.photo).write(to: URL(filePath: image))
    let run = try await CommandRun.run(
      BuiltProducts.path("photomirror"), ["check", "--require-sandbox", image])
    #expect(run.exitCode == 0, "\(run.errors)")
  }
}
