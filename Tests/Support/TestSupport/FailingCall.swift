import Foundation

/// A system call that fails in a program and all that it starts, by a filter of the kernel.
package struct FailingCall: Sendable, CustomStringConvertible {
  /// The call's name, as in syscall(2).
  package let call: String
  /// The number of an argument, and the value that it has in the calls that fail; nil: every call fails.
  private let argument: (number: Int, value: Int)?

  package init(_ call: String, _ argument: (Int, Int)? = nil) {
    (self.call, self.argument) = (call, argument)
  }

  package var description: String {
    call + (argument.map { " with \($0.value) as argument \($0.number)" } ?? "")
  }

  /// The compiler refused the program.
  package struct Unbuilt: Error {
    let messages: String
  }

  /// The calls by which walls are set.
  package static let ofWalls: [FailingCall] = [
    // Landlock: its version is asked with the flag 1, and rules are made with 0.
    .init("444", (2, 0)), .init("444", (2, 1)), .init("445"), .init("446"),
    // PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS.
    .init("SYS_prctl", (0, 1)), .init("SYS_prctl", (0, 4)), .init("SYS_prctl", (0, 22)),
    .init("SYS_prctl", (0, 38)),
    // The limits of files, memory, core files, processes and addresses.
    .init("SYS_prlimit64", (1, 1)), .init("SYS_prlimit64", (1, 2)), .init("SYS_prlimit64", (1, 4)),
    .init("SYS_prlimit64", (1, 6)), .init("SYS_prlimit64", (1, 9)),
    .init("SYS_capset"), .init("SYS_setsid"),
  ]

  /// Numbers of errno(3) with which they fail.
  package static let errors = [EPERM, EACCES, EINVAL, ENOSYS, ENOMEM, EOPNOTSUPP]

  /// Builds a program that starts the one of its arguments while the call fails: `PROGRAM ERRNO ARGUMENT…`.
  package func build(at path: String) async throws {
    let fails = "BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (atoi(arguments[1]) & 0xFFFF))"
    let rule =
      if let argument {
        "UNLESS(\(call), 3), LOAD(args[\(argument.number)]), UNLESS(\(argument.value), 1), \(fails)"
      } else {
        "UNLESS(\(call), 1), \(fails)"
      }
    let source = """
      #include <linux/filter.h>
      #include <linux/seccomp.h>
      #include <stddef.h>
      #include <stdlib.h>
      #include <sys/prctl.h>
      #include <sys/syscall.h>
      #include <unistd.h>
      #define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
      #define UNLESS(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skip)
      int main(int count, char **arguments) {
        struct sock_filter rules[] = {LOAD(nr), \(rule), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
        struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0) return 99;
        execv(arguments[2], arguments + 2);
        return 98;
      }
      """
    try Data(source.utf8).write(to: URL(filePath: path + ".c"))
    let run = try await CommandRun.run("/usr/bin/env", ["cc", "-o", path, path + ".c"])
    guard run.exitCode == 0 else { throw Unbuilt(messages: run.errors) }
  }
}
