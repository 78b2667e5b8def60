import TestSupport

extension Session {
  /// Runs a command line, and kills it when it makes a system call for this time.
  func killed(at call: String, _ number: Int, _ line: String) async throws -> CommandRun {
    let words = line.split(separator: " ").map(String.init)
    let inject = ["-e", "trace=\(call)", "-e", "inject=\(call):signal=KILL:when=\(number)"]
    return try await CommandRun.run(
      "/usr/bin/env",
      ["strace", "-f", "-o", "/dev/null"] + inject + [BuiltProducts.path("photomirror")] + words,
      environment: environment, workingDirectory: folder.path)
  }
}
