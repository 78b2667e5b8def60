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
      ["cc", "-I\(root)/Sources/CProviderABI"] + options + ["-o", path, path + ".c"])
    try #require(run.exitCode == 0, "\(run.errors)")
  }

  @Test("A provider module cannot write outside the mirror during a sync")
  func outside() async throws {
    let modules = try TemporaryDirectory(in: BuiltProducts.directory)
    let folder = try TemporaryDirectory()
    let target = folder.appending("escaped")
    let source = """
      #include <fcntl.h>
      #include "CProviderABI.h"
      static int32_t answer(void *state, const char *method, const uint8_t *bytes, size_t count,
                            void *context, photo_provider_emit emit) {
        open("\(target)", O_CREAT | O_WRONLY, 0600);
        return PHOTO_PROVIDER_UNSUPPORTED;
      }
      static photo_provider_table table =
          {PHOTO_PROVIDER_ABI_VERSION_1, sizeof(photo_provider_table), 0, answer};
      const photo_provider_table *photo_provider_v1(void) { return &table; }
      """
    try await Self.compile(
      source, ["-shared", "-fPIC"], to: modules.appending("libWildProvider.so"))
    let photomirror = BuiltProducts.path("photomirror")
    let options = ["--provider-path", modules.path]
    _ = try await CommandRun.run(
      photomirror, ["sync", "wild:x", folder.appending("mirror")] + options)
    // The folder of a new mirror is made, so that its parent is writable.
    try? FileManager.default.createDirectory(
      atPath: folder.appending("mirror"), withIntermediateDirectories: true)
    try? FileManager.default.removeItem(atPath: target)
    _ = try await CommandRun.run(
      photomirror, ["sync", "wild:x", folder.appending("mirror")] + options)
    #expect(!FileManager.default.fileExists(atPath: target))

    // A command whose folders are unknown is not restricted, which shows that the module tries.
    _ = try await CommandRun.run(photomirror, ["providers"] + options)
    #expect(FileManager.default.fileExists(atPath: target))
  }

  @Test("On a kernel without restrictions a command warns once, or refuses if they are required")
  func missing() async throws {
    let folder = try TemporaryDirectory()
    let (wrapper, image) = (folder.appending("without"), folder.appending("photo.png"))
    try #require(Self.photo).write(to: URL(filePath: image))
    let source = """
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
    try await Self.compile(source, [], to: wrapper)
    let command = [BuiltProducts.path("photomirror"), "check", image]
    let missing =
      "the kernel does not filter system calls (Invalid argument); "
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
