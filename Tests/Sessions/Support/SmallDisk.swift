import Foundation
import TestSupport

/// A file system (tmpfs(5)) in a mount namespace: only programs that run in the namespace see it,
/// and it ends with the value.
final class SmallDisk: Sendable {
  /// Path of the mount point in the namespace.
  let path: String
  /// A process that keeps the namespace alive.
  private let holder: RunningProcess

  /// Whether this user may mount file systems in a namespace (user_namespaces(7)).
  static func isAllowed() async -> Bool {
    let run = try? await CommandRun.run(
      "/usr/bin/env", ["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"])
    return run?.exitCode == 0
  }

  struct NotMounted: Error {
    let errors: String
  }

  /// - Parameters:
  ///   - path: an existing folder.
  ///   - size: in the syntax of mount(8): "4m".
  init(at path: String, size: String) async throws {
    self.path = path
    let script = #"mount -t tmpfs -o "size=$2" none "$1" && echo mounted && exec sleep infinity"#
    holder = try RunningProcess(
      "/usr/bin/env", ["unshare", "-rm", "sh", "-c", script, "sh", path, size],
      deadline: .seconds(1800))
    guard await holder.line(containing: "mounted") != nil else {
      throw NotMounted(errors: holder.standardError)
    }
  }

  /// The folder as seen from outside the namespace.
  var outside: String { "/proc/\(holder.identifier)/root\(path)" }

  /// Changes its size, or makes it read-only: "ro", "rw,size=8m".
  func remount(_ options: String) async throws {
    // Names the mounted type, because mount(8) otherwise repeats the current options, among them an
    // owner that does not exist in the namespace of a user other than root.
    let run = try await start("/bin/mount", ["-o", "remount,\(options)", "none", path]).end()
    guard run.exitCode == 0 else { throw NotMounted(errors: run.errors) }
  }

  /// Starts a program in the namespace.
  func start(
    _ executable: String, _ arguments: [String], environment: [String: String?] = [:],
    workingDirectory: String = "/"
  ) throws -> RunningProcess {
    let entering = [
      "nsenter", "--target", String(holder.identifier), "--user", "--mount",
      "--preserve-credentials", "/usr/bin/env", "--chdir=\(workingDirectory)",
    ]
    return try RunningProcess(
      "/usr/bin/env", entering + [executable] + arguments, environment: environment)
  }
}

extension Session {
  /// A small disk at `photos`.
  func smallDisk(_ size: String) async throws -> SmallDisk {
    let path = folder.appending("photos")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return try await SmallDisk(at: path, size: size)
  }

  /// Runs a command line to its end in the namespace of `disk`.
  func run(_ line: String, on disk: SmallDisk) async throws -> CommandRun {
    try await start(line, on: disk).end()
  }

  /// Starts a command line in the namespace of `disk`.
  func start(_ line: String, on disk: SmallDisk) throws -> RunningProcess {
    try disk.start(
      BuiltProducts.path("photomirror"), line.split(separator: " ").map(String.init),
      environment: environment, workingDirectory: folder.path)
  }
}
